# %% class xpath 643
# %% head
from lxml import etree
import xml.etree.ElementTree as ET
# %% bad
from django.views import View
from django.http import JsonResponse
class Find(View):
    def get(self, request, name):
        tree = etree.parse("/srv/people.xml")
        return JsonResponse({"n": len(tree.xpath("//person[name='%s']" % name))})
# %% bad
from aiohttp import web
async def find(request):
    doc = ET.parse("/srv/x.xml")
    hit = doc.find(".//item[@id='" + request.query["id"] + "']")
    return web.json_response({"hit": hit is not None})
# %% bad
import tornado.web
class Find(tornado.web.RequestHandler):
    def get(self):
        q = "//user[login='{u}' and pin='{p}']".format(u=self.get_argument("u"), p=self.get_argument("p"))
        self.write({"ok": bool(etree.parse("u.xml").xpath(q))})
# %% fine
from django.views import View
from django.http import JsonResponse
class Find(View):
    def get(self, request, name):
        tree = etree.parse("/srv/people.xml")
        return JsonResponse({"n": len(tree.xpath("//person[name=$n]", n=name))})
# %% fine
from aiohttp import web
async def find(request):
    doc = ET.parse("/srv/x.xml")
    wanted = request.query["id"]
    return web.json_response({"hit": any(e.get("id") == wanted for e in doc.findall(".//item"))})
# %% fine
from fastapi import FastAPI
app = FastAPI()
@app.get("/n/{n}")
def nth(n: int):
    return etree.parse("u.xml").xpath("//user[%d]/text()" % n)
