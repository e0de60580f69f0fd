# %% class redirect 601
# %% bad
from flask import Blueprint, flash, redirect, render_template, request, session, url_for

from .auth import check_login

bp = Blueprint("account", __name__)


def after_login_target():
    for candidate in (request.form.get("next"), request.args.get("next")):
        if candidate:
            return candidate
    return url_for("home.index")


@bp.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        user = check_login(request.form["email"], request.form["password"])
        if user is not None:
            session.clear()
            session["uid"] = user.id
            return redirect(after_login_target())
        flash("Wrong e-mail or password")
    return render_template("login.html")
# %% fine
from flask import Blueprint, flash, redirect, render_template, request, session, url_for

from .auth import check_login

bp = Blueprint("account", __name__)
ALLOWED_TARGETS = {"/dashboard", "/orders", "/settings/profile"}


def after_login_target():
    for candidate in (request.form.get("next"), request.args.get("next")):
        if candidate in ALLOWED_TARGETS:
            return candidate
    return url_for("home.index")


@bp.route("/login", methods=["GET", "POST"])
def login():
    if request.method == "POST":
        user = check_login(request.form["email"], request.form["password"])
        if user is not None:
            session.clear()
            session["uid"] = user.id
            return redirect(after_login_target())
        flash("Wrong e-mail or password")
    return render_template("login.html")
# %% bad
from urllib.parse import urlencode, urlparse

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

router = APIRouter()
TRUSTED = "example.com"


def allowed(url: str) -> bool:
    host = urlparse(url).netloc
    return host.endswith(TRUSTED)


@router.get("/sso/return")
async def sso_return(request: Request, ticket: str):
    service = request.query_params.get("service", "https://www.example.com/")
    if not allowed(service):
        service = "https://www.example.com/"
    return RedirectResponse(service + "?" + urlencode({"ticket": ticket}), status_code=303)
# %% fine
from urllib.parse import urlencode, urlparse

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

router = APIRouter()
TRUSTED = "example.com"


def allowed(url: str) -> bool:
    parts = urlparse(url)
    return parts.scheme == "https" and parts.netloc in {"www." + TRUSTED, "app." + TRUSTED}


@router.get("/sso/return")
async def sso_return(request: Request, ticket: str):
    service = request.query_params.get("service", "https://www.example.com/")
    if not allowed(service):
        service = "https://www.example.com/"
    return RedirectResponse(service + "?" + urlencode({"ticket": ticket}), status_code=303)
