import type { Table } from "../../table.ts"
import { execaCalls, someShell, unsafeReaders } from "../../../library-facts.ts"

const files =
  "readFile readFileSync writeFile writeFileSync appendFile appendFileSync createReadStream createWriteStream unlink unlinkSync rm rmSync rmdir rmdirSync readdir readdirSync open openSync mkdir mkdirSync copyFile copyFileSync rename renameSync symlink outputFile ensureDir remove readJson writeJson copy move".split(
    " ",
  )
const glances = "stat statSync lstat lstatSync access accessSync exists existsSync".split(" ")
const modules = ["fs", "fs.promises", "fs-extra", "graceful-fs", "fsp", "promises"]

/** Names that mean the same wherever they were imported from. */
const bare = files.filter((name) =>
  /^(?:readFile|writeFile|appendFile|create\w+Stream|unlink|readdir|copyFile)/.test(name),
)

/** Processes, code and files of Node. */
export const scriptSystemTable: Table = {
  name: "script system",
  language: "script",
  marks: [
    {
      of: "parameter",
      written:
        /\bexec\w*\(|\bspawn\w*\(|\beval\(|\bFunction\(|runIn\w+Context|\bvm\.Script\b|serialize\(|child_process|\bexeca\b|new Script\(/,
    },
    { of: "archive", written: /["']entry["']|\bgetEntries\(|\bentryName\b|\bunzip|\btar\b|yauzl/ },
  ],
  inputs: [
    {
      paths: [
        ...["path", "entryName", "name", "header.name"].map((name) => `archiveEntry.${name}`),
        "getEntries()[].entryName",
        "tar-stream.extract()[].header.name",
        "entries()[].path",
        "jszip.loadAsync().files",
        "jszip().loadAsync().files",
        "adm-zip().getEntries()[].entryName",
      ],
      trust: "archive",
      example:
        'const Zip = require("adm-zip"), fs = require("fs"), path = require("path")\nmodule.exports = (file, to) => { for (const e of new Zip(file).getEntries()) fs.writeFileSync(path.join(to, e.entryName), e.getData()) }\n',
    },
  ],
  handlers: [
    {
      registrars: /^on$/,
      on: /unzip|zip|tar|extract|\bpipe\(\)|Parse\(\)/i,
      events: /^entry$/,
      gives: ["archiveEntry", ""],
      example:
        'const unzipper = require("unzipper"), fs = require("fs"), path = require("path")\nmodule.exports = (s, to) => s.pipe(unzipper.Parse()).on("entry", (e) => e.pipe(fs.createWriteStream(path.join(to, e.path))))\n',
    },
  ],
  passes: [
    {
      calls: [
        "pug.render",
        "ejs.render",
        "nunjucks.renderString",
        "mustache.render",
        "handlebars.compile()",
        "ejs.renderFile",
      ],
      cleans: ["html", "render"],
      example:
        'const pug = require("pug")\napp.get("/x", (req, res) => res.send(pug.render("p #{x}", { x: req.query.x })))\n',
    },
  ],
  sinks: [
    {
      harm: "shell",
      calls: [
        "child_process.exec",
        "child_process.execSync",
        "cp.exec",
        "cp.execSync",
        "childProcess.exec",
        "child_process.exec.sync",
        "shelljs.exec",
        "shell.exec",
        "execa.command",
        "execa.commandSync",
        "execa.execaCommandSync",
        "execa.default.command",
        "childProcess.execSync",
        "shell-exec",
        "shelljs.shell.exec",
        "node-cmd.run",
        "node-cmd.get",
        "node-cmd.runSync",
        "execaCommand",
        "execa.execaCommand",
        "child-process-promise.exec",
        "promisify-child-process.exec",
        "zx.$",
        "execa.shell",
        "execa.shellSync",
        "mz.child_process.exec",
        "cross-spawn-promise.exec",
      ],
      args: [0],
      forCallers: "built",
      example: 'const { exec } = require("child_process")\nmodule.exports = (name) => exec("git clone " + name)\n',
    },
    {
      harm: "shell",
      calls: [
        "child_process.spawn",
        "child_process.spawnSync",
        "child_process.execFile",
        "child_process.execFileSync",
        "cross-spawn",
        "cross-spawn.sync",
        "cp.spawn",
        ...execaCalls,
      ],
      args: [0, 1],
      where: { shell: someShell },
      forCallers: "built",
      example:
        'const { spawn } = require("child_process")\nmodule.exports = (name) => spawn("git clone " + name, { shell: true })\n',
    },
    {
      // Node joins the list to one line for the shell.
      harm: "shell",
      calls: ["child_process.spawn", "child_process.spawnSync", "childProcess.spawn", "cp.spawn", "cross-spawn"].concat(
        execaCalls,
      ),
      args: [1],
      where: { shell: someShell },
      forCallers: "always",
      example:
        'const { spawn } = require("child_process")\nmodule.exports = (command, args, cwd) => {\n  const options = { shell: true }\n  if (cwd) options.cwd = cwd\n  return spawn(command, args, options)\n}\n',
    },
    {
      harm: "shell",
      calls: [
        "child_process.spawn",
        "child_process.spawnSync",
        "child_process.execFile",
        "child_process.execFileSync",
        "cp.spawn",
      ],
      args: [1],
      where: { "0": /^(?:(?:\/usr)?\/bin\/)?(?:ba|da|z)?sh$|^cmd(?:\.exe)?$|powershell/i },
      forCallers: "built",
      example:
        'const { spawn } = require("child_process")\nmodule.exports = (name) => spawn("sh", ["-c", "ls " + name])\n',
    },
    {
      harm: "shell",
      calls: ["Deno.Command", "Bun.spawn"],
      args: ["args"],
      where: { "0": /^(?:(?:\/usr)?\/bin\/)?(?:ba|da|z)?sh$|^cmd(?:\.exe)?$|powershell/i },
      forCallers: "built",
      example: 'app.get("/x", (req) => new Deno.Command("sh", { args: ["-c", "ls " + req.query.x] }))\n',
    },
    {
      harm: "shell",
      calls: ["child_process.spawn", "child_process.spawnSync", "child_process.execFile"],
      args: [0],
      example: 'const { spawn } = require("child_process")\napp.get("/x", (req) => spawn(req.query.cmd, []))\n',
    },
    {
      harm: "option",
      calls: ["spawn", "spawnSync", "execFile", "execFileSync"]
        .flatMap((name) => [`child_process.${name}`, `cp.${name}`, `childProcess.${name}`])
        .concat(execaCalls, "cross-spawn", "cross-spawn.sync"),
      args: ["(words)"],
      where: {
        "0": /^(?:git|hg|svn|curl|wget|tar|ssh|scp|rsync|find|docker|kubectl|npm|yarn|pip|zip|openssl|sed|awk)$/,
      },
      unlessHead: /^[^-]/,
      example:
        'const { execFile } = require("child_process")\napp.get("/x", (req) => execFile("git", ["clone", req.query.url, "/srv/x"]))\n',
    },
    {
      harm: "code",
      calls: [
        "eval",
        "window.eval",
        "globalThis.eval",
        "global.eval",
        "Function",
        "vm.runInContext",
        "vm.runInNewContext",
        "vm.runInThisContext",
        "vm.Script",
        "Script",
        "(eval)",
        "vm.compileFunction",
        "safe-eval",
        "safeEval",
        "vm2.VM().run",
        "vm2.NodeVM().run",
        "static-eval",
        "execScript",
        "notevil",
        "expr-eval.Parser.evaluate",
        "sandbox().run",
        "$.globalEval",
        "jQuery.globalEval",
        "bluebird.js.release.util.toFastProperties",
      ],
      forCallers: "always",
      example: 'module.exports = (text) => eval("(" + text + ")")\n',
    },
    {
      // Objects that are passed into a sandbox are a way out of it.
      harm: "code",
      calls: ["vm2.VM", "vm2.NodeVM", "vm.createContext"],
      args: [0, "sandbox"],
      example: 'const { VM } = require("vm2")\napp.post("/x", (req) => new VM({ sandbox: req.body.context }))\n',
    },
    {
      harm: "code",
      methods: ["executeJavaScript"],
      args: [0],
      built: true,
      example:
        'const { ipcMain } = require("electron")\nipcMain.on("x", (event, name) => win.webContents.executeJavaScript("load(\'" + name + "\')"))\n',
    },
    {
      harm: "code",
      methods: ["eval"],
      on: /redis/i,
      args: [0],
      built: true,
      example: 'app.get("/x", (req) => redis.eval(`return redis.call("get", "${req.query.x}")`, 0))\n',
    },
    {
      harm: "code",
      calls: ["setTimeout", "setInterval", "window.setTimeout"],
      args: [0],
      built: true,
      example: 'app.get("/x", (req) => setTimeout("run(" + req.query.x + ")", 10))\n',
    },
    {
      harm: "code",
      calls: ["require", "import", "import()", "child_process.fork", "cp.fork"],
      args: [0],
      unlessHead: /^https?:\/\//,
      example: 'app.get("/x", (req) => require(req.query.name))\n',
    },
    {
      harm: "template",
      calls: [
        "ejs.render",
        "ejs.compile",
        "pug.render",
        "pug.compile",
        "jade.render",
        "jade.compile",
        "handlebars.compile",
        "Handlebars.compile",
        "lodash.template",
        "_.template",
        "nunjucks.renderString",
        "mustache.render",
        "doT.template",
        "dot.template",
        "hogan.js.compile",
        "swig.render",
        "underscore.template",
        "eta.render",
        "vue.compile",
      ],
      args: [0],
      example: 'const ejs = require("ejs")\napp.get("/x", (req, res) => res.send(ejs.render(req.query.t)))\n',
    },
    {
      harm: "template",
      calls: ["vue.createApp", "createApp", "vue.defineComponent", "Vue"],
      args: ["template"],
      example:
        'import { createApp } from "vue"\nimport { useRoute } from "vue-router"\nexport function open() {\n  createApp({ template: `<p>${useRoute().query.x}</p>` })\n}\n',
    },
    {
      harm: "path",
      calls: [...modules.flatMap((module) => files.map((name) => `${module}.${name}`)), ...bare],
      args: [0],
      example: 'const fs = require("fs")\napp.get("/x", (req, res) => fs.readFile("/data/" + req.params.x, () => 0))\n',
    },
    {
      harm: "path",
      calls: modules.flatMap((module) => glances.map((name) => `${module}.${name}`)),
      args: [0],
      isGlance: true,
      example: 'const fs = require("fs")\napp.get("/x", (req, res) => fs.existsSync("/data/" + req.params.x))\n',
    },
    {
      harm: "path",
      calls: modules.flatMap((module) =>
        ["rename", "renameSync", "copyFile", "copyFileSync", "symlink", "link", "move", "copy"].map(
          (name) => `${module}.${name}`,
        ),
      ),
      args: [1],
      example:
        'const fs = require("fs")\napp.post("/x", (req, res) => fs.rename("/tmp/a", "/data/" + req.body.x, () => 0))\n',
    },
    {
      harm: "path",
      methods: ["mv"],
      args: [0],
      built: true,
      example: 'app.post("/x", (req, res) => req.files.doc.mv("/data/" + req.files.doc.name, () => res.end()))\n',
    },
    {
      harm: "regex",
      calls: ["RegExp"],
      args: [0],
      example: 'app.get("/x", (req, res) => new RegExp(req.query.x))\n',
    },
    {
      // A string is turned into a regular expression first.
      harm: "regex",
      methods: ["match", "matchAll"],
      on: /^(?!.*(?:rout|matcher|pattern|layer|trie|glob|mime|accept))/i,
      args: [0],
      from: /\.(?:query|body|queryStringParameters)\b/,
      example: 'app.get("/x", (req, res) => names.filter((name) => name.match(req.query.x)))\n',
    },
    {
      harm: "object",
      calls: unsafeReaders,
      args: [0],
      forCallers: "always",
      example: 'const s = require("node-serialize")\napp.get("/x", (req, res) => s.unserialize(req.cookies.profile))\n',
    },
    {
      harm: "xml",
      calls: ["libxmljs.parseXml", "libxmljs.parseXmlString", "libxml.parseXml", "libxmljs2.parseXml"],
      args: [0],
      where: { noent: true },
      example: 'const x = require("libxmljs")\napp.post("/x", (req, res) => x.parseXml(req.body, { noent: true }))\n',
    },
    {
      harm: "xpath",
      calls: ["xpath.select", "xpath.select1", "xpath.evaluate", "xpath.parse", "document.evaluate"],
      args: [0],
      built: true,
      example:
        'const xpath = require("xpath")\napp.get("/x", (req, res) => xpath.select("//u[@n=\'" + req.query.x + "\']", doc))\n',
    },
    {
      harm: "ldap",
      methods: ["search"],
      on: /ldap|^(?:\w+\.)*client /i,
      args: [0, 1],
      text: /^$|[(=]/,
      example: 'app.get("/x", (req, res) => ldapClient.search("dc=x", { filter: "(uid=" + req.query.x + ")" }))\n',
    },
    {
      harm: "trust",
      writes: ["req.session[]"],
      example: 'app.get("/x", (req, res) => { req.session[req.query.k] = 1 })\n',
    },
  ],
}
