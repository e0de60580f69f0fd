# %% class codei 94 95 96 1336 913 470
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

import operator

from fastapi import FastAPI, Body, HTTPException

app = FastAPI()
RECORDS = [{"id": 1, "price": 10}, {"id": 2, "price": 25}]
COMPARE = {"<": operator.lt, ">": operator.gt, "==": operator.eq}


@app.post("/records/filter")
def filter_records(field: str = Body(...), op: str = Body(...), value: float = Body(...)):
    if field not in ("id", "price"):
        raise HTTPException(400, "unknown field")
    predicate = eval("lambda r: r['%s'] %s %r" % (field, op, value))
    return [r for r in RECORDS if predicate(r)]


@app.get("/records/ops")
def list_ops():
    return sorted(COMPARE)
# %% fine
import operator

from fastapi import FastAPI, Body, HTTPException

app = FastAPI()
RECORDS = [{"id": 1, "price": 10}, {"id": 2, "price": 25}]
COMPARE = {"<": operator.lt, ">": operator.gt, "==": operator.eq}


@app.post("/records/filter")
def filter_records(field: str = Body(...), op: str = Body(...), value: float = Body(...)):
    if field not in ("id", "price"):
        raise HTTPException(400, "unknown field")
    if op not in COMPARE:
        raise HTTPException(400, "unknown operator")
    predicate = COMPARE[op]
    return [r for r in RECORDS if predicate(r[field], value)]


@app.get("/records/ops")
def list_ops():
    return sorted(COMPARE)
# %% bad
import io
import contextlib

from flask import Flask, request, Response

app = Flask(__name__)


def hello():
    print("hello from plugin")


PLUGINS = {"hello": hello}


@app.post("/plugins/run")
def run_plugin():
    source = request.get_data(as_text=True)
    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        exec(source, {"plugins": PLUGINS})
    return Response(buffer.getvalue(), mimetype="text/plain")
# %% fine
import io
import contextlib

from flask import Flask, request, Response

app = Flask(__name__)


def hello():
    print("hello from plugin")


PLUGINS = {"hello": hello}


@app.post("/plugins/run")
def run_plugin():
    source = request.get_data(as_text=True)
    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        PLUGINS.get(source.strip(), hello)()
    return Response(buffer.getvalue(), mimetype="text/plain")
# %% bad
from dataclasses import dataclass, asdict

from aiohttp import web


@dataclass
class Settings:
    theme: str = "light"
    page_size: str = "20"


async def save(request):
    settings = Settings()
    form = await request.post()
    for key in form:
        exec(f"settings.{key} = '{form[key]}'")
    response = web.json_response(asdict(settings))
    response.headers["Cache-Control"] = "no-store"
    return response


app = web.Application()
app.router.add_post("/settings", save)
# %% fine
from dataclasses import dataclass, asdict

from aiohttp import web


@dataclass
class Settings:
    theme: str = "light"
    page_size: str = "20"


async def save(request):
    settings = Settings()
    form = await request.post()
    for key in form:
        if key in ("theme", "page_size"):
            setattr(settings, key, form[key])
    response = web.json_response(asdict(settings))
    response.headers["Cache-Control"] = "no-store"
    return response


app = web.Application()
app.router.add_post("/settings", save)
# %% fine
from flask import Flask, request

app = Flask(__name__)


def double_quoted(text):
    return '"' + text + '"'


@app.route("/shout")
def shout():
    word = request.args.get("word", "hey")
    if word.startswith('"') or word.endswith("'"):
        return {"error": "no quotes, please"}, 400
    literal = double_quoted("x" * len(word))
    result = eval(literal + ".upper()")
    return {"shout": result}


@app.route("/")
def index():
    return {"usage": "/shout?word=hey"}
# %% bad
from flask import Flask, request

app = Flask(__name__)


def double_quoted(text):
    return '"' + text + '"'


@app.route("/shout")
def shout():
    word = request.args.get("word", "hey")
    if word.startswith('"') or word.endswith("'"):
        return {"error": "no quotes, please"}, 400
    literal = double_quoted(word)
    result = eval(literal + ".upper()")
    return {"shout": result}


@app.route("/")
def index():
    return {"usage": "/shout?word=hey"}
# %% bad
import base64
import json

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

DEFAULTS = {"lang": "en", "rows": 25}


def decode_prefs(value):
    text = base64.b64decode(value).decode()
    return eval(text)


async def prefs(request):
    merged = dict(DEFAULTS)
    cookie = request.cookies.get("prefs")
    if cookie:
        merged.update(decode_prefs(cookie))
    return JSONResponse(json.loads(json.dumps(merged)))


app = Starlette(routes=[Route("/prefs", prefs)])
# %% fine
import base64
import json

from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

DEFAULTS = {"lang": "en", "rows": 25}


def decode_prefs(value):
    text = base64.b64decode(value).decode()
    return json.loads(text)


async def prefs(request):
    merged = dict(DEFAULTS)
    cookie = request.cookies.get("prefs")
    if cookie:
        merged.update(decode_prefs(cookie))
    return JSONResponse(json.loads(json.dumps(merged)))


app = Starlette(routes=[Route("/prefs", prefs)])
# %% bad
import timeit

from flask import Flask, request

app = Flask(__name__)


def by_join():
    return "".join(str(n) for n in range(100))


def by_concat():
    out = ""
    for n in range(100):
        out += str(n)
    return out


CANDIDATES = {"join": by_join, "concat": by_concat}


@app.route("/bench")
def bench():
    stmt = request.args.get("stmt", "join")
    seconds = timeit.timeit(stmt, globals=CANDIDATES, number=100)
    return {"seconds": seconds}
# %% fine
import timeit

from flask import Flask, request, abort

app = Flask(__name__)


def by_join():
    return "".join(str(n) for n in range(100))


def by_concat():
    out = ""
    for n in range(100):
        out += str(n)
    return out


CANDIDATES = {"join": by_join, "concat": by_concat}


@app.route("/bench")
def bench():
    stmt = request.args.get("stmt", "join")
    if stmt not in CANDIDATES:
        abort(404)
    seconds = timeit.timeit(CANDIDATES[stmt], number=100)
    return {"seconds": seconds}
# %% fine
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request, jsonify

app = Flask(__name__)


def check(source):
    try:
        return compile(source, "<snippet>", "exec"), None
    except (SyntaxError, ValueError) as exc:
        return None, str(exc)


@app.post("/snippets")
def snippets():
    source = request.get_json()["source"]
    code, error = check(source)
    if code is None:
        return jsonify(error=error), 400
    scope = {}
    scope.update(names=list(code.co_names))
    return jsonify(names=sorted(k for k in scope if not k.startswith("__")))
# %% bad
"""Small web module used by the back office.

Owner: platform team.
"""

from flask import Flask, request, jsonify

app = Flask(__name__)


def check(source):
    try:
        return compile(source, "<snippet>", "exec"), None
    except (SyntaxError, ValueError) as exc:
        return None, str(exc)


@app.post("/snippets")
def snippets():
    source = request.get_json()["source"]
    code, error = check(source)
    if code is None:
        return jsonify(error=error), 400
    scope = {}
    exec(code, scope)
    return jsonify(names=sorted(k for k in scope if not k.startswith("__")))
