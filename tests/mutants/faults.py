"""Lists the faults that can be planted in a module: small edits of its text, each by one operator.

Docstrings, type hints, decorators, ``raise`` and ``assert`` statements, f-strings, prints and warnings
are left out, and so are keyword arguments that only say how something looks.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

MODULE = "<module>"
COMPARISONS: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "//",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
    ast.Pow: "*",
    ast.LShift: ">>",
    ast.RShift: "<<",
    ast.BitAnd: "|",
    ast.BitOr: "&",
    ast.BitXor: "&",
    ast.MatMult: "+",
}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
COMPARING = re.compile(rb"not\s+in\b|is\s+not\b|==|!=|<=|>=|<|>|\bin\b|\bis\b")
JOINING = re.compile(rb"\band\b|\bor\b")
CALCULATING = re.compile(rb"\*\*|//|<<|>>|[-+*/%&|^@]")
COMMENT = re.compile(rb"#[^\n]*")
LOOKS = frozenset(
    # keyword arguments of drawings
    {
        "alpha",
        "bbox_to_anchor",
        "bottom",
        "cmap",
        "color",
        "colors",
        "dpi",
        "edgecolor",
        "facecolor",
    }
    | {
        "family",
        "figsize",
        "fill",
        "fontsize",
        "fontweight",
        "framealpha",
        "frameon",
        "ha",
        "hspace",
    }
    | {
        "height_ratios",
        "labelpad",
        "labelsize",
        "left",
        "linestyle",
        "linewidth",
        "linewidths",
        "loc",
    }
    | {"lw", "markersize", "ms", "ncol", "ncols", "pad", "rasterized", "right", "rotation", "s"}
    | {"style", "top", "va", "weight", "width_ratios", "wspace", "zorder"}
    # and of what is not a figure either
    | {"encoding", "indent", "maxsize", "stacklevel"}
)
SILENT = frozenset({"print", "warn", "debug", "info", "warning"})


@dataclass(frozen=True)
class Fault:
    """One edit of a module: the bytes from `start` to `end` become `new`."""

    path: str
    function: str
    line: int
    operator: str
    start: int
    end: int
    new: str

    def apply(self, source: bytes) -> bytes:
        """Return the module's text with the fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]

    def parses(self, source: bytes) -> bool:
        """Whether Python still reads the module: an edit inside unusual syntax may break it."""
        try:
            ast.parse(self.apply(source))
        except SyntaxError:
            return False
        return True

    def diff(self, source: bytes) -> str:
        """Return the lines that change, as a diff without context."""
        before = source.decode().splitlines()
        after = self.apply(source).decode().splitlines()
        lines = list(difflib.unified_diff(before, after, lineterm="", n=0))
        return "\n".join(line for line in lines[3:] if not line.startswith("@@"))


def list_faults(source: bytes, path: str) -> list[Fault]:
    """Return every fault that can be planted in a module, in the order of its text."""
    finder = _Finder(source, path)
    finder.visit(ast.parse(source))
    return sorted(finder.faults, key=lambda fault: (fault.start, fault.operator, fault.new))


