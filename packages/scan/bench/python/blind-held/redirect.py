# %% class redirect 601
# %% bad
from django.http import HttpResponseRedirect
from django.utils import translation
from django.views.generic import View


class SwitchLanguage(View):
    default_url = "/"

    def resolve_target(self, request):
        url = request.GET.get("return_to") or request.META.get("HTTP_REFERER")
        if url and url.startswith("javascript:"):
            url = None
        return url or self.default_url

    def get(self, request, code):
        response = HttpResponseRedirect(self.resolve_target(request))
        if translation.check_for_language(code):
            response.set_cookie("django_language", code, secure=True, httponly=True)
        return response
# %% fine
from django.http import HttpResponseRedirect
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.generic import View


class SwitchLanguage(View):
    default_url = "/"

    def resolve_target(self, request):
        url = request.GET.get("return_to") or request.META.get("HTTP_REFERER")
        if url and not url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=True):
            url = None
        return url or self.default_url

    def get(self, request, code):
        response = HttpResponseRedirect(self.resolve_target(request))
        if translation.check_for_language(code):
            response.set_cookie("django_language", code, secure=True, httponly=True)
        return response
# %% bad
from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/out/{campaign}")
async def click(request):
    campaign = request.match_info["campaign"]
    target = request.query.get("u")
    if target is None:
        raise web.HTTPBadRequest(text="u missing")
    await request.app["clicks"].record(campaign, request.remote)
    headers = {"Location": target, "Referrer-Policy": "no-referrer"}
    return web.Response(status=302, headers=headers)


def setup(app):
    app.add_routes(routes)
# %% fine
from aiohttp import web

routes = web.RouteTableDef()

LANDING = "https://shop.example.com/spring"


def describe_click(request):
    click = {"target": LANDING, "campaign": request.match_info["campaign"]}
    click["origin"] = request.query.get("u", "")
    return click


@routes.get("/out/{campaign}")
async def click(request):
    info = describe_click(request)
    await request.app["clicks"].record(info["campaign"], info["origin"])
    headers = {"Location": info["target"], "Referrer-Policy": "no-referrer"}
    return web.Response(status=302, headers=headers)
