# %% class trust 501
# %% head
from flask import Flask, request, session
app = Flask(__name__)
# %% bad
from django.views import View
class Set(View):
    def post(self, request):
        self.request.session["tenant"] = request.POST["tenant"]
# %% bad
from starlette.requests import Request
from fastapi import FastAPI, Form
api = FastAPI()
@api.post("/lang")
async def lang(request: Request, value: str = Form(...)):
    request.session["lang"] = value
    return {}
# %% bad
@app.post("/s")
def s():
    for key, value in request.form.items():
        session[key] = value
    return ""
# %% bad
@app.post("/s")
def s():
    profile = {"name": request.json["name"], "plan": "free"}
    session["profile"] = profile
    return ""
# %% fine
@app.post("/s")
def s():
    session["plan"] = {"a": "free", "b": "paid"}.get(request.form["plan"], "free")
    return ""
# %% fine
from django.views import View
class Set(View):
    def post(self, request):
        request.session["count"] = int(request.POST["n"]) + 1
# %% fine
@app.post("/s")
def s():
    name = request.form["name"]
    seen = bool(name)
    session["seen"] = seen
    return ""
# %% fine
@app.post("/s")
def s():
    lang = request.form["lang"]
    session["lang"] = lang if lang in ("en", "de") else "en"
    return ""
