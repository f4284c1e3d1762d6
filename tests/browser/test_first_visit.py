"""What a device that has nothing kept fetches until the first screen of a served app is there."""

from __future__ import annotations

MOST = 5_000_000
"""Bytes, as they go over the network."""


def test_a_phone_s_first_visit_fetches_less_than_5_mb(phone):
    fetched = []
    network = phone.context.new_cdp_session(phone.page)
    network.send("Network.enable")
    network.send("Network.clearBrowserCache")
    network.on("Network.loadingFinished", lambda event: fetched.append(int(event["encodedDataLength"])))
    phone.open("/")
    assert 1_000_000 < sum(fetched) < MOST
