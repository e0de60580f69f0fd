# %% class ldap 90
# %% head
import ldap
import ldap3
from ldap.filter import escape_filter_chars
# %% bad
from django.contrib.auth.backends import BaseBackend
class Directory(BaseBackend):
    def authenticate(self, request, username=None, password=None):
        conn = ldap.initialize("ldap://h")
        found = conn.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=%s)" % request.POST["username"])
        return found or None
# %% bad
from aiohttp import web
class People(web.View):
    async def get(self):
        conn = ldap3.Connection(ldap3.Server("h"), auto_bind=True)
        flt = "(&(objectClass=person)(cn=*" + self.request.query["cn"] + "*))"
        conn.search("dc=x", flt, attributes=["mail"])
        return web.json_response([e.mail.value for e in conn.entries])
# %% bad
from fastapi import FastAPI, Depends
app = FastAPI()
def connection():
    return ldap3.Connection("h", auto_bind=True)
@app.get("/groups/{name}")
def groups(name: str, conn: ldap3.Connection = Depends(connection)):
    conn.search("ou=groups,dc=x", f"(cn={name})")
    return [e.entry_dn for e in conn.entries]
# %% fine
from aiohttp import web
class People(web.View):
    async def get(self):
        conn = ldap3.Connection(ldap3.Server("h"), auto_bind=True)
        conn.search("dc=x", "(cn=" + escape_filter_chars(self.request.query["cn"]) + ")")
        return web.json_response([e.mail.value for e in conn.entries])
# %% fine
from fastapi import FastAPI
app = FastAPI()
@app.get("/number/{n}")
def number(n: int):
    conn = ldap3.Connection("h", auto_bind=True)
    conn.search("dc=x", "(uidNumber=%d)" % n)
    return len(conn.entries)
# %% fine
import tornado.web
class Role(tornado.web.RequestHandler):
    def get(self):
        role = self.get_argument("role")
        if role not in ("admin", "user"):
            raise tornado.web.HTTPError(400)
        conn = ldap3.Connection("h", auto_bind=True)
        conn.search("dc=x", "(role=%s)" % role)
        self.write({"n": len(conn.entries)})
