# %% class ssrf 918
# %% head
import requests
import urllib.request
import httpx
from urllib.parse import urlparse
from flask import Flask, request, abort
app = Flask(__name__)
# %% bad
@app.route("/p")
def p():
    return requests.get(request.args["url"]).text
# %% bad
@app.route("/p")
def p():
    return urllib.request.urlopen(request.args.get("url")).read()
# %% bad
@app.route("/p")
def p():
    req = urllib.request.Request(request.form["u"], headers={"A": "b"})
    with urllib.request.urlopen(req) as r:
        return r.read()
# %% bad
@app.route("/p")
def p():
    s = requests.Session()
    return s.post("http://" + request.args["host"] + "/hook", json={}).text
# %% bad
@app.route("/p")
def p():
    return requests.request("GET", request.json["url"], timeout=3).text
# %% bad
@app.route("/p")
async def p():
    async with httpx.AsyncClient() as c:
        r = await c.get(request.args["url"])
    return r.text
# %% bad
import http.client
@app.route("/p")
def p():
    c = http.client.HTTPConnection(request.args["h"])
    c.request("GET", "/")
    return c.getresponse().read()
# %% bad
from aiohttp import web
import aiohttp
async def h(request):
    url = request.query["u"]
    async with aiohttp.ClientSession() as session:
        async with session.get(url) as resp:
            return web.Response(body=await resp.read())
# %% bad
from fastapi import FastAPI
from pydantic import BaseModel, HttpUrl
class Hook(BaseModel):
    url: str
api = FastAPI()
@api.post("/h")
def h(hook: Hook):
    return requests.post(hook.url, json={"a": 1}).json()
# %% bad
def fetch(url):
    return requests.get(url, timeout=5).content
def view(request):
    return fetch(request.GET["img"])
# %% bad
import urllib3
@app.route("/p")
def p():
    http = urllib3.PoolManager()
    return http.request("GET", request.args["u"]).data
# %% bad
import socket
@app.route("/p")
def p():
    s = socket.create_connection((request.args["h"], 80))
    return s.recv(10)
# %% fine
@app.route("/p")
def p():
    return requests.get("https://api.example.com/v1", params={"q": request.args["q"]}).text
# %% fine
@app.route("/p")
def p():
    return requests.get("https://api.example.com/items/%d" % int(request.args["i"])).text
# %% fine
@app.route("/p")
def p():
    u = request.args["u"]
    if urlparse(u).hostname not in ("a.example", "b.example"):
        abort(400)
    return requests.get(u).text
# %% fine
@app.route("/p")
def p():
    return requests.post("https://api.example.com", data=request.form).text
# %% fine
HOSTS = {"eu": "https://eu.example", "us": "https://us.example"}
@app.route("/p")
def p():
    return requests.get(HOSTS[request.args["r"]] + "/status").text
# %% fine
@app.route("/p")
def p():
    u = request.args["u"]
    u = "https://fixed.example"
    return urllib.request.urlopen(u).read()
# %% fine
@app.route("/p")
def p():
    u = request.args["u"]
    if not u.startswith("https://cdn.example.com/"):
        abort(400)
    return requests.get(u).text
# %% fine
@app.route("/p")
def p():
    return requests.get("https://api.example.com", headers={"X-Forwarded-For": request.remote_addr}).text
# %% fine
@app.route("/p")
def p():
    d = dict(request.args)
    return str(d.get("url"))[:3].isdigit() and "x" or "y"
# %% fine
ALLOWED = frozenset(["https://a.example/x"])
@app.route("/p")
def p():
    u = request.args["u"]
    if u in ALLOWED:
        return httpx.get(u).text
    return ""
# %% fine
@app.route("/p/<item>")
def p(item):
    return requests.get("https://api.example.com/items/" + item).text
# %% fine
import urllib.parse
@app.route("/p")
def p():
    return requests.get("https://api.example.com/s?" + urllib.parse.urlencode({"q": request.args["q"]})).text
