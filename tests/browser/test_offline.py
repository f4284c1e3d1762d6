"""The site on a device: from its own address alone, whole or not at all, offline, and renewed when asked."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from installed import LAY_MEMORY, LOOK, MEMORY
from playwright.sync_api import expect

pytestmark = [pytest.mark.installed, pytest.mark.own]
KEPT = """async () => {
    const names = (await caches.keys()).filter(name => name.startsWith("companion-site-"));
    const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return new Set(kept.flat().map(request => request.url)).size;
}"""
WAITING = "navigator.serviceWorker.getRegistration().then(kept => !!kept.waiting)"


@pytest.fixture
def travels(server):
    """The megabytes that a first visit fetches, as whoever builds the site counts them."""
    count = "import sys, site_sizes, pathlib; print(site_sizes.sizes(pathlib.Path(sys.argv[1]))['chromium']['travel'])"
    packaging = Path(__file__).parents[2] / "packaging"
    done = subprocess.run(
        [sys.executable, "-c", count, server.site], cwd=packaging, capture_output=True, check=True
    )
    return round(float(done.stdout))


def renewed(site, version):
    """Put another version in the place of the one that is served, as an upload does."""
    for packed in (*site.glob("*.br"), *site.glob("*.gz")):
        packed.unlink()
    sheet, worker, listed = (site / name for name in ("screen.css", "sw.js", "site.json"))
    sheet.write_text(f"/* {version} */\n" + sheet.read_text(encoding="utf-8"), encoding="utf-8")
    data, before = sheet.read_bytes(), listed.read_bytes()
    listing = json.loads(before)
    listing["files"]["screen.css"] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    after = json.dumps(listing | {"version": version, "build": version}).encode()
    script = worker.read_text(encoding="utf-8")
    for old, new in (
        (f'VERSION = "{listing["version"]}"', f'VERSION = "{version}"'),
        (listing["build"], version),
        (hashlib.sha256(before).hexdigest(), hashlib.sha256(after).hexdigest()),
    ):
        script = script.replace(old, new)
    worker.write_text(script, encoding="utf-8")
    listed.write_bytes(after)


def sheet_of(device):
    return device.page.evaluate("fetch('screen.css').then(answer => answer.text())")


def test_after_a_first_visit_from_its_own_address_the_app_starts_and_opens_bookmarks_with_the_network_off(
    tenant, server
):
    tenant.keep().see("Start a game")
    sent = tenant.page.evaluate(
        "performance.getEntriesByType('resource').filter(e => e.name.endsWith('main.dart.js')).map(e => e.transferSize)"
    )
    assert sent[0] > 1_000_000
    listed = json.loads((server.site / "site.json").read_text(encoding="utf-8"))["files"]
    wanted = [path for path, entry in listed.items() if entry.get("for", "chromium") == "chromium"]
    assert tenant.page.evaluate(KEPT) == len(wanted) + 1, (
        "what was fetched is kept without fetching it again"
    )
    asked = [url.removeprefix(tenant.app.url) for url in tenant.asked]
    assert {"/main.dart.js", "/app.zip", "/site.json"} <= set(
        asked
    )  # by the page, its worker, its service worker
    assert [url for url in asked if not url.startswith(("/", "data:", "blob:"))] == []

    server.kill()
    tenant.reload()  # which looks for an update
    tenant.see("Start a game")
    tenant.see_gone("is ready", exact=False)
    expect(tenant.page.locator("#failed")).to_have_count(0)
    tenant.put_down()
    tenant.follow("""
        open /settings
        see_at /settings
        see Settings
    """)


def test_a_newer_version_is_taken_when_somebody_says_so_or_the_app_was_closed(tenant, server):
    tenant.keep()
    renewed(server.site, "9.9.9")
    tenant.reload()
    tenant.see("Version 9.9.9 of Companion is ready.", exact=False)
    assert "9.9.9" not in sheet_of(tenant)
    with tenant.page.expect_navigation(wait_until="commit"):
        tenant.tap("Start it now")
    tenant._wake()
    tenant.see("Start a game")
    tenant.see_gone("Version 9.9.9 of Companion is ready.", exact=False)
    assert "9.9.9" in sheet_of(tenant)
    tenant.page.wait_for_function(
        "caches.keys().then(names => new Set(names.map(name => name.replace('-scripts', ''))).size === 1)"
    )

    renewed(server.site, "9.9.10")
    tenant.page.evaluate(LAY_MEMORY)
    assert tenant.page.evaluate(LOOK) == "installed"
    assert not tenant.page.evaluate(MEMORY), "another version starts from a memory of its own"
    tenant.put_down()
    tenant.open()
    tenant.see("Start a game")
    assert "9.9.10" in sheet_of(tenant)


def test_an_update_that_comes_half_or_of_two_versions_is_refused_and_the_version_there_goes_on(
    tenant, server
):
    tenant.keep()
    sheet = server.site / "screen.css"
    before = sheet.read_bytes()
    renewed(server.site, "9.9.9")
    for sent in (before, sheet.read_bytes()[:-100]):  # of before the upload, and cut short
        sheet.write_bytes(sent)
        assert tenant.page.evaluate(LOOK) == "redundant"
        assert tenant.page.evaluate(WAITING) is False
    server.kill()
    tenant.put_down()
    tenant.open()
    tenant.see("Start a game")
    assert "9.9.9" not in sheet_of(tenant)


def test_a_first_visit_says_how_far_it_is_and_when_it_loses_the_network_and_can_be_tried_again(
    tenant, travels
):
    # on a slow machine what the browser keeps the site with has fetched it by then, past this page
    tenant.page.add_init_script(
        "ServiceWorkerContainer.prototype.register = () => new Promise(() => {})"
    )
    tenant.page.route("**/main.dart.js", lambda route: route.abort())
    tenant.visit()
    expect(tenant.refused()).to_contain_text("Companion could not be fetched")

    held = []
    tenant.page.unroute("**/main.dart.js")
    tenant.page.route("**/app.zip", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    with tenant.page.expect_request("**/app.zip"):
        tenant.page.get_by_role("button", name="Try again").click()
    bar = tenant.page.get_by_role("progressbar")
    expect(tenant.page.get_by_role("status")).to_have_text("Fetching the app")
    expect(tenant.page.locator("#amount")).to_contain_text(f" of {travels} MB")
    assert int(bar.get_attribute("aria-valuenow")) < 60
    for route in held:
        route.abort()
    tenant.page.unroute("**/app.zip")
    expect(tenant.refused()).to_contain_text("Companion could not be fetched")

    with tenant.page.expect_navigation(wait_until="commit"):
        tenant.page.get_by_role("button", name="Try again").click()
    tenant._wake()
    tenant.see("Start a game")
