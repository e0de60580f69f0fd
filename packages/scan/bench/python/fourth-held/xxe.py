# %% class xxe 611 776
# %% bad
from lxml import etree
from flask import Flask, request

app = Flask(__name__)


@app.post("/import")
def load():
    parser = etree.XMLParser(resolve_entities=True, no_network=False)
    root = etree.fromstring(request.data, parser)
    return {"tag": root.tag}
# %% fine
from lxml import etree
from flask import Flask, request

app = Flask(__name__)


@app.post("/import")
def load():
    parser = etree.XMLParser(resolve_entities=False)
    root = etree.fromstring(request.data, parser)
    return {"tag": root.tag}
# %% bad
import io
import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges
from django.http import HttpResponse


class Names(ContentHandler):
    def __init__(self):
        super().__init__()
        self.names = []

    def startElement(self, name, attrs):
        self.names.append(name)


def names(request):
    handler = Names()
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(feature_external_ges, True)
    parser.parse(io.BytesIO(request.body))
    return HttpResponse(", ".join(handler.names), content_type="text/plain")
# %% fine
import io
import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges
from django.http import HttpResponse


class Names(ContentHandler):
    def __init__(self):
        super().__init__()
        self.names = []

    def startElement(self, name, attrs):
        self.names.append(name)


def names(request):
    handler = Names()
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(feature_external_ges, False)
    parser.parse(io.BytesIO(request.body))
    return HttpResponse(", ".join(handler.names), content_type="text/plain")
# %% bad
import xml.sax
from xml.dom import pulldom
from bottle import Bottle, request

app = Bottle()


@app.post("/feed")
def feed():
    text = request.body.read().decode()
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_ges, True)
    doc = pulldom.parseString(text, parser=reader)
    n = 0
    for event, node in doc:
        if event == pulldom.START_ELEMENT:
            n += 1
    return {"n": n}
# %% fine
import xml.sax
from xml.dom import pulldom
from bottle import Bottle, request

app = Bottle()


@app.post("/feed")
def feed():
    text = request.body.read().decode()
    reader = xml.sax.make_parser()
    doc = pulldom.parseString(text, parser=reader)
    n = 0
    for event, node in doc:
        if event == pulldom.START_ELEMENT:
            n += 1
    return {"n": n}
# %% bad
import lxml.etree as LE
from fastapi import FastAPI, Request

api = FastAPI()


@api.post("/soap")
async def soap(req: Request):
    body = await req.body()
    p = LE.XMLParser(load_dtd=True, no_network=False)
    tree = LE.XML(body, parser=p)
    return {"children": len(tree)}
# %% fine
import lxml.etree as LE
from fastapi import FastAPI, Request

api = FastAPI()


@api.post("/soap")
async def soap(req: Request):
    body = await req.body()
    p = LE.XMLParser(load_dtd=False, no_network=True, resolve_entities=False)
    tree = LE.XML(body, parser=p)
    return {"children": len(tree)}
