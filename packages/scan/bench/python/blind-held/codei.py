# %% class codei 94 95 96 1336 470
# %% bad
from django.http import HttpResponseBadRequest, JsonResponse
from django.views.decorators.http import require_POST

from .models import Event

HEADER = "def predicate(event):\n"


def compile_rule(source):
    namespace = {}
    body = HEADER + "\n".join("    " + line for line in source.splitlines())
    exec(body, namespace)
    return namespace["predicate"]


@require_POST
def preview_rule(request):
    source = request.POST.get("rule")
    if not source:
        return HttpResponseBadRequest("rule missing")
    try:
        predicate = compile_rule(source)
    except SyntaxError as err:
        return HttpResponseBadRequest(str(err))
    recent = Event.objects.order_by("-id")[:100]
    return JsonResponse({"matches": [e.pk for e in recent if predicate(e)]})
# %% fine
from django.http import HttpResponseBadRequest, JsonResponse
from django.views.decorators.http import require_POST

from .models import Event

RULES = {
    "errors": "    return event.level >= 40",
    "slow": "    return event.duration_ms > 2000",
}


def compile_rule(source):
    namespace = {}
    exec("def predicate(event):\n" + source, namespace)
    return namespace["predicate"]


@require_POST
def preview_rule(request):
    name = request.POST.get("rule")
    if name not in RULES:
        return HttpResponseBadRequest("unknown rule")
    predicate = compile_rule(RULES[name])
    recent = Event.objects.order_by("-id")[:100]
    return JsonResponse({"matches": [e.pk for e in recent if predicate(e)]})
# %% bad
from aiohttp import web
from jinja2 import Environment, select_autoescape

env = Environment(autoescape=select_autoescape(), enable_async=True)
routes = web.RouteTableDef()


async def render_mail(layout, context):
    template = env.from_string(layout)
    return await template.render_async(**context)


@routes.post("/campaigns/{cid}/preview")
async def preview(request):
    form = await request.post()
    store = request.app["campaigns"]
    campaign = await store.fetch(int(request.match_info["cid"]))
    layout = form.get("layout") or campaign.layout
    html = await render_mail(layout, {"campaign": campaign, "user": request["user"]})
    return web.Response(text=html, content_type="text/html")
# %% fine
from aiohttp import web
from jinja2 import Environment, select_autoescape

env = Environment(autoescape=select_autoescape(default_for_string=True), enable_async=True)
routes = web.RouteTableDef()

LAYOUT = "<h1>{{ campaign.title }}</h1><p>{{ greeting }}</p>"


async def render_mail(layout, context):
    template = env.from_string(layout)
    return await template.render_async(**context)


@routes.post("/campaigns/{cid}/preview")
async def preview(request):
    form = await request.post()
    store = request.app["campaigns"]
    campaign = await store.fetch(int(request.match_info["cid"]))
    html = await render_mail(LAYOUT, {"campaign": campaign, "greeting": form.get("greeting", "")})
    return web.Response(text=html, content_type="text/html")
