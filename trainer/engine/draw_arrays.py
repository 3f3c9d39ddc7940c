"""Arrays without reference counts, for kernels that pass many of them to their helpers.

Compiled code counts references to every array it hands on, atomically; in the sweeps of the
five-card games that was half of the time. The caller of a kernel keeps its arrays alive anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from trainer import compiled

Arrays = TypeVar("Arrays")

# A signed number as kernels count with, made of what an array holds; to the type checker an int.
s64: Callable[[Any], int] = np.int64  # type: ignore[assignment]


def _strip(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if hasattr(kind, "types"):  # a tuple
        for i, part in enumerate(kind.types):
            stripped = _strip(context, builder, part, builder.extract_value(value, i))
            value = builder.insert_value(value, stripped, i)
        return value
    if hasattr(kind, "ndim"):
        array = context.make_helper(builder, kind, value)
        array.meminfo = array.meminfo.type(None)
        array.parent = array.parent.type(None)
        return array._getvalue()
    return value


def _borrow(_context: Any, arrays: Any) -> Any:
    """The typing and code of `borrowed`."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _strip(context, builder, signature.args[0], arguments[0])

    return arrays(arrays), generate


def _borrow_in_python(arrays: Arrays) -> Arrays:
    return arrays


_tools: Any = compiled
# The same arrays or tuples of arrays, not counted; for use at the start of a kernel, within it.
borrowed: Any = _borrow_in_python if _tools.numba.config.DISABLE_JIT else _tools.intrinsic(_borrow)
