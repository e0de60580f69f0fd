# %% class sqli 89 564 943
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.http import JsonResponse
from django.views.decorators.http import require_GET

from .models import Invoice

QUERY = "SELECT * FROM billing_invoice WHERE customer_ref = '{ref}' AND status = '{status}'"


def _serialise(invoice):
    return {
        "id": invoice.pk,
        "total": str(invoice.total),
        "due": invoice.due.isoformat(),
    }


@require_GET
def invoices(request):
    ref = request.GET.get("ref", "")
    found = Invoice.objects.raw(QUERY.format(ref=ref, status="open"))
    return JsonResponse({"invoices": [_serialise(i) for i in found]})
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from django.http import JsonResponse
from django.views.decorators.http import require_GET

from .models import Invoice

QUERY = "SELECT * FROM billing_invoice WHERE customer_ref = %s AND status = '{status}'"


def _serialise(invoice):
    return {
        "id": invoice.pk,
        "total": str(invoice.total),
        "due": invoice.due.isoformat(),
    }


@require_GET
def invoices(request):
    ref = request.GET.get("ref", "")
    found = Invoice.objects.raw(QUERY.format(status="open"), [ref])
    return JsonResponse({"invoices": [_serialise(i) for i in found]})
# %% bad
import sqlite3

from flask import Flask, request, jsonify

app = Flask(__name__)


def pick(value):
    parts = ["alpha"]
    parts.append(value)
    parts.append("omega")
    parts.pop(0)
    return parts[0]


@app.post("/stock/check")
def stock_check():
    raw = request.form.get("warehouse", "main")
    warehouse = pick(raw)
    db = sqlite3.connect("stock.db")
    cur = db.cursor()
    cur.execute("SELECT sku, qty FROM stock WHERE warehouse='%s'" % (warehouse,))
    return jsonify(cur.fetchall())
# %% fine
import sqlite3

from flask import Flask, request, jsonify

app = Flask(__name__)


def pick(value):
    parts = ["alpha"]
    parts.append(value)
    parts.append("omega")
    parts.pop(0)
    return parts[1]


@app.post("/stock/check")
def stock_check():
    raw = request.form.get("warehouse", "main")
    warehouse = pick(raw)
    db = sqlite3.connect("stock.db")
    cur = db.cursor()
    cur.execute("SELECT sku, qty FROM stock WHERE warehouse='%s'" % (warehouse,))
    return jsonify(cur.fetchall())
# %% bad
import aiosqlite
from aiohttp import web

routes = web.RouteTableDef()


@routes.post("/api/tags/resolve")
async def resolve_tags(request):
    payload = await request.json()
    names = payload.get("names", [])
    quoted = ", ".join(f"'{n}'" for n in names)
    async with aiosqlite.connect("tags.db") as db:
        cursor = await db.execute(f"SELECT id, name FROM tag WHERE name IN ({quoted})")
        rows = await cursor.fetchall()
    return web.json_response({name: ident for ident, name in rows})


app = web.Application()
app.add_routes(routes)

if __name__ == "__main__":
    web.run_app(app, port=8080)
# %% fine
import aiosqlite
from aiohttp import web

routes = web.RouteTableDef()


@routes.post("/api/tags/resolve")
async def resolve_tags(request):
    payload = await request.json()
    names = payload.get("names", [])
    quoted = ", ".join("?" for n in names)
    async with aiosqlite.connect("tags.db") as db:
        cursor = await db.execute(f"SELECT id, name FROM tag WHERE name IN ({quoted})", names)
        rows = await cursor.fetchall()
    return web.json_response({name: ident for ident, name in rows})


app = web.Application()
app.add_routes(routes)

if __name__ == "__main__":
    web.run_app(app, port=8080)
# %% bad
from fastapi import FastAPI, Query, Depends
from sqlalchemy import create_engine, text

app = FastAPI()
engine = create_engine("postgresql://app@db/app")


class EventRepo:
    def __init__(self, conn):
        self.conn = conn
        self.where = []

    def only(self, column, value):
        self.where.append("%s = '%s'" % (column, value))
        return self

    def all(self):
        stmt = "SELECT id, kind, at FROM event WHERE " + " AND ".join(self.where)
        return self.conn.execute(text(stmt)).mappings().all()


def repo():
    with engine.connect() as conn:
        yield EventRepo(conn)


@app.get("/events")
def events(kind: str = Query(...), events: EventRepo = Depends(repo)):
    return [dict(e) for e in events.only("kind", kind).all()]
# %% fine
from fastapi import FastAPI, Query, Depends
from sqlalchemy import create_engine, text

app = FastAPI()
engine = create_engine("postgresql://app@db/app")


class EventRepo:
    def __init__(self, conn):
        self.conn = conn
        self.where = []
        self.binds = {}

    def only(self, column, value):
        self.where.append("%s = :%s" % (column, column))
        self.binds[column] = value
        return self

    def all(self):
        stmt = "SELECT id, kind, at FROM event WHERE " + " AND ".join(self.where)
        return self.conn.execute(text(stmt), self.binds).mappings().all()


def repo():
    with engine.connect() as conn:
        yield EventRepo(conn)


@app.get("/events")
def events(kind: str = Query(...), events: EventRepo = Depends(repo)):
    return [dict(e) for e in events.only("kind", kind).all()]
# %% bad
import base64
import sqlite3

from bottle import request, route, abort


