# %% class xpathi 643 91
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import xml.etree.ElementTree as ET

import elementpath
from fastapi import FastAPI

app = FastAPI()
ROOT = ET.parse("catalog.xml").getroot()


@app.get("/books")
def books(author: str):
    path = "//book[author=$author]/title"
    titles = elementpath.select(ROOT, path, variables={"author": author})
    return [t.text for t in titles]


@app.get("/authors")
def authors():
    return sorted({a.text for a in elementpath.select(ROOT, "//book/author")})
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import xml.etree.ElementTree as ET

import elementpath
from fastapi import FastAPI

app = FastAPI()
ROOT = ET.parse("catalog.xml").getroot()


@app.get("/books")
def books(author: str):
    path = "//book[author='{}']/title".format(author)
    titles = elementpath.select(ROOT, path)
    return [t.text for t in titles]


@app.get("/authors")
def authors():
    return sorted({a.text for a in elementpath.select(ROOT, "//book/author")})
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import xml.etree.ElementTree as ET

from bottle import request, route

DOC = ET.parse("/srv/menu.xml")


def section(ident):
    return DOC.getroot().findall("./section[@id='%s']/item" % ident)


@route("/menu")
def menu():
    ident = request.query.get("section", "1")
    items = section(ident)
    return {"items": [i.get("name") for i in items]}


@route("/menu/sections")
def sections():
    return {"sections": [s.get("id") for s in DOC.getroot().findall("./section")]}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import xml.etree.ElementTree as ET

from bottle import request, route

DOC = ET.parse("/srv/menu.xml")


def section(ident):
    return DOC.getroot().findall("./section[@id='%s']/item" % ident)


@route("/menu")
def menu():
    ident = request.query.get("section", "1")
    items = section(int(ident))
    return {"items": [i.get("name") for i in items]}


@route("/menu/sections")
def sections():
    return {"sections": [s.get("id") for s in DOC.getroot().findall("./section")]}
# %% bad
from aiohttp import web
from lxml import etree

DOC = etree.parse("hosts.xml")
BY_NAME = etree.XPath("/hosts/host[name=$n]/address/text()")


def addresses(name):
    finder = etree.XPath("/hosts/host[name='" + name + "']/address/text()")
    return finder(DOC)


async def resolve(request):
    name = request.headers.get("X-Host-Name", "")
    return web.json_response({"addresses": addresses(name)})


async def local(request):
    return web.json_response({"addresses": BY_NAME(DOC, n="localhost")})


app = web.Application()
app.add_routes([web.get("/resolve", resolve), web.get("/local", local)])
# %% fine
from aiohttp import web
from lxml import etree

DOC = etree.parse("hosts.xml")
BY_NAME = etree.XPath("/hosts/host[name=$n]/address/text()")


def addresses(name):
    return BY_NAME(DOC, n=name)


async def resolve(request):
    name = request.headers.get("X-Host-Name", "")
    return web.json_response({"addresses": addresses(name)})


async def local(request):
    return web.json_response({"addresses": BY_NAME(DOC, n="localhost")})


app = web.Application()
app.add_routes([web.get("/resolve", resolve), web.get("/local", local)])
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
REPORT = etree.parse("report.xml")
COLUMNS = ("date", "amount", "currency")


@app.route("/report/column")
def column():
    name = request.args.get("name", "date")
    values = REPORT.xpath("/report/row/" + name + "/text()")
    return {"column": name, "values": [str(v) for v in values]}


@app.route("/report/columns")
def columns():
    return {"columns": COLUMNS}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
REPORT = etree.parse("report.xml")
COLUMNS = ("date", "amount", "currency")


@app.route("/report/column")
def column():
    name = request.args.get("name", "date")
    if name not in COLUMNS:
        return {"error": "unknown column"}, 400
    values = REPORT.xpath("/report/row/" + name + "/text()")
    return {"column": name, "values": [str(v) for v in values]}


@app.route("/report/columns")
def columns():
    return {"columns": COLUMNS}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from uuid import UUID

from lxml import etree
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

DOC = etree.parse("tickets.xml")


async def ticket(request):
    key = request.path_params["key"]
    found = list(DOC.xpath('//ticket[@key="' + str(UUID(key)) + '"]/note'))
    return JSONResponse([n.text for n in found])


async def nil(request):
    return JSONResponse(str(UUID(int=0)))


app = Starlette(routes=[Route("/t/{key}", ticket), Route("/nil", nil)])
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from uuid import UUID

from lxml import etree
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

DOC = etree.parse("tickets.xml")


async def ticket(request):
    key = request.path_params["key"]
    found = list(DOC.xpath('//ticket[@key="' + key + '"]/note'))
    return JSONResponse([n.text for n in found])


async def nil(request):
    return JSONResponse(str(UUID(int=0)))


app = Starlette(routes=[Route("/t/{key}", ticket), Route("/nil", nil)])
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import base64

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
EVAL = etree.XPathEvaluator(etree.parse("prefs.xml"))


def decode(cookie):
    return base64.b64decode(cookie or b"").decode("utf-8", "ignore")


@app.route("/prefs")
def prefs():
    owner = decode(request.cookies.get("owner"))
    values = EVAL(f'//pref[@owner="{owner}"]')
    return {v.get("name"): v.text for v in values}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import base64

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
EVAL = etree.XPathEvaluator(etree.parse("prefs.xml"))


def decode(cookie):
    return base64.b64decode(cookie or b"").decode("utf-8", "ignore")


@app.route("/prefs")
def prefs():
    owner = decode(request.cookies.get("owner"))
    values = [p for p in EVAL("//pref") if p.get("owner") == owner]
    return {v.get("name"): v.text for v in values}
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("products.xml")
ATTRIBUTES = ("colour", "size", "brand")


@app.post("/filter")
def filter_products():
    conditions = []
    variables = {}
    for name in request.form:
        conditions.append("@%s=$v%d" % (name, len(variables)))
        variables["v%d" % len(variables)] = request.form[name]
    query = "//product[" + (" and ".join(conditions) or "true()") + "]/@id"
    return jsonify(TREE.xpath(query, **variables), list(ATTRIBUTES))
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("products.xml")
ATTRIBUTES = ("colour", "size", "brand")


@app.post("/filter")
def filter_products():
    conditions = []
    variables = {}
    for name in ATTRIBUTES:
        if name in request.form:
            conditions.append("@%s=$%s" % (name, name))
            variables[name] = request.form[name]
    query = "//product[" + (" and ".join(conditions) or "true()") + "]/@id"
    return jsonify(TREE.xpath(query, **variables), list(ATTRIBUTES))
