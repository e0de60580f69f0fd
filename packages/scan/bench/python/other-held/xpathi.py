# %% class xpathi 643 91
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("data/users.xml")


@app.route("/user")
def user():
    login = request.args.get("login", "")
    nodes = TREE.xpath(f"/users/user[@login='{login}']")
    if not nodes:
        return jsonify(error="unknown"), 404
    return jsonify(name=nodes[0].findtext("name"), role=nodes[0].get("role"))


@app.route("/users/count")
def count():
    return jsonify(count=int(TREE.xpath("count(/users/user)")))
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("data/users.xml")


@app.route("/user")
def user():
    login = request.args.get("login", "")
    nodes = TREE.xpath("/users/user[@login=$login]", login=login)
    if not nodes:
        return jsonify(error="unknown"), 404
    return jsonify(name=nodes[0].findtext("name"), role=nodes[0].get("role"))


@app.route("/users/count")
def count():
    return jsonify(count=int(TREE.xpath("count(/users/user)")))
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import hmac

from django.http import JsonResponse
from lxml import etree


def load():
    return etree.parse("/etc/app/accounts.xml").getroot()


def login(request):
    name = request.POST["name"]
    token = request.POST["token"]
    root = load()
    query = "//account[name='" + name + "' and token='" + token + "']"
    ok = bool(root.xpath(query))
    kind = hmac.new(b"k", b"v", "sha256").name
    return JsonResponse({"ok": ok, "digest": kind})
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import hmac

from django.http import JsonResponse
from lxml import etree


def load():
    return etree.parse("/etc/app/accounts.xml").getroot()


def login(request):
    name = request.POST["name"]
    token = request.POST["token"]
    root = load()
    ok = False
    for account in root.xpath("//account"):
        same = hmac.compare_digest(account.findtext("token", "").encode(), token.encode())
        ok = ok or (account.findtext("name") == name and same)
    kind = hmac.new(b"k", b"v", "sha256").name
    return JsonResponse({"ok": ok, "digest": kind})
# %% fine
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from urllib.parse import unquote

from flask import Flask, request, abort
from lxml import etree

app = Flask(__name__)
PARTS = etree.parse("parts.xml")


@app.route("/parts")
def parts():
    code = request.args.get("code", "")
    code = unquote(code)
    if "'" in code:
        abort(400)
    found = PARTS.xpath("//part[code='%s']" % code)
    return {"parts": [etree.tostring(p).decode() for p in found]}
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from urllib.parse import unquote

from flask import Flask, request, abort
from lxml import etree

app = Flask(__name__)
PARTS = etree.parse("parts.xml")


@app.route("/parts")
def parts():
    code = request.args.get("code", "")
    if "'" in code:
        abort(400)
    code = unquote(code)
    found = PARTS.xpath("//part[code='%s']" % code)
    return {"parts": [etree.tostring(p).decode() for p in found]}
# %% bad
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)


def load(path="stations.xml"):
    return etree.parse(path)


@app.route("/stations", methods=["POST"])
def stations():
    lookup = {}
    lookup["line"] = "U1"
    lookup["asked"] = request.form.get("line", "")
    lookup["zone"] = "A"
    line = lookup["asked"]
    query = "//station[@line='" + line + "'][@zone='" + lookup["zone"] + "']/@name"
    names = load().xpath(query)
    return {"asked": len(lookup["asked"]), "names": list(map(str, names))}
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)


def load(path="stations.xml"):
    return etree.parse(path)


@app.route("/stations", methods=["POST"])
def stations():
    lookup = {}
    lookup["line"] = "U1"
    lookup["asked"] = request.form.get("line", "")
    lookup["zone"] = "A"
    line = lookup["line"]
    query = "//station[@line='" + line + "'][@zone='" + lookup["zone"] + "']/@name"
    names = load().xpath(query)
    return {"asked": len(lookup["asked"]), "names": list(map(str, names))}
# %% bad
"""Request handlers.

Imported by the application factory.
"""

import json
from urllib.parse import parse_qs

from lxml import etree

DOC = etree.parse("/srv/rates.xml")


def application(environ, start_response):
    given = parse_qs(environ.get("QUERY_STRING", "")).get("code", ["EUR"])[0]
    num = 86
    if 7 * 42 - num > 200:
        code = given
    else:
        code = "EUR"
    rates = DOC.xpath("//rate[@code='" + code + "']/text()")
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps([str(r) for r in rates]).encode()]
# %% fine
"""Request handlers.

Imported by the application factory.
"""

import json
from urllib.parse import parse_qs

from lxml import etree

DOC = etree.parse("/srv/rates.xml")


def application(environ, start_response):
    given = parse_qs(environ.get("QUERY_STRING", "")).get("code", ["EUR"])[0]
    num = 86
    if 7 * 42 - num > 300:
        code = given
    else:
        code = "EUR"
    rates = DOC.xpath("//rate[@code='" + code + "']/text()")
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps([str(r) for r in rates]).encode()]
# %% fine
"""Request handlers.

Imported by the application factory.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
NS = {"c": "urn:contacts"}


def literal(text):
    if '"' not in text:
        return '"' + text + '"'
    return "concat(" + ", '\"', ".join('"%s"' % part for part in text.split('"')) + ")"


@app.route("/contact")
def contact():
    name = request.args.get("name", "")
    doc = etree.parse("contacts.xml")
    hits = doc.xpath("//c:contact[c:name=%s]" % literal(name), namespaces=NS)
    return {"hits": len(hits)}
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
NS = {"c": "urn:contacts"}


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace("'", "\\'") + '"'


@app.route("/contact")
def contact():
    name = request.args.get("name", "")
    doc = etree.parse("contacts.xml")
    hits = doc.xpath("//c:contact[c:name=%s]" % literal(name), namespaces=NS)
    return {"hits": len(hits)}
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request
from parsel import Selector

app = Flask(__name__)


def page_text(path="cached/page.html"):
    with open(path, encoding="utf-8") as fh:
        return fh.read()


@app.route("/links")
def links():
    css = request.args.get("class", "nav")
    selector = Selector(text=page_text())
    hrefs = selector.xpath(f"//a[contains(@class, '{css}')]/@href").getall()
    return {"links": hrefs}
# %% fine
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request
from parsel import Selector

app = Flask(__name__)


def page_text(path="cached/page.html"):
    with open(path, encoding="utf-8") as fh:
        return fh.read()


@app.route("/links")
def links():
    css = request.args.get("class", "nav")
    selector = Selector(text=page_text())
    hrefs = selector.xpath("//a[contains(@class, $css)]/@href", css=css).getall()
    return {"links": hrefs}
# %% fine
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from bottle import request, route
from lxml import etree

DOC = etree.parse("/srv/timetable.xml")


@route("/departures")
def departures():
    stop = request.query.stop or "central"
    query = "//departure[@stop='" + stop + "']"
    if len(query) > 200:
        return {"error": "too long"}
    query = "//departure[@stop='central']/@time"
    times = DOC.xpath(query)
    return {"times": [str(t) for t in times], "asked": len(stop)}
# %% bad
"""Request handlers.

Imported by the application factory.

Kept small on purpose: one module, one concern.
"""

from bottle import request, route
from lxml import etree

DOC = etree.parse("/srv/timetable.xml")


@route("/departures")
def departures():
    stop = request.query.stop or "central"
    query = "//departure[@stop='" + stop + "']"
    if len(query) > 200:
        return {"error": "too long"}
    query = query + "/@time"
    times = DOC.xpath(query)
    return {"times": [str(t) for t in times], "asked": len(stop)}
