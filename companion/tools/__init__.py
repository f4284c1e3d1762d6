"""Quick tools: one sum for a table that plays with paper, by the same rules as the games. Nothing is recorded.

A tool is a plain value. What is given to it is words by name, as they are typed; what it makes of them is an answer
with its working. This module names the tools and loads none of them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool by the last part of its route: what it is called, and what it is for in a line."""

    key: str
    title: str
    line: str


POOL, BET, CREDIT, SALARY, INDEX, SCORES, DICE = "pool", "bet", "credit", "salary", "index", "scores", "dice"

TOOLS: tuple[Tool, ...] = (
    Tool(POOL, "Tote pool", "What each horse pays, and who gets what"),
    Tool(BET, "One bet", "What one more bet would win"),
    Tool(CREDIT, "Credit Due", "A debt on credit, with its interest"),
    Tool(SALARY, "Salary and loans", "Pay at GO, tax, and what a loan costs"),
    Tool(INDEX, "Shares and index", "Prices by rolls, and investments"),
    Tool(SCORES, "Score pad", "Rounds and totals for any game"),
    Tool(DICE, "Dice", "One or two, and the last ten throws"),
)
"""In the order in which they are offered."""


def find_tool(key: str) -> Tool | None:
    """Find a tool by its key; nothing where there is none."""
    return next((one for one in TOOLS if one.key == key), None)
