# %% class sqli 89 564
# %% bad
import logging
import sqlite3

from flask import Blueprint, current_app, g, jsonify, request

bp = Blueprint("orders", __name__, url_prefix="/orders")
log = logging.getLogger(__name__)

SORTABLE = {"created": "created_at", "total": "grand_total"}


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DB_PATH"])
        g.db.row_factory = sqlite3.Row
    return g.db


def build_listing(filters, order):
    clauses = ["archived = 0"]
    for column, value in filters.items():
        clauses.append("%s = '%s'" % (column, value))
    return "SELECT id, customer, grand_total FROM orders WHERE %s ORDER BY %s" % (
        " AND ".join(clauses),
        order,
    )


@bp.get("/")
def listing():
    order = SORTABLE.get(request.args.get("sort"), "created_at")
    filters = {}
    if request.args.get("status"):
        filters["status"] = request.args["status"]
    query = build_listing(filters, order)
    log.debug("listing orders sorted by %s", order)
    rows = get_db().execute(query).fetchall()
    return jsonify([dict(r) for r in rows])
# %% fine
import logging
import sqlite3

from flask import Blueprint, current_app, g, jsonify, request

bp = Blueprint("orders", __name__, url_prefix="/orders")
log = logging.getLogger(__name__)

SORTABLE = {"created": "created_at", "total": "grand_total"}


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DB_PATH"])
        g.db.row_factory = sqlite3.Row
    return g.db


def build_listing(filters, order):
    clauses = ["archived = 0"]
    for column in filters:
        clauses.append("%s = ?" % column)
    return "SELECT id, customer, grand_total FROM orders WHERE %s ORDER BY %s" % (
        " AND ".join(clauses),
        order,
    )


@bp.get("/")
def listing():
    order = SORTABLE.get(request.args.get("sort"), "created_at")
    filters = {}
    if request.args.get("status"):
        filters["status"] = request.args["status"]
    query = build_listing(filters, order)
    log.debug("listing orders sorted by %s", order)
    rows = get_db().execute(query, list(filters.values())).fetchall()
    return jsonify([dict(r) for r in rows])
# %% bad
from typing import Optional

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from .deps import get_session

router = APIRouter(prefix="/people")


class SearchIn(BaseModel):
    term: str
    department: Optional[str] = None
    page: int = 1


class PeopleRepo:
    page_size = 25

    def __init__(self, session: AsyncSession):
        self._session = session

    async def search(self, term: str, department: Optional[str], page: int):
        stmt = "SELECT id, name, email FROM people WHERE name ILIKE :term"
        if department:
            stmt += f" AND department = '{department}'"
        stmt += f" LIMIT {self.page_size} OFFSET {(page - 1) * self.page_size}"
        result = await self._session.execute(text(stmt), {"term": f"%{term}%"})
        return result.mappings().all()


@router.post("/search")
async def search_people(body: SearchIn, session: AsyncSession = Depends(get_session)):
    if body.page < 1:
        raise HTTPException(400, "page starts at 1")
    found = await PeopleRepo(session).search(body.term, body.department, body.page)
    return {"items": [dict(m) for m in found]}
# %% fine
from typing import Optional

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from .deps import get_session

router = APIRouter(prefix="/people")


class SearchIn(BaseModel):
    term: str
    department: Optional[str] = None
    page: int = 1


class PeopleRepo:
    page_size = 25

    def __init__(self, session: AsyncSession):
        self._session = session

    async def search(self, term: str, department: Optional[str], page: int):
        stmt = "SELECT id, name, email FROM people WHERE name ILIKE :term"
        if department:
            stmt += " AND department = :department"
        stmt += f" LIMIT {self.page_size} OFFSET {(page - 1) * self.page_size}"
        binds = {"term": f"%{term}%"}
        if department:
            binds["department"] = department
        result = await self._session.execute(text(stmt), binds)
        return result.mappings().all()


@router.post("/search")
async def search_people(body: SearchIn, session: AsyncSession = Depends(get_session)):
    if body.page < 1:
        raise HTTPException(400, "page starts at 1")
    found = await PeopleRepo(session).search(body.term, body.department, body.page)
    return {"items": [dict(m) for m in found]}
