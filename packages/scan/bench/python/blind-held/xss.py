# %% class xss 79 80 116
# %% bad
from django import forms
from django.shortcuts import render
from django.utils.safestring import mark_safe


class FeedbackForm(forms.Form):
    name = forms.CharField(max_length=80)
    message = forms.CharField(widget=forms.Textarea)


def feedback(request):
    banner = ""
    form = FeedbackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        who = form.cleaned_data["name"]
        banner = mark_safe(f"<strong>Thanks, {who}!</strong> We will be in touch.")
        form = FeedbackForm()
    return render(request, "feedback.html", {"form": form, "banner": banner})
# %% fine
from django import forms
from django.shortcuts import render
from django.utils.html import format_html


class FeedbackForm(forms.Form):
    name = forms.CharField(max_length=80)
    message = forms.CharField(widget=forms.Textarea)


def feedback(request):
    banner = ""
    form = FeedbackForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        who = form.cleaned_data["name"]
        banner = format_html("<strong>Thanks, {}!</strong> We will be in touch.", who)
        form = FeedbackForm()
    return render(request, "feedback.html", {"form": form, "banner": banner})
# %% bad
import traceback

from aiohttp import web


@web.middleware
async def error_page(request, handler):
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception:
        request.app.logger.error("%s", traceback.format_exc())
        context = {"path": request.path, "referer": request.query.get("back", "/")}
        html = "<h1>Something broke</h1><p><a href='{referer}'>Go back</a></p>".format(**context)
        return web.Response(text=html, status=500, content_type="text/html")


def create():
    return web.Application(middlewares=[error_page])
# %% fine
import traceback

from aiohttp import web


@web.middleware
async def error_page(request, handler):
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception:
        request.app.logger.error("%s", traceback.format_exc())
        context = {"path": "/", "referer": request.query.get("back", "/")}
        text = "Something broke, came from {referer}, go back to {path}".format(**context)
        return web.Response(text=text, status=500, content_type="text/plain")


def create():
    return web.Application(middlewares=[error_page])
