"""The routes, an area a module."""

from .access import access
from .admin import admin
from .documents import documents
from .games import played
from .health import health
from .logs import logs
from .questions import questions
from .remote import remote
from .watch import watch

AREAS = (logs, played, questions, remote, admin, documents, access, health, watch)
