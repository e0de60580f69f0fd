import type { Table } from "../../table.ts"

const members = "GET POST FILES COOKIES META body headers query_params data".split(" ")

/** Content types that no browser displays as a page. */
export const noPage = /^(?:application\/(?!xhtml)|text\/(?!html)|image\/(?!svg)|audio\/|video\/|font\/)/

/** Django and its REST framework. */
export const djangoTable: Table = {
  name: "django",
  language: "python",
  marks: [
    {
      of: "request",
      written: /(?<!urllib\.)\brequest(?:\.[a-z_A-Z]|[,)[:]|\s*=)|\bimport\b[^\n]*\brequest\b|\([^)\n]*\brequest\b/,
    },
    { of: "parameter", written: /\.from_string\(|\bTemplate\(|\bMarkupTemplate\(/ },
  ],
  inputs: [
    {
      paths: [
        ...members.flatMap((name) => [`self.request.${name}`, `request.${name}`]),
        "request.read()",
        "request.get_host()",
      ],
      trust: "request",
      example: 'import os\ndef view(request):\n    os.system("ls " + request.META["HTTP_X"])\n',
    },
    {
      paths: ["request", "self.request"].flatMap((root) =>
        ["path", "path_info", "get_full_path()", "build_absolute_uri()"].map((name) => `${root}.${name}`),
      ),
      trust: "request",
      // It is the URL that the reader is already on.
      spares: ["redirect"],
      example: 'import os\ndef view(request):\n    os.system("ls " + request.get_full_path())\n',
    },
  ],
  handlers: [
    {
      params: [/^request$/],
      asMethod:
        /view|api|handler|resource|admin|endpoint|controller|middleware|^(?:get|post|put|patch|delete|dispatch)$/i,
      gives: ["request", "input"],
      // The routes are in another file, and `str` and most expressions accept no slash.
      spares: {
        harms: ["path"],
        unlessNamed: /path|file|name|dir|folder|key|url|template|image|attach|asset|resource/i,
      },
      example: 'import os\ndef view(request, name):\n    os.system("ls " + name)\n',
    },
  ],
  passes: [
    {
      // Of request.GET.
      methods: ["urlencode"],
      cleans: ["html", "url", "redirect", "path", "header", "xpath", "sql", "link"],
      example:
        "from django.utils.safestring import mark_safe\ndef view(request):\n    return mark_safe(request.GET.urlencode())\n",
    },
    {
      calls: [
        "django.shortcuts.render",
        "render",
        "django.http.JsonResponse",
        "JsonResponse",
        "django.urls.reverse",
        "reverse",
        "django.shortcuts.get_object_or_404",
        "get_object_or_404",
      ],
      cleans: "all",
      example: 'import os\ndef view(request):\n    os.system(render(request, "a.html", {"x": request.GET["x"]}))\n',
    },
  ],
  guards: [
    {
      calls: [
        "django.utils.http.url_has_allowed_host_and_scheme",
        "url_has_allowed_host_and_scheme",
        "is_safe_url",
        "django.utils.http.is_safe_url",
      ],
      cleans: ["url", "redirect"],
      example:
        'from django.shortcuts import redirect\ndef view(request):\n    to = request.GET["next"]\n    if url_has_allowed_host_and_scheme(to, allowed_hosts=None):\n        return redirect(to)\n',
    },
  ],
  sinks: [
    {
      harm: "redirect",
      calls: [
        "django.shortcuts.redirect",
        "django.http.HttpResponseRedirect",
        "HttpResponseRedirect",
        "django.http.HttpResponsePermanentRedirect",
        "HttpResponsePermanentRedirect",
      ],
      args: [0],
      unlessHead: /^\/[^/\\]|^https?:\/\/[^/]+\/|^[?#]/,
      example:
        'from django.http import HttpResponseRedirect\ndef view(request):\n    return HttpResponseRedirect(request.GET["x"])\n',
    },
    {
      harm: "html",
      calls: [
        "django.http.HttpResponse",
        "HttpResponse",
        "django.http.HttpResponseBadRequest",
        "django.http.HttpResponseNotFound",
        "django.utils.safestring.mark_safe",
        "mark_safe",
        "django.utils.safestring.SafeString",
        "django.http.HttpResponseForbidden",
        "django.http.HttpResponseServerError",
        "django.http.StreamingHttpResponse",
      ],
      args: [0, "content"],
      unless: { content_type: noPage, mimetype: noPage, "1": noPage },
      example:
        'from django.http import HttpResponse\ndef view(request):\n    return HttpResponse("<p>" + request.GET["x"])\n',
    },
    {
      harm: "html",
      calls: ["django.utils.html.format_html", "format_html"],
      args: [0],
      example:
        'from django.utils.html import format_html\ndef view(request):\n    return format_html("<p>" + request.GET["x"])\n',
    },
    {
      harm: "sql",
      methods: ["raw", "extra"],
      on: /objects|query_?set|Manager|\bqs\b|\bfilter\(\)|\ball\(\)/i,
      args: [0, "where", "select", "tables", "order_by"],
      built: true,
      forCallers: /'\u0001|\u0001'/,
      example:
        'def view(request):\n    return User.objects.raw("select * from u where n = \'%s\'" % request.GET["x"])\n',
    },
    {
      harm: "sql",
      calls: ["django.db.models.expressions.RawSQL", "django.db.models.RawSQL", "RawSQL"],
      args: [0],
      forCallers: "built",
      example:
        'from django.db.models.expressions import RawSQL\ndef view(request):\n    return RawSQL("select " + request.GET["x"], [])\n',
    },
    {
      harm: "path",
      calls: [
        "django.http.FileResponse",
        "FileResponse",
        "fastapi.responses.FileResponse",
        "starlette.responses.FileResponse",
        "aiohttp.web.FileResponse",
        "web.FileResponse",
        "bottle.static_file",
        "sanic.response.file",
      ],
      args: [0, "path"],
      example:
        'from fastapi.responses import FileResponse\ndef view(request):\n    return FileResponse("/data/" + request.GET["x"])\n',
    },
    {
      harm: "template",
      calls: [
        "django.template.Template",
        "jinja2.Template",
        "jinja2.Environment().from_string",
        "(escaping jinja).from_string",
        "mako.template.Template",
        "tornado.template.Template",
        "Template",
        "bottle.template",
        "bottle.SimpleTemplate",
        "chameleon.PageTemplate",
        "genshi.template.MarkupTemplate",
      ],
      args: [0, "source", "text"],
      forCallers: "always",
      example: 'import jinja2\ndef view(request):\n    return jinja2.Template(request.GET["x"]).render()\n',
    },
    {
      harm: "template",
      methods: ["from_string"],
      on: /^(?!.*[Ss]andbox).*(?:env|jinja|engine)/i,
      args: [0],
      forCallers: "always",
      example: 'def view(request):\n    return env.from_string(request.GET["x"])\n',
    },
  ],
}
