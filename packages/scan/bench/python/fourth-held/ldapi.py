# %% class ldapi 90
# %% bad
import ldap
import ldap.filter
from django.http import JsonResponse


def group_members(request):
    group = request.GET.get("group", "staff")
    con = ldap.initialize("ldap://directory")
    con.simple_bind_s()
    flt = "(&(objectClass=group)(cn=%s))" % group
    res = con.search_s("dc=corp,dc=local", ldap.SCOPE_SUBTREE, flt, ["member"])
    return JsonResponse({"members": len(res)})
# %% fine
import ldap
import ldap.filter
from django.http import JsonResponse


def group_members(request):
    group = request.GET.get("group", "staff")
    con = ldap.initialize("ldap://directory")
    con.simple_bind_s()
    flt = ldap.filter.filter_format("(&(objectClass=group)(cn=%s))", [group])
    res = con.search_s("dc=corp,dc=local", ldap.SCOPE_SUBTREE, flt, ["member"])
    return JsonResponse({"members": len(res)})
# %% bad
import ldap
from tornado.web import RequestHandler


class Directory:
    def __init__(self, uri):
        self.con = ldap.initialize(uri)

    def find(self, mail):
        return self.con.search_ext_s("o=acme", ldap.SCOPE_ONELEVEL, "(mail=" + mail + ")")


class Contact(RequestHandler):
    def get(self):
        d = Directory("ldap://acme")
        rows = d.find(self.get_argument("mail"))
        self.write({"rows": len(rows)})
# %% fine
import ldap
from tornado.web import RequestHandler


class Directory:
    def __init__(self, uri):
        self.con = ldap.initialize(uri)

    def find(self, mail):
        return self.con.search_ext_s("o=acme", ldap.SCOPE_ONELEVEL, "(mail=" + mail + ")")


class Contact(RequestHandler):
    def get(self):
        d = Directory("ldap://acme")
        rows = d.find("office@acme.example")
        self.write({"rows": len(rows)})
