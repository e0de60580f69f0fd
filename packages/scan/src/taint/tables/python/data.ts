import { harms } from "../../harm.ts"
import type { Table } from "../../table.ts"

const statement =
  /^[\s(]*(?:select|insert|update|delete|replace|with|drop|alter|create|merge|call|exec|pragma|truncate|grant|set|show|\u0001)\b|\b(?:from|where|values|set|and|order by)\b/i
const handle = /cur|\bcon\b|conn|db|sess|engine|database|sqlite|psycopg|mysql|client|pool|tx|transaction|c\b|self\b/i

/** A position for a value, not for the name of a table. */
const inValue = /(?:[=<>,(]|\blike|\bvalues\s*\(|\bin\s*\()\s*['"%]{0,2}\u0001/i

/** Databases, directories and addresses. */
export const pythonDataTable: Table = {
  name: "python data",
  language: "python",
  marks: [
    { of: "remote", written: /\brecv\(|\burlopen\b|\b(?:requests|httpx)\.|\bresp(?:onse)?\.json\(/ },
    {
      of: "parameter",
      written:
        /\.execute\w*\(|\.(?:fetch(?:row|val|_all|_one)?|query)\(\s*[rf]*["']|\bpg8000\b|\b(?:pickle|dill|marshal|jsonpickle|joblib)\.(?:loads?|decode)\(|\ballow_pickle\b/,
    },
    { of: "parameter", written: /\burlopen\(|\burlretrieve\(/, isCommon: true },
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
        "request.recv()",
        "self.rfile",
        "self.rfile.read()",
        "readexactly()",
        "readuntil()",
        "recv_multipart()",
        "recv_bytes()",
        "requests.get().json()",
        "requests.post().json()",
        "requests.request().json()",
        "requests.Session().get().json()",
        "httpx.get().json()",
        "response.json()",
        "resp.json()",
        "urllib.request.urlopen()",
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
        "fetch_all",
        "fetch_one",
        "execute_sql",
        "executeQuery",
        "run_query",
        "raw_query",
        "query",
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
      calls: [
        "sqlalchemy.text",
        "sqlalchemy.sql.text",
        "sqlalchemy.literal_column",
        "pandas.read_sql",
        "pandas.read_sql_query",
      ],
      args: [0],
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
      // Addresses, forms and cookies contain texts, never objects.
      from: /json|body|\bdata\b|payload|parse_args|validated_data/i,
      example: 'from flask import request\ndef f():\n    db.users.find_one({"name": request.json["x"]})\n',
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
      harm: "ldap",
      calls: ["delete", "add", "modify", "modify_dn", "compare", "rebind"].map((name) => `ldap3.Connection().${name}`),
      args: [0, "dn", "user"],
      built: true,
      example:
        'import ldap3\nfrom flask import request\ndef f():\n    conn = ldap3.Connection("s")\n    conn.delete("uid=" + request.args["x"])\n',
    },
    {
      harm: "sql",
      calls: ["pg8000.native.Connection().run", "pg8000.connect().run", "pg8000.dbapi.connect().run"],
      args: [0],
      built: true,
      forCallers: inValue,
      example:
        "import pg8000.native\ndef find(name):\n    con = pg8000.native.Connection('app')\n    con.run(f\"select * from u where n = '{name}'\")\n",
    },
    {
      harm: "sql",
      methods: ["order_by", "group_by", "having"],
      on: /query|select|session|\bs\b|db\b/i,
      args: [0],
      built: true,
      text: /\u0001\s+(?:asc|desc)\b|[<>=]\s*\u0001/i,
      example: "from flask import request\ndef f():\n    session.query(User).order_by(request.args['x'] + ' desc')\n",
    },
    {
      harm: "sql",
      methods: ["filter", "where", "order_by", "having"],
      on: /query|select|session|\bs\b|db\b/i,
      args: [0],
      built: true,
      text: /\s(?:=|like|in)\s|['"]/i,
      example:
        "from flask import request\ndef f():\n    session.query(User).filter(\"name = '\" + request.args['x'] + \"'\")\n",
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
        "httpx.stream",
        "pycurl.Curl().setopt",
        "wget.download",
        "socket.create_connection",
        "ftplib.FTP",
        "smtplib.SMTP",
        "telnetlib.Telnet",
        "feedparser.parse",
        "pandas.read_html",
        "urllib.request.build_opener().open",
        "urllib.request.OpenerDirector().open",
        "tornado.httpclient.HTTPClient().fetch",
        "tornado.httpclient.AsyncHTTPClient().fetch",
        "websocket.create_connection",
        "websockets.connect",
      ],
      args: [0, "url"],
      unlessHead: /^https?:\/\/[^/\u0001]+(?:\/|$)/,
      example: 'import requests\nfrom flask import request\ndef f():\n    requests.get(request.args["x"])\n',
    },
    {
      harm: "url",
      calls: ["urllib.request.urlopen", "urllib2.urlopen", "urllib.request.urlretrieve", "urllib.urlretrieve"],
      args: [0, "url"],
      unlessHead: /^https?:/,
      forCallers: "always",
      example: "from urllib.request import urlopen\ndef read(url):\n    return urlopen(url).read()\n",
    },
    {
      harm: "url",
      calls: [
        "requests.request",
        "httpx.request",
        "requests.Session().request",
        "urllib3.PoolManager().request",
        "urllib3.PoolManager().urlopen",
        "urllib3.request",
        "httpx.Client().request",
        "httpx.AsyncClient().request",
        "aiohttp.ClientSession().request",
        "aiohttp.request",
      ],
      args: [1, "url"],
      unlessHead: /^https?:\/\/[^/\u0001]+(?:\/|$)/,
      example: 'import requests\nfrom flask import request\ndef f():\n    requests.request("GET", request.args["x"])\n',
    },
  ],
  passes: [
    {
      calls: ["hashlib.new"],
      where: { "0": "md5" },
      gives: "(weak hash)",
      example:
        'import hashlib\nfrom flask import request\ndef f():\n    h = hashlib.new("md5")\n    h.update(request.args["x"].encode())\n',
    },
    {
      calls: ["hashlib.new"],
      where: { "0": "sha1" },
      gives: "(weak hash)",
      example:
        'import hashlib\nfrom flask import request\ndef f():\n    h = hashlib.new("sha1")\n    h.update(request.args["x"].encode())\n',
    },
    {
      calls: ["open", "io.open", "gzip.open", "bz2.open", "lzma.open"],
      // The content of the file belongs to the caller only if the file does.
      cleans: harms.filter((harm) => harm !== "object"),
      example: 'import os\nfrom gzip import open as unpack\ndef f(path):\n    os.system("ls " + unpack(path).read())\n',
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
        'import ldap3\nfrom ldap.filter import filter_format\nfrom flask import request\ndef f():\n    conn = ldap3.Connection("s")\n    conn.search("dc=x", "(|" + filter_format("(uid=%s)", [request.args["x"]]) + ")")\n',
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
    {
      methods: ["quote_identifier", "quote_ident", "quote_name", "escape_identifier"],
      cleans: ["sql"],
      example:
        'from flask import request\ndef f():\n    cursor.execute("select * from " + connection.ops.quote_name(request.args["x"]))\n',
    },
  ],
}
