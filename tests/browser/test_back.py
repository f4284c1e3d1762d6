"""Back leads from a screen of a play to its table, and from there home; what is done with is no step on the way."""

import pytest
from playwright.sync_api import expect


@pytest.mark.own
@pytest.mark.parametrize("form", ["served", "installed"], indirect=True)
def test_back_closes_what_lies_on_top_leads_to_the_table_and_home_and_never_into_a_form(phone):
    phone.open("/")
    phone.tap("Rat Race Monopoly", exact=False)
    phone.name_players("Ann", "Ben")
    phone.follow("""
        tap Start with 2 players
        look
        record Everyone starts with 1.5M
    """)
    table = phone.page.url.removeprefix(phone.app.url)
    close = phone.find("button", "Close the entry")
    phone.follow(f"""
        go Journal
        see_at {table}/journal
        go Rules
        see_at {table}/rules
        go More
        see_at {table}/more
        tap /^House rules/
        see_at {table}/house
        back
        see_at {table}
        see Next player: Ben
        tap Find an action
        see Back to the turn
        back
        see Next player: Ben
        see_at {table}
        go Journal
        see_at {table}/journal
        tap /^Entry 1[.]/
    """)
    expect(close).to_be_visible()
    phone.back()
    expect(close).to_have_count(0)
    phone.follow(f"""
        see_at {table}/journal
        back
        see_at {table}
        back
        see_at /
        see /^Resume/
    """)
