# %% class ldap 90
# %% head
import ldap
import ldap3
import ldap.filter
from ldap3.utils.conv import escape_filter_chars
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    return str(c.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + request.args["u"] + ")"))
# %% bad
@app.route("/l")
def l():
    conn = ldap3.Connection(ldap3.Server("h"), auto_bind=True)
    conn.search("dc=x", f"(&(uid={request.form['u']})(pw={request.form['p']}))", attributes=["cn"])
    return str(conn.entries)
# %% bad
@app.route("/l")
def l():
    conn = ldap3.Connection("h")
    conn.search(search_base="ou=%s,dc=x" % request.args["ou"], search_filter="(a=b)")
    return str(conn.entries)
# %% bad
def connect():
    return ldap3.Connection(ldap3.Server("h", get_info=ldap3.ALL), "cn=a", "b")
@app.route("/l")
def l():
    flt = "(&(objectclass=person)(|(uid=%s)(street=%s)))" % (request.cookies["a"], "x")
    with connect() as c:
        c.search("dc=x", flt)
        return str(c.response)
# %% bad
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    rid = c.search("dc=x", ldap.SCOPE_SUBTREE, "(cn={})".format(request.args["c"]))
    return str(c.result(rid))
# %% bad
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    c.simple_bind_s("uid=" + request.form["u"] + ",dc=x", request.form["p"])
    return "in"
# %% bad
class Directory:
    def __init__(self):
        self.conn = ldap.initialize("ldaps://h")
    def find(self, uid):
        return self.conn.search_ext_s("dc=x", ldap.SCOPE_ONELEVEL, filterstr="(uid=" + uid + ")")
@app.route("/l")
def l():
    return str(Directory().find(request.args["uid"]))
# %% bad
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    return str(c.search_st("ou=" + request.args["o"] + ",dc=x", ldap.SCOPE_BASE))
# %% bad
from django.http import HttpResponse
def v(request):
    conn = ldap3.Connection("h", auto_bind=True)
    conn.extend.standard.paged_search("dc=x", "(mail=" + request.GET["m"] + ")")
    return HttpResponse("ok")
# %% bad
@app.route("/l")
def l():
    conn = ldap3.Connection("h")
    r = conn.delete("uid=" + request.args["u"] + ",dc=x")
    return str(r)
# %% fine
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    u = ldap.filter.escape_filter_chars(request.args["u"])
    return str(c.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + u + ")"))
# %% fine
@app.route("/l")
def l():
    conn = ldap3.Connection("h")
    conn.search("dc=x", "(uid=%s)" % escape_filter_chars(request.args["u"]))
    return str(conn.entries)
# %% fine
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    flt = ldap.filter.filter_format("(uid=%s)", [request.args["u"]])
    return str(c.search_s("dc=x", ldap.SCOPE_SUBTREE, flt))
# %% fine
@app.route("/l")
def l():
    u = request.args["u"]
    conn = ldap3.Connection("h")
    conn.search("dc=x", "(uid=admin)")
    return str(conn.entries)
# %% fine
@app.route("/l")
def l():
    u = request.args["u"]
    if not u.isalnum():
        return "no"
    conn = ldap3.Connection("h")
    conn.search("dc=x", f"(uid={u})")
    return str(conn.entries)
# %% fine
@app.route("/l")
def l():
    n = int(request.args["n"])
    c = ldap.initialize("ldap://h")
    return str(c.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uidNumber=%d)" % n))
# %% fine
import re
@app.route("/l")
def l():
    return str(re.search("a+", request.args["q"]) is not None)
# %% fine
@app.route("/l")
def l():
    p = request.args["p"]
    cfg = {"key": p, "other": "bob"}
    conn = ldap3.Connection("h")
    conn.search("dc=x", "(uid=" + cfg["other"] + ")")
    return str(conn.entries)
# %% fine
from ldap.dn import escape_dn_chars
@app.route("/l")
def l():
    c = ldap.initialize("ldap://h")
    c.simple_bind_s("uid=" + escape_dn_chars(request.form["u"]) + ",dc=x", request.form["p"])
    return "in"
# %% fine
@app.route("/l")
def l():
    role = request.args["r"]
    if role == "admin":
        flt = "(role=admin)"
    else:
        flt = "(role=user)"
    conn = ldap3.Connection("h")
    conn.search("dc=x", flt)
    return str(conn.entries)
