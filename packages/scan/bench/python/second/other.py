# %% class deserialisation 502
# %% head
import base64
import json
import pickle
import yaml
# %% bad
from django.views import View
from django.http import HttpResponse
class Cart(View):
    def cart(self):
        return pickle.loads(base64.b64decode(self.request.COOKIES["cart"]))
    def get(self, request):
        return HttpResponse(str(len(self.cart())))
# %% bad
from aiohttp import web
async def rpc(request):
    method, args = pickle.loads(await request.read())
    return web.json_response({"m": method})
# %% bad
import tornado.web
class Import(tornado.web.RequestHandler):
    def post(self):
        info = self.request.files["f"][0]
        data = yaml.load(info["body"], Loader=yaml.UnsafeLoader)
        self.write({"n": len(data)})
# %% bad
from fastapi import FastAPI, UploadFile
app = FastAPI()
@app.post("/model")
async def model(file: UploadFile):
    return {"m": repr(pickle.loads(await file.read()))}
# %% bad
import socketserver
class Worker(socketserver.BaseRequestHandler):
    def handle(self):
        job = pickle.loads(self.request.recv(65536))
        job.run()
# %% fine
from aiohttp import web
async def rpc(request):
    return web.json_response(json.loads(await request.read())["m"])
# %% fine
import tornado.web
class Import(tornado.web.RequestHandler):
    def post(self):
        info = self.request.files["f"][0]
        self.write({"n": len(yaml.load(info["body"], Loader=yaml.SafeLoader))})
# %% fine
from fastapi import FastAPI
app = FastAPI()
STATE = pickle.dumps({"a": 1})
@app.get("/state")
async def state(name: str):
    return pickle.loads(STATE).get(name)
# %% fine
from flask import Flask, request
from itsdangerous import URLSafeSerializer
app = Flask(__name__)
@app.post("/x")
def x():
    return {"x": URLSafeSerializer(app.secret_key).loads(request.form["x"])}
