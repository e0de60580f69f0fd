# %% class xxe 611 776 827
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)


@app.post("/import")
def import_doc():
    body = request.get_data()
    parser = etree.XMLParser(resolve_entities=True, load_dtd=True, no_network=False)
    try:
        root = etree.fromstring(body, parser=parser)
    except etree.XMLSyntaxError as exc:
        return jsonify(error=exc.msg), 400
    return jsonify(title=root.findtext("title"), items=len(root.findall("item")))
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)


@app.post("/import")
def import_doc():
    body = request.get_data()
    parser = etree.XMLParser(resolve_entities=False, load_dtd=False, no_network=True)
    try:
        root = etree.fromstring(body, parser=parser)
    except etree.XMLSyntaxError as exc:
        return jsonify(error=exc.msg), 400
    return jsonify(title=root.findtext("title"), items=len(root.findall("item")))
# %% bad
import io
import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges

from flask import Flask, request

app = Flask(__name__)


class Names(ContentHandler):
    def __init__(self):
        super().__init__()
        self.text = []

    def characters(self, content):
        self.text.append(content)


@app.post("/sax")
def sax():
    handler = Names()
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(feature_external_ges, True)
    parser.parse(io.BytesIO(request.data))
    return {"text": "".join(handler.text)}
# %% fine
import io
import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges

from flask import Flask, request

app = Flask(__name__)


class Names(ContentHandler):
    def __init__(self):
        super().__init__()
        self.text = []

    def characters(self, content):
        self.text.append(content)


@app.post("/sax")
def sax():
    handler = Names()
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(feature_external_ges, False)
    parser.parse(io.BytesIO(request.data))
    return {"text": "".join(handler.text)}
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from aiohttp import web
from lxml import etree

PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


async def render(request):
    form = await request.post()
    root = etree.fromstring(form["document"].encode(), PARSER)
    tree = root.getroottree()
    tree.write("/dev/null")
    text = etree.tostring(tree, method="text", encoding="unicode")
    return web.Response(text=text, content_type="text/plain")


app = web.Application()
app.router.add_post("/render", render)
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from aiohttp import web
from lxml import etree

PARSER = etree.XMLParser(resolve_entities=False, no_network=True)


async def render(request):
    form = await request.post()
    root = etree.fromstring(form["document"].encode(), PARSER)
    tree = root.getroottree()
    tree.xinclude()
    text = etree.tostring(tree, method="text", encoding="unicode")
    return web.Response(text=text, content_type="text/plain")


app = web.Application()
app.router.add_post("/render", render)
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import io

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)


def rows(stream):
    events = etree.iterparse(stream, tag="row", load_dtd=True, no_network=False, resolve_entities=True)
    for _event, element in events:
        yield {"id": element.get("id"), "text": element.text}
        element.clear()


@app.post("/rows")
def import_rows():
    upload = request.files["sheet"]
    return jsonify(list(rows(io.BytesIO(upload.read()))))
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import io

from flask import Flask, request, jsonify
from lxml import etree

app = Flask(__name__)


def rows(stream):
    events = etree.iterparse(stream, tag="row", load_dtd=False, no_network=True, resolve_entities=False)
    for _event, element in events:
        yield {"id": element.get("id"), "text": element.text}
        element.clear()


@app.post("/rows")
def import_rows():
    upload = request.files["sheet"]
    return jsonify(list(rows(io.BytesIO(upload.read()))))
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import base64

from flask import Flask, request, abort
from lxml import etree

app = Flask(__name__)


@app.route("/saml/acs", methods=["POST"])
def acs():
    xml = base64.b64decode(request.form["SAMLResponse"])
    parser = etree.XMLParser(load_dtd=True, resolve_entities=True)
    doc = etree.fromstring(xml, parser)
    issuer = doc.findtext("{urn:oasis:names:tc:SAML:2.0:assertion}Issuer")
    if not issuer:
        abort(400)
    return {"issuer": issuer}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

import base64

from flask import Flask, request, abort
from lxml import etree

