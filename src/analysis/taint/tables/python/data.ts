import { harms } from "../../harm.ts"
import type { Table } from "../../table.ts"

const statement =
  /^[\s(]*(?:select|insert|update|delete|replace|with|drop|alter|create|merge|call|exec|pragma|truncate|grant|set|show|\u0001)\b|\b(?:from|where|values|set|and|order by)\b/i
const handle = /cur|conn|db|sess|engine|database|sqlite|psycopg|mysql|client|pool|tx|transaction|c\b|self\b/i

/** A place where a value is written, not the name of a table. */
const inValue = /(?:[=<>,(]|\blike|\bvalues\s*\(|\bin\s*\()\s*['"%]{0,2}\u0001/i

const SAFE_PARSER = "(safe parser)"

/** Databases, directories and documents. */
export const pythonDataTable: Table = {
  name: "python data",
  language: "python",
  marks: [
    { of: "remote", written: /\brecv\(|\burlopen\b|\b(?:requests|httpx)\./ },
    { of: "parameter", written: /\.execute\w*\(|\b(?:pickle|dill|marshal|jsonpickle|joblib)\.(?:loads?|decode)\(/ },
    { of: "archive", written: /\bnamelist\(|\binfolist\(|\bgetmembers\(|\bgetnames\(|\btarfile\b/ },
  ],
  inputs: [
    {
      paths: [
        "socket.socket().recv()",
        "sock.recv()",
        "conn.recv()",
        "socket.recv()",
        "client.recv()",
        "requests.get().content",
        "requests.post().content",
        "requests.get().text",
        "httpx.get().content",
        "urllib.request.urlopen().read()",
        "urlopen().read()",
      ],
      trust: "remote",
      example: "import pickle, requests\npickle.loads(requests.get(URL).content)\n",
    },
    {
      paths: [
        "zipfile.ZipFile().namelist()",
        "zipfile.ZipFile().infolist()[].filename",
        "tarfile.open().getnames()",
        "tarfile.open().getmembers()[].name",
        "tarfile.open()[].name",
        "namelist()",
        "infolist()[].filename",
        "getmembers()[].name",
      ],
      trust: "archive",
      example:
        'import zipfile, os\ndef f(path, to):\n    z = zipfile.ZipFile(path)\n    for name in z.namelist():\n        open(os.path.join(to, name), "wb")\n',
    },
  ],
  sinks: [
    {
      harm: "sql",
      methods: [
        "execute",
        "executemany",
        "executescript",
        "raw_sql",
        "mogrify",
        "exec_driver_sql",
        "fetch",
        "fetchrow",
        "fetchval",
        "read_sql",
        "read_sql_query",
      ],
      on: handle,
      args: [0, "sql", "query", "statement", "operation"],
      text: statement,
      built: true,
      forCallers: inValue,
      example:
        'from flask import request\ndef f():\n    cursor.execute("select * from u where n = \'" + request.args["x"] + "\'")\n',
    },
    {
      harm: "sql",
      methods: ["execute", "executescript"],
      on: handle,
      args: [0],
      text: /^$/,
      example: 'from flask import request\ndef f():\n    cursor.execute(request.args["x"])\n',
    },
    {
      harm: "sql",
      calls: ["sqlalchemy.text", "sqlalchemy.sql.text", "pandas.read_sql", "pandas.read_sql_query", "text"],
      args: [0],
      text: statement,
      built: true,
      example:
        "from sqlalchemy import text\nfrom flask import request\ndef f():\n    return text(f\"select * from u where n = {request.args['x']}\")\n",
    },
    {
      harm: "nosql",
      methods: [
        "find",
        "find_one",
        "find_one_and_update",
        "update_one",
        "update_many",
        "delete_one",
        "delete_many",
        "count_documents",
        "aggregate",
      ],
      on: /db|coll|users|mongo|client/i,
      args: [0, "filter"],
      text: /^$/,
      example: 'from flask import request\ndef f():\n    db.users.find_one({"name": request.json["x"]})\n',
    },
    {
      harm: "xpath",
      methods: ["xpath", "findall", "iterfind", "findtext"],
      args: [0],
      built: true,
      example:
        'from flask import request\ndef f(tree):\n    tree.xpath("//user[@name=\'" + request.args["x"] + "\']")\n',
    },
    {
      harm: "xpath",
      calls: [
        "lxml.etree.XPath",
        "etree.XPath",
        "elementpath.select",
        "elementpath.Selector",
        "elementpath.iter_select",
        "libxml2.xpathEval",
      ],
      args: [0, 1],
      built: true,
      example:
        'import lxml.etree\nfrom flask import request\ndef f():\n    lxml.etree.XPath("//user[@name=\'" + request.args["x"] + "\']")\n',
    },
    {
      harm: "ldap",
      methods: [
        "search",
        "search_s",
        "search_st",
        "search_ext",
        "search_ext_s",
        "modify_s",
        "bind_s",
        "simple_bind_s",
        "paged_search",
      ],
      on: /ldap|conn|^l\b|server|directory|ctx/i,
      args: [0, 1, 2, "search_base", "search_filter", "filterstr", "base"],
      built: true,
      example:
        'import ldap3\nfrom flask import request\ndef f():\n    conn = ldap3.Connection("s")\n    conn.search("dc=x", "(uid=" + request.args["x"] + ")")\n',
    },
    {
      harm: "object",
      calls: [
        "pickle.loads",
        "pickle.load",
        "cPickle.loads",
        "_pickle.loads",
        "dill.loads",
        "dill.load",
        "cloudpickle.loads",
        "marshal.loads",
        "marshal.load",
        "jsonpickle.decode",
        "shelve.open",
        "torch.load",
        "joblib.load",
        "pandas.read_pickle",
        "yaml.unsafe_load",
        "yaml.full_load",
        "pickle.Unpickler",
      ],
      args: [0],
      forCallers: "always",
      example: "import pickle\nfrom flask import request\ndef f():\n    pickle.loads(request.data)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      where: { Loader: "yaml.Loader" },
      example: "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data, Loader=yaml.Loader)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      where: { Loader: "yaml.UnsafeLoader" },
      example:
        "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data, Loader=yaml.UnsafeLoader)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      unless: { Loader: "*" },
      example: "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data)\n",
    },
    {
      harm: "xml",
      calls: ["lxml.etree.fromstring", "lxml.etree.parse", "lxml.etree.XML", "lxml.etree.iterparse"],
      args: [0],
      unless: { parser: SAFE_PARSER, "1": SAFE_PARSER },
      example: "import lxml.etree\nfrom flask import request\ndef f():\n    lxml.etree.fromstring(request.data)\n",
    },
    {
      harm: "xml",
      calls: ["xml.sax.parseString", "xml.sax.parse"],
      args: [0],
      example:
        "import xml.sax\nfrom flask import request\ndef f(handler):\n    xml.sax.parseString(request.data, handler)\n",
    },
    {
      harm: "url",
      calls: [
        ...["get", "post", "put", "delete", "patch", "head", "options"].flatMap((verb) => [
          `requests.${verb}`,
          `httpx.${verb}`,
          `requests.Session().${verb}`,
          `requests.session().${verb}`,
          `httpx.Client().${verb}`,
          `httpx.AsyncClient().${verb}`,
          `aiohttp.ClientSession().${verb}`,
        ]),
        "urllib.request.urlopen",
        "urllib2.urlopen",
        "urllib.urlopen",
        "urlopen",
        "urllib.request.urlretrieve",
        "urllib.request.Request",
        "http.client.HTTPConnection",
        "http.client.HTTPSConnection",
        "urllib3.PoolManager().request",
        "httpx.stream",
        "pycurl.Curl().setopt",
        "wget.download",
      ],
      args: [0, "url"],
      unlessHead: /^https?:\/\/[^/\u0001]+(?:\/|$)/,
      example: 'import requests\nfrom flask import request\ndef f():\n    requests.get(request.args["x"])\n',
    },
    {
      harm: "url",
      calls: ["requests.request", "httpx.request", "requests.Session().request"],
      args: [1, "url"],
      unlessHead: /^https?:\/\/[^/\u0001]+(?:\/|$)/,
      example: 'import requests\nfrom flask import request\ndef f():\n    requests.request("GET", request.args["x"])\n',
    },
  ],
  passes: [
    {
      calls: ["lxml.etree.XMLParser", "etree.XMLParser"],
      where: { resolve_entities: false },
      cleans: "all",
      gives: SAFE_PARSER,
      example:
        "import lxml.etree\nfrom flask import request\ndef f():\n    parser = lxml.etree.XMLParser(resolve_entities=False)\n    lxml.etree.fromstring(request.data, parser)\n",
    },
    {
      calls: ["open", "io.open", "gzip.open", "bz2.open", "lzma.open"],
      // What is in the file is the caller's only as far as the file is.
      cleans: harms.filter((harm) => harm !== "object"),
      example: 'import os\ndef f(path):\n    os.system("ls " + open(path).read())\n',
    },
    {
      calls: [
        "ldap3.utils.conv.escape_filter_chars",
        "ldap.filter.escape_filter_chars",
        "escape_filter_chars",
        "ldap.filter.filter_format",
        "ldap.dn.escape_dn_chars",
      ],
      cleans: ["ldap"],
      example:
        'import ldap3\nfrom ldap3.utils.conv import escape_filter_chars\nfrom flask import request\ndef f():\n    conn = ldap3.Connection("s")\n    conn.search("dc=x", "(uid=" + escape_filter_chars(request.args["x"]) + ")")\n',
    },
    {
      calls: [
        "psycopg2.sql.Identifier",
        "psycopg2.sql.Literal",
        "sql.Identifier",
        "sql.Literal",
        "pymysql.converters.escape_string",
        "MySQLdb.escape_string",
        "psycopg2.extensions.quote_ident",
      ],
      cleans: ["sql"],
      example:
        'from psycopg2.sql import Literal\nfrom flask import request\ndef f():\n    cursor.execute("select " + Literal(request.args["x"]))\n',
    },
  ],
}
