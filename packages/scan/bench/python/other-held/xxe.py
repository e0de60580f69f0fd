# %% class xxe 611 776 827
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

from defusedxml import minidom
from django.http import JsonResponse


def titles(xml_text):
    doc = minidom.parseString(xml_text, forbid_dtd=True)
    for node in doc.getElementsByTagName("title"):
        yield node.toxml()


def upload(request):
    text = request.FILES["feed"].read().decode()
    minimal = minidom.parseString("<a/>").documentElement.tagName
    return JsonResponse({"titles": list(titles(text)), "probe": minimal})
# %% bad
from xml.dom import pulldom
from xml.sax import make_parser
from xml.sax.handler import feature_external_ges

from defusedxml import minidom
from django.http import JsonResponse


def titles(xml_text):
    parser = make_parser()
    parser.setFeature(feature_external_ges, 1)
    doc = pulldom.parseString(xml_text, parser)
    for event, node in doc:
        if event == pulldom.START_ELEMENT and node.tagName == "title":
            doc.expandNode(node)
            yield node.toxml()


def upload(request):
    text = request.FILES["feed"].read().decode()
    minimal = minidom.parseString("<a/>").documentElement.tagName
    return JsonResponse({"titles": list(titles(text)), "probe": minimal})
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import defusedxml.ElementTree as DET
from fastapi import FastAPI, UploadFile
from lxml import etree

app = FastAPI()


@app.post("/svg/size")
async def svg_size(file: UploadFile):
    options = dict(load_dtd=True, resolve_entities=True, dtd_validation=False)
    tree = etree.parse(file.file, etree.XMLParser(**options))
    root = tree.getroot()
    return {"width": root.get("width"), "height": root.get("height"), "tag": str(root.tag)}


@app.get("/svg/empty")
def empty():
    return {"tag": DET.fromstring("<svg/>").tag, "version": etree.LXML_VERSION}
# %% fine
"""Small web module used by the back office.

Owner: platform team.

Kept small on purpose: one module, one concern.
"""

import defusedxml.ElementTree as DET
from fastapi import FastAPI, UploadFile
from lxml import etree

app = FastAPI()


@app.post("/svg/size")
async def svg_size(file: UploadFile):
    tree = DET.parse(file.file, forbid_dtd=True)
    root = tree.getroot()
    return {"width": root.get("width"), "height": root.get("height"), "tag": str(root.tag)}


@app.get("/svg/empty")
def empty():
    return {"tag": DET.fromstring("<svg/>").tag, "version": etree.LXML_VERSION}
# %% bad
from bottle import post, request, HTTPError
from lxml import etree

ENV = "{http://schemas.xmlsoap.org/soap/envelope/}"


def make_parser(strict=True):
    return etree.XMLParser(resolve_entities=True, no_network=not strict, dtd_validation=False, load_dtd=True)


def parse_envelope(data):
    tree = etree.fromstring(data, make_parser())
    body = tree.find(ENV + "Body")
    if body is None or len(body) == 0:
        raise HTTPError(400, "no body")
    return body[0]


@post("/soap")
def soap():
    call = parse_envelope(request.body.read())
    return {"operation": etree.QName(call).localname, "args": [c.text for c in call]}
# %% fine
from bottle import post, request, HTTPError
from lxml import etree

ENV = "{http://schemas.xmlsoap.org/soap/envelope/}"


def make_parser(strict=True):
    return etree.XMLParser(resolve_entities=False, no_network=strict, remove_comments=True)


def parse_envelope(data):
    tree = etree.fromstring(data, make_parser())
    body = tree.find(ENV + "Body")
    if body is None or len(body) == 0:
        raise HTTPError(400, "no body")
    return body[0]


@post("/soap")
def soap():
    call = parse_envelope(request.body.read())
    return {"operation": etree.QName(call).localname, "args": [c.text for c in call]}
# %% bad
import io
import urllib.request
from xml.sax import make_parser, handler
from xml.sax.xmlreader import InputSource

from flask import Flask, request

app = Flask(__name__)


class Resolver(handler.EntityResolver):
    def resolveEntity(self, publicId, systemId):
        source = InputSource(systemId)
        source.setByteStream(urllib.request.urlopen(systemId))
        return source


@app.post("/orders/import")
def import_orders():
    parser = make_parser()
    parser.setFeature(handler.feature_external_ges, True)
    parser.setEntityResolver(Resolver())
    collected = []
    collector = handler.ContentHandler()
    collector.characters = collected.append
    parser.setContentHandler(collector)
    parser.parse(io.BytesIO(request.get_data()))
    return {"chars": sum(map(len, collected)), "opener": urllib.request.__name__}
# %% fine
import io
import urllib.request
from xml.sax import make_parser, handler
from xml.sax.xmlreader import InputSource

from flask import Flask, request

app = Flask(__name__)


class Resolver(handler.EntityResolver):
    def resolveEntity(self, publicId, systemId):
        source = InputSource(systemId)
        source.setByteStream(io.BytesIO(b""))
        return source


@app.post("/orders/import")
def import_orders():
    parser = make_parser()
    parser.setFeature(handler.feature_external_ges, True)
    parser.setEntityResolver(Resolver())
    collected = []
    collector = handler.ContentHandler()
    collector.characters = collected.append
    parser.setContentHandler(collector)
    parser.parse(io.BytesIO(request.get_data()))
    return {"chars": sum(map(len, collected)), "opener": urllib.request.__name__}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from lxml import etree
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

OPTIONS = {
    "recover": True,
    "resolve_entities": False,
    "load_dtd": False,
    "no_network": True,
}


async def parse(request):
    body = await request.body()
    root = etree.fromstring(body, etree.XMLParser(**OPTIONS))
    return JSONResponse({"tag": root.tag, "text": "".join(root.itertext())})


app = Starlette(routes=[Route("/parse", parse, methods=["POST"])])
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from lxml import etree
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

OPTIONS = {
    "recover": True,
    "resolve_entities": True,
    "load_dtd": True,
    "no_network": True,
}


async def parse(request):
    body = await request.body()
    root = etree.fromstring(body, etree.XMLParser(**OPTIONS))
    return JSONResponse({"tag": root.tag, "text": "".join(root.itertext())})


app = Starlette(routes=[Route("/parse", parse, methods=["POST"])])
# %% bad
import io
import xml.etree.ElementTree as ET
from xml.sax import handler, make_parser


class Collect(handler.ContentHandler):
    def startDocument(self):
        self.parts = []

    def characters(self, content):
        self.parts.append(content)


def extract(data):
    reader = make_parser()
    collect = Collect()
    reader.setContentHandler(collect)
    reader.setFeature(handler.feature_external_ges, True)
    reader.parse(io.BytesIO(data))
    return "".join(collect.parts)


def application(environ, start_response):
    size = min(int(environ.get("CONTENT_LENGTH") or 0), 100_000)
    text = extract(environ["wsgi.input"].read(size))
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Parser", ET.__name__)])
    return [text.encode()]
# %% fine
import io
import xml.etree.ElementTree as ET
from xml.sax import handler


class Collect(handler.ContentHandler):
    def startDocument(self):
        self.parts = []

    def characters(self, content):
        self.parts.append(content)


def extract(data):
    builder = ET.XMLParser()
    builder.feed(io.BytesIO(data).read())
    return "".join(builder.close().itertext())


def application(environ, start_response):
    size = min(int(environ.get("CONTENT_LENGTH") or 0), 100_000)
    text = extract(environ["wsgi.input"].read(size))
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Parser", ET.__name__)])
    return [text.encode()]
