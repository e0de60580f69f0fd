# %% class cookie 614 1004 1275
# %% head
from dataclasses import dataclass
# %% bad
from django.views import View
from django.http import HttpResponse
class Login(View):
    def post(self, request):
        answer = HttpResponse()
        answer.set_cookie("auth_token", "x", httponly=True)
        return answer
# %% bad
from aiohttp import web
async def login(request):
    answer = web.Response()
    answer.set_cookie("session", "x", secure=False, httponly=True)
    return answer
# %% bad
import tornado.web
class Login(tornado.web.RequestHandler):
    def post(self):
        self.set_secure_cookie("user", "x", secure=False)
# %% bad
SESSION_COOKIE_SECURE = False
CSRF_COOKIE_SECURE = False
# %% bad
from bottle import response, get
@get("/l")
def l():
    options = {"httponly": True, "secure": False}
    response.set_cookie("sid", "x", **options)
    return ""
# %% fine
from django.views import View
from django.http import HttpResponse
class Login(View):
    def post(self, request):
        answer = HttpResponse()
        answer.set_cookie("auth_token", "x", httponly=True, secure=True, samesite="Lax")
        return answer
# %% fine
import tornado.web
class Login(tornado.web.RequestHandler):
    def post(self):
        self.set_secure_cookie("user", "x", secure=True, httponly=True)
# %% fine
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
# %% fine
from bottle import response, get
@get("/l")
def l():
    options = {"httponly": True, "secure": True}
    response.set_cookie("sid", "x", **options)
    return ""
