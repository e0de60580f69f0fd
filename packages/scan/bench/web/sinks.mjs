/** What is done with `bar`. `isBad: false` where it does no harm. `cwes`: what a finding must name. */
export const sinks = {
  sqli: {
    cwes: [89],
    rows: [
      {
        isBad: true,
        lines: [
          "import helpers.database",
          "sql = f\"SELECT name FROM users WHERE word = '{bar}'\"",
          "con = helpers.database.get_connection()",
          "cur = con.cursor()",
          "cur.execute(sql)",
          "page += helpers.database.results(cur, sql)",
        ],
      },
      {
        isBad: true,
        lines: [
          "import helpers.database",
          'sql = "SELECT * FROM users WHERE name = \'" + bar + "\'"',
          "con = helpers.database.get_connection()",
          "con.executescript(sql)",
        ],
      },
      {
        isBad: false,
        lines: [
          "import helpers.database",
          'sql = "SELECT name FROM users WHERE word = ?"',
          "con = helpers.database.get_connection()",
          "cur = con.cursor()",
          "cur.execute(sql, (bar,))",
        ],
      },
    ],
  },
  xss: {
    cwes: [79],
    rows: [
      { isBad: true, lines: ["page += f\"The value is '{bar}'.\""] },
      {
        isBad: true,
        lines: ['parts = {"bar": bar, "other": "fixed"}', 'page += "bar is %(bar)s, other is %(other)s" % parts'],
      },
      { isBad: true, lines: ['page += "first {0}, then {1}".format("fixed", bar)'] },
      { isBad: false, lines: ["import helpers.pages", "page += f\"The value is '{helpers.pages.for_html(bar)}'.\""] },
      { isBad: false, lines: ["import html", "page += f\"The value is '{html.escape(bar)}'.\""] },
    ],
  },
  cmdi: {
    cwes: [78, 77],
    rows: [
      { isBad: true, lines: ["import os", 'if os.system(f"echo {bar}") != 0:', '\tpage += "failed"'] },
      {
        isBad: true,
        lines: [
          "import subprocess",
          'done = subprocess.run(f"echo {bar}", shell=True, capture_output=True, encoding="utf-8")',
        ],
      },
      {
        isBad: true,
        lines: [
          "import subprocess",
          'words = ["sh", "-c", f"echo {bar}"]',
          "done = subprocess.Popen(words, stdout=subprocess.PIPE)",
        ],
      },
      { isBad: false, lines: ["import subprocess", 'done = subprocess.run(["echo", bar], capture_output=True)'] },
    ],
  },
  codeinj: {
    cwes: [94, 95],
    rows: [
      { isBad: true, lines: ["try:", "\tpage += str(eval(bar))", "except Exception as error:", '\tpage += "wrong"'] },
      { isBad: true, lines: ["exec(bar)"] },
      {
        isBad: false,
        lines: [
          "if not bar.startswith('\\'') or not bar.endswith('\\'') or '\\'' in bar[1:-1]:",
          '\treturn "must be one text in quotes"',
          "page += str(eval(bar))",
        ],
      },
      { isBad: false, lines: ["import ast", "page += str(len(str(ast.literal_eval(bar))))"] },
    ],
  },
  deserialization: {
    cwes: [502],
    rows: [
      { isBad: true, lines: ["import base64", "import pickle", "held = pickle.loads(base64.urlsafe_b64decode(bar))"] },
      { isBad: true, lines: ["import yaml", "held = yaml.load(bar, Loader=yaml.Loader)"] },
      { isBad: false, lines: ["import yaml", "held = yaml.safe_load(bar)"] },
      { isBad: false, lines: ["import json", "held = json.loads(bar)"] },
    ],
  },
  ldapi: {
    cwes: [90],
    rows: [
      {
        isBad: true,
        lines: [
          "import helpers.directory",
          "import ldap3",
          'base = "ou=users,ou=system"',
          'wanted = f"(&(objectclass=person)(|(uid={bar})(street=Main Road 1)))"',
          "conn = helpers.directory.get_connection()",
          "conn.search(base, wanted, attributes=ldap3.ALL_ATTRIBUTES)",
          "for entry in conn.entries:",
          "\tpage += str(len(entry))",
        ],
      },
      {
        isBad: false,
        lines: [
          "import helpers.directory",
          "from ldap3.utils.conv import escape_filter_chars",
          'wanted = f"(uid={escape_filter_chars(bar)})"',
          "conn = helpers.directory.get_connection()",
          'conn.search("ou=system", wanted)',
        ],
      },
    ],
  },
  pathtraver: {
    cwes: [22, 23, 73],
    rows: [
      {
        isBad: true,
        lines: [
          "import codecs",
          "import helpers.known",
          "try:",
          '\tfile = codecs.open(f"{helpers.known.DATA_DIR}/{bar}", "r", "utf-8")',
          "\tpage += str(len(file.read()))",
          "except OSError:",
          '\tpage += "not there"',
        ],
      },
      {
        isBad: true,
        lines: [
          "import helpers.known",
          'with open(helpers.known.DATA_DIR + "/" + bar, "rb") as file:',
          "\tpage += str(len(file.read()))",
        ],
      },
      {
        isBad: true,
        lines: [
          "import pathlib",
          "import helpers.known",
          "top = pathlib.Path(helpers.known.DATA_DIR)",
          "place = top / bar",
          "page += str(len(place.read_text()))",
        ],
      },
      {
        isBad: false,
        lines: [
          "import pathlib",
          "import helpers.known",
          "top = pathlib.Path(helpers.known.DATA_DIR)",
          "place = (top / bar).resolve()",
          "if not str(place).startswith(str(top)):",
          '\treturn "outside"',
          "page += str(len(place.read_text()))",
        ],
      },
      {
        isBad: false,
        lines: [
          "import helpers.known",
          'if "../" in bar:',
          '\treturn "outside"',
          'file = open(f"{helpers.known.DATA_DIR}/{bar}", "rb")',
        ],
      },
    ],
  },
  redirect: {
    cwes: [601],
    rows: [
      { isBad: true, lines: ["import flask", "return flask.redirect(bar)"] },
      { isBad: true, lines: ["return redirect(bar, code=302)"] },
      {
        isBad: false,
        lines: [
          "import flask",
          "from urllib.parse import urlparse",
          "try:",
          "\taddress = urlparse(bar)",
          '\tif address.netloc not in ["example.org"] or address.scheme != "https":',
          '\t\treturn "not allowed"',
          "except ValueError:",
          '\treturn "not an address"',
          "return flask.redirect(bar)",
        ],
      },
      { isBad: false, lines: ["import flask", 'return flask.redirect("/users?name=" + bar)'] },
    ],
  },
  trustbound: {
    cwes: [501],
    rows: [
      { isBad: true, lines: ["import flask", 'flask.session["user"] = bar'] },
      { isBad: true, lines: ["import flask", 'flask.session[bar] = "12345"'] },
    ],
  },
  xpathi: {
    cwes: [643],
    rows: [
      {
        isBad: true,
        lines: [
          "import lxml.etree",
          "import helpers.known",
          'top = lxml.etree.parse(f"{helpers.known.DATA_DIR}/people.xml")',
          "wanted = f\"/people/one[@id='{bar}']\"",
          "page += str(len(top.xpath(wanted)))",
        ],
      },
      {
        isBad: true,
        lines: [
          "import elementpath",
          "import xml.etree.ElementTree as ET",
          'top = ET.parse("people.xml")',
          "found = elementpath.select(top, f\"/people/one[@id='{bar}']\")",
        ],
      },
      {
        isBad: false,
        lines: [
          "import lxml.etree",
          'top = lxml.etree.parse("people.xml")',
          'found = top.xpath("/people/one[@id=$wanted]", wanted=bar)',
        ],
      },
      {
        isBad: false,
        lines: [
          "import lxml.etree",
          'if "\'" in bar:',
          '\treturn "no quotes"',
          'top = lxml.etree.parse("people.xml")',
          "found = top.xpath(f\"/people/one[@id='{bar}']\")",
        ],
      },
    ],
  },
  xxe: {
    cwes: [611],
    rows: [
      {
        isBad: true,
        lines: [
          "import xml.sax",
          "import xml.sax.handler",
          "parser = xml.sax.make_parser()",
          "parser.setFeature(xml.sax.handler.feature_external_ges, True)",
          "import io",
          "parser.parse(io.StringIO(bar))",
        ],
      },
      {
        isBad: true,
        lines: [
          "import lxml.etree",
          "parser = lxml.etree.XMLParser(resolve_entities=True)",
          "top = lxml.etree.fromstring(bar, parser)",
        ],
      },
      {
        isBad: false,
        lines: [
          "import lxml.etree",
          "parser = lxml.etree.XMLParser(resolve_entities=False)",
          "top = lxml.etree.fromstring(bar, parser)",
        ],
      },
      { isBad: false, lines: ["import defusedxml.ElementTree", "top = defusedxml.ElementTree.fromstring(bar)"] },
    ],
  },
  hash: {
    cwes: [327, 328, 916],
    isAlone: true,
    rows: [
      {
        isBad: true,
        lines: ["import hashlib", "sum = hashlib.md5()", 'sum.update(bar.encode("utf-8"))', "page += sum.hexdigest()"],
      },
      { isBad: true, lines: ["import hashlib", 'sum = hashlib.new("sha1")', 'sum.update(bar.encode("utf-8"))'] },
      { isBad: true, lines: ["import hashlib", "sum = hashlib.sha1(bar.encode())"] },
      { isBad: false, lines: ["import hashlib", 'sum = hashlib.new("sha512")', 'sum.update(bar.encode("utf-8"))'] },
      { isBad: false, lines: ["import hashlib", "sum = hashlib.sha384()", 'sum.update(bar.encode("utf-8"))'] },
    ],
  },
  weakrand: {
    cwes: [330, 338],
    isAlone: true,
    rows: [
      { isBad: true, lines: ["import random", "value = str(random.random())[2:]", 'kept = "remember" + value'] },
      {
        isBad: true,
        lines: ["import random", "import base64", "num = random.randbytes(32)", "key = base64.b64encode(num)"],
      },
      { isBad: true, lines: ["import random", 'key = "remember%d" % random.randint(0, 2**32)'] },
      {
        isBad: false,
        lines: ["import random", "num = random.SystemRandom().random()", 'key = "remember" + str(num)[2:]'],
      },
      { isBad: false, lines: ["import secrets", "key = secrets.token_hex(32)"] },
    ],
  },
  securecookie: {
    cwes: [614],
    isAlone: true,
    rows: [
      {
        isBad: true,
        lines: [
          "from flask import make_response",
          'answer = make_response("kept")',
          'answer.set_cookie("remember", "12345", path=request.path, secure=False, httponly=True)',
          "return answer",
        ],
      },
      {
        isBad: false,
        lines: [
          "from flask import make_response",
          'answer = make_response("kept")',
          'answer.set_cookie("remember", "12345", path=request.path, secure=True, httponly=True)',
          "return answer",
        ],
      },
    ],
  },
}
