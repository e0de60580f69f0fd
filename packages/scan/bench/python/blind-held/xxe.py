# %% class xxe 611 776 827
# %% bad
import io
import xml.sax
from xml.sax.handler import ContentHandler, feature_external_ges

from django.http import JsonResponse
from django.views.decorators.http import require_POST


class Collector(ContentHandler):
    def __init__(self):
        super().__init__()
        self.names, self._buf = [], None

    def startElement(self, name, attrs):
        self._buf = "" if name == "contact" else self._buf

    def characters(self, content):
        if self._buf is not None:
            self._buf += content

    def endElement(self, name):
        if name == "contact":
            self.names.append(self._buf)
            self._buf = None


@require_POST
def import_contacts(request):
    collector = Collector()
    reader = xml.sax.make_parser()
    reader.setFeature(feature_external_ges, True)
    reader.setContentHandler(collector)
    reader.parse(io.BytesIO(request.FILES["contacts"].read()))
    return JsonResponse({"imported": collector.names})
# %% fine
import io
import defusedxml.sax
from xml.sax.handler import ContentHandler, feature_external_ges

from django.http import JsonResponse
from django.views.decorators.http import require_POST


class Collector(ContentHandler):
    def __init__(self):
        super().__init__()
        self.names, self._buf = [], None

    def startElement(self, name, attrs):
        self._buf = "" if name == "contact" else self._buf

    def characters(self, content):
        if self._buf is not None:
            self._buf += content

    def endElement(self, name):
        if name == "contact":
            self.names.append(self._buf)
            self._buf = None


@require_POST
def import_contacts(request):
    collector = Collector()
    reader = defusedxml.sax.make_parser()
    reader.setFeature(feature_external_ges, False)
    reader.setContentHandler(collector)
    reader.parse(io.BytesIO(request.FILES["contacts"].read()))
    return JsonResponse({"imported": collector.names})
# %% bad
from io import BytesIO

from aiohttp import web
from lxml import etree

routes = web.RouteTableDef()


@routes.put("/feeds/{name}")
async def put_feed(request):
    data = BytesIO(await request.read())
    entries = []
    for _, element in etree.iterparse(data, tag="entry", load_dtd=True, resolve_entities=True):
        entries.append({"title": element.findtext("title"), "link": element.findtext("link")})
        element.clear()
    await request.app["feeds"].replace(request.match_info["name"], entries)
    return web.json_response({"entries": len(entries)})
# %% fine
from io import BytesIO
from pathlib import Path

from aiohttp import web
from lxml import etree

routes = web.RouteTableDef()
SCHEMA = Path(__file__).with_name("entry.rng")


def load_schema():
    parser = etree.XMLParser(resolve_entities=True, load_dtd=True)
    return etree.RelaxNG(etree.parse(BytesIO(SCHEMA.read_bytes()), parser))


@routes.put("/feeds/{name}")
async def put_feed(request):
    doc = await request.json()
    entry = etree.Element("entry")
    for key in ("title", "link"):
        etree.SubElement(entry, key).text = str(doc.get(key, ""))
    if not load_schema().validate(entry):
        raise web.HTTPBadRequest(text="does not match the schema")
    await request.app["feeds"].replace(request.match_info["name"], [doc])
    return web.json_response({"entries": 1})
