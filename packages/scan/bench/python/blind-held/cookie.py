# %% class cookie 614 1004 1275
# %% bad
from django.contrib.auth import authenticate
from django.http import HttpResponse, HttpResponseForbidden

from .sessions import open_session


def _remember(response, value, days=30):
    response.set_cookie(
        "remember_me",
        value,
        max_age=days * 24 * 3600,
        secure=True,
        httponly=False,
        samesite="Lax",
    )


def sign_in(request):
    user = authenticate(request, username=request.POST["u"], password=request.POST["p"])
    if user is None:
        return HttpResponseForbidden()
    response = HttpResponse("ok")
    _remember(response, open_session(user))
    return response
# %% fine
from django.contrib.auth import authenticate
from django.http import HttpResponse, HttpResponseForbidden

from .sessions import open_session


def _remember(response, value, days=30):
    response.set_cookie(
        "remember_me",
        value,
        max_age=days * 24 * 3600,
        secure=True,
        httponly=True,
        samesite="Lax",
    )


def sign_in(request):
    user = authenticate(request, username=request.POST["u"], password=request.POST["p"])
    if user is None:
        return HttpResponseForbidden()
    response = HttpResponse("ok")
    _remember(response, open_session(user))
    return response
# %% bad
from aiohttp import web
from aiohttp_session import setup as setup_session
from aiohttp_session.cookie_storage import EncryptedCookieStorage

from .handlers import routes
from .settings import load_settings


def build_storage(settings):
    return EncryptedCookieStorage(
        settings["session_key"],
        cookie_name="PORTAL",
        max_age=settings.get("session_ttl", 3600),
        httponly=True,
        secure=False,
    )


async def make_app():
    app = web.Application()
    app["settings"] = load_settings()
    setup_session(app, build_storage(app["settings"]))
    app.add_routes(routes)
    return app
# %% fine
from aiohttp import web
from aiohttp_session import setup as setup_session
from aiohttp_session.cookie_storage import EncryptedCookieStorage

from .handlers import routes
from .settings import load_settings


def build_storage(settings):
    return EncryptedCookieStorage(
        settings["session_key"],
        cookie_name="PORTAL",
        max_age=settings.get("session_ttl", 3600),
        httponly=True,
        secure=True,
        samesite="Lax",
    )


async def make_app():
    app = web.Application()
    app["settings"] = load_settings()
    setup_session(app, build_storage(app["settings"]))
    app.add_routes(routes)
    return app
