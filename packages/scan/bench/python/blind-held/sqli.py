# %% class sqli 89 564
# %% bad
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import JsonResponse
from django.views import View
from django.utils.decorators import method_decorator


class ReportParams:
    def __init__(self, query_dict):
        self.region = query_dict.get("region", "emea")
        self.limit = int(query_dict.get("limit", 50))


@method_decorator(login_required, name="dispatch")
class SalesReport(View):
    template = """
        SELECT sku, SUM(amount) AS amount
        FROM sales_line
        WHERE region = '{p.region}'
        GROUP BY sku
        LIMIT {p.limit}
    """

    def get(self, request):
        params = ReportParams(request.GET)
        with connection.cursor() as cursor:
            cursor.execute(self.template.format(p=params))
            columns = [c[0] for c in cursor.description]
            data = [dict(zip(columns, row)) for row in cursor.fetchall()]
        return JsonResponse({"rows": data})
# %% fine
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.http import Http404, JsonResponse

TABLES = {
    "daily": "metrics_daily",
    "weekly": "metrics_weekly",
}


@login_required
def usage(request, granularity):
    try:
        table = TABLES[granularity]
    except KeyError:
        raise Http404("unknown granularity")
    days = int(request.GET.get("days", "30"))
    sql = f"""
        SELECT bucket, hits FROM {table}
        WHERE tenant_id = %s AND bucket > now() - interval '{days} days'
        ORDER BY bucket
    """
    with connection.cursor() as cursor:
        cursor.execute(sql, [request.user.tenant_id])
        rows = cursor.fetchall()
    return JsonResponse({"points": [{"t": t.isoformat(), "n": n} for t, n in rows]})
# %% bad
import aiosqlite
from aiohttp import web

routes = web.RouteTableDef()


def normalise(name):
    return name.strip().lower()


@routes.delete("/api/tags/{tag}")
async def drop_tag(request):
    tag = normalise(request.match_info["tag"])
    db: aiosqlite.Connection = request.app["db"]
    statement = "DELETE FROM article_tags WHERE tag = '" + tag + "'"
    async with db.cursor() as cur:
        await cur.execute(statement)
        removed = cur.rowcount
    await db.commit()
    if not removed:
        raise web.HTTPNotFound(text="no such tag")
    return web.json_response({"removed": removed})


def setup(app):
    app.add_routes(routes)
# %% fine
import aiosqlite
from aiohttp import web

routes = web.RouteTableDef()

AUDIT_RETENTION = 90


@routes.get("/api/audit")
async def audit(request):
    opts = {"actor": "system", "note": ""}
    opts["note"] = request.query.get("note", "")
    actor = opts["actor"]
    db: aiosqlite.Connection = request.app["db"]
    statement = "SELECT at, action FROM audit WHERE actor = '" + actor + "'"
    if AUDIT_RETENTION > 0:
        statement += f" AND at > date('now', '-{AUDIT_RETENTION} days')"
    async with db.execute(statement) as cur:
        rows = await cur.fetchall()
    return web.json_response({"note": opts["note"], "rows": [list(r) for r in rows]})


def setup(app):
    app.add_routes(routes)
