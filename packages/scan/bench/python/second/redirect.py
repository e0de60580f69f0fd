# %% class redirect 601
# %% head
from urllib.parse import urlparse, urljoin
# %% bad
from django.views.generic import RedirectView
class Go(RedirectView):
    def get_redirect_url(self, *args, **kwargs):
        return self.request.GET["to"]
# %% bad
from django.views import View
from django.http import HttpResponseRedirect
class Login(View):
    def get_success_url(self):
        return self.request.POST.get("next") or "/home"
    def post(self, request):
        return HttpResponseRedirect(self.get_success_url())
# %% bad
from fastapi import FastAPI, Response
app = FastAPI()
@app.get("/go")
def go(to: str):
    return Response(status_code=302, headers={"Location": to})
# %% bad
from aiohttp import web
class Go(web.View):
    async def get(self):
        raise web.HTTPFound(self.request.query.get("to", "/"))
# %% bad
import tornado.web
class Out(tornado.web.RequestHandler):
    def get(self, target):
        self.redirect("http://" + target)
# %% bad
from bottle import redirect, request, get
@get("/go")
def go():
    redirect(request.query.to)
# %% fine
from django.views import View
from django.http import HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
class Login(View):
    def get_success_url(self):
        to = self.request.POST.get("next")
        if url_has_allowed_host_and_scheme(to, allowed_hosts=None):
            return to
        return "/home"
    def post(self, request):
        return HttpResponseRedirect(self.get_success_url())
# %% fine
from django.shortcuts import redirect
def go(request, slug):
    return redirect("article", slug=slug)
# %% fine
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
app = FastAPI()
PAGES = {"a": "/a", "b": "/b"}
@app.get("/go")
def go(to: str):
    return RedirectResponse(PAGES.get(to, "/"))
# %% fine
from aiohttp import web
async def go(request):
    to = request.query["to"]
    if urlparse(to).netloc not in ("", "shop.example"):
        raise web.HTTPBadRequest()
    if urlparse(to).netloc == "shop.example":
        raise web.HTTPFound(to)
    raise web.HTTPFound("/")
# %% fine
import tornado.web
class Out(tornado.web.RequestHandler):
    def get(self, item):
        self.redirect("/items/" + item)
