def svg(state, seat=None, size="full"):
    return "<svg></svg>"
