# %% class trustbound 501
# %% bad
from django.shortcuts import redirect
from django.views import View

from .models import Plan


class CheckoutStart(View):
    fields = ("plan", "coupon")

    def collect(self, request):
        return {name: request.POST.get(name, "") for name in self.fields}

    def post(self, request):
        data = self.collect(request)
        plan = Plan.objects.filter(slug=data["plan"]).first()
        if plan is None:
            return redirect("pricing")
        request.session["plan_id"] = plan.pk
        request.session["discount"] = request.POST.get("discount", "0")
        return redirect("checkout")
# %% fine
from django.shortcuts import redirect
from django.views import View

from .models import Coupon, Plan


class CheckoutStart(View):
    def post(self, request):
        plan = Plan.objects.filter(slug=request.POST.get("plan", "")).first()
        if plan is None:
            return redirect("pricing")
        discount = request.POST.get("discount", "0")
        coupon = Coupon.objects.filter(code=request.POST.get("coupon", ""), active=True).first()
        discount = coupon.percent if coupon else 0
        request.session["plan_id"] = plan.pk
        request.session["discount"] = discount
        return redirect("checkout")
# %% bad
from aiohttp import web
from aiohttp_session import get_session

routes = web.RouteTableDef()


@routes.get("/switch")
async def switch_workspace(request):
    session = await get_session(request)
    workspace = request.query.get("workspace") or request.headers.get("X-Workspace")
    if not workspace:
        raise web.HTTPBadRequest()
    history = session.get("history", [])
    history.append(session.get("workspace"))
    session["history"] = history[-5:]
    session["workspace"] = workspace
    raise web.HTTPSeeOther("/home")
# %% fine
from aiohttp import web
from aiohttp_session import get_session

routes = web.RouteTableDef()


@routes.get("/switch")
async def switch_workspace(request):
    session = await get_session(request)
    memberships = await request.app["db"].workspaces_of(session["uid"])
    try:
        wanted = int(request.query["workspace"])
    except (KeyError, ValueError):
        raise web.HTTPBadRequest()
    chosen = next((w for w in memberships if w.id == wanted), None)
    if chosen is None:
        raise web.HTTPForbidden()
    session["workspace"] = chosen.id
    raise web.HTTPSeeOther("/home")
