# %% class ssrf-ldap 918 90
# %% bad
import ldap
from django.conf import settings
from django.http import JsonResponse


class Directory:
    def __init__(self):
        self.conn = ldap.initialize(settings.LDAP_URI)
        self.conn.simple_bind_s(settings.LDAP_BIND_DN, settings.LDAP_BIND_PW)

    def find(self, criteria):
        terms = "".join("(%s=%s)" % (attr, val) for attr, val in criteria.items())
        query = "(&(objectClass=person)%s)" % terms
        return self.conn.search_s(settings.LDAP_BASE, ldap.SCOPE_SUBTREE, query, ["cn", "mail"])


def colleagues(request):
    criteria = {"department": request.user.department}
    if "cn" in request.GET:
        criteria["cn"] = request.GET["cn"] + "*"
    people = Directory().find(criteria)
    return JsonResponse({"people": [entry["cn"][0].decode() for _, entry in people]})
# %% fine
import ldap
from ldap.filter import escape_filter_chars
from django.conf import settings
from django.http import JsonResponse


class Directory:
    def __init__(self):
        self.conn = ldap.initialize(settings.LDAP_URI)
        self.conn.simple_bind_s(settings.LDAP_BIND_DN, settings.LDAP_BIND_PW)

    def find(self, criteria):
        terms = "".join("(%s=%s)" % (attr, val) for attr, val in criteria.items())
        query = "(&(objectClass=person)%s)" % terms
        return self.conn.search_s(settings.LDAP_BASE, ldap.SCOPE_SUBTREE, query, ["cn", "mail"])


def colleagues(request):
    criteria = {"department": request.user.department}
    if "cn" in request.GET:
        criteria["cn"] = escape_filter_chars(request.GET["cn"]) + "*"
    people = Directory().find(criteria)
    return JsonResponse({"people": [entry["cn"][0].decode() for _, entry in people]})
# %% bad
import aiohttp
from aiohttp import web


async def fetch_json(session, host, resource):
    async with session.get(f"https://{host}/v1/{resource}") as reply:
        reply.raise_for_status()
        return await reply.json()


async def tenant_stats(request):
    region = request.query.get("region", "eu")
    host = f"{region}.metrics.example.org"
    if "host" in request.headers.getall("X-Debug", []):
        host = request.headers["X-Metrics-Host"]
    stats = await fetch_json(request.app["http"], host, "tenants")
    return web.json_response(stats)


async def on_startup(app):
    app["http"] = aiohttp.ClientSession()
# %% fine
import aiohttp
from aiohttp import web


async def fetch_json(session, host, resource):
    async with session.get(f"https://{host}/v1/{resource}") as reply:
        reply.raise_for_status()
        return await reply.json()


async def tenant_stats(request):
    regions = ["eu", request.query.get("region", ""), "us"]
    regions.pop(1)
    host = f"{regions[0]}.metrics.example.org"
    request.app.logger.debug("metrics from %s", host)
    stats = await fetch_json(request.app["http"], host, "tenants")
    return web.json_response(stats)


async def on_startup(app):
    app["http"] = aiohttp.ClientSession()
