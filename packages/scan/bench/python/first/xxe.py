# %% class xxe 611 776
# %% head
import xml.sax
import xml.dom.minidom
import xml.dom.pulldom
from xml.sax import make_parser
from xml.sax.handler import feature_external_ges
from lxml import etree
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.post("/x")
def x():
    p = etree.XMLParser(resolve_entities=True)
    return etree.fromstring(request.data, p).tag
# %% bad
@app.post("/x")
def x():
    p = make_parser()
    p.setFeature(feature_external_ges, True)
    d = xml.dom.minidom.parseString(request.form["x"], p)
    return d.documentElement.tagName
# %% bad
@app.post("/x")
def x():
    parser = etree.XMLParser(load_dtd=True, no_network=False)
    tree = etree.parse(request.files["f"].stream, parser)
    return tree.getroot().tag
# %% bad
@app.post("/x")
def x():
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, 1)
    doc = xml.dom.pulldom.parseString(request.get_data(as_text=True), parser=parser)
    return str([n for _, n in doc])
# %% bad
class H(xml.sax.ContentHandler):
    pass
@app.post("/x")
def x():
    parser = xml.sax.make_parser()
    parser.setContentHandler(H())
    parser.setFeature(xml.sax.handler.feature_external_pes, True)
    parser.parse(request.stream)
    return ""
# %% bad
def parser():
    return etree.XMLParser(resolve_entities=True, dtd_validation=True)
@app.post("/x")
def x():
    return etree.XML(request.data, parser=parser()).tag
# %% bad
import io
@app.post("/x")
def x():
    for _, el in etree.iterparse(io.BytesIO(request.data), load_dtd=True, resolve_entities=True, no_network=False):
        el.clear()
    return ""
# %% bad
from django.http import HttpResponse
def v(request):
    parser = etree.XMLParser(no_network=False, resolve_entities=True)
    return HttpResponse(etree.fromstring(request.body, parser=parser).tag)
# %% fine
@app.post("/x")
def x():
    p = etree.XMLParser(resolve_entities=False, no_network=True)
    return etree.fromstring(request.data, p).tag
# %% fine
import defusedxml.ElementTree as SafeET
@app.post("/x")
def x():
    return SafeET.fromstring(request.data).tag
# %% fine
import xml.etree.ElementTree as ET
@app.post("/x")
def x():
    return ET.fromstring(request.data).tag
# %% fine
@app.post("/x")
def x():
    p = make_parser()
    p.setFeature(feature_external_ges, False)
    d = xml.dom.minidom.parseString(request.form["x"], p)
    return d.documentElement.tagName
# %% fine
@app.post("/x")
def x():
    d = xml.dom.minidom.parseString(request.form["x"])
    return d.documentElement.tagName
# %% fine
@app.post("/x")
def x():
    p = etree.XMLParser(resolve_entities=True)
    bar = request.form["x"]
    bar = "<a/>"
    return etree.fromstring(bar, p).tag
# %% fine
@app.post("/x")
def x():
    p = etree.XMLParser(resolve_entities=True)
    tree = etree.parse("/etc/app/config.xml", p)
    return tree.getroot().tag
# %% fine
import json
@app.post("/x")
def x():
    return str(json.loads(request.data)["a"] == 1)
