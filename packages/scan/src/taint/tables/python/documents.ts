import { harms } from "../../harm.ts"
import type { Table } from "../../table.ts"

const SAFE_PARSER = "(safe parser)"
/** What a page on the web or a header names: following its links is what such programs are for. */
const ofPages = harms.filter((harm) => !/^(?:path|archive|shell|code)$/.test(harm))
const ofDocuments = ofPages.filter((harm) => harm !== "url")
const unsafeLoader = /^yaml\.C?(?:Unsafe)?Loader$/

/** Documents: XML, XPath, and formats that can contain objects. */
export const pythonDocumentsTable: Table = {
  name: "python documents",
  language: "python",
  marks: [
    {
      of: "document",
      written:
        /\bunquote\w*\(|\bget_filename\(|[Cc]ontent-[Dd]isposition|\betree\b|\bElementTree\b|\bET\.(?:parse|fromstring|XML)\(|\bminidom\b|BeautifulSoup\(/,
    },
  ],
  inputs: [
    {
      paths: [
        "lxml.etree.parse()",
        "lxml.etree.fromstring()",
        "lxml.etree.XML()",
        "xml.etree.ElementTree.parse()",
        "xml.etree.ElementTree.fromstring()",
        "xml.etree.ElementTree.XML()",
        "xml.dom.minidom.parse()",
        "xml.dom.minidom.parseString()",
        "defusedxml.ElementTree.parse()",
        "defusedxml.ElementTree.fromstring()",
      ],
      trust: "document",
      spares: ofDocuments,
      example:
        'import os\nfrom lxml import etree\ndef f(file, to):\n    for item in etree.parse(file).xpath("//item"):\n        open(os.path.join(to, item.get("href")), "wb")\n',
    },
    {
      paths: [
        "get_filename()",
        "get_content_disposition()",
        "(header).content-disposition",
        "lxml.html.fromstring()",
        "lxml.html.parse()",
        "html5_parser.parse()",
        "bs4.BeautifulSoup()",
      ],
      trust: "document",
      spares: ofPages,
      example:
        'import os, re\ndef f(answer, to):\n    name = re.findall("filename=(.+)", answer.headers["Content-Disposition"])[0]\n    open(os.path.join(to, name), "wb")\n',
    },
  ],
  sinks: [
    {
      harm: "xpath",
      methods: ["xpath"],
      args: [0],
      text: /\/|::/,
      built: true,
      example: 'from flask import request\ndef f(tree):\n    tree.xpath("/rows/" + request.args["x"] + "/text()")\n',
    },
    {
      harm: "xpath",
      methods: ["findall", "iterfind", "findtext", "find"],
      args: [0],
      text: /\[|\/\//,
      built: true,
      example:
        'from flask import request\ndef f(tree):\n    tree.findall("//user[@name=\'" + request.args["x"] + "\']")\n',
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
        "lxml.etree.XPathEvaluator()",
        "lxml.etree.ETXPath",
      ],
      args: [0, 1],
      built: true,
      example:
        'import lxml.etree\nfrom flask import request\ndef f():\n    lxml.etree.XPath("//user[@name=\'" + request.args["x"] + "\']")\n',
    },
    {
      harm: "object",
      calls: ["numpy.load", "np.load"],
      args: [0, "file"],
      where: { allow_pickle: true },
      forCallers: "always",
      example: "import numpy as np\ndef read(path):\n    return np.load(path, allow_pickle=True)\n",
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
        "_pickle.load",
        "cPickle.load",
        "cloudpickle.load",
        "yaml.unsafe_load_all",
        "yaml.full_load_all",
        "jsonpickle.loads",
        "dill.Unpickler",
        "compress_pickle.loads",
        "pickle5.loads",
      ],
      args: [0],
      unless: { weights_only: true },
      forCallers: "always",
      example: "import pickle\nfrom flask import request\ndef f():\n    pickle.loads(request.data)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      where: { Loader: unsafeLoader },
      example: "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data, Loader=yaml.Loader)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      where: { "1": unsafeLoader },
      example: "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data, yaml.Loader)\n",
    },
    {
      harm: "object",
      calls: ["yaml.load", "yaml.load_all"],
      args: [0],
      unless: { Loader: "*", "1": "*" },
      example: "import yaml\nfrom flask import request\ndef f():\n    yaml.load(request.data)\n",
    },
    {
      harm: "xml",
      calls: ["lxml.etree.fromstring", "lxml.etree.parse", "lxml.etree.XML", "lxml.etree.iterparse"],
      args: [0],
      unless: { parser: SAFE_PARSER, "1": SAFE_PARSER, resolve_entities: false },
      example: "import lxml.etree\nfrom flask import request\ndef f():\n    lxml.etree.fromstring(request.data)\n",
    },
    {
      harm: "xml",
      calls: [
        "xml.dom.minidom.parseString",
        "xml.dom.minidom.parse",
        "xml.dom.pulldom.parseString",
        "xml.dom.pulldom.parse",
      ],
      args: [0, "string", "file", "stream_or_string"],
      where: { parser: "(open parser)" },
      example:
        "import xml.sax, xml.dom.minidom\nfrom flask import request\ndef f():\n    p = xml.sax.make_parser()\n    p.setFeature(xml.sax.handler.feature_external_ges, True)\n    xml.dom.minidom.parseString(request.data, parser=p)\n",
    },
    {
      harm: "xml",
      calls: [
        "xml.dom.minidom.parseString",
        "xml.dom.minidom.parse",
        "xml.dom.pulldom.parseString",
        "xml.dom.pulldom.parse",
      ],
      args: [0],
      where: { "1": "(open parser)" },
      example:
        "import xml.sax, xml.dom.minidom\nfrom flask import request\ndef f():\n    p = xml.sax.make_parser()\n    p.setFeature(xml.sax.handler.feature_external_ges, True)\n    xml.dom.minidom.parseString(request.data, p)\n",
    },
    {
      harm: "xml",
      calls: ["(open parser).parse", "(open parser).feed"],
      args: [0],
      example:
        "import xml.sax\nfrom flask import request\ndef f():\n    p = xml.sax.make_parser()\n    p.setFeature(xml.sax.handler.feature_external_ges, True)\n    p.parse(request.stream)\n",
    },
    {
      harm: "xml",
      methods: ["xinclude"],
      args: ["(object)"],
      example:
        "from lxml import etree\nfrom flask import request\ndef f(parser):\n    etree.fromstring(request.data, parser).getroottree().xinclude()\n",
    },
    {
      // A stylesheet can read files and, with extensions, write them.
      harm: "xml",
      calls: ["lxml.etree.XSLT", "etree.XSLT"],
      args: [0],
      unless: { access_control: "*" },
      example:
        "from lxml import etree\nfrom flask import request\ndef f(parser):\n    etree.XSLT(etree.fromstring(request.data, parser))\n",
    },
    {
      harm: "xml",
      calls: ["xml.sax.parseString", "xml.sax.parse"],
      args: [0],
      example:
        "import xml.sax\nfrom flask import request\ndef f(handler):\n    xml.sax.parseString(request.data, handler)\n",
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
  ],
}
