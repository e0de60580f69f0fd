# %% class deser 502
# %% bad
import yaml
from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.views.generic.edit import FormView

from .models import Pipeline


class PipelineForm(forms.Form):
    definition = forms.FileField()


class ImportPipeline(LoginRequiredMixin, FormView):
    form_class = PipelineForm
    template_name = "pipelines/import.html"
    success_url = "/pipelines/"
    loader = yaml.UnsafeLoader

    def form_valid(self, form):
        stream = form.cleaned_data["definition"]
        spec = yaml.load(stream, Loader=self.loader)
        Pipeline.objects.create(owner=self.request.user, name=spec["name"], steps=spec.get("steps", []))
        return super().form_valid(form)
# %% fine
import yaml
from django import forms
from django.contrib.auth.mixins import LoginRequiredMixin
from django.views.generic.edit import FormView

from .models import Pipeline


class PipelineForm(forms.Form):
    definition = forms.FileField()


class ImportPipeline(LoginRequiredMixin, FormView):
    form_class = PipelineForm
    template_name = "pipelines/import.html"
    success_url = "/pipelines/"
    loader = yaml.CSafeLoader

    def form_valid(self, form):
        stream = form.cleaned_data["definition"]
        spec = yaml.load(stream, Loader=self.loader)
        Pipeline.objects.create(owner=self.request.user, name=spec["name"], steps=spec.get("steps", []))
        return super().form_valid(form)
# %% bad
import jsonpickle
from aiohttp import WSMsgType, web


async def collab(request):
    ws = web.WebSocketResponse(heartbeat=20)
    await ws.prepare(request)
    board = request.app["boards"][request.match_info["board"]]
    async for msg in ws:
        if msg.type != WSMsgType.TEXT:
            continue
        operation = jsonpickle.decode(msg.data)
        board.apply(operation)
        for peer in board.peers:
            await peer.send_str(msg.data)
    return ws
# %% fine
import json

import jsonpickle
from aiohttp import WSMsgType, web

WIRE_VERSION = 3


def decode_operation(text):
    if WIRE_VERSION < 2:
        operation = jsonpickle.decode(text)
    else:
        operation = json.loads(text)
    return operation


async def collab(request):
    ws = web.WebSocketResponse(heartbeat=20)
    await ws.prepare(request)
    board = request.app["boards"][request.match_info["board"]]
    async for msg in ws:
        if msg.type == WSMsgType.TEXT:
            board.apply(decode_operation(msg.data))
            for peer in board.peers:
                await peer.send_str(msg.data)
    return ws
