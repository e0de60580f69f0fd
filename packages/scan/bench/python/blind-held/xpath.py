# %% class xpath 643 91
# %% bad
from django.http import Http404, JsonResponse
from lxml import etree

from .utils import load_feed


class Catalogue:
    ns = {"c": "urn:catalogue"}

    def __init__(self, document):
        self._find = etree.XPathEvaluator(document, namespaces=self.ns)

    def price(self, sku, currency):
        nodes = self._find(f"//c:item[@sku='{sku}']/c:price[@cur='{currency}']/text()")
        return nodes[0] if nodes else None


def price_view(request, sku):
    catalogue = Catalogue(load_feed("catalogue"))
    price = catalogue.price(sku, request.GET.get("currency", "EUR"))
    if price is None:
        raise Http404
    return JsonResponse({"sku": sku, "price": price})
# %% fine
from django.http import Http404, JsonResponse
from lxml import etree

from .utils import load_feed

CURRENCIES = ["EUR", "USD", "CHF"]


class Catalogue:
    ns = {"c": "urn:catalogue"}

    def __init__(self, document):
        self._find = etree.XPathEvaluator(document, namespaces=self.ns)

    def price(self, item_id, currency):
        nodes = self._find(f"//c:item[@id='{item_id}']/c:price[@cur='{currency}']/text()")
        return nodes[0] if nodes else None


def price_view(request, item_id):
    wanted = request.GET.get("currency", "EUR")
    if wanted not in CURRENCIES:
        raise Http404
    price = Catalogue(load_feed("catalogue")).price(int(item_id), wanted)
    if price is None:
        raise Http404
    return JsonResponse({"item": item_id, "price": price})
# %% bad
from aiohttp import web
from lxml import etree, html


async def extract(request):
    form = await request.post()
    page = html.fromstring(form["markup"][:200_000])
    css_class = form.get("class", "content")
    steps = ["//div", "[contains(concat(' ', @class, ' '), ' " + css_class + " ')]"]
    try:
        selector = etree.XPath("".join(steps))
    except etree.XPathSyntaxError:
        raise web.HTTPBadRequest(text="selector")
    return web.json_response([n.text_content() for n in selector(page)])


def attach(app):
    app.router.add_post("/extract", extract)
# %% fine
from aiohttp import web
from lxml import etree, html


async def extract(request):
    form = await request.post()
    page = html.fromstring(form["markup"][:200_000])
    css_class = form.get("class", "content")
    if not css_class.isalnum():
        css_class = "content"
    steps = ["//div", "[contains(concat(' ', @class, ' '), ' " + css_class + " ')]"]
    try:
        selector = etree.XPath("".join(steps))
    except etree.XPathSyntaxError:
        raise web.HTTPBadRequest(text="selector")
    return web.json_response([n.text_content() for n in selector(page)])


def attach(app):
    app.router.add_post("/extract", extract)
