/** How a handler gets `param`. `isInput: false` where the value only looks like input. */
export const sources = [
  { name: "args", lines: ['param = request.args.get("NAME", "")'] },
  { name: "form", lines: ['param = request.form.get("NAME")', "if not param:", '\tparam = ""'] },
  {
    name: "form-list",
    lines: ['values = request.form.getlist("NAME")', 'param = ""', "if values:", "\tparam = values[0]"],
  },
  {
    name: "cookie",
    lines: ["import urllib.parse", 'param = urllib.parse.unquote_plus(request.cookies.get("NAME", "nothing"))'],
  },
  {
    name: "header",
    lines: [
      "import urllib.parse",
      'param = request.headers.get("NAME")',
      'param = urllib.parse.unquote_plus(param or "")',
    ],
  },
  {
    name: "header-name",
    lines: [
      "import helpers.known",
      'param = ""',
      "for name in request.headers.keys():",
      "\tif name.lower() in helpers.known.common_headers:",
      "\t\tcontinue",
      "\tparam = name",
      "\tbreak",
    ],
  },
  {
    name: "arg-name",
    lines: [
      'param = ""',
      "for name, values in request.args.lists():",
      '\tif "NAME" in values:',
      "\t\tparam = name",
      "\t\tbreak",
    ],
  },
  {
    name: "query-string",
    lines: [
      'text = request.query_string.decode("utf-8")',
      'at = text.find("NAME=")',
      "if at == -1:",
      '\treturn "no value was sent"',
      'param = text[at + len("NAME="):]',
      'end = param.find("&")',
      "if end != -1:",
      "\tparam = param[:end]",
    ],
  },
  { name: "path", lines: ['parts = request.path.split("/")', "param = parts[-1]"] },
  {
    name: "wrapped",
    lines: [
      "import helpers.incoming",
      "wrapped = helpers.incoming.Incoming(request)",
      'param = wrapped.form_value("NAME")',
    ],
  },
  {
    name: "wrapped-fixed",
    isInput: false,
    lines: [
      "import helpers.incoming",
      "wrapped = helpers.incoming.Incoming(request)",
      'param = wrapped.fixed_value("NAME")',
    ],
  },
]
