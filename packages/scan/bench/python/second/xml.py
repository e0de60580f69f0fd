# %% class xxe 611 776
# %% head
import io
import xml.sax
from lxml import etree
from xml.sax.handler import ContentHandler, feature_external_ges
# %% bad
from django.views import View
from django.http import HttpResponse
class Import(View):
    parser = etree.XMLParser(resolve_entities=True, no_network=False)
    def post(self, request):
        root = etree.fromstring(request.body, self.parser)
        return HttpResponse(str(len(root)))
# %% bad
from aiohttp import web
def make_parser(handler):
    parser = xml.sax.make_parser()
    parser.setContentHandler(handler)
    parser.setFeature(feature_external_ges, True)
    return parser
async def feed(request):
    make_parser(ContentHandler()).parse(io.BytesIO(await request.read()))
    return web.Response()
# %% bad
from fastapi import FastAPI, Request
app = FastAPI()
@app.post("/soap")
async def soap(request: Request):
    options = dict(load_dtd=True, resolve_entities=True)
    doc = etree.XML(await request.body(), etree.XMLParser(**options))
    return {"tag": doc.tag}
# %% fine
from django.views import View
from django.http import HttpResponse
class Import(View):
    parser = etree.XMLParser(resolve_entities=False)
    def post(self, request):
        return HttpResponse(str(len(etree.fromstring(request.body, self.parser))))
# %% fine
from fastapi import FastAPI, Request
import defusedxml.lxml
app = FastAPI()
@app.post("/soap")
async def soap(request: Request):
    return {"tag": defusedxml.lxml.fromstring(await request.body()).tag}
# %% fine
from flask import Flask, request
app = Flask(__name__)
@app.get("/conf")
def conf():
    parser = etree.XMLParser(resolve_entities=True)
    with open("/etc/app.xml", "rb") as f:
        doc = etree.parse(f, parser)
    return {"v": doc.findtext("version"), "you": request.args.get("n")}