class _Finder(ast.NodeVisitor):
    """Walks through a module and lists what can be changed at each node."""

    def __init__(self, source: bytes, path: str) -> None:
        self.source = source
        self.path = path
        self.faults: list[Fault] = []
        self._scopes: list[str] = []
        self._returns: list[ast.expr | None] = []
        self._lines = [0]
        for line in source.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))

    # ------------------------------------------------------------ places

    def _start(self, node: ast.expr | ast.stmt) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _line(self, place: int) -> int:
        return self.source.count(b"\n", 0, place) + 1

    def _add(self, operator: str, start: int, end: int, new: str) -> None:
        scope = ".".join(self._scopes) or MODULE
        self.faults.append(Fault(self.path, scope, self._line(start), operator, start, end, new))

    def _swap(self, operator: str, node: ast.expr | ast.stmt, new: str) -> None:
        self._add(operator, self._start(node), self._end(node), new)

    def _swap_between(
        self, operator: str, pattern: re.Pattern[bytes], start: int, end: int, new: str
    ) -> None:
        """Change the first token that matches between two nodes; comments are passed over."""
        gap = COMMENT.sub(lambda match: b" " * len(match.group()), self.source[start:end])
        if match := pattern.search(gap):
            self._add(operator, start + match.start(), start + match.end(), new)

    # ------------------------------------------------------------ scopes, and what is left out

    @contextmanager
    def _scope(self, name: str, returns: ast.expr | None) -> Iterator[None]:
        self._scopes.append(name)
        self._returns.append(returns)
        yield
        self._scopes.pop()
        self._returns.pop()

    def _visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        with self._scope(node.name, node.returns):
            for default in [*node.args.defaults, *node.args.kw_defaults]:
                if default is not None:
                    self.visit(default)
            self._visit_body(node.body)

    visit_FunctionDef = _visit_function
    visit_AsyncFunctionDef = _visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        with self._scope(node.name, None):
            self._visit_body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and not _is_type_alias(node.annotation):
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if not self._scopes and isinstance(node.value, ast.BinOp) and _is_type(node.value):
            return  # an alias of a type, such as `Row = int | None`
        if not names & {"__all__", "__slots__"}:
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        """Leave out: what an error says is not a figure."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave out: an assertion in the code is a check itself."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave out: words."""

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        self._visit_body(node.body)

    def visit_match_case(self, node: ast.match_case) -> None:
        self._visit_body(node.body)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in LOOKS:
            self.visit(node.value)

    # ------------------------------------------------------------ operators

    def visit_Compare(self, node: ast.Compare) -> None:
        left: ast.expr = node.left
        for kind, right in zip(node.ops, node.comparators, strict=True):
            for new in COMPARISONS[type(kind)]:
                self._swap_between("compare", COMPARING, self._end(left), self._start(right), new)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        new = "or" if isinstance(node.op, ast.And) else "and"
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._swap_between("boolean", JOINING, self._end(left), self._start(right), new)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self._swap("negate", test, f"({self._text(test.operand)})")
        else:
            self._swap("negate", test, f"(not ({self._text(test)}))")

    def visit_If(self, node: ast.If) -> None:
        if _is_guard_of_module(node.test):
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        if not isinstance(node.test, ast.Constant):
            self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        words = any(_is_text(side) for side in (node.left, node.right))
        if not words:
            new = ARITHMETIC[type(node.op)]
            self._swap_between(
                "arithmetic", CALCULATING, self._end(node.left), self._start(node.right), new
            )
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if not _is_text(node.value):
            new = ARITHMETIC[type(node.op)]
            self._swap_between(
                "arithmetic", CALCULATING, self._end(node.target), self._start(node.value), new
            )
        self._swap("remove", node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value
        if isinstance(call, ast.Constant):
            return  # a docstring
        if isinstance(call, ast.Call):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else _name(call.func)
            if name in SILENT:
                return
            self._swap("remove", node, "pass")
        self.generic_visit(node)

    def visit_Delete(self, node: ast.Delete) -> None:
        self._swap("remove", node, "pass")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._swap("remove", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self._swap("remove", node, "pass")

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._swap("number", node, str(not node.value))
        elif isinstance(node.value, int):
            self._swap("number", node, str(node.value + 1))
            self._swap(
                "number", node, f"({node.value - 1})" if node.value < 1 else str(node.value - 1)
            )
        elif isinstance(node.value, float):
            self._swap("number", node, repr(node.value + 1))

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in TWINS:
            self._swap("minmax", node.func, TWINS[name])
        if name == "range" and node.args:
            stop = node.args[0] if len(node.args) == 1 else node.args[1]
            self._swap("slice", stop, f"({self._text(stop)}) - 1")
            if len(node.args) > 1:
                first = node.args[0]
                self._swap("slice", first, f"({self._text(first)}) + 1")
        if name == "cast":
            node.args = node.args[1:]
        elif name == "isinstance":
            node.args = node.args[:1]
        elif name in ("TypeVar", "NewType", "ParamSpec"):
            return
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for part in parts:
            if isinstance(part, ast.Slice):
                for bound, change in ((part.lower, "+ 1"), (part.upper, "- 1")):
                    if bound is not None:
                        self._swap("slice", bound, f"({self._text(bound)}) {change}")
            elif _whole_number(part) is not None:
                self._swap("slice", part, str((_whole_number(part) or 0) + 1))
                self._swap("slice", part, str((_whole_number(part) or 0) - 1))
                continue
            self.visit(part)
        self.visit(node.value)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            for new in self._other_values(value):
                self._swap("return", value, new)
            self.generic_visit(node)

    def _other_values(self, value: ast.expr) -> Iterator[str]:
        """Return what a function may hand back instead, by its annotation."""
        returns = self._returns[-1] if self._returns else None
        kind = ast.unparse(returns) if returns is not None else ""
        text = self._text(value)
        if isinstance(value, ast.Constant):
            return  # changed as a number
        if kind == "bool":
            yield f"not ({text})"
        elif kind in ("int", "float"):
            yield f"({text}) + 1"
        elif kind.startswith(("list[", "Sequence[")) and text != "[]":
            yield "[]"
        elif kind.startswith("tuple[") and kind.endswith("...]") and text != "()":
            yield "()"
        elif kind.startswith("dict[") and text != "{}":
            yield "{}"
        elif kind.endswith("| None") or kind == "":
            yield "None"


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _is_type(node: ast.expr) -> bool:
    """Whether an expression is a union of types."""
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, ast.BitOr) and _is_type(node.left) and _is_type(node.right)
    if isinstance(node, ast.Constant):
        return node.value is None
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))


def _is_type_alias(annotation: ast.expr) -> bool:
    return "TypeAlias" in ast.unparse(annotation)


def _is_guard_of_module(test: ast.expr) -> bool:
    text = ast.unparse(test)
    return "TYPE_CHECKING" in text or "__name__" in text


def _whole_number(node: ast.expr) -> int | None:
    """Return the number that an expression writes out, with its sign."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _whole_number(node.operand)
        return None if value is None else -value
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None
