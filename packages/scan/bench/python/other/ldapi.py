# %% class ldapi 90
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import ldap
from ldap.dn import escape_dn_chars
from bottle import request, route

TREE = "ou=groups,dc=example,dc=org"


@route("/group", method="POST")
def group_members():
    name = request.forms.get("name") or "staff"
    dn = "cn={},{}".format(name, TREE)
    conn = ldap.initialize("ldap://localhost:389")
    conn.start_tls_s()
    try:
        rows = conn.search_s(dn, ldap.SCOPE_BASE, "(objectClass=*)", ["member"])
    except ldap.NO_SUCH_OBJECT:
        return {"members": [], "dn": escape_dn_chars("none")}
    return {"members": [m.decode() for m in rows[0][1].get("member", [])]}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import ldap
from ldap.dn import escape_dn_chars
from bottle import request, route

TREE = "ou=groups,dc=example,dc=org"


@route("/group", method="POST")
def group_members():
    name = request.forms.get("name") or "staff"
    dn = "cn={},{}".format(escape_dn_chars(name), TREE)
    conn = ldap.initialize("ldap://localhost:389")
    conn.start_tls_s()
    try:
        rows = conn.search_s(dn, ldap.SCOPE_BASE, "(objectClass=*)", ["member"])
    except ldap.NO_SUCH_OBJECT:
        return {"members": [], "dn": escape_dn_chars("none")}
    return {"members": [m.decode() for m in rows[0][1].get("member", [])]}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from fastapi import FastAPI, HTTPException
from ldap3 import SUBTREE, Connection, Server

app = FastAPI()
DEPARTMENTS = {"it": "Information Technology", "hr": "Human Resources"}


def connection():
    return Connection(Server("ldaps://ldap.example.edu"), auto_bind=True)


@app.get("/dept/{dept}/staff")
def staff(dept: str):
    title = DEPARTMENTS.get(dept, dept)
    if not title:
        raise HTTPException(404)
    with connection() as conn:
        conn.search("dc=example,dc=edu", "(departmentName=%s)" % title, SUBTREE, attributes="cn")
        return [str(e.cn) for e in conn.entries]
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from fastapi import FastAPI, HTTPException
from ldap3 import SUBTREE, Connection, Server

app = FastAPI()
DEPARTMENTS = {"it": "Information Technology", "hr": "Human Resources"}


def connection():
    return Connection(Server("ldaps://ldap.example.edu"), auto_bind=True)


@app.get("/dept/{dept}/staff")
def staff(dept: str):
    title = DEPARTMENTS.get(dept)
    if not title:
        raise HTTPException(404)
    with connection() as conn:
        conn.search("dc=example,dc=edu", "(departmentName=%s)" % title, SUBTREE, attributes="cn")
        return [str(e.cn) for e in conn.entries]
# %% bad
import ldap
from aiohttp import web
from ldap.filter import escape_filter_chars


def search(attr, value):
    con = ldap.initialize("ldaps://ldap.lab.example")
    msgid = con.search_ext(
        "dc=lab,dc=example",
        ldap.SCOPE_ONELEVEL,
        "(" + attr + "=" + value + ")",
        sizelimit=10,
    )
    kind, data = con.result(msgid)
    return [dn for dn, _ in data]


async def handler(request):
    body = await request.json()
    value = body["value"]
    found = search("serialNumber", value)
    return web.json_response({"dns": found, "star": escape_filter_chars("*")})


app = web.Application()
app.router.add_post("/assets", handler)
# %% fine
import ldap
from aiohttp import web
from ldap.filter import escape_filter_chars


def search(attr, value):
    con = ldap.initialize("ldaps://ldap.lab.example")
    msgid = con.search_ext(
        "dc=lab,dc=example",
        ldap.SCOPE_ONELEVEL,
        "(" + attr + "=" + value + ")",
        sizelimit=10,
    )
    kind, data = con.result(msgid)
    return [dn for dn, _ in data]


async def handler(request):
    body = await request.json()
    value = body["value"]
    found = search("serialNumber", escape_filter_chars(value))
    return web.json_response({"dns": found, "star": escape_filter_chars("*")})


app = web.Application()
app.router.add_post("/assets", handler)
# %% bad
from flask import Flask, request
from ldap3 import Connection, Server

app = Flask(__name__)


class Directory:
    base = "ou=roles,dc=example,dc=com"

    def __init__(self, url="ldaps://ldap.example.com"):
        self.conn = Connection(Server(url), auto_bind=True)

    def members(self, flt):
        self.conn.search(self.base, flt, attributes=["memberUid"])
        return [e.entry_dn for e in self.conn.entries]


@app.route("/role")
def role():
    wanted = request.headers.get("X-Role", "user")
    flt = "(&(objectClass=posixGroup)(cn=%s))" % (wanted,)
    return {"members": Directory().members(flt)}
# %% fine
from flask import Flask, request
from ldap3 import Connection, Server

app = Flask(__name__)


class Directory:
    base = "ou=roles,dc=example,dc=com"

    def __init__(self, url="ldaps://ldap.example.com"):
        self.conn = Connection(Server(url), auto_bind=True)

    def members(self, flt):
        self.conn.search(self.base, flt, attributes=["memberUid"])
        return [e.entry_dn for e in self.conn.entries]


