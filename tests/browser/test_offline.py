"""The site on a device: from its own address alone, whole or not at all, offline, and renewed when asked."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed import LOOK, Site, Tenant
from playwright.sync_api import expect

KEPT = """async () => {
    const names = (await caches.keys()).filter(name => name.startsWith("companion-site-"));
    const kept = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
    return new Set(kept.flat().map(request => request.url)).size;
}"""
STATE = """async () => {
    const kept = await navigator.serviceWorker.getRegistration();
    return { waiting: !!kept.waiting, installing: !!kept.installing, controlled: !!navigator.serviceWorker.controller };
}"""


@pytest.fixture
def host(browser, site, tmp_path):  # noqa: ARG001 - without a browser there is nothing to serve
    """Serves a copy of the site that a test may change."""
    shutil.copytree(site, tmp_path / "site")
    app = Site(tmp_path, tmp_path / "site")
    app.start()
    yield app
    app.stop()
    assert "Traceback (most recent call last)" not in app.said(), app.said()


@pytest.fixture
def tenant(browser, host, tmp_path):
    device = Tenant(browser.browser_type, tmp_path / "profile", host)
    yield device
    device.context.close()
    assert device.errors == []


def renewed(site, version):
    """Put another version in the place of the one that is served, as an upload does."""
    sheet = site / "screen.css"
    sheet.write_text(f"/* {version} */\n" + sheet.read_text(encoding="utf-8"), encoding="utf-8")
    for packed in (".br", ".gz"):
        sheet.with_name(sheet.name + packed).unlink(missing_ok=True)
    listing = json.loads((site / "site.json").read_text(encoding="utf-8"))
    before = hashlib.sha256((site / "site.json").read_bytes()).hexdigest()
    data = sheet.read_bytes()
    listing["files"]["screen.css"] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    worker = (site / "sw.js").read_text(encoding="utf-8")
    worker = worker.replace(f'VERSION = "{listing["version"]}"', f'VERSION = "{version}"').replace(
        listing["build"], version
    )
    listing |= {"version": version, "build": version}
    text = json.dumps(listing)
    (site / "sw.js").write_text(worker.replace(before, hashlib.sha256(text.encode()).hexdigest()), encoding="utf-8")
    for name in ("site.json", "sw.js"):
        for packed in (".br", ".gz"):
            (site / (name + packed)).unlink(missing_ok=True)
    (site / "site.json").write_text(text, encoding="utf-8")


def sheet_of(device):
    return device.page.evaluate("fetch('screen.css').then(answer => answer.text())")


def test_nothing_is_asked_of_any_other_address(tenant):
    tenant.keep().see("Start a game")
    tenant.reload()
    tenant.see("Start a game")

    asked = [url.removeprefix(tenant.app.url) for url in tenant.asked]
    assert {"/main.dart.js", "/app.zip", "/site.json"} <= set(asked)  # by the page, its worker, its service worker
    assert [url for url in asked if not url.startswith(("/", "data:", "blob:"))] == []


def test_after_the_first_visit_the_app_starts_with_the_network_off(tenant, host):
    tenant.keep()
    host.kill()

    tenant.put_down()
    tenant.open()

    tenant.see("Start a game")


def test_a_bookmark_inside_the_app_opens_with_the_network_off(tenant, host):
    tenant.keep()
    host.kill()

    tenant.open("/settings")

    tenant.see_at("/settings")
    tenant.see("Settings")


def test_what_the_first_visit_fetched_is_kept_without_fetching_it_again(tenant, host):
    tenant.keep()
    sent = tenant.page.evaluate(
        "performance.getEntriesByType('resource').filter(e => e.name.endsWith('main.dart.js')).map(e => e.transferSize)"
    )
    listed = json.loads((host.site / "site.json").read_text(encoding="utf-8"))["files"]
    wanted = [path for path, entry in listed.items() if entry.get("for", "chromium") == "chromium"]

    assert sent[0] > 1_000_000
    assert tenant.page.evaluate(KEPT) == len(wanted) + 1


def test_a_newer_version_is_offered_and_taken_only_when_somebody_says_so(tenant, host):
    tenant.keep()
    renewed(host.site, "9.9.9")

    tenant.reload()
    tenant.see("Version 9.9.9 of Companion is ready.", exact=False)
    assert "9.9.9" not in sheet_of(tenant)
    with tenant.page.expect_navigation(wait_until="commit"):
        tenant.tap("Start it now")
    tenant._wake()

    tenant.see("Start a game")
    tenant.see_gone("Version 9.9.9 of Companion is ready.", exact=False)
    assert "9.9.9" in sheet_of(tenant)
    expect_one_version(tenant)


def test_a_newer_version_takes_over_when_the_app_was_closed(tenant, host):
    tenant.keep()
    renewed(host.site, "9.9.9")
    tenant.reload()
    tenant.see("Version 9.9.9 of Companion is ready.", exact=False)

    tenant.put_down()
    tenant.open()

    tenant.see("Start a game")
    assert "9.9.9" in sheet_of(tenant)


def test_an_update_that_comes_half_is_refused_and_the_version_there_is_goes_on(tenant, host):
    tenant.keep()
    renewed(host.site, "9.9.9")
    sheet = host.site / "screen.css"
    sheet.write_bytes(sheet.read_bytes()[:-100])

    assert tenant.page.evaluate(LOOK) == "redundant"

    assert tenant.page.evaluate(STATE)["waiting"] is False
    host.kill()
    tenant.put_down()
    tenant.open()
    tenant.see("Start a game")
    assert "9.9.9" not in sheet_of(tenant)


def test_an_update_whose_files_are_of_two_versions_is_refused(tenant, host):
    tenant.keep()
    sheet = (host.site / "screen.css").read_bytes()
    renewed(host.site, "9.9.9")
    (host.site / "screen.css").write_bytes(sheet)  # the old one, of before the upload

    assert tenant.page.evaluate(LOOK) == "redundant"
    assert tenant.page.evaluate(STATE)["waiting"] is False


def test_looking_for_an_update_with_the_network_off_says_nothing(tenant, host):
    tenant.keep()
    host.kill()

    tenant.reload()

    tenant.see("Start a game")
    tenant.see_gone("is ready", exact=False)
    expect(tenant.page.locator("#failed")).to_have_count(0)


@pytest.mark.parametrize("lost", ["main.dart.js", "app.zip"])
def test_a_first_visit_that_loses_the_network_says_so_and_can_be_tried_again(tenant, lost):
    # on a slow machine what the browser keeps the site with has fetched it by then, past this page
    tenant.page.add_init_script("ServiceWorkerContainer.prototype.register = () => new Promise(() => {})")
    tenant.page.route(f"**/{lost}", lambda route: route.abort())

    tenant.visit()
    expect(tenant.refused()).to_contain_text("Companion could not be fetched")

    tenant.page.unroute(f"**/{lost}")
    with tenant.page.expect_navigation(wait_until="commit"):
        tenant.page.get_by_role("button", name="Try again").click()
    tenant._wake()
    tenant.see("Start a game")


@pytest.fixture
def travels(host):
    """The megabytes that a first visit fetches, as whoever builds the site counts them."""
    count = "import sys, site_sizes, pathlib; print(site_sizes.sizes(pathlib.Path(sys.argv[1]))['chromium']['travel'])"
    packaging = Path(__file__).parents[2] / "packaging"
    done = subprocess.run([sys.executable, "-c", count, host.site], cwd=packaging, capture_output=True, check=True)
    return round(float(done.stdout))


def test_while_the_app_is_fetched_the_page_says_how_far_it_is(tenant, travels):
    held = []
    tenant.page.route("**/app.zip", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given

    with tenant.page.expect_request("**/app.zip"):
        tenant.visit()

    bar = tenant.page.get_by_role("progressbar")
    expect(tenant.page.get_by_role("status")).to_have_text("Fetching the app")
    expect(tenant.page.locator("#amount")).to_contain_text(f" of {travels} MB")
    assert int(bar.get_attribute("aria-valuenow")) < 60
    for route in held:
        route.continue_()
    tenant._wake()
    expect(tenant.page.locator("#waiting")).to_have_count(0)


def expect_one_version(device):
    device.page.wait_for_function(
        "caches.keys().then(names => new Set(names.map(name => name.replace('-scripts', ''))).size === 1)"
    )
