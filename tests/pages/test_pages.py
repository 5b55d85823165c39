"""The pages as they are sent: what stands on them, what does not, and who may send a form."""

from __future__ import annotations

import gzip
import html
import io
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from api import Config, create_app
from api.app import build
from api.web.places import laid_out, line_of
from api.web.replays import Film, film
from api.web.scenes import GROUP, OURS, Drawing
from api.web.shell import statics
from engine.canonical import digest
from engine.replay import judge
from engine.steps import DEAL, play
from engine.strict_json import read_object
from storage import Store
from tests.docs.plugin import GAME, PACKAGE

from .conftest import OWN_PAGE, SAMPLE_FILES, SAMPLES, log, read, readable, slip

HTML = {"Accept": "text/html"}


def dumped(*logs: Any) -> bytes:
    return b"\n".join(json.dumps(one).encode() for one in logs)


def send(client: FlaskClient, *files: tuple[str, bytes], **more: Any) -> Any:
    data = {"logs": [(io.BytesIO(body), name) for name, body in files], **more}
    return client.post("/upload", data=data, headers=OWN_PAGE)


def words(answer: Any) -> str:
    """Return what a page says, without its markup."""
    text = re.sub(r"<(style|script).*?</\1>|<[^>]*>", " ", answer.text, flags=re.DOTALL)
    return " ".join(html.unescape(text).split())


# -- what every page keeps


PAGES = ["/", "/logs", "/logs?game=equator&status=rejected", "/upload", "/ask", "/ask?q=win+rate"]


def check_markup(text: str) -> None:
    """Nothing inline that the policy forbids, and nothing from elsewhere."""
    tags = re.findall(r"<[a-zA-Z][^>]*>", text)
    assert [tag for tag in tags if re.search(r"\s(style|on\w+)\s*=", tag)] == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>|<style", text) == []
    outside = re.findall(r"(?:src|href|action)=\"([^\"]*)\"", text)
    assert [one for one in outside if not re.match(r"[/#?]", one) or one.startswith("//")] == []


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_their_policy_and_nothing_inline(sample_client: FlaskClient, path: str) -> None:
    answer = sample_client.get(path, headers=HTML)

    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    check_markup(answer.text)
    assert len(re.findall(r"<h1[ >]", answer.text)) == 1
    assert re.search(r"<title>.+ · cardstats</title>", answer.text)


def test_every_sample_log_has_a_page_at_its_beginning_or_its_fault(
    sample_client: FlaskClient,
) -> None:
    for id, file in enumerate(readable(), 1):
        answer = sample_client.get(f"/logs/{id}", headers=HTML)

        assert answer.status_code == 200, file.name
        check_markup(answer.text)
        headings = [int(level) for level in re.findall(r"<h([1-6])[ >]", answer.text)]
        assert headings[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(headings))
        for fault in judge(file.read_bytes(), facts=False).violations[:1]:
            assert (
                html.escape(fault.message.split("\n")[0], quote=True)
                .replace("&#x27;", "&#39;")
                .replace("&quot;", "&#34;")
                in answer.text
            ), file.name


@pytest.mark.parametrize("file", SAMPLE_FILES, ids=lambda file: file.stem)
def test_every_move_is_told_and_drawn(sample_client: FlaskClient, file: Path) -> None:
    """The drawing holds the game's own words of the table: whoever made the move is named."""
    id = readable().index(file) + 1
    moves = read(file)["moves"]

    for at in range(DEAL, len(moves), 5):
        answer = sample_client.get(f"/logs/{id}/frame?move={at}", headers=HTML)

        assert answer.status_code == 200
        check_markup(answer.text)
        sentence = re.search(r'class="sentence">(.*?)</span>\n', answer.text, re.DOTALL)
        assert sentence is not None
        if at >= 0:
            assert html.escape(moves[at]["player"]) in sentence[1]


def cards_of(view: Any) -> set[str]:
    """Return every text that stands anywhere in a view."""
    if isinstance(view, dict):
        return set().union(*map(cards_of, view.values())) if view else set()
    if isinstance(view, list):
        return set().union(*map(cards_of, view)) if view else set()
    return {view} if isinstance(view, str) else set()


