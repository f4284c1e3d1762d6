"""What a device says is looked at before Flet reads it: its shape, its size, and which properties it writes."""

import msgpack
import pytest

from tests.sockets import packed
from views.hosting import messages
from views.hosting.messages import ANSWER, EVENT, REGISTER, WRITE, MessageError, parse

PAGE = {
    "route": "/",
    "pwa": False,
    "web": True,
    "width": 390.0,
    "height": 844.0,
    "platform": "android",
}


def hello(**page):
    return packed(REGISTER, session_id="", page_name="", page={**PAGE, **page})


def event(name="click", data=None, target=7):
    return packed(EVENT, target=target, name=name, data=data)


def written(**props):
    return packed(WRITE, id=7, props=props)


def passed(data, *, known=True):
    """What Flet reads of a message."""
    return parse(data, known=known)[1]


def test_a_hello_is_passed_on_once_for_a_second_would_make_a_second_session():
    assert passed(hello(), known=False) == {"session_id": "", "page_name": "", "page": PAGE}
    with pytest.raises(MessageError, match="a hello comes first, and once"):
        parse(hello(), known=True)


@pytest.mark.parametrize(
    "data",
    [
        event(),
        event("size_change", {"w": 10.5, "h": 20.0}),
        event("route_change", {"route": "/play/1"}),
        event(
            "result", {"files": [{"id": 0, "name": "x", "size": 4, "path": None, "bytes": None}]}
        ),
        written(value="Ada"),
        written(selection={"base_offset": 1, "extent_offset": 1}),
        packed(ANSWER, control_id=7, call_id="a", result=[1, {"a": None}], error=None),
    ],
)
def test_what_the_client_says_is_passed_on_as_it_is(data):
    assert list(parse(data, known=True)) == msgpack.unpackb(data[1:])


def test_a_text_from_the_store_of_a_browser_is_a_text():
    text = msgpack.ExtType(4, b"abc")
    body = {"session_id": text, "page_name": "", "page": {**PAGE, "window": {}}}
    assert passed(b"\x00" + msgpack.packb([REGISTER, body]), known=False)["session_id"] == "abc"


@pytest.mark.parametrize(
    "name",
    ["_i", "_Page__session", "_values", "views", "on_click", "window", "session", "services"],
)
def test_nothing_is_written_but_what_a_client_writes(name):
    assert passed(hello(**{name: {"a": 1}}), known=False)["page"] == PAGE
    assert passed(written(value="Ada", **{name: 1}))["props"] == {"value": "Ada"}


NONE = [
    b"", b"\x00", b"hello", b"\x00\xc1", b"\x00" + b"\x91" * 3_000, b"\x00" + msgpack.packb({"a": 1}),
    b"\x00" + msgpack.packb([EVENT, {}, 1]), b"\x00" + msgpack.packb([EVENT, []]), event() + b"more", event()[:-3],
    b"\x00\x92\x03\xdb\xff\xff\xff\xff", packed(2, id=1, patch=[]), packed(99), packed(EVENT, target=1, name="click"),
    packed(EVENT, target=1, name="click", data=None, more=1), event(target="7"), event(name=7), event(name="a b"),
    packed(WRITE, id=7, props=[]), packed(WRITE, id="7", props={}), packed(WRITE, id=7, props={1: 2}),
    packed(ANSWER, control_id=7, call_id=None, result=None, error=None),
    packed(ANSWER, control_id=7, call_id="a", result=None, error=7),
    event("route_change", {"route": 7}), event("route_change", {"route": "/" * 10_000}), written(route=[]),
    event("resize", {"width": "wide", "height": 1}), event("resize", {"width": float("nan"), "height": 1}),
    written(width=float("inf")), written(height=-1), written(width=1e300), written(width=10**19 - 1),
    event("size_change", {"w": "wide", "h": 1}), event("click", b"bytes"), written(value=b"bytes"),
    packed(ANSWER, control_id=1, call_id="a", result=b"x", error=None),
    event("click", "x" * messages.MOST_BYTES), written(value="x" * messages.MOST_BYTES),
    event("click", [0] * (messages.VALUES + 1)), event("click", dict.fromkeys(range(messages.VALUES + 1))),
]  # fmt: skip


@pytest.mark.parametrize("data", NONE, ids=range(len(NONE)))
def test_what_the_client_never_says_is_not_understood(data):
    with pytest.raises(MessageError):
        parse(data, known=True)


@pytest.mark.parametrize(
    "data",
    [
        event(),
        packed(REGISTER),
        packed(REGISTER, session_id=7, page_name="", page={}),
        packed(REGISTER, session_id="", page_name="", page=[]),
        hello(route=7),
        hello(width="wide"),
        hello(platform="x" * messages.MOST_BYTES),
        hello(platform=b"x"),
        b"\x00\xdd\x01\x31\x2d\x00" + b"\x90" * 1_000,
    ],
)
def test_what_is_no_hello_is_not_understood_as_one(data):
    with pytest.raises(MessageError):
        parse(data, known=False)


def test_files_come_in_messages_of_our_own_page_alone():
    data = event(
        "result",
        {"files": [{"id": 0, "name": "x", "size": 70_000, "path": None, "bytes": b"x" * 70_000}]},
    )
    assert parse(data, known=True, own=True)[1]["data"]["files"][0]["bytes"] == b"x" * 70_000
    with pytest.raises(MessageError):
        parse(data, known=True)


def test_the_picture_that_a_device_was_asked_for_may_be_long_and_nothing_else():
    picture = packed(ANSWER, control_id=7, call_id="a", result=b"x" * 300_000, error=None)
    assert len(parse(picture, known=True, picture=True)[1]["result"]) == 300_000
    with pytest.raises(MessageError):
        parse(picture, known=True)
    for data in (
        event("click", "x" * messages.MOST_BYTES),
        written(value=b"bytes"),
        picture + b"x" * 300_000,
    ):
        with pytest.raises(MessageError):
            parse(data, known=True, picture=True)
