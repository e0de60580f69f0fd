# %% class redirect 601
# %% bad
from flask import Flask, redirect, request, url_for

app = Flask(__name__)


@app.route("/go")
def go():
    target = request.args.get("next")
    parts = ["/", "home"]
    if target:
        parts = [target]
    return redirect("".join(parts))
# %% fine
from flask import Flask, redirect, request, url_for

app = Flask(__name__)


@app.route("/go")
def go():
    target = request.args.get("next")
    parts = ["/", "home"]
    if target:
        parts = [target]
    return redirect(url_for("home", part=len(parts)))
# %% bad
from urllib.parse import urlparse
from starlette.applications import Starlette
from starlette.responses import Response, RedirectResponse
from starlette.routing import Route


async def leave(request):
    url = request.query_params.get("to", "/")
    return RedirectResponse(url=url, status_code=302)


app = Starlette(routes=[Route("/leave", leave)])
# %% fine
from urllib.parse import urlparse
from starlette.applications import Starlette
from starlette.responses import Response, RedirectResponse
from starlette.routing import Route


async def leave(request):
    url = request.query_params.get("to", "/")
    if urlparse(url).netloc not in ("", "partner.example.org"):
        url = "/"
    return RedirectResponse(url=url, status_code=302)


app = Starlette(routes=[Route("/leave", leave)])
# %% bad
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def after_login(request):
    where = request.COOKIES.get("return_to", "/")
    return HttpResponseRedirect(where)
# %% fine
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def after_login(request):
    where = request.COOKIES.get("return_to", "/")
    if url_has_allowed_host_and_scheme(where, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(where)
    return HttpResponseRedirect("/")