@pytest.mark.parametrize("game", list(OURS))
def test_a_seat_is_shown_no_card_that_its_view_does_not_have(game: str) -> None:
    """`rules.view` says what a player sees; a drawing adds the card that was just played."""
    app = build(None, Config(limit=""))  # type: ignore[arg-type]  # nothing is asked of the store
    for file in [one for one in SAMPLE_FILES if read(one)["game"] == game]:
        data = file.read_bytes()
        for seat in range(len(read(file)["players"])):
            for at in range(DEAL, len(read(file)["moves"]), 7):
                shown = film(data, at, seat, whole=False)
                assert isinstance(shown, Film)
                scene = shown.scene(at)
                with app.test_request_context():
                    drawn = shown.drawing.draw(scene)
                seen = cards_of(dict(scene.view)) | cards_of(dict(scene.before))
                if at >= 0:
                    said = scene.said
                    assert seat == scene.facts["seat"] or "drew" not in said
                    seen |= cards_of(said) | {str(scene.facts["card"])}
                found = set(re.findall(r'href="#(?:card|ts)-([^"]+)"', html.unescape(drawn)))

                assert found - {"back", "joker", "*"} <= seen, (file.name, seat, at)


def test_static_files_are_kept_by_name_and_version(client: FlaskClient) -> None:
    page = client.get("/").text
    named = re.findall(r'"(/web/[^"]+)"', page)

    assert len(named) >= 3
    for address in named:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    assert client.get("/web/cardstats.css").headers["Cache-Control"] == "no-cache"
    assert client.get("/web/..%2fapp.py").status_code == 404
    own = [body for name, (body, _, _) in statics().items() if not name.startswith("vega")]
    assert sum(map(len, own)) < 100_000


def test_people_get_a_page_and_programs_a_problem(client: FlaskClient) -> None:
    page = client.get("/logs/77", headers=HTML)
    problem = client.get("/logs/77")

    assert page.status_code == problem.status_code == 404
    assert "There is no log" in words(page)
    check_markup(page.text)
    assert problem.json["code"] == "unknown-log"
    assert client.get("/api/v1/logs/77", headers=HTML).json["code"] == "unknown-log"
    assert client.get("/nothing", headers=HTML).status_code == 404


@pytest.mark.parametrize("query", ["move=x", "move=99", "move=-2", "seat=2", "seat=-1", "move=1.0"])
def test_a_move_or_seat_that_is_not_there_is_said_so(
    client: FlaskClient, store: Store, query: str
) -> None:
    store.put(dumped(log()))

    answer = client.get(f"/logs/1?{query}", headers=HTML)

    assert answer.status_code == 422
    assert "count from 0" in words(answer)


# -- logs


def test_logs_are_found_by_game_verdict_level_and_player(client: FlaskClient, store: Store) -> None:
    store.put(dumped(log(log_id="good")))
    store.put(dumped(slip(log_id="bad", players=["Anna", "Ben"])))
    odd = json.loads(dumped(log(log_id="odd", notes="x")).replace(b"Ben", b'100%_\\\\ \\"B\\" |'))
    store.put(dumped(odd))

    def found(query: str) -> list[str]:
        return re.findall(
            r'<th scope="row"><a href="/logs/(\d+)">', client.get(f"/logs?{query}").text
        )

    assert found("") == ["3", "2", "1"]
    assert found("status=rejected") == ["2"]
    assert found("game=equator") == []
    assert found("level=normal&game=spot-on") == ["3", "2", "1"]
    assert found("player=BEN") == ["2", "1"]
    assert found("player=0%25_") == found("player=%22b%22+%7C") == ["3"]
    assert found("player=%25%25") == found("player=%5C%22b") == []
    assert found("before=3") == ["2", "1"]
    assert found("after=1") == ["3", "2"]


def test_what_was_said_of_a_game_stands_beside_it(client: FlaskClient, store: Store) -> None:
    told = log(notes="It rained.")
    told["feedback"] = [
        {"player": "Ben", "ratings": {"fun": 4}, "comment": "Too <long>.", "move": 3},
        {"player": "Anna", "ratings": {"difficulty": 5}},
    ]
    store.put(dumped(told))

    said = words(client.get("/logs/1?move=2"))
    at_three = words(client.get("/logs/1/frame?move=3"))

    assert "It rained." in said
    assert "move 3 Ben : Too <long>. fun 4 of 5" in said
    assert "Anna difficulty 5 of 5" in said
    assert "Too <long>." in at_three
    assert "difficulty" not in at_three


def test_a_superseded_log_leads_to_its_successor(client: FlaskClient, store: Store) -> None:
    store.put(dumped(slip(log_id="same")))
    store.put(dumped(log(log_id="same")))

    assert '<a href="/logs/2">replaced by log 2</a>' in client.get("/logs/1").text
    assert "replaced by" not in client.get("/logs/2").text


# -- in