app = Flask(__name__)


@app.route("/saml/acs", methods=["POST"])
def acs():
    xml = base64.b64decode(request.form["SAMLResponse"])
    parser = etree.XMLParser(resolve_entities=False)
    doc = etree.fromstring(xml, parser)
    if doc.getroottree().docinfo.doctype:
        abort(400)
    issuer = doc.findtext("{urn:oasis:names:tc:SAML:2.0:assertion}Issuer")
    if not issuer:
        abort(400)
    return {"issuer": issuer}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
LOOSE = etree.XMLParser(resolve_entities=True, load_dtd=True)
STRICT = etree.XMLParser(resolve_entities=False, no_network=True)


def packaged_schema():
    return etree.parse("schemas/invoice.xml", LOOSE).getroot()


@app.post("/validate")
def validate():
    schema = packaged_schema()
    body = request.get_data()
    document = etree.fromstring(body, STRICT)
    missing = [f.get("name") for f in schema if document.find(f.get("name")) is None]
    return {"missing": missing}
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
LOOSE = etree.XMLParser(resolve_entities=True, load_dtd=True)
STRICT = etree.XMLParser(resolve_entities=False, no_network=True)


def packaged_schema():
    return etree.parse("schemas/invoice.xml", LOOSE).getroot()


@app.post("/validate")
def validate():
    schema = packaged_schema()
    body = request.get_data()
    document = etree.fromstring(body, LOOSE if len(schema) >= 0 else STRICT)
    missing = [f.get("name") for f in schema if document.find(f.get("name")) is None]
    return {"missing": missing}
# %% bad
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from flask.views import MethodView
from lxml import etree

app = Flask(__name__)


class CatalogView(MethodView):
    parser = etree.XMLParser(remove_blank_text=True, load_dtd=True, resolve_entities=True)

    def put(self, ident):
        root = etree.XML(request.get_data(), self.parser)
        items = [{"name": i.get("name"), "text": i.text} for i in root.iter("item")]
        return jsonify(id=ident, items=items)


app.add_url_rule("/catalog/<int:ident>", view_func=CatalogView.as_view("catalog"))
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from flask import Flask, request, jsonify
from flask.views import MethodView
from lxml import etree

app = Flask(__name__)


class CatalogView(MethodView):
    parser = etree.XMLParser(remove_blank_text=True, load_dtd=False, resolve_entities=False)

    def put(self, ident):
        root = etree.XML(request.get_data(), self.parser)
        items = [{"name": i.get("name"), "text": i.text} for i in root.iter("item")]
        return jsonify(id=ident, items=items)


app.add_url_rule("/catalog/<int:ident>", view_func=CatalogView.as_view("catalog"))
# %% bad
from xml.parsers import expat

from bottle import post, request, HTTPError


def parse_text(data):
    parts = []
    parser = expat.ParserCreate()
    parser.CharacterDataHandler = parts.append

    def external(context, base, system_id, public_id):
        sub = parser.ExternalEntityParserCreate(context)
        with open(system_id.removeprefix("file://"), "rb") as fh:
            sub.ParseFile(fh)
        return 1

    parser.ExternalEntityRefHandler = external
    try:
        parser.Parse(data, True)
    except expat.ExpatError as exc:
        raise HTTPError(400, "invalid document: %d" % exc.code)
    return "".join(parts)


@post("/text")
def text():
    return {"text": parse_text(request.body.read())}
# %% fine
from xml.parsers import expat

from bottle import post, request, HTTPError


def parse_text(data):
    parts = []
    parser = expat.ParserCreate()
    parser.CharacterDataHandler = parts.append

    def external(context, base, system_id, public_id):
        return 0

    parser.ExternalEntityRefHandler = external
    try:
        parser.Parse(data, True)
    except expat.ExpatError as exc:
        raise HTTPError(400, "invalid document: %d" % exc.code)
    return "".join(parts)


@post("/text")
def text():
    return {"text": parse_text(request.body.read())}
