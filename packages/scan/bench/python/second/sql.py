# %% class sql 89
# %% head
import logging
import sqlite3
from dataclasses import dataclass, field
from functools import partial, wraps
log = logging.getLogger(__name__)
# %% bad
from django.views import View
from django.db import connection
from django.http import JsonResponse
class Report(View):
    def get_rows(self, where):
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, total FROM invoice WHERE " + where)
            return cursor.fetchall()
    def get(self, request, *args, **kwargs):
        return JsonResponse({"rows": self.get_rows(request.GET.get("where", "1=1"))})
# %% bad
from django.views.generic import ListView
from .models import Invoice
class Invoices(ListView):
    model = Invoice
    def get_queryset(self):
        customer = self.request.GET["customer"]
        return Invoice.objects.raw(f"SELECT * FROM invoice WHERE customer = '{customer}'")
# %% bad
from fastapi import Depends, FastAPI
app = FastAPI()
class Paging:
    def __init__(self, order: str = "id", limit: int = 10):
        self.order = order
        self.limit = limit
def get_db():
    yield sqlite3.connect("x.db")
@app.get("/items")
def items(paging: Paging = Depends(), db=Depends(get_db)):
    return db.execute(f"SELECT * FROM items ORDER BY {paging.order} LIMIT {paging.limit}").fetchall()
# %% bad
from fastapi import APIRouter
from pydantic import BaseModel
router = APIRouter()
class Search(BaseModel):
    text: str
    tags: list[str] = []
@router.post("/search")
async def search(query: Search):
    clauses = [f"tag = '{tag}'" for tag in query.tags]
    sql = "SELECT * FROM post WHERE " + " OR ".join(clauses)
    conn = sqlite3.connect("posts.db")
    return conn.execute(sql).fetchall()
# %% bad
from aiohttp import web
routes = web.RouteTableDef()
@routes.get("/users/{name}")
async def user(request):
    name = request.match_info["name"]
    async with request.app["db"].acquire() as conn:
        row = await conn.fetchrow("SELECT * FROM users WHERE name = '%s'" % name)
    return web.json_response(dict(row))
# %% bad
import tornado.web
class Base(tornado.web.RequestHandler):
    def query(self, sql):
        return self.application.db.cursor().execute(sql)
class Users(Base):
    def post(self):
        mail = self.get_body_argument("mail")
        self.query("DELETE FROM users WHERE mail='" + mail + "'")
# %% bad
from bottle import Bottle, request
app = Bottle()
@app.get("/find")
def find():
    words = request.query.getall("w")
    cond = " AND ".join("body LIKE '%%%s%%'" % w for w in words)
    db = sqlite3.connect("x.db")
    return dict(rows=db.execute("SELECT * FROM doc WHERE " + cond).fetchall())
# %% bad
from flask import Flask, request
app = Flask(__name__)
@dataclass
class Filter:
    column: str
    value: str
    def sql(self):
        return "SELECT * FROM t WHERE %s = '%s'" % (self.column, self.value)
@app.route("/f")
def f():
    flt = Filter("name", request.args["v"])
    return str(sqlite3.connect("x").cursor().execute(flt.sql()).fetchall())
# %% bad
from flask import Flask, request
app = Flask(__name__)
def run(conn, sql, **values):
    return conn.execute(sql.format(**values)).fetchall()
@app.route("/f")
def f():
    return str(run(sqlite3.connect("x"), "SELECT * FROM t WHERE a = '{a}'", a=request.form["a"]))
# %% bad
from flask import Flask, request
app = Flask(__name__)
def statements(names):
    for name in names:
        yield "DROP TABLE " + name
@app.post("/drop")
def drop():
    cur = sqlite3.connect("x").cursor()
    for sql in statements(request.json["tables"]):
        cur.execute(sql)
    return {}
# %% fine
from django.views import View
from django.db import connection
from django.http import JsonResponse
class Report(View):
    def get(self, request, *args, **kwargs):
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM invoice WHERE customer = %s", [request.GET["c"]])
            return JsonResponse({"rows": cursor.fetchall()})
# %% fine
from django.views.generic import ListView
from .models import Invoice
class Invoices(ListView):
    orders = {"new": "-created", "old": "created"}
    def get_queryset(self):
        order = self.orders.get(self.request.GET.get("order"), "id")
        return Invoice.objects.raw("SELECT * FROM invoice ORDER BY " + order)
# %% fine
from fastapi import FastAPI, Query
from typing import Literal
app = FastAPI()
@app.get("/items")
def items(order: Literal["id", "name"] = "id", limit: int = Query(10, le=100)):
    return sqlite3.connect("x").execute(f"SELECT * FROM items ORDER BY {order} LIMIT {limit}").fetchall()
# %% fine
from aiohttp import web
async def user(request):
    number = int(request.match_info["id"])
    async with request.app["db"].acquire() as conn:
        row = await conn.fetchrow("SELECT * FROM users WHERE id = %d" % number)
    return web.json_response(dict(row))
# %% fine
import tornado.web
class Users(tornado.web.RequestHandler):
    def post(self):
        mail = self.get_body_argument("mail")
        self.application.db.cursor().execute("DELETE FROM users WHERE mail=?", (mail,))
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.route("/f")
def f():
    names = request.args.getlist("n")
    marks = ", ".join(["?"] * len(names))
    return str(sqlite3.connect("x").execute("SELECT * FROM t WHERE n IN (%s)" % marks, names).fetchall())
# %% fine
from flask import Flask, request
app = Flask(__name__)
ALLOWED = {"name", "mail"}
@app.route("/f")
def f():
    columns = [c for c in request.args.getlist("c") if c in ALLOWED]
    return str(sqlite3.connect("x").execute("SELECT " + ",".join(columns) + " FROM t").fetchall())
# %% fine
from flask import Flask, request
app = Flask(__name__)
def only_digits(text):
    return "".join(ch for ch in text if ch.isdigit())
@app.route("/f")
def f():
    sql = "SELECT * FROM t WHERE id = " + str(int(only_digits(request.args["id"])))
    return str(sqlite3.connect("x").execute(sql).fetchall())
# %% fine
from bottle import Bottle, request
app = Bottle()
@app.get("/find")
def find():
    table = "doc"
    log.info("asked for %s", request.query.table)
    return dict(rows=sqlite3.connect("x").execute("SELECT * FROM " + table).fetchall())
# %% fine
from flask import Flask, request
app = Flask(__name__)
class Setting:
    table = "t"
    def __init__(self, name):
        self.name = name
@app.route("/f")
def f():
    s = Setting(request.args["n"])
    return str(sqlite3.connect("x").execute("SELECT * FROM %s WHERE n = ?" % s.table, (s.name,)).fetchall())
