# %% class sql 89
# %% head
import sqlite3
from flask import Flask, request, g, session, abort
from sqlalchemy import text, create_engine, select
import psycopg2
import pymysql
app = Flask(__name__)
engine = create_engine("sqlite:///x.db")
def db():
    if "db" not in g:
        g.db = sqlite3.connect("app.db")
    return g.db
# %% bad
@app.route("/u")
def user():
    name = request.args["name"]
    row = db().execute(f"SELECT * FROM users WHERE name = '{name}'").fetchone()
    return {"id": row[0]}
# %% bad
@app.post("/login")
def login():
    form = request.form
    user, pw = form.get("user"), form.get("password")
    cur = db().cursor()
    cur.execute("SELECT id FROM users WHERE login='%s' AND pw='%s'" % (user, pw))
    return str(cur.fetchone() is not None)
# %% bad
@app.route("/list/<order>")
def listing(order):
    sql = "SELECT * FROM items ORDER BY {}".format(order)
    with engine.connect() as conn:
        return {"rows": [dict(r) for r in conn.execute(text(sql))]}
# %% bad
@app.post("/search")
def search():
    body = request.get_json()
    parts = ["SELECT id FROM posts WHERE 1=1"]
    for key, value in body.items():
        parts.append("AND " + key + " = '" + value + "'")
    cur = db().cursor()
    cur.execute(" ".join(parts))
    return {"rows": cur.fetchall()}
# %% bad
class Repo:
    def __init__(self, conn):
        self.conn = conn
    def by_mail(self, mail):
        query = "SELECT * FROM users WHERE mail = '" + mail + "'"
        return self.conn.execute(query).fetchone()
@app.route("/mail")
def mail():
    repo = Repo(db())
    return str(repo.by_mail(request.cookies.get("mail")))
# %% bad
@app.route("/pg")
def pg():
    ids = ",".join(request.args.getlist("id"))
    conn = psycopg2.connect("dbname=x")
    with conn, conn.cursor() as cursor:
        cursor.execute("DELETE FROM t WHERE id IN (" + ids + ")")
    return "ok"
# %% bad
import json, base64
@app.route("/tok")
def tok():
    raw = request.headers.get("X-Filter", "")
    data = json.loads(base64.b64decode(raw))
    where = data["where"]
    conn = pymysql.connect(host="h")
    cur = conn.cursor()
    cur.executemany(f"UPDATE t SET a=%s WHERE {where}", [(1,), (2,)])
    conn.commit()
    return "ok"
# %% bad
def build(table, **conds):
    sql = "SELECT * FROM " + table
    if conds:
        sql += " WHERE " + " AND ".join(f"{k}='{v}'" for k, v in conds.items())
    return sql
@app.get("/find")
def find():
    return str(db().execute(build("pets", kind=request.args.get("kind"))).fetchall())
# %% bad
from django.db import connection
from django.http import JsonResponse
def report(request):
    year = request.GET.get("year", "2020")
    with connection.cursor() as c:
        c.execute("SELECT sum(x) FROM sales WHERE year = %s" % year)
        return JsonResponse({"sum": c.fetchone()[0]})
# %% bad
from django.shortcuts import render
from .models import Person
def people(request):
    last = request.POST["last"]
    rows = Person.objects.raw("SELECT * FROM person WHERE last = '%s'" % last)
    return render(request, "p.html", {"rows": rows})
# %% bad
from .models import Entry
def entries(request):
    order = request.GET["o"]
    qs = Entry.objects.extra(where=["headline LIKE '%%" + order + "%%'"])
    return qs
# %% bad
from fastapi import FastAPI
api = FastAPI()
@api.get("/items/{item}")
async def read(item: str):
    async with pool.acquire() as conn:
        return await conn.fetch(f"SELECT * FROM items WHERE name = '{item}'")
# %% bad
from aiohttp import web
import aiosqlite
async def handle(request):
    post = await request.post()
    async with aiosqlite.connect("x.db") as conn:
        async with conn.execute("SELECT * FROM t WHERE a = '" + post["a"] + "'") as cur:
            return web.json_response(await cur.fetchall())
# %% bad
from sqlalchemy.orm import Session
@app.route("/orm")
def orm():
    s = Session(engine)
    flt = request.values.get("f")
    rows = s.query(User).filter(text("name = '" + flt + "'")).all()
    return str(rows)
# %% fine
@app.route("/u")
def user():
    name = request.args["name"]
    return str(db().execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone())
# %% fine
@app.route("/u")
def user():
    uid = int(request.args["id"])
    return str(db().execute(f"SELECT * FROM users WHERE id = {uid}").fetchone())
# %% fine
COLUMNS = {"name": "name", "date": "created_at"}
@app.route("/u")
def user():
    column = COLUMNS.get(request.args.get("sort"), "id")
    return str(db().execute(f"SELECT * FROM users ORDER BY {column}").fetchall())
# %% fine
@app.route("/u")
def user():
    sort = request.args.get("sort")
    if sort not in ("name", "date"):
        abort(400)
    return str(db().execute("SELECT * FROM users ORDER BY " + sort).fetchall())
# %% fine
@app.route("/u")
def user():
    ids = request.args.getlist("id")
    marks = ",".join("?" for _ in ids)
    return str(db().execute(f"SELECT * FROM users WHERE id IN ({marks})", ids).fetchall())
# %% fine
@app.route("/u")
def user():
    name = request.args.get("name")
    table = "users"
    if len(table) > 100:
        table = name
    return str(db().execute("SELECT * FROM " + table).fetchall())
# %% fine
@app.route("/u")
def user():
    name = request.form["name"]
    data = {"a": name, "b": "users"}
    return str(db().execute("SELECT * FROM " + data["b"] + " WHERE n = ?", [data["a"]]).fetchall())
# %% fine
from django.db import connection
def report(request):
    with connection.cursor() as c:
        c.execute("SELECT sum(x) FROM sales WHERE year = %s", [request.GET.get("year")])
        return c.fetchone()
# %% fine
from fastapi import FastAPI
api = FastAPI()
@api.get("/items/{item}")
async def read(item: int):
    return await db().fetch(f"SELECT * FROM items WHERE id = {item}")
# %% fine
@app.route("/orm")
def orm():
    with engine.connect() as conn:
        return str(conn.execute(text("SELECT * FROM t WHERE a = :a"), {"a": request.args["a"]}).all())
# %% fine
@app.route("/orm")
def orm():
    q = request.args["q"]
    stmt = select(User).where(User.name == q).order_by(User.id)
    return str(engine.connect().execute(stmt).all())
# %% fine
import uuid
@app.route("/t")
def t():
    try:
        ident = uuid.UUID(request.args["id"])
    except ValueError:
        abort(404)
    return str(db().execute(f"SELECT * FROM t WHERE id = '{ident}'").fetchall())
# %% fine
import re
@app.route("/t")
def t():
    name = request.args.get("t", "")
    if not re.fullmatch(r"[a-z_]+", name):
        return "bad", 400
    return str(db().execute("SELECT * FROM " + name).fetchall())
# %% fine
from enum import Enum
from fastapi import FastAPI
api = FastAPI()
class Order(str, Enum):
    asc = "ASC"
    desc = "DESC"
@api.get("/items")
def items(order: Order = Order.asc):
    return db().execute(f"SELECT * FROM items ORDER BY id {order.value}").fetchall()
