# %% class sqli 89 564 943
# %% bad
import sqlite3

from flask import Flask, jsonify, g

app = Flask(__name__)
DATABASE = "shop.db"


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect(DATABASE)
        g.db.row_factory = sqlite3.Row
    return g.db


@app.route("/orders/<order_no>")
def order_detail(order_no):
    db = get_db()
    row = db.execute(f"SELECT * FROM orders WHERE number = '{order_no}'").fetchone()
    if row is None:
        return jsonify(error="not found"), 404
    return jsonify(dict(row))
# %% fine
import sqlite3

from flask import Flask, jsonify, g

app = Flask(__name__)
DATABASE = "shop.db"


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect(DATABASE)
        g.db.row_factory = sqlite3.Row
    return g.db


@app.route("/orders/<order_no>")
def order_detail(order_no):
    db = get_db()
    row = db.execute("SELECT * FROM orders WHERE number = ?", (order_no,)).fetchone()
    if row is None:
        return jsonify(error="not found"), 404
    return jsonify(dict(row))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import psycopg2
from flask import Flask, request, jsonify

app = Flask(__name__)


def connect():
    return psycopg2.connect(os.environ["DATABASE_URL"])


@app.get("/customers")
def customers():
    term = request.args.get("q", "")
    sql = "SELECT id, name FROM customers WHERE name ILIKE '%%%s%%' LIMIT 50" % term
    with connect() as conn, conn.cursor() as cur:
        cur.execute(sql)
        rows = cur.fetchall()
    return jsonify([{"id": r[0], "name": r[1]} for r in rows])
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import psycopg2
from flask import Flask, request, jsonify

app = Flask(__name__)


def connect():
    return psycopg2.connect(os.environ["DATABASE_URL"])


@app.get("/customers")
def customers():
    term = request.args.get("q", "")
    sql = "SELECT id, name FROM customers WHERE name ILIKE %s LIMIT 50"
    with connect() as conn, conn.cursor() as cur:
        cur.execute(sql, ("%%%s%%" % term,))
        rows = cur.fetchall()
    return jsonify([{"id": r[0], "name": r[1]} for r in rows])
# %% bad
from flask import Flask, request, jsonify
from sqlalchemy import create_engine, text

app = Flask(__name__)
engine = create_engine("sqlite:///inventory.db")


def build_listing(sort, direction):
    stmt = "SELECT sku, title, qty FROM items"
    stmt += " ORDER BY " + sort
    if direction == "desc":
        stmt += " DESC"
    return text(stmt)


@app.route("/items")
def items():
    sort = request.args.get("sort", "sku")
    direction = request.args.get("dir", "asc")
    with engine.connect() as conn:
        result = conn.execute(build_listing(sort, direction))
        return jsonify([dict(r._mapping) for r in result])
# %% fine
from flask import Flask, request, jsonify
from sqlalchemy import create_engine, text

app = Flask(__name__)
engine = create_engine("sqlite:///inventory.db")

SORTABLE = {"sku": "sku", "name": "title", "stock": "qty"}


def build_listing(sort, direction):
    stmt = "SELECT sku, title, qty FROM items"
    stmt += " ORDER BY " + SORTABLE.get(sort, "sku")
    if direction == "desc":
        stmt += " DESC"
    return text(stmt)


@app.route("/items")
def items():
    sort = request.args.get("sort", "sku")
    direction = request.args.get("dir", "asc")
    with engine.connect() as conn:
        result = conn.execute(build_listing(sort, direction))
        return jsonify([dict(r._mapping) for r in result])
# %% bad
import sqlite3

from flask import Flask, request

app = Flask(__name__)
COMMON = {"host", "accept", "user-agent", "connection", "content-length", "content-type"}


@app.route("/audit/headers", methods=["POST"])
def audit_headers():
    param = ""
    for name in request.headers.keys():
        if name.lower() not in COMMON:
            param = name
            break
    conn = sqlite3.connect("audit.db")
    try:
        sql = "SELECT count(*) FROM seen_headers WHERE name = '" + param + "'"
        count = conn.execute(sql).fetchone()[0]
    finally:
        conn.close()
    return {"count": count}
# %% fine
import sqlite3

from flask import Flask, request

app = Flask(__name__)
COMMON = {"host", "accept", "user-agent", "connection", "content-length", "content-type"}


@app.route("/audit/headers", methods=["POST"])
def audit_headers():
    param = 0
    for name in request.headers.keys():
        if name.lower() not in COMMON:
            param = len(name)
            break
    conn = sqlite3.connect("audit.db")
    try:
        sql = "SELECT count(*) FROM seen_headers WHERE length(name) = " + str(param)
        count = conn.execute(sql).fetchone()[0]
    finally:
        conn.close()
    return {"count": count}
# %% bad
import configparser

import pymysql
from flask import Flask, request, jsonify

app = Flask(__name__)


def db():
    return pymysql.connect(host="db", user="app", database="forum")


@app.route("/threads/by-author")
def by_author():
    author = request.args.getlist("author")[0]
    conf = configparser.RawConfigParser()
    conf.add_section("query")
    conf.set("query", "default", "anonymous")
    conf.set("query", "author", author)
    who = conf.get("query", "author")
    with db() as conn:
        with conn.cursor() as cur:
            cur.execute(f'SELECT id, title FROM thread WHERE author = "{who}"')
            return jsonify(cur.fetchall())