def test_a_form_shows_each_verdict_with_the_moves_up_to_the_fault(
    client: FlaskClient, store: Store
) -> None:
    many = gzip.compress(dumped(log(log_id="one"), log(log_id="two", notes="again")))

    answer = send(
        client,
        ("slip.json", dumped(slip(log_id="slip"))),
        ("two.ndjson.gz", many),
        ("x.json", b"{"),
    )

    assert answer.status_code == 200
    check_markup(answer.text)
    said = words(answer)
    assert "1 rejected, 1 unreadable, 2 accepted" in said
    assert "43 × 8 is 344, the log says 354. wrong-total expected 344 the log says 354" in said
    assert "3 Ben plays the 5♣: 6 × 5 = 30." in said
    assert "two.ndjson.gz:2" in said
    assert [one.status for one in store.logs()] == ["rejected", "accepted", "accepted"]


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:8001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    ],
)
def test_a_form_of_another_site_is_refused(
    client: FlaskClient, store: Store, headers: dict[str, str]
) -> None:
    data = {"logs": [(io.BytesIO(dumped(log())), "a.json")]}

    answer = client.post("/upload", data=data, headers=headers)

    assert answer.status_code == 403
    assert answer.json["code"] == "foreign-form"
    assert store.logs() == []


@pytest.mark.parametrize(
    "headers", [{"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}]
)
def test_a_form_of_our_own_is_taken(
    client: FlaskClient, store: Store, headers: dict[str, str]
) -> None:
    data = {"logs": [(io.BytesIO(dumped(log())), "a.json")]}

    assert client.post("/upload", data=data, headers=headers).status_code == 200
    assert len(store.logs()) == 1


def test_the_caps_of_the_api_hold_for_forms(store: Store) -> None:
    client = create_app(store, config=Config(max_log_bytes=4096)).test_client()
    long = dumped(log(notes="x" * 3500))
    bomb = gzip.compress(b" " * 1_000_000 + dumped(log()))

    large = send(client, ("a.json", dumped(log(notes="x" * 4000))))
    packed = send(client, ("b.json.gz", bomb))
    text = client.post("/upload", data={"text": "x" * 5000}, headers=OWN_PAGE)
    whole = send(client, *[(f"{nth}.json", long) for nth in range(9)])

    assert "too-large" in words(large)
    assert "too-large" in words(packed)
    assert "too-large" in words(text)
    assert whole.status_code == 413
    assert "The body is too large" in words(whole)
    assert store.logs() == []


def test_a_form_without_files_says_so(client: FlaskClient) -> None:
    answer = client.post("/upload", data={}, headers=OWN_PAGE)

    assert answer.status_code == 400
    assert "No file was chosen" in words(answer)


def test_a_corrected_log_without_log_id_takes_the_place_of_the_rejected_one(
    client: FlaskClient, store: Store
) -> None:
    wrong = {key: value for key, value in slip().items() if key != "log_id"}
    right = {key: value for key, value in log().items() if key != "log_id"}
    store.put(dumped(wrong))
    assert 'name="remove"' in client.get("/upload?edit=1").text

    checked = client.post(
        "/upload",
        data={"text": json.dumps(right), "edit": "1", "remove": "1", "check": "1"},
        headers=OWN_PAGE,
    )
    assert "Nothing is wrong with it" in words(checked)
    assert [one.status for one in store.logs()] == ["rejected"]
    client.post(
        "/upload", data={"text": json.dumps(right), "edit": "1", "remove": "1"}, headers=OWN_PAGE
    )

    assert [(one.id, one.status) for one in store.logs()] == [(2, "accepted")]


def test_an_accepted_log_is_never_removed_by_the_editor(client: FlaskClient, store: Store) -> None:
    store.put(dumped(log(log_id="kept")))

    client.post(
        "/upload",
        data={"text": json.dumps(log(log_id="new", notes="x")), "edit": "1", "remove": "1"},
        headers=OWN_PAGE,
    )

    assert [one.status for one in store.logs()] == ["accepted", "accepted"]


def test_what_does_not_read_stays_in_the_editor(client: FlaskClient) -> None:
    answer = client.post("/upload", data={"text": '{"a": </textarea>'}, headers=OWN_PAGE)

    assert answer.status_code == 422
    assert "This does not read" in words(answer)
    assert "{&#34;a&#34;: &lt;/textarea&gt;" in answer.text


# -- the text of a log


@pytest.mark.parametrize("file", readable(), ids=lambda file: file.stem)
def test_a_log_laid_out_is_the_same_log(file: Path) -> None:
    data = file.read_bytes()
    one_line = json.dumps(json.loads(data.decode("utf-8-sig")), ensure_ascii=False).encode()

    for sent in (data, one_line):
        assert digest(read_object(laid_out(sent).encode())) == digest(read_object(sent))


SCALARS = st.one_of(st.integers(), st.booleans(), st.none(), st.text(max_size=5))
TREES = st.dictionaries(
    st.text(max_size=4),
    st.recursive(
        SCALARS,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=12,
    ),
    max_size=4,
)  # fmt: skip


def pointers(value: Any, at: str = "") -> list[tuple[str, tuple[Any, ...]]]:
    """Return every place in *value* as a pointer and as keys."""
    found: list[tuple[str, tuple[Any, ...]]] = []
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, one in inner:
        here = f"{at}/{str(key).replace('~', '~0').replace('/', '~1')}"
        found.append((here, (key,)))
        found += [(below, (key, *keys)) for below, keys in pointers(one, here)]
    return found


@given(TREES)
def test_a_pointer_leads_to_the_line_of_its_value(tree: dict[str, Any]) -> None:
    """A value that nothing else has is put in its place, and its line is looked for."""
    for pointer, keys in pointers(tree):
        marked = json.loads(json.dumps(tree))
        holder = marked
        for key in keys[:-1]:
            holder = holder[key]
        holder[keys[-1]] = "the value that is looked for"
        text = json.dumps(marked, indent=1)
        expected = next(
            nth
            for nth, line in enumerate(text.split("\n"), 1)
            if "the value that is looked for" in line
        )

        assert line_of(text, pointer) == expected


# -- steps


def test_only_the_tables_that_are_wanted_are_kept() -> None:
    verdict = judge((SAMPLES / "spot-on-normal-2p.json").read_bytes(), facts=False)
    whole, some = play(verdict), play(verdict, only={3, 4})
    assert whole is not None and some is not None

    assert [step.facts for step in some.steps] == [step.facts for step in whole.steps]
    assert [step.at for step in some.steps if step.view] == [3, 4]
    assert some.step(4).view == whole.step(4).view


def test_marks_stop_at_what_the_facts_say() -> None:
    """By hand from the log: five targets are hit, the last with its last move."""
    file = SAMPLES / "spot-on-feedback.json"
    shown = film(file.read_bytes(), None, None)
    assert isinstance(shown, Film)

    hits = [mark.move for mark in shown.marks if mark.kind == "good"]

    moves = read(file)["moves"]
    before_targets = [nth - 1 for nth, move in enumerate(moves) if move["type"] == "target" and nth]
    assert hits == [*before_targets, len(moves) - 1]


def test_one_seat_is_not_told_what_another_missed() -> None:
    for file in SAMPLE_FILES:
        data = file.read_bytes()
        whole, own = film(data, None, None), film(data, None, 0)
        assert isinstance(whole, Film) and isinstance(own, Film)
        seats = {step.at: step.facts.get("seat") for step in whole.replay.steps}
        missed = [mark.move for mark in whole.marks if mark.kind == "missed"]

        assert [mark.move for mark in own.marks if mark.kind == "missed"] == [
            move for move in missed if seats[move] == 0
        ]


# -- other people's games


def test_a_game_without_a_drawing_is_drawn_plainly(
    plugged: Any, client: FlaskClient, store: Store
) -> None:
    (file,) = (PACKAGE / "sample_logs").glob("*-2p.json")
    store.put(file.read_bytes())

    answer = client.get("/logs/1?move=0", headers=HTML)

    assert answer.status_code == 200
    check_markup(answer.text)
    player, card = (read(file)["moves"][0][key] for key in ("player", "card"))
    assert f"{player} : play, card {card}" in words(answer)
    assert re.search(r'class="felt.*href="#card-', answer.text, re.DOTALL)
    assert "points" in words(answer)


def test_a_package_may_bring_its_drawing(plugged: Any, client: FlaskClient, store: Store) -> None:
    from importlib import metadata

    from markupsafe import Markup

    from api.web import scenes

    mine = Drawing(lambda scene: Markup("<p>my own table</p>"), lambda scene: Markup("It is said."))

    class Point:
        def load(self) -> Drawing:
            return mine

    def found(**asked: str) -> list[Any]:
        return [Point()] if asked == {"group": GROUP, "name": GAME} else list(metadata.entry_points(**asked))  # type: ignore[arg-type]  # fmt: skip

    plugged.setattr(scenes, "entry_points", found)
    (file,) = (PACKAGE / "sample_logs").glob("*-2p.json")
    store.put(file.read_bytes())

    said = words(client.get("/logs/1?move=1", headers=HTML))

    assert "my own table" in said
    assert "It is said." in said
