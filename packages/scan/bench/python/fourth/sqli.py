# %% class sqli 89
# %% bad
import sqlite3

from flask import Flask, request, jsonify

app = Flask(__name__)


@app.get("/members")
def members():
    raw = request.args.getlist("team")
    team = raw[0] if raw else ""
    bag = {}
    bag["a"] = "red"
    bag["b"] = team
    bag["c"] = "blue"
    chosen = bag["b"]
    con = sqlite3.connect(":memory:")
    sql = "SELECT name FROM members WHERE team = '" + chosen + "' ORDER BY name"
    return jsonify([r[0] for r in con.execute(sql)])
# %% fine
import sqlite3

from flask import Flask, request, jsonify

app = Flask(__name__)


@app.get("/members")
def members():
    raw = request.args.getlist("team")
    team = raw[0] if raw else ""
    bag = {}
    bag["a"] = "red"
    bag["b"] = team
    bag["c"] = "blue"
    chosen = bag["b"]
    chosen = bag["a"]
    con = sqlite3.connect(":memory:")
    sql = "SELECT name FROM members WHERE team = '" + chosen + "' ORDER BY name"
    return jsonify([r[0] for r in con.execute(sql)])
# %% bad
from flask import Blueprint, request
from .db import get_db

bp = Blueprint("orders", __name__)


@bp.route("/orders/find")
def find():
    typed = request.headers.get("X-Customer", "")
    code = "ABC"
    letter = code[1]
    match letter:
        case "A":
            name = "nobody"
        case "B":
            name = typed
        case "C":
            name = "somebody"
        case _:
            name = "anybody"
    db = get_db()
    cursor = db.cursor()
    cursor.execute("SELECT * FROM orders WHERE customer = '%s'" % name)
    return str(cursor.fetchone())
# %% fine
from flask import Blueprint, request
from .db import get_db

bp = Blueprint("orders", __name__)


@bp.route("/orders/find")
def find():
    typed = request.headers.get("X-Customer", "")
    code = "ABC"
    letter = code[2]
    match letter:
        case "A":
            name = "nobody"
        case "B":
            name = typed
        case "C":
            name = "somebody"
        case _:
            name = "anybody"
    db = get_db()
    cursor = db.cursor()
    cursor.execute("SELECT * FROM orders WHERE customer = '%s'" % name)
    return str(cursor.fetchone())
# %% bad
import psycopg2
from aiohttp import web


class Wrapped:
    def __init__(self, value):
        self._value = value
        self._kept = "none"

    def inner(self):
        return self._value

    def safe(self):
        return self._kept


async def handle(request):
    wrapped = Wrapped(request.query.get("city", ""))
    city = wrapped.inner()
    conn = psycopg2.connect("dbname=geo")
    with conn, conn.cursor() as cur:
        cur.execute("SELECT zip FROM cities WHERE name = '" + city + "'")
        found = [row[0] for row in cur]
    return web.json_response(found)


app = web.Application()
app.router.add_get("/zip", handle)
# %% fine
import psycopg2
from aiohttp import web


class Wrapped:
    def __init__(self, value):
        self._value = value
        self._kept = "none"

    def inner(self):
        return self._value

    def safe(self):
        return self._kept


async def handle(request):
    wrapped = Wrapped(request.query.get("city", ""))
    city = wrapped.safe()
    conn = psycopg2.connect("dbname=geo")
    with conn, conn.cursor() as cur:
        cur.execute("SELECT zip FROM cities WHERE name = '" + city + "'")
        found = [row[0] for row in cur]
    return web.json_response(found)


app = web.Application()
app.router.add_get("/zip", handle)