# %% fine
import configparser

import pymysql
from flask import Flask, request, jsonify

app = Flask(__name__)


def db():
    return pymysql.connect(host="db", user="app", database="forum")


@app.route("/threads/by-author")
def by_author():
    author = request.args.getlist("author")[0]
    conf = configparser.RawConfigParser()
    conf.add_section("query")
    conf.set("query", "default", "anonymous")
    conf.set("query", "author", author)
    who = conf.get("query", "default")
    with db() as conn:
        with conn.cursor() as cur:
            cur.execute(f'SELECT id, title FROM thread WHERE author = "{who}"')
            return jsonify(cur.fetchall())
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import sqlite3
from urllib.parse import parse_qs


def escape(value):
    return value.replace("'", "''")


def application(environ, start_response):
    params = parse_qs(environ.get("QUERY_STRING", ""))
    page = escape(params.get("page", ["1"])[0])
    conn = sqlite3.connect("pages.db")
    try:
        row = conn.execute("SELECT body FROM page WHERE id = " + page).fetchone()
    finally:
        conn.close()
    if row is None:
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"no such page"]
    start_response("200 OK", [("Content-Type", "text/plain; charset=utf-8")])
    return [row[0].encode("utf-8")]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import sqlite3
from urllib.parse import parse_qs


def application(environ, start_response):
    params = parse_qs(environ.get("QUERY_STRING", ""))
    page = params.get("page", ["1"])[0]
    if not (page.isascii() and page.isdigit()):
        start_response("400 Bad Request", [("Content-Type", "text/plain")])
        return [b"page must be a number"]
    conn = sqlite3.connect("pages.db")
    try:
        row = conn.execute("SELECT body FROM page WHERE id = " + page).fetchone()
    finally:
        conn.close()
    if row is None:
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"no such page"]
    start_response("200 OK", [("Content-Type", "text/plain; charset=utf-8")])
    return [row[0].encode("utf-8")]
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, jsonify
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import text

app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///blog.db"
db = SQLAlchemy(app)


class Post(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(200))
    tag = db.Column(db.String(40))


@app.route("/posts")
def posts():
    query = Post.query
    if tag := request.args.get("tag"):
        query = query.filter(text("tag = '{}'".format(tag)))
    return jsonify([{"id": p.id, "title": p.title} for p in query.limit(20)])
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, jsonify
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import text

app = Flask(__name__)
app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite:///blog.db"
db = SQLAlchemy(app)


class Post(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String(200))
    tag = db.Column(db.String(40))


@app.route("/posts")
def posts():
    query = Post.query
    if tag := request.args.get("tag"):
        query = query.filter(text("tag = :tag")).params(tag=tag)
    return jsonify([{"id": p.id, "title": p.title} for p in query.limit(20)])
# %% bad
import sqlite3

from flask import Flask, request

app = Flask(__name__)


class Missing(Exception):
    def __init__(self, key):
        super().__init__(key)
        self.key = key


def find(cache, key):
    if key not in cache:
        raise Missing(key)
    return cache[key]


@app.route("/alias")
def alias():
    cache = {"home": 1, "start": 1}
    try:
        return {"id": find(cache, request.args.get("name", ""))}
    except Missing as exc:
        con = sqlite3.connect("alias.db")
        row = con.execute("SELECT id FROM alias WHERE name = '%s'" % exc.key).fetchone()
        return {"id": row[0] if row else None}
# %% fine
import sqlite3

from flask import Flask, request

app = Flask(__name__)


class Missing(Exception):
    def __init__(self, key):
        super().__init__(key)
        self.key = key


def find(cache, key):
    if key not in cache:
        raise Missing(key)
    return cache[key]


@app.route("/alias")
def alias():
    cache = {"home": 1, "start": 1}
    try:
        return {"id": find(cache, request.args.get("name", ""))}
    except Missing as exc:
        con = sqlite3.connect("alias.db")
        row = con.execute("SELECT id FROM alias WHERE name = '%s'" % "unknown").fetchone()
        app.logger.debug("missing alias of length %d", len(exc.key))
        return {"id": row[0] if row else None}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import psycopg2
from psycopg2 import sql
from fastapi import FastAPI

app = FastAPI()
EMPTY = sql.SQL("")


def connect():
    return psycopg2.connect(os.environ["DSN"])


@app.get("/tables/{table}/count")
def count(table: str):
    query = f"SELECT count(*) FROM archive.{table}"
    with connect() as conn, conn.cursor() as cur:
        cur.execute(query)
        return {"rows": cur.fetchone()[0], "empty": EMPTY.string}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import os

import psycopg2
from psycopg2 import sql
from fastapi import FastAPI

app = FastAPI()
EMPTY = sql.SQL("")


def connect():
    return psycopg2.connect(os.environ["DSN"])


@app.get("/tables/{table}/count")
def count(table: str):
    query = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("archive", table))
    with connect() as conn, conn.cursor() as cur:
        cur.execute(query)
        return {"rows": cur.fetchone()[0], "empty": EMPTY.string}
