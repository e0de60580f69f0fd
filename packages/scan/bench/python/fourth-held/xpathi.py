# %% class xpathi 643
# %% bad
import xml.etree.ElementTree as ET
from django.http import HttpResponse


def lookup(request):
    ident = request.GET["id"]
    tree = ET.parse("items.xml")
    root = tree.getroot()
    found = root.findall(".//item[@id='" + ident + "']")
    return HttpResponse(len(found))
# %% fine
import xml.etree.ElementTree as ET
from django.http import HttpResponse


def lookup(request):
    ident = request.GET["id"]
    tree = ET.parse("items.xml")
    root = tree.getroot()
    found = root.findall(".//item[@id='" + str(int(ident)) + "']")
    return HttpResponse(len(found))
# %% bad
import configparser
import lxml.etree
from bottle import post, request


@post("/phone")
def phone():
    cp = configparser.ConfigParser()
    cp.add_section("s")
    cp.set("s", "k1", "Miller")
    cp.set("s", "k2", request.forms.get("surname"))
    surname = cp.get("s", "k2")
    doc = lxml.etree.parse("phones.xml")
    find = lxml.etree.XPath("//entry[surname='" + surname + "']/phone/text()")
    return {"phones": find(doc)}
# %% fine
import configparser
import lxml.etree
from bottle import post, request


@post("/phone")
def phone():
    cp = configparser.ConfigParser()
    cp.add_section("s")
    cp.set("s", "k1", "Miller")
    cp.set("s", "k2", request.forms.get("surname"))
    surname = cp.get("s", "k1")
    doc = lxml.etree.parse("phones.xml")
    find = lxml.etree.XPath("//entry[surname='" + surname + "']/phone/text()")
    return {"phones": find(doc)}
# %% bad
import elementpath
from xml.etree import ElementTree
from fastapi import FastAPI, Query

app = FastAPI()
DOC = ElementTree.parse("catalog.xml").getroot()


@app.get("/books")
def books(author: str = Query("")):
    names = ["x", author]
    expr = "//book[author='%s']/title" % names[1]
    return [t.text for t in elementpath.select(DOC, expr)]
# %% fine
import elementpath
from xml.etree import ElementTree
from fastapi import FastAPI, Query

app = FastAPI()
DOC = ElementTree.parse("catalog.xml").getroot()


@app.get("/books")
def books(author: str = Query("")):
    names = ["x", author]
    expr = "//book[author='%s']/title" % names[0]
    return [t.text for t in elementpath.select(DOC, expr)]
