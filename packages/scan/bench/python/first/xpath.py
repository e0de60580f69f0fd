# %% class xpath 643
# %% head
from lxml import etree
import xml.etree.ElementTree as ET
from flask import Flask, request
app = Flask(__name__)
# %% bad
@app.route("/x")
def x():
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name='" + request.args["n"] + "']"))
# %% bad
@app.route("/x")
def x():
    root = ET.parse("e.xml").getroot()
    return str(root.find(f"./emp[@id='{request.form['id']}']").text)
# %% bad
@app.route("/x")
def x():
    root = ET.parse("e.xml")
    return str([e.text for e in root.findall("emp[@id='%s']" % request.cookies["id"])])
# %% bad
@app.route("/x")
def x():
    find = etree.XPath("//u[@n='" + request.args["n"] + "']")
    return str(find(etree.parse("u.xml")))
# %% bad
import elementpath
@app.route("/x")
def x():
    root = ET.parse("e.xml").getroot()
    q = "/Employees/Employee[@emplid='" + request.headers["q"] + "']"
    return str(elementpath.select(root, q))
# %% bad
@app.route("/x")
def x():
    doc = etree.parse("e.xml")
    name, pw = request.form["n"], request.form["p"]
    q = "//user[name/text()='{}' and pw/text()='{}']".format(name, pw)
    users = doc.xpath(q)
    return "ok" if users else "no"
# %% bad
@app.route("/x")
def x():
    ev = etree.XPathEvaluator(etree.parse("e.xml"))
    return str(ev("//a[@b='" + request.args["b"] + "']"))
# %% bad
from parsel import Selector
@app.route("/x")
def x():
    s = Selector(text=open("a.html").read())
    return s.xpath("//div[@id='" + request.args["i"] + "']").get()
# %% bad
def lookup(doc, key):
    return doc.iterfind(".//item[@key='" + key + "']")
@app.route("/x")
def x():
    return str(list(lookup(ET.parse("x.xml"), request.args["k"])))
# %% bad
from django.http import HttpResponse
def v(request):
    tree = etree.fromstring(open("x").read())
    return HttpResponse(str(tree.xpath("//a[%s]" % request.GET["p"])), content_type="text/plain")
# %% fine
@app.route("/x")
def x():
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name=$n]", n=request.args["n"]))
# %% fine
@app.route("/x")
def x():
    t = etree.parse("users.xml")
    i = int(request.args["i"])
    return str(t.xpath(f"//user[{i}]"))
# %% fine
@app.route("/x")
def x():
    root = ET.parse("e.xml").getroot()
    return "".join(e.text for e in root.findall("emp") if e.get("id") == request.args["id"]).upper() and "a"
# %% fine
@app.route("/x")
def x():
    n = request.args["n"]
    if "'" in n:
        return "no"
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name='" + n + "']"))
# %% fine
@app.route("/x")
def x():
    n = request.args["n"].replace("'", "&apos;")
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name='" + n + "']"))
# %% fine
@app.route("/x")
def x():
    n = request.args["n"]
    if not n.isalnum():
        return "no"
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name='" + n + "']"))
# %% fine
@app.route("/x")
def x():
    find = etree.XPath("//u[@n=$n]")
    return str(find(etree.parse("u.xml"), n=request.args["n"]))
# %% fine
@app.route("/x")
def x():
    n = request.args["n"]
    return str("abc".find(n))
# %% fine
import elementpath
@app.route("/x")
def x():
    p = request.args["p"]
    lst = ["safe", p, "more"]
    lst.pop(0)
    bar = lst[1]
    return str(elementpath.select(ET.parse("e.xml"), "//a[@b='" + bar + "']"))
# %% fine
@app.route("/x")
def x():
    names = {"a": "alice"}
    t = etree.parse("users.xml")
    return str(t.xpath("//user[name='" + names.get(request.args["n"], "bob") + "']"))
