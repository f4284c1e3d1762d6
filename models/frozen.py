"""Plain values: what is made once and compared by what is in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[T]) -> type[T]:
    """Make a class a frozen dataclass with slots."""
    return dataclass(frozen=True, slots=True)(kind)
