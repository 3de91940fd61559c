"""What the frames say, in numbers with honest intervals: frames in, tidy frames out.

Nothing here knows a title, an engine or a bot; everything works on the tables of a run.

=============== ================================================================================
`frames`        what every function asks of a frame, and joins between the tables
`intervals`     shares and means with intervals that respect games and deals; many comparisons
`balance`       win share, score, points by source per faction, seat, bot, profile and any pair
`report`        a run's balance in text
=============== ================================================================================
"""
