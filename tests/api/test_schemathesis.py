"""What the OpenAPI document says, asked in every way that schemathesis can think of.

The document's ``default`` answer is taken out first, so that every status must be described by name.
Not looked at is whether the document says which data will do (``positive_data_acceptance``,
``negative_data_rejection``): no schema tells a phrase that is a question from one that is none, a verdict
on a bad log is a good answer, and `test_log_description` holds the description of logs to the reader.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi import checks

from api import Config, create_app
from api.access import PUBLIC, ROUTES
from api.context import PREFIX
from api.examples import LOG
from api.openapi import operations
from storage import Store, open_store
from tests.conftest import LONG

CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
OPERATIONS = sorted(name for name in ROUTES if not name.startswith("web."))
"""Pages are for people and not in the document; `test_document` holds that all else is."""
HOW_HARD = settings(
    max_examples=400 if LONG else 8,
    deadline=None,
    derandomize=not LONG,
    database=None,
    phases=[Phase.generate],
    # The strategies of whole logs are slow, and throw many a try away.
    suppress_health_check=list(HealthCheck),
)


SLIP = copy.deepcopy(LOG)
SLIP |= {"log_id": "slip"}
SLIP["moves"][6]["total"] = 354
"""43 × 8 is 344."""


class World:
    """An app with two logs, its document, and who may ask it."""

    def __init__(self, store: Store, doors: dict[str, str]) -> None:
        self.store = store
        self.doors = doors
        app = create_app(store, config=Config(max_log_bytes=64 * 1024, limit=""))
        inner = app.wsgi_app

        def from_here(environ: Any, start_response: Any) -> Any:
            return inner({"REMOTE_ADDR": "127.0.0.1", **environ}, start_response)

        app.wsgi_app = from_here  # type: ignore[method-assign]
        address = f"{PREFIX}/openapi.json"
        self.document = (
            app.test_client().get(address, headers=header(doors.get("admin"))).get_json()
        )
        for _, _, operation in operations(self.document):
            del operation["responses"]["default"]
        self.schema = self.read(self.document)
        self.schema.app = app

    def read(self, document: dict[str, Any]) -> Any:
        schema: Any = schemathesis.openapi.from_dict(document)
        return schema

    def operation(self, name: str) -> Any:
        for found in self.schema.get_all_operations():
            operation = found.ok()
            if f"{operation.tags[0]}.{operation.definition.raw['operationId']}" == name:
                return operation
        raise LookupError(name)

    def refs(self) -> list[str]:
        """Return what names a log, with both logs there once more."""
        kept = [self.store.put(orjson.dumps(log)) for log in (LOG, SLIP)]
        return [*(str(receipt.id) for receipt in kept), "slip"]


def header(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


@pytest.fixture(scope="module", params=["this machine", "tokens"])
def world(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    load_all_checks()
    with open_store(tmp_path_factory.mktemp("home") / "store") as store:
        doors = {"nobody": ""}
        if request.param == "tokens":
            for who in ("admin", "read", "upload"):
                doors[who] = store.create_token(scopes=[who], who="test")[1]
            doors |= {"wrong": doors["read"][:-1] + "!", "garbage": "cs_"}
        yield World(store, doors)


def asked(world: World, case: Any, who: str, ref: str | None) -> Any:
    """Ask *case* as *who*; with *ref* in the place of what was made up for a log."""
    if ref is not None and "ref" in (case.path_parameters or {}):
        case.path_parameters["ref"] = ref
    case.headers.pop("Authorization", None)
    for name, value in header(world.doors[who]).items():
        case.headers[name] = value
    answer = case.call()
    case.validate_response(answer, checks=CHECKS)
    return answer


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_answer_is_a_500_and_none_is_undescribed(name: str, world: World) -> None:
    operation = world.operation(name)
    seen: set[int] = set()
    doors = st.sampled_from(sorted(world.doors))
    refs = st.sampled_from([*world.refs(), None])

    def ask(case: Any, who: str, ref: str | None) -> None:
        answer = asked(world, case, who, ref)
        seen.add(answer.status_code)
        if who in ("wrong", "garbage") and ROUTES[name] != PUBLIC:
            assert answer.status_code == 401

    for mode in GenerationMode:
        # Where a request has nothing in it, nothing of it can be wrong.
        if mode.is_positive or operation.query or operation.path_parameters or operation.body:
            cases = operation.as_strategy(generation_mode=mode)
            HOW_HARD(given(cases, doors, refs)(ask))()

    assert seen
    assert max(seen) < 500


def test_what_one_answer_tells_can_be_asked_for_next(world: World) -> None:
    """Chains of requests: what schemathesis finds linked, by ids and `Location`."""

    class Walk(world.schema.as_state_machine()):  # type: ignore[misc]  # made at run time
        def call(self, case: Any, **_: Any) -> Any:
            return asked(world, case, "admin" if "admin" in world.doors else "nobody", None)

        def validate_response(self, *_: Any, **__: Any) -> None:
            """It is done in `asked`."""

    Walk.run(
        settings=settings(HOW_HARD, max_examples=100 if LONG else 4, stateful_step_count=12),
    )


def test_an_answer_that_is_not_described_is_found(world: World) -> None:
    """The judge is judged: so the tests above can fail."""
    app = world.schema.app
    liar = copy.deepcopy(world.document)
    liar["paths"][f"{PREFIX}/games"]["get"]["responses"].pop("200")
    schema = world.read(liar)
    schema.app = app
    case = schema[f"{PREFIX}/games"]["GET"].Case()

    with pytest.raises(FailureGroup) as caught:
        asked(world, case, "admin" if "admin" in world.doors else "nobody", None)

    assert "Undocumented status code" in str(caught.value.exceptions)
