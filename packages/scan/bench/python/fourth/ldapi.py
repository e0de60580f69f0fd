# %% class ldapi 90
# %% bad
import ldap3
from ldap3.utils.conv import escape_filter_chars
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.get("/people")
def people():
    uid = request.args.get("uid", "")
    server = ldap3.Server("ldaps://ldap.example.org")
    conn = ldap3.Connection(server, auto_bind=True)
    conn.search("ou=people,dc=example,dc=org", "(uid=" + uid + ")", attributes=["cn"])
    return jsonify([str(e.cn) for e in conn.entries])
# %% fine
import ldap3
from ldap3.utils.conv import escape_filter_chars
from flask import Flask, request, jsonify

app = Flask(__name__)


@app.get("/people")
def people():
    uid = request.args.get("uid", "")
    server = ldap3.Server("ldaps://ldap.example.org")
    conn = ldap3.Connection(server, auto_bind=True)
    conn.search("ou=people,dc=example,dc=org", "(uid=" + escape_filter_chars(uid) + ")", attributes=["cn"])
    return jsonify([str(e.cn) for e in conn.entries])
# %% bad
import ldap3
from aiohttp import web


async def who(request):
    form = await request.post()
    names = ["guest"]
    names.insert(0, form["name"])
    name = names[0]
    base = f"cn={name},ou=users,dc=shop,dc=net"
    with ldap3.Connection("ldap.shop.net") as c:
        ok = c.search(search_base=base, search_filter="(objectclass=person)")
    return web.json_response({"ok": ok})
# %% fine
import ldap3
from aiohttp import web


async def who(request):
    form = await request.post()
    names = ["guest"]
    names.insert(0, form["name"])
    name = names[-1]
    base = f"cn={name},ou=users,dc=shop,dc=net"
    with ldap3.Connection("ldap.shop.net") as c:
        ok = c.search(search_base=base, search_filter="(objectclass=person)")
    return web.json_response({"ok": ok})