@route("/me")
def me():
    packed = request.get_cookie("profile") or ""
    try:
        login = base64.urlsafe_b64decode(packed.encode()).decode("utf-8")
    except ValueError:
        abort(400, "bad cookie")
    conn = sqlite3.connect("people.db")
    cur = conn.cursor()
    query = "".join(["SELECT display, mail FROM person WHERE login = '", login, "'"])
    cur.execute(query)
    row = cur.fetchone()
    conn.close()
    if not row:
        abort(404)
    return {"display": row[0], "mail": row[1]}
# %% fine
import base64
import sqlite3

from bottle import request, route, abort


@route("/me")
def me():
    packed = request.get_cookie("profile") or ""
    try:
        ident = int(base64.urlsafe_b64decode(packed.encode()).decode("utf-8"))
    except ValueError:
        abort(400, "bad cookie")
    conn = sqlite3.connect("people.db")
    cur = conn.cursor()
    query = "".join(["SELECT display, mail FROM person WHERE id = ", str(ident)])
    cur.execute(query)
    row = cur.fetchone()
    conn.close()
    if not row:
        abort(404)
    return {"display": row[0], "mail": row[1]}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.route("/region", methods=["GET", "POST"])
def region():
    supplied = request.values.get("region", "north")
    num = 106
    bar = supplied if (7 * 18) + num > 200 else "north"
    con = sqlite3.connect("geo.db")
    with con:
        con.executescript(
            "UPDATE counters SET hits = hits + 1 WHERE region = '" + bar + "';"
        )
    total = con.execute("SELECT sum(hits) FROM counters").fetchone()
    con.close()
    return {"total": total[0]}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.route("/region", methods=["GET", "POST"])
def region():
    supplied = request.values.get("region", "north")
    num = 86
    bar = supplied if (7 * 18) - num > 200 else "north"
    con = sqlite3.connect("geo.db")
    with con:
        con.executescript(
            "UPDATE counters SET hits = hits + 1 WHERE region = '" + bar + "';"
        )
    total = con.execute("SELECT sum(hits) FROM counters").fetchone()
    con.close()
    return {"total": total[0]}
# %% bad
from django.db import connection
from django.http import JsonResponse
from django.views import View


class ProfileUpdate(View):
    table = "accounts_profile"

    def post(self, request, pk: int):
        sets, values = [], []
        for field, value in request.POST.items():
            if field == "csrfmiddlewaretoken":
                continue
            sets.append("%s = %%s" % field)
            values.append(value)
        values.append(pk)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE " + self.table + " SET " + ", ".join(sets) + " WHERE id = %s",
                values,
            )
        return JsonResponse({"updated": len(sets)})
# %% fine
from django.db import connection
from django.http import JsonResponse
from django.views import View


class ProfileUpdate(View):
    table = "accounts_profile"
    editable = ("nickname", "bio", "city")

    def post(self, request, pk: int):
        sets, values = ["touched = now()"], []
        for field in self.editable:
            if field not in request.POST:
                continue
            sets.append("%s = %%s" % field)
            values.append(request.POST[field])
        values.append(pk)
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE " + self.table + " SET " + ", ".join(sets) + " WHERE id = %s",
                values,
            )
        return JsonResponse({"updated": len(values) - 1})
# %% fine
import sqlite3
from dataclasses import dataclass

from flask import Flask, request, jsonify

app = Flask(__name__)


@dataclass(frozen=True)
class Filter:
    column: str
    value: str

    def clause(self):
        return "{0.column} = ?".format(self)


@app.route("/machines")
def machines():
    flt = Filter("site", request.args.get("site", "berlin"))
    db = sqlite3.connect("machines.db")
    try:
        rows = db.execute("SELECT id FROM machine WHERE " + flt.clause(), (flt.value,)).fetchall()
    finally:
        db.close()
    return jsonify(rows)
# %% bad
import sqlite3
from dataclasses import dataclass

from flask import Flask, request, jsonify

app = Flask(__name__)


@dataclass(frozen=True)
class Filter:
    column: str
    value: str

    def clause(self):
        return "{0.column} = '{0.value}'".format(self)


@app.route("/machines")
def machines():
    flt = Filter("site", request.args.get("site", "berlin"))
    db = sqlite3.connect("machines.db")
    try:
        rows = db.execute("SELECT id FROM machine WHERE " + flt.clause()).fetchall()
    finally:
        db.close()
    return jsonify(rows)
# %% fine
import csv
import io
import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.post("/import")
def import_rows():
    text = request.files["sheet"].read().decode("utf-8")
    reader = csv.reader(io.StringIO(text))
    header = next(reader)
    columns = "sku, title, price"
    header = columns.split(", ")
    marks = ", ".join("?" * len(header))
    con = sqlite3.connect("import.db")
    with con:
        con.executemany(f"INSERT INTO item ({columns}) VALUES ({marks})", reader)
    total = con.total_changes
    con.close()
    return {"rows": total}
# %% bad
import csv
import io
import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.post("/import")
def import_rows():
    text = request.files["sheet"].read().decode("utf-8")
    reader = csv.reader(io.StringIO(text))
    header = next(reader)
    columns = ", ".join(header)
    marks = ", ".join("?" * len(header))
    con = sqlite3.connect("import.db")
    with con:
        con.executemany(f"INSERT INTO item ({columns}) VALUES ({marks})", reader)
    total = con.total_changes
    con.close()
    return {"rows": total}
