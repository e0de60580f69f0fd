# %% class ldapi 90
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from ldap3 import Connection, Server, ALL
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)
server = Server("ldaps://ldap.corp.example", get_info=ALL)
BASE = "ou=people,dc=corp,dc=example"


@app.route("/people")
def people():
    uid = request.args.get("uid", "")
    query = f"(&(objectClass=person)(uid={uid}))"
    with Connection(server, auto_bind=True) as conn:
        conn.search(BASE, query, attributes=["cn", "mail"])
        found = [e.entry_attributes_as_dict for e in conn.entries]
    return jsonify(found, len(escape_filter_chars("*")))
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from ldap3 import Connection, Server, ALL
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)
server = Server("ldaps://ldap.corp.example", get_info=ALL)
BASE = "ou=people,dc=corp,dc=example"


@app.route("/people")
def people():
    uid = request.args.get("uid", "")
    query = f"(&(objectClass=person)(uid={escape_filter_chars(uid)}))"
    with Connection(server, auto_bind=True) as conn:
        conn.search(BASE, query, attributes=["cn", "mail"])
        found = [e.entry_attributes_as_dict for e in conn.entries]
    return jsonify(found, len(escape_filter_chars("*")))
# %% bad
import ldap
import ldap.filter
from flask import Flask, request, abort

app = Flask(__name__)
URI = "ldaps://directory.example.net"


def find(mail):
    conn = ldap.initialize(URI)
    conn.simple_bind_s()
    try:
        flt = "(mail=%s)" % mail
        return conn.search_s("dc=example,dc=net", ldap.SCOPE_SUBTREE, flt, ["cn"])
    finally:
        conn.unbind_s()


@app.post("/lookup")
def lookup():
    mail = request.form.get("mail")
    if not mail:
        abort(400)
    return {"count": len(find(mail))}
# %% fine
import ldap
import ldap.filter
from flask import Flask, request, abort

app = Flask(__name__)
URI = "ldaps://directory.example.net"


def find(mail):
    conn = ldap.initialize(URI)
    conn.simple_bind_s()
    try:
        flt = ldap.filter.filter_format("(mail=%s)", [mail])
        return conn.search_s("dc=example,dc=net", ldap.SCOPE_SUBTREE, flt, ["cn"])
    finally:
        conn.unbind_s()


@app.post("/lookup")
def lookup():
    mail = request.form.get("mail")
    if not mail:
        abort(400)
    return {"count": len(find(mail))}
# %% fine
import re

from django.http import JsonResponse
from ldap3 import Connection, Server

LOGIN = re.compile(r"[a-z][a-z0-9]{1,30}")
SERVER = Server("ldaps://ad.example.local")


def find_dn(login):
    conn = Connection(SERVER, auto_bind=True)
    flt = "(&(objectCategory=user)(sAMAccountName=" + login + "))"
    conn.search(search_base="dc=example,dc=local", search_filter=flt)
    return conn.entries[0].entry_dn if conn.entries else None


def login_view(request):
    login = request.POST.get("login", "").lower()
    if LOGIN.fullmatch(login) is None:
        return JsonResponse({"error": "invalid"}, status=400)
    dn = find_dn(login)
    return JsonResponse({"known": dn is not None})
# %% bad
import re

from django.http import JsonResponse
from ldap3 import Connection, Server

LOGIN = re.compile(r"[a-z][a-z0-9]{1,30}")
SERVER = Server("ldaps://ad.example.local")


def find_dn(login):
    conn = Connection(SERVER, auto_bind=True)
    flt = "(&(objectCategory=user)(sAMAccountName=" + login + "))"
    conn.search(search_base="dc=example,dc=local", search_filter=flt)
    return conn.entries[0].entry_dn if conn.entries else None


def login_view(request):
    login = request.POST.get("login", "").lower()
    if LOGIN.match(login) is None:
        return JsonResponse({"error": "invalid"}, status=400)
    dn = find_dn(login)
    return JsonResponse({"known": dn is not None})
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from flask import Flask, request
from ldap3 import Connection

app = Flask(__name__)
SPECIAL = {"\\": r"\5c", "*": r"\2a", "(": r"\28", ")": r"\29", "\0": r"\00"}


def rfc4515(text):
    return "".join(SPECIAL.get(ch, ch) for ch in text)


@app.route("/phone")
def phone():
    name = request.args.get("name", "")
    needle = rfc4515(name)
    conn = Connection("ldaps://ldap.example.com", auto_bind=True)
    conn.search("dc=example,dc=com", "(cn=" + needle + ")", attributes=["telephoneNumber"])
    numbers = [str(e.telephoneNumber) for e in conn.entries]
    return {"shown": html.escape(name), "numbers": numbers, "escape": rfc4515("*")}
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

