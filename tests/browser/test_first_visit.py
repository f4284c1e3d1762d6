"""What a device that has nothing kept fetches until the first screen of a served app is there, and afterwards."""

import re

MOST = 5_000_000
"""Bytes, as they go over the network."""


def test_a_phone_s_first_visit_fetches_less_than_5_mb_and_draws_on_one_thread_for_on_two_it_froze(
    phone,
):
    fetched = []
    network = phone.context.new_cdp_session(phone.page)
    network.send("Network.enable")
    network.send("Network.clearBrowserCache")
    network.on(
        "Network.loadingFinished", lambda event: fetched.append(int(event["encodedDataLength"]))
    )
    phone.open("/")
    assert 1_000_000 < sum(fetched) < MOST
    assert phone.page.evaluate("crossOriginIsolated") is False


def test_a_screen_with_letters_that_no_font_has_comes_to_rest(phone):
    phone.open()
    phone.tap(re.compile("^Rat-a-Tat Cat"))
    phone.name_players("李雷", "Zoë 🎲")
    phone.look()
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    phone.look()
    assert [url for url in asked if "/fonts/" in url] == []
