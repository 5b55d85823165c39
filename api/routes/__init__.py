"""The routes, an area a module."""

from .documents import documents
from .games import played
from .health import health
from .logs import logs
from .questions import questions

AREAS = (logs, played, questions, documents, health)
