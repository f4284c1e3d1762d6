"""What mutants are made of: each sort of change, found again after lines moved, and built in behind a switch."""

import ast

import pytest

from tests.campaigns import slips
from tests.campaigns.altering import Key, keyed, switched
from tests.campaigns.mutants import FOLDERS, Mutant, read
from tests.campaigns.noticing import Reach, digest, plan

SAMPLE = '''
class Pot:
    def share(self, heads: int = 2, *, whole=True):
        """Says 7."""
        if heads < 1 or not whole:
            return None
        paid = [max(part, 0) for part in self.parts[1:] if part]
        self.left -= sum(paid)
        return f"{len(paid)} of 9", "left"
'''
HERE = "tests/campaigns/test_mutants.py"
LEDGER = "companion/rules/pot.py"


def found(source):
    return dict(keyed(ast.parse(source), LEDGER))


@pytest.mark.parametrize(
    ("sort", "before", "after"),
    [
        ("border", "if heads < 1 or not whole:", "if heads <= 1 or not whole:"),
        ("logic", "if heads < 1 or not whole:", "if heads < 1 and (not whole):"),
        ("logic", "if heads < 1 or not whole:", "if heads < 1:"),
        ("logic", "if heads < 1 or not whole:", "if heads < 1 or whole:"),
        ("number", "if heads < 1 or not whole:", "if heads < 2 or not whole:"),
        ("guard", "if heads < 1 or not whole:\n    return None", "pass"),
        (
            "call",
            "max(part, 0) for part in self.parts[1:] if part",
            "min(part, 0) for part in self.parts[1:] if part",
        ),
        (
            "slice",
            "max(part, 0) for part in self.parts[1:] if part",
            "max(part, 0) for part in self.parts[:] if part",
        ),
        (
            "filter",
            "max(part, 0) for part in self.parts[1:] if part",
            "max(part, 0) for part in self.parts[1:]",
        ),
        ("statement", "self.left -= sum(paid)", "pass"),
        ("arithmetic", "self.left -= sum(paid)", "self.left += sum(paid)"),
        (
            "word",
            """return (f'{len(paid)} of 9', 'left')""",
            """return (f'{len(paid)} of 9', '')""",
        ),
    ],
)
def test_a_change_is_told_by_the_statement_before_and_after(sort, before, after):
    if "for part" in before:
        before, after = f"paid = [{before}]", f"paid = [{after}]"
    assert found(SAMPLE)[Key(LEDGER, "Pot.share", before, after)].kind == sort


def test_it_is_found_again_after_lines_moved_and_not_after_it_was_rewritten():
    key = next(iter(found(SAMPLE)))
    assert key in found(
        "ALL = 1\n\n\ndef other():\n    return 1\n"
        + SAMPLE.replace("Says 7.", "Says\n\n        more.")
    )
    assert key not in found(SAMPLE.replace("heads < 1", "self.heads < 1"))


def test_a_module_does_what_it_did_until_a_mutant_is_switched_on():
    numbers = {key: number for number, key in enumerate(found(SAMPLE))}
    tree, built_in = switched(SAMPLE, LEDGER, numbers)
    assert built_in == set(numbers)
    code, on = compile(tree, LEDGER, "exec"), []
    names = {"__mutant__": lambda number: number in on}
    exec(code, names)  # noqa: S102 - it is the sample above
    pot = names["Pot"]()
    pot.parts, pot.left = [5, 2, 0, 3], 10

    assert pot.share() == ("2 of 9", "left")
    assert pot.left == 5
    on.append(numbers[Key(LEDGER, "Pot.share", "self.left -= sum(paid)", "self.left += sum(paid)")])
    assert pot.share() == ("2 of 9", "left")
    assert pot.left == 10


SLIP = f"""diff --git a/{LEDGER} b/{LEDGER}
--- a/{LEDGER}
+++ b/{LEDGER}
@@ -7,3 +7,3 @@
         paid = [max(part, 0) for part in self.parts[1:] if part]
-        self.left -= sum(paid)
+        self.left -= len(paid)
         return f"{{len(paid)}} of 9", "left"
"""


def test_a_slip_is_built_in_behind_a_switch_and_one_that_does_not_apply_is_not(tmp_path):
    (tmp_path / "fits.patch").write_text(SLIP)
    (tmp_path / "stale.patch").write_text(SLIP.replace("part in self", "part of self"))
    fits, stale = slips.found(tmp_path)
    tree, built_in = slips.built_in(SAMPLE, LEDGER, {fits: 1, stale: 2})
    assert built_in == {fits}
    code, on = compile(tree, LEDGER, "exec"), []
    names = {"__mutant__": lambda number: number in on}
    exec(code, names)  # noqa: S102 - it is the sample above
    assert names["Pot"].share.__doc__ == "Says 7."
    pot = names["Pot"]()
    pot.parts = [5, 2, 0, 3]
    for switched_on, left in (([], 5), ([1], 8)):
        on[:], pot.left = switched_on, 10
        pot.share()
        assert pot.left == left


def test_what_is_stored_lies_in_a_folder_and_is_there_once():
    stored = read()
    assert len({one.key.id for one in stored}) == len(stored) >= 300
    assert {one.folder for one in stored} == set(FOLDERS)


def test_what_noticed_it_is_tried_first_and_then_texts_and_then_the_shortest_that_come_to_it():
    mutant = Mutant(Key("companion/rules/pot.py", "share", "a", "b"), by=[f"{HERE}::last"])
    seconds = dict.fromkeys(
        (f"{HERE}::{name}" for name in ("long", "short", "elsewhere", "last")), 1.0
    )
    seconds |= {f"{HERE}::short": 0.1, "tests/evenings/test_said.py::text": 3.0}
    comes = {test: [mutant.key.id] for test in seconds if "elsewhere" not in test}
    reach = Reach(
        [mutant.key.id],
        seconds,
        [],
        {file: digest(file) for file in (HERE, "tests/evenings/test_said.py")},
        comes,
    )
    tests = [test.rpartition("::")[2] for test, _ in plan(mutant, seconds, reach, 40)]
    assert tests == ["last", "text", "short", "long"]
    assert [test for test, _ in plan(mutant, [f"{HERE}::new"], reach, 40)] == [f"{HERE}::new"]
