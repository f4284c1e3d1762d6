"""The tools that are one sum, by their keys. The rules they rest on are loaded with them, when the first is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.tools import BET, CREDIT, INDEX, SALARY, bet, credit, index, salary

if TYPE_CHECKING:
    from companion.tools.asking import Formula

FORMULAS: dict[str, Formula] = {
    BET: bet.FORMULA,
    CREDIT: credit.FORMULA,
    SALARY: salary.FORMULA,
    INDEX: index.FORMULA,
}
