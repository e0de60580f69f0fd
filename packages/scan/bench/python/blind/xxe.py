# %% class xxe 611 776 827
# %% bad
from flask import Flask, jsonify, request
from lxml import etree

app = Flask(__name__)


class InvoiceReader:
    def __init__(self, strict=True):
        self.parser = etree.XMLParser(resolve_entities=True, recover=not strict, load_dtd=True)

    def read(self, payload):
        root = etree.fromstring(payload, self.parser)
        return {
            "number": root.findtext("number"),
            "total": float(root.findtext("total") or 0),
            "memo": root.findtext("memo"),
        }


@app.post("/invoices/import")
def import_invoice():
    invoice = InvoiceReader(strict=False).read(request.get_data())
    return jsonify(invoice), 201
# %% fine
from flask import Flask, jsonify, request
from lxml import etree

app = Flask(__name__)


class InvoiceReader:
    def __init__(self, strict=True):
        self.parser = etree.XMLParser(
            resolve_entities=False, no_network=True, load_dtd=False, recover=not strict
        )

    def read(self, payload):
        root = etree.fromstring(payload, self.parser)
        return {
            "number": root.findtext("number"),
            "total": float(root.findtext("total") or 0),
            "memo": root.findtext("memo"),
        }


@app.post("/invoices/import")
def import_invoice():
    invoice = InvoiceReader(strict=False).read(request.get_data())
    return jsonify(invoice), 201
# %% bad
from fastapi import APIRouter, HTTPException, Request
from lxml import etree

router = APIRouter()

PARSER_OPTIONS = dict(huge_tree=True, no_network=False, resolve_entities=True)


async def read_document(request: Request):
    raw = await request.body()
    parser = etree.XMLParser(**PARSER_OPTIONS)
    try:
        return etree.XML(raw, parser=parser)
    except etree.XMLSyntaxError as exc:
        raise HTTPException(400, f"malformed document: {exc.msg}")


@router.post("/saml/acs")
async def acs(request: Request):
    document = await read_document(request)
    return {"issuer": document.findtext("{*}Issuer"), "tag": document.tag}
# %% fine
from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException
from fastapi import APIRouter, HTTPException, Request

router = APIRouter()


async def read_document(request: Request):
    raw = await request.body()
    try:
        return ElementTree.fromstring(raw, forbid_dtd=True)
    except (ElementTree.ParseError, DefusedXmlException) as exc:
        raise HTTPException(400, f"malformed document: {exc}")


@router.post("/saml/acs")
async def acs(request: Request):
    document = await read_document(request)
    return {"issuer": document.findtext("Issuer"), "tag": document.tag}
