# %% class weakrand 330 338 331
# %% bad
import random
import string

from flask import Blueprint, request, url_for

from .mailer import send_mail
from .models import User, db

bp = Blueprint("reset", __name__)
ALPHABET = string.ascii_letters + string.digits


def make_code(length=24):
    return "".join(random.choice(ALPHABET) for _ in range(length))


@bp.post("/password/forgot")
def forgot():
    user = User.query.filter_by(email=request.form["email"]).first()
    if user:
        user.reset_code = make_code()
        db.session.commit()
        send_mail(user.email, "reset", link=url_for(".reset", code=user.reset_code, _external=True))
    return "", 202
# %% fine
import secrets
import string

from flask import Blueprint, request, url_for

from .mailer import send_mail
from .models import User, db

bp = Blueprint("reset", __name__)
ALPHABET = string.ascii_letters + string.digits


def make_code(length=24):
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


@bp.post("/password/forgot")
def forgot():
    user = User.query.filter_by(email=request.form["email"]).first()
    if user:
        user.reset_code = make_code()
        db.session.commit()
        send_mail(user.email, "reset", link=url_for(".reset", code=user.reset_code, _external=True))
    return "", 202
# %% bad
import random

from fastapi import APIRouter, Depends
from pydantic import BaseModel, EmailStr

from .otp_store import OtpStore, get_otp_store
from .sms import deliver

router = APIRouter(prefix="/mfa")


class Start(BaseModel):
    email: EmailStr
    phone: str


@router.post("/start")
async def start(body: Start, store: OtpStore = Depends(get_otp_store)):
    otp = random.randint(100000, 999999)
    await store.put(body.email, str(otp), ttl=300)
    await deliver(body.phone, f"Your login code is {otp}")
    return {"sent": True}
# %% fine
import random
import secrets

from fastapi import APIRouter, Depends
from pydantic import BaseModel, EmailStr

from .otp_store import OtpStore, get_otp_store
from .sms import deliver

router = APIRouter(prefix="/mfa")


class Start(BaseModel):
    email: EmailStr
    phone: str


@router.post("/start")
async def start(body: Start, store: OtpStore = Depends(get_otp_store)):
    otp = 100000 + secrets.randbelow(900000)
    await store.put(body.email, str(otp), ttl=300)
    await deliver(body.phone, f"Your login code is {otp}")
    retry_after = 30 + random.randint(0, 5)
    return {"sent": True, "retry_after": retry_after}
