# %% class ssrf 918
# %% head
import aiohttp
import httpx
import requests
from urllib.parse import urlparse
# %% bad
from django.views import View
from django.http import JsonResponse
class Preview(View):
    session = requests.Session()
    def fetch(self, url):
        return self.session.get(url, timeout=3)
    def post(self, request):
        return JsonResponse({"s": self.fetch(request.POST["url"]).status_code})
# %% bad
from fastapi import FastAPI
from pydantic import BaseModel, AnyUrl
app = FastAPI()
class Hook(BaseModel):
    callback: AnyUrl
@app.post("/hook")
async def hook(body: Hook):
    async with httpx.AsyncClient() as client:
        await client.post(str(body.callback), json={"ok": True})
    return {}
# %% bad
from aiohttp import web
async def proxy(request):
    target = request.headers["X-Target"]
    async with aiohttp.ClientSession() as session, session.get("http://" + target) as answer:
        return web.Response(body=await answer.read())
# %% bad
import tornado.web
from tornado.httpclient import AsyncHTTPClient
class Fetch(tornado.web.RequestHandler):
    async def get(self):
        answer = await AsyncHTTPClient().fetch(self.get_argument("u"))
        self.write({"n": len(answer.body)})
# %% bad
from flask import Flask, request
app = Flask(__name__)
@app.post("/all")
def everything():
    return {"codes": [requests.head(u).status_code for u in request.json["urls"]]}
# %% fine
from django.views import View
from django.http import JsonResponse
class Preview(View):
    def post(self, request):
        url = "https://api.example.com/v1/" + str(int(request.POST["id"]))
        return JsonResponse({"s": requests.get(url).status_code})
# %% fine
from fastapi import FastAPI, HTTPException
app = FastAPI()
HOSTS = {"a.example.com", "b.example.com"}
@app.get("/p")
async def p(url: str):
    if urlparse(url).hostname not in HOSTS:
        raise HTTPException(400)
    async with httpx.AsyncClient() as client:
        return (await client.get(url)).status_code
# %% fine
from aiohttp import web
async def search(request):
    async with aiohttp.ClientSession() as session:
        async with session.get("https://search.example.com", params={"q": request.query["q"]}) as answer:
            return web.json_response(await answer.json())
# %% fine
from flask import Flask, request
app = Flask(__name__)
REGIONS = {"eu": "https://eu.example.com", "us": "https://us.example.com"}
@app.get("/r")
def r():
    base = REGIONS.get(request.args["r"])
    if base is None:
        return {}, 404
    return requests.get(base + "/health").json()