@app.route("/role")
def role():
    wanted = request.headers.get("X-Role", "user")
    flt = "(cn=admins)" if wanted == "admin" else "(cn=users)"
    return {"members": Directory().members(flt)}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from ldap3 import Connection, Server

app = Flask(__name__)
SERVER = Server("ldaps://ldap.example.com")


@app.route("/contacts")
def contacts():
    clauses = ["(objectClass=inetOrgPerson)"]
    for term in request.args.getlist("term"):
        clauses.append("(cn=*{}*)".format(term))
    flt = "(&" + "".join(clauses[:1]) + "(mail=*))"
    conn = Connection(SERVER, auto_bind=True)
    conn.search("ou=contacts,dc=example,dc=com", flt, attributes=["cn"])
    return jsonify(names=[str(e.cn) for e in conn.entries], clauses=len(clauses))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from ldap3 import Connection, Server

app = Flask(__name__)
SERVER = Server("ldaps://ldap.example.com")


@app.route("/contacts")
def contacts():
    clauses = ["(objectClass=inetOrgPerson)"]
    for term in request.args.getlist("term"):
        clauses.append("(cn=*{}*)".format(term))
    flt = "(|" + "".join(clauses) + ")" if len(clauses) > 1 else clauses[0]
    conn = Connection(SERVER, auto_bind=True)
    conn.search("ou=contacts,dc=example,dc=com", flt, attributes=["cn"])
    return jsonify(names=[str(e.cn) for e in conn.entries], clauses=len(clauses))
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from ldap3 import Connection, LEVEL


def users_of(tenant):
    conn = Connection("ldaps://ldap.saas.example", auto_bind=True)
    base = f"ou=users,o={tenant},dc=saas,dc=example"
    conn.search(base, "(objectClass=person)", search_scope=LEVEL, attributes=["uid"])
    return [e.uid.value for e in conn.entries]


async def users(request):
    tenant = request.cookies.get("tenant", "0")
    return JSONResponse(users_of(tenant))


app = Starlette(routes=[Route("/users", users)])
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
from ldap3 import Connection, LEVEL


def users_of(tenant):
    conn = Connection("ldaps://ldap.saas.example", auto_bind=True)
    base = f"ou=users,o={tenant},dc=saas,dc=example"
    conn.search(base, "(objectClass=person)", search_scope=LEVEL, attributes=["uid"])
    return [e.uid.value for e in conn.entries]


async def users(request):
    tenant = request.cookies.get("tenant", "0")
    return JSONResponse(users_of(int(tenant)))


app = Starlette(routes=[Route("/users", users)])
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request
from ldap3 import Connection, Server, SUBTREE

app = Flask(__name__)


def pages(conn, flt):
    entries = conn.extend.standard.paged_search(
        "dc=example,dc=com", flt, SUBTREE, attributes=["sn"], paged_size=50, generator=True
    )
    for entry in entries:
        yield str(entry["attributes"]["sn"][0])


@app.route("/surnames")
def surnames():
    start = request.args.get("start", "A")
    conn = Connection(Server("ldaps://ldap.example.com"), auto_bind=True)
    names = list(pages(conn, "(sn=" + start + "*)"))
    return {"names": names[:100]}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request
from ldap3 import Connection, Server, SUBTREE

app = Flask(__name__)


def pages(conn, flt):
    entries = conn.extend.standard.paged_search(
        "dc=example,dc=com", flt, SUBTREE, attributes=["sn"], paged_size=50, generator=True
    )
    for entry in entries:
        yield str(entry["attributes"]["sn"][0])


@app.route("/surnames")
def surnames():
    start = request.args.get("start", "A")
    conn = Connection(Server("ldaps://ldap.example.com"), auto_bind=True)
    names = [n for n in pages(conn, "(sn=*)") if n.startswith(start)]
    return {"names": names[:100]}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import configparser

from flask import Flask, request
from ldap3 import Connection, Server

app = Flask(__name__)


def directory():
    return Connection(Server("ldaps://ldap.example.com"), auto_bind=True)


@app.route("/site")
def site():
    conf = configparser.RawConfigParser()
    conf.read_dict({"search": {"fixed": "hq", "asked": "none"}})
    conf.set("search", "asked", request.args.get("site", "hq"))
    value = conf["search"]["asked"]
    conn = directory()
    conn.search("dc=example,dc=com", "(l=" + value + ")", attributes=["cn"])
    return {"people": len(conn.entries)}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import configparser

from flask import Flask, request
from ldap3 import Connection, Server

app = Flask(__name__)


def directory():
    return Connection(Server("ldaps://ldap.example.com"), auto_bind=True)


@app.route("/site")
def site():
    conf = configparser.RawConfigParser()
    conf.read_dict({"search": {"fixed": "hq", "asked": "none"}})
    conf.set("search", "asked", request.args.get("site", "hq"))
    value = conf["search"]["fixed"]
    conn = directory()
    conn.search("dc=example,dc=com", "(l=" + value + ")", attributes=["cn"])
    return {"people": len(conn.entries)}
