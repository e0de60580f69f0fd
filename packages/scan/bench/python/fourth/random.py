# %% class random 330 338
# %% bad
import string
import random
import tornado.web

LETTERS = string.ascii_letters + string.digits


class Login(tornado.web.RequestHandler):
    def post(self):
        sid = "".join(random.choice(LETTERS) for _ in range(32))
        self.set_secure_cookie("sid", sid, httponly=True, secure=True)
        self.redirect("/")
# %% fine
import string
import random
import tornado.web

LETTERS = string.ascii_letters + string.digits


class Login(tornado.web.RequestHandler):
    def post(self):
        rng = random.SystemRandom()
        sid = "".join(rng.choice(LETTERS) for _ in range(32))
        self.set_secure_cookie("sid", sid, httponly=True, secure=True)
        self.redirect("/")
