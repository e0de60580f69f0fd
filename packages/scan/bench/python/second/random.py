# %% class weak-random 330 338 331
# %% head
import random
import secrets
import string
# %% bad
class Invitation:
    def __init__(self, mail):
        self.mail = mail
        self.token = "".join(random.choices(string.hexdigits, k=32))
# %% bad
from django.views import View
class Reset(View):
    def post(self, request):
        code = random.randint(100000, 999999)
        request.session["reset_code"] = code
        send_mail(request.POST["mail"], f"Your code: {code}")
# %% bad
from fastapi import FastAPI, Response
api = FastAPI()
@api.post("/login")
def login(response: Response):
    sid = "%032x" % random.getrandbits(128)
    response.set_cookie("sid", sid, httponly=True, secure=True)
    return {}
# %% bad
def generate_password(length=12):
    rng = random.Random()
    alphabet = string.ascii_letters + string.digits
    return "".join(rng.choice(alphabet) for _ in range(length))
# %% bad
API_KEY_BYTES = 16
def new_api_key():
    return bytes(random.randrange(256) for _ in range(API_KEY_BYTES)).hex()
# %% fine
class Invitation:
    def __init__(self, mail):
        self.mail = mail
        self.token = secrets.token_hex(16)
# %% fine
def retry_delay(attempt):
    return min(60, 2 ** attempt) * (0.5 + random.random())
# %% fine
from fastapi import FastAPI
api = FastAPI()
@api.get("/quote")
def quote():
    return {"quote": random.choice(QUOTES)}
# %% fine
def generate_password(length=12):
    rng = random.SystemRandom()
    return "".join(rng.choice(string.ascii_letters) for _ in range(length))
# %% fine
def simulate(n):
    return sum(random.gauss(0, 1) for _ in range(n)) / n