import html

from flask import Flask, request
from ldap3 import Connection

app = Flask(__name__)
SPECIAL = {"\\": r"\5c", "*": r"\2a", "(": r"\28", ")": r"\29", "\0": r"\00"}


def rfc4515(text):
    return "".join(SPECIAL.get(ch, ch) for ch in text)


@app.route("/phone")
def phone():
    name = request.args.get("name", "")
    needle = html.escape(name)
    conn = Connection("ldaps://ldap.example.com", auto_bind=True)
    conn.search("dc=example,dc=com", "(cn=" + needle + ")", attributes=["telephoneNumber"])
    numbers = [str(e.telephoneNumber) for e in conn.entries]
    return {"shown": html.escape(name), "numbers": numbers, "escape": rfc4515("*")}
# %% fine
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import json
from urllib.parse import unquote

from ldap3 import Connection
from ldap3.utils.conv import escape_filter_chars


def application(environ, start_response):
    segment = environ.get("PATH_INFO", "/").rsplit("/", 1)[-1]
    badge = escape_filter_chars(unquote(segment))
    conn = Connection("ldaps://ldap.example.com", auto_bind=True)
    conn.search("dc=example,dc=com", "(employeeNumber=" + badge + ")", attributes=["cn"])
    body = json.dumps([str(e.cn) for e in conn.entries]).encode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [body]
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.

Kept small on purpose: one module, one concern.
"""

import json
from urllib.parse import unquote

from ldap3 import Connection
from ldap3.utils.conv import escape_filter_chars


def application(environ, start_response):
    segment = environ.get("PATH_INFO", "/").rsplit("/", 1)[-1]
    badge = unquote(escape_filter_chars(segment))
    conn = Connection("ldaps://ldap.example.com", auto_bind=True)
    conn.search("dc=example,dc=com", "(employeeNumber=" + badge + ")", attributes=["cn"])
    body = json.dumps([str(e.cn) for e in conn.entries]).encode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [body]
# %% bad
"""Internal service endpoint.

Mounted behind the company proxy; see the deployment notes.
"""

from flask import Flask, request, abort
from ldap3 import Connection
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)
BASE = "ou=devices,dc=example,dc=com"


def admin_connection():
    return Connection("ldaps://ldap.example.com", auto_bind=True)


@app.delete("/devices")
def remove_device():
    name = request.args.get("name", "")
    conn = admin_connection()
    conn.search(BASE, "(cn=%s*)" % escape_filter_chars(name[:1]))
    if not conn.entries:
        abort(404)
    conn.delete("cn=" + name + "," + BASE)
    return {"result": conn.result["description"]}
# %% fine
from flask import Flask, request, abort
from ldap3 import Connection
from ldap3.utils.conv import escape_filter_chars

app = Flask(__name__)
BASE = "ou=devices,dc=example,dc=com"


def admin_connection():
    return Connection("ldaps://ldap.example.com", auto_bind=True)


@app.delete("/devices")
def remove_device():
    name = request.args.get("name", "")
    conn = admin_connection()
    conn.search(BASE, "(cn=%s*)" % escape_filter_chars(name[:1]))
    if not conn.entries:
        abort(404)
    conn.search(BASE, "(cn=%s)" % escape_filter_chars(name), size_limit=1)
    conn.delete(conn.entries[0].entry_dn)
    return {"result": conn.result["description"]}
# %% fine
import asyncio

import ldap
from aiohttp import web


def blocking_search(flt):
    con = ldap.initialize("ldaps://ldap.example.org")
    con.simple_bind_s()
    return con.search_st("dc=example,dc=org", ldap.SCOPE_SUBTREE, flt, timeout=5)


async def lookup(request):
    room = request.rel_url.query.get("room", "")
    if not (room.isascii() and room.isalnum()) or len(room) > 64:
        raise web.HTTPBadRequest()
    rows = await asyncio.to_thread(blocking_search, "(roomNumber=%s)" % room)
    return web.json_response({"count": len(rows)})


app = web.Application()
app.router.add_get("/rooms", lookup)
# %% bad
import asyncio

import ldap
from aiohttp import web


def blocking_search(flt):
    con = ldap.initialize("ldaps://ldap.example.org")
    con.simple_bind_s()
    return con.search_st("dc=example,dc=org", ldap.SCOPE_SUBTREE, flt, timeout=5)


async def lookup(request):
    room = request.rel_url.query.get("room", "")
    if not room or len(room) > 64:
        raise web.HTTPBadRequest()
    rows = await asyncio.to_thread(blocking_search, "(roomNumber=%s)" % room)
    return web.json_response({"count": len(rows)})


app = web.Application()
app.router.add_get("/rooms", lookup)
