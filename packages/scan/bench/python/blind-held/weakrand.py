# %% class weakrand 330 338 331
# %% bad
from random import Random
from time import time

from django.contrib.auth import get_user_model
from django.http import JsonResponse
from django.views.decorators.http import require_POST

User = get_user_model()


class InviteFactory:
    def __init__(self):
        self._rng = Random(int(time()))

    def issue(self, email):
        token = "%032x" % self._rng.getrandbits(128)
        User.objects.update_or_create(email=email, defaults={"invite_token": token})
        return token


@require_POST
def invite(request):
    factory = InviteFactory()
    links = [f"/join/{factory.issue(e)}" for e in request.POST.getlist("email")]
    return JsonResponse({"links": links})
# %% fine
from random import Random

from django.core.cache import cache
from django.http import JsonResponse

from .models import Quote


class Picker:
    def __init__(self, seed):
        self._rng = Random(seed)

    def pick(self, ids):
        return ids[self._rng.randrange(len(ids))]


def quote_of_the_day(request):
    ids = cache.get_or_set("quote-ids", lambda: list(Quote.objects.values_list("pk", flat=True)), 3600)
    day = request.GET.get("day", "today")
    quote = Quote.objects.get(pk=Picker(day).pick(ids))
    return JsonResponse({"text": quote.text, "author": quote.author})
# %% bad
import uuid
import random

from aiohttp import web


def new_session_id(rng=random):
    return uuid.UUID(int=rng.getrandbits(128), version=4).hex


async def login(request):
    form = await request.post()
    account = await request.app["accounts"].verify(form["user"], form["pin"])
    if account is None:
        raise web.HTTPUnauthorized()
    sid = new_session_id()
    request.app["sessions"][sid] = account.id
    resp = web.HTTPSeeOther("/")
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Strict")
    return resp
# %% fine
import uuid
import random

from aiohttp import web


def new_session_id(rng=random.SystemRandom()):
    return uuid.UUID(int=rng.getrandbits(128), version=4).hex


async def login(request):
    form = await request.post()
    account = await request.app["accounts"].verify(form["user"], form["pin"])
    if account is None:
        raise web.HTTPUnauthorized()
    sid = new_session_id()
    request.app["sessions"][sid] = account.id
    resp = web.HTTPSeeOther("/")
    resp.set_cookie("sid", sid, secure=True, httponly=True, samesite="Strict")
    return resp
