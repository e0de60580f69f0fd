# %% class trust 501
# %% head
from flask import Flask, request, session, g
app = Flask(__name__)
# %% bad
@app.route("/t")
def t():
    session["role"] = request.args["role"]
    return ""
# %% bad
@app.route("/t")
def t():
    session[request.form["k"]] = "10340"
    return ""
# %% bad
import flask
@app.route("/t")
def t():
    bar = request.headers.get("X-U", "").strip()
    flask.session["userid"] = bar
    return ""
# %% bad
def v(request):
    request.session["is_admin"] = request.POST.get("is_admin")
    return None
# %% bad
@app.route("/t")
def t():
    session.update(request.form)
    return ""
# %% bad
@app.route("/t")
def t():
    data = request.get_json()
    for k in data:
        session[k] = data[k]
    return ""
# %% bad
def v(request):
    request.session.setdefault("lang", request.COOKIES["lang"])
    return None
# %% bad
from aiohttp_session import get_session
async def h(request):
    s = await get_session(request)
    s["user"] = request.query["user"]
# %% bad
@app.route("/t")
def t():
    name = request.cookies.get("n", "")
    words = name.split(" ")
    session["n"] = words[0]
    return ""
# %% bad
from fastapi import FastAPI, Request
api = FastAPI()
@api.get("/t")
def t(request: Request, user: str):
    request.session["user"] = user
    return {}
# %% fine
@app.route("/t")
def t():
    session["role"] = "user"
    return ""
# %% fine
@app.route("/t")
def t():
    session["page"] = int(request.args["p"])
    return ""
# %% fine
@app.route("/t")
def t():
    r = request.args["role"]
    if r not in ("user", "guest"):
        r = "guest"
    session["role"] = r
    return ""
# %% fine
@app.route("/t")
def t():
    cart = {}
    cart["x"] = request.args["x"]
    return str(len(cart))
# %% fine
def v(request):
    user = authenticate(request.POST["u"], request.POST["p"])
    if user is None:
        return None
    request.session["uid"] = user.id
    return user
# %% fine
@app.route("/t")
def t():
    bar = request.args["x"]
    bar = "a" if len("abc") == 3 else bar
    session["x"] = bar
    return ""
# %% fine
@app.route("/t")
def t():
    session.pop(request.args["k"], None)
    return ""
# %% fine
@app.route("/t")
def t():
    value = session[request.args["k"]]
    return str(value == 3)
# %% fine
@app.route("/t")
def t():
    p = request.args["p"]
    items = [p, "x"]
    session["a"] = items[1]
    return ""
# %% fine
@app.route("/t")
def t():
    session["on"] = request.args.get("on") == "yes"
    return ""
