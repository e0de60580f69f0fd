import { findUploadNames } from "./finders/files/upload-names.ts"
import { findWritesAfterCheck } from "./finders/files/file-races.ts"
import { findUnpackedEntries, findWrittenMembers } from "./finders/files/archives.ts"
import type { CodeNode } from "../../code-tree.ts"
import { defineMisuseRule } from "../define-misuse-rule.ts"
import { renderCodeValue } from "../render-code-value.ts"
import { findEnclosingFunction } from "../../rules/tree-shapes.ts"

/** Windows removes a file only if it may be written, so its mode is changed right before. */
const removes = /\b(?:unlink|rmdir|rm)(?:Sync)?\(|\bos\.(?:remove|unlink|rmdir)\(/

/** With the sticky bit, as in 1777, only the owner of a file may replace it. */
const forAll = /^(?:0o?|0)?[0246]?[0-7][0-7][2367]$|^0o?[0246]?[0-7]{0,2}[2367]$|S_IWOTH|S_IRWXO|^(?:511|438)$/

const everything = /^0?o?777$|^511$/
const readAndWrite = /^0?o?666$|^438$/

const ofNode = (...names: readonly string[]) =>
  names.flatMap((name) => [`.${name}`, `fs.${name}`, `fs.promises.${name}`, `fs-extra.${name}`])
const writing = ofNode(
  "writeFile",
  "writeFileSync",
  "appendFile",
  "appendFileSync",
  "createWriteStream",
  "outputFile",
  "outputFileSync",
)
const opening = ofNode("open", "openSync")
const makingDirectories = ofNode("mkdir", "mkdirSync", "ensureDir", "ensureDirSync", "mkdirp", "mkdirpSync")

function isRemovedNext(node: CodeNode): boolean {
  const fn = findEnclosingFunction(node)
  return fn !== undefined && removes.test(fn.text.slice(node.end - fn.start))
}

/** Files on disk. */
export const fileRules = [
  defineMisuseRule(
    {
      id: "open-file-mode",
      severity: "minor",
      cwe: "CWE-732",
      title: "World-writable file permissions",
      description: "Another local user can modify what this program later reads or runs.",
      fix: "Restrict write access to the owner: 0o600 for files, 0o700 for directories and executables.",
      words: ["chmod", "umask", "777", "666"],
    },
    [
      {
        language: "script",
        calls: writing,
        where: { mode: everything },
        example: 'fs.writeFileSync("run.sh", text, { mode: 0o777 })\n',
        lookAlike: 'fs.writeFileSync("run.sh", text, { mode: 0o755 })\n',
      },
      {
        language: "script",
        calls: opening,
        where: { "1": /^[wa]/, "2": everything },
        example: 'const file = fs.openSync("run.sh", "w", 0o777)\n',
        lookAlike: 'const file = fs.openSync("run.sh", "w", 0o700)\n',
      },
      // The modes that Node and Python use if none is given: the umask usually takes the write access away.
      {
        language: "script",
        persona: "pedantic",
        calls: writing,
        where: { mode: readAndWrite },
        example: "fs.writeFileSync(log, text, { mode: 0o666 })\n",
        lookAlike: "fs.writeFileSync(log, text, { mode: 0o600 })\n",
      },
      {
        language: "script",
        persona: "pedantic",
        calls: makingDirectories,
        where: { mode: everything },
        example: "fs.mkdirSync(cache, { mode: 0o777 })\n",
        lookAlike: "fs.mkdirSync(cache, { mode: 0o700 })\n",
      },
      {
        language: "script",
        persona: "pedantic",
        calls: makingDirectories,
        where: { "1": everything },
        example: "fs.mkdirSync(cache, 0o777)\n",
        lookAlike: "fs.mkdirSync(cache, 0o750)\n",
      },
      {
        language: "script",
        persona: "pedantic",
        calls: opening,
        where: { "1": /^[wa]/, "2": readAndWrite },
        example: 'const file = fs.openSync(log, "a", 0o666)\n',
        lookAlike: 'const file = fs.openSync(log, "r", 0o666)\n',
      },
      {
        language: "python",
        persona: "pedantic",
        calls: ["os.mkdir", "os.makedirs"],
        where: { "1": everything },
        example: "import os\nos.makedirs(cache, 0o777)\n",
        lookAlike: "import os\nos.makedirs(cache, 0o700)\n",
      },
      {
        language: "python",
        persona: "pedantic",
        calls: ["os.mkdir", "os.makedirs"],
        where: { mode: everything },
        example: "import os\nos.makedirs(cache, mode=0o777)\n",
        lookAlike: "import os\nos.makedirs(cache, mode=0o700)\n",
      },
      {
        language: "python",
        persona: "pedantic",
        calls: ["os.open", "os.mkfifo"],
        and: ({ args, keywords }, code) =>
          [...args.slice(1), ...keywords.values()].some((one) => /^0o?(?:666|777)$/.test(renderCodeValue(code, one))),
        example: "import os\nfile = os.open(log, os.O_CREAT | os.O_WRONLY, 0o666)\n",
        lookAlike: "import os\nfile = os.open(log, os.O_CREAT | os.O_WRONLY, 0o600)\n",
      },
      {
        language: "script",
        calls: [
          ".chmod",
          ".chmodSync",
          ".fchmod",
          ".fchmodSync",
          "chmod",
          "chmodSync",
          "fs.chmod",
          "fs.chmodSync",
          "fs.promises.chmod",
        ],
        where: { "1": forAll },
        and: ({ node }) => !isRemovedNext(node),
        example: "fs.chmodSync(file, 0o666)\n",
        lookAlike: "function remove(file) { fs.chmodSync(file, 0o666); fs.unlinkSync(file) }\n",
      },
      {
        language: "script",
        calls: ["process.umask"],
        where: { "0": /^0(?:o?0{1,3})?$/ },
        example: "process.umask(0)\n",
        lookAlike: "process.umask(0o022)\n",
      },
      {
        language: "python",
        calls: ["os.chmod", "os.fchmod", "os.lchmod"],
        where: { "1": forAll },
        and: ({ node }) => !isRemovedNext(node),
        example: "import os\ndef bind(path):\n    os.unlink(path)\n    os.chmod(path, 0o666)\n",
        lookAlike:
          "import os\ndef remove(path):\n    os.chmod(path, 0o666)\n    os.unlink(path)\nos.chmod(shared, 0o1777)\n",
      },
      {
        language: "python",
        calls: [".chmod"],
        on: /^(?!os$)/,
        where: { "0": /^0o0?[0-7][0-7][2367]$/ },
        example: "path.chmod(0o777)\n",
        lookAlike: "path.chmod(0o700)\n",
      },
      {
        language: "python",
        calls: ["os.umask"],
        where: { "0": /^0(?:o0{1,3})?$/ },
        and: ({ node }) => node.parent?.kind === "expression_statement",
        example: "import os\nos.umask(0)\n",
        lookAlike: "import os\nold = os.umask(0)\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "unpacked-archive",
      severity: "minor",
      cwe: "CWE-22",
      title: "Path traversal (Zip Slip): archive extracted without checking entry paths",
      description:
        "An entry with .. or an absolute path in its name is written outside the target directory (Zip Slip).",
      fix: 'Check that each resolved path is inside the target directory; with tarfile, pass filter="data".',
      words: ["xtract", "npack", "ntry", "infolist", "getmembers", "header.name", "attrib", "ilename"],
    },
    [
      {
        language: "python",
        calls: ["tarfile.open()", "tarfile.TarFile()", "tarfile.TarFile.open()"].map((tar) => `${tar}.extractall`),
        where: { filter: "missing" },
        unless: { members: (node) => !node.text.endsWith(".getmembers()"), "1": "given" },
        example: "import tarfile\nwith tarfile.open(path) as t:\n    t.extractall(target)\n",
        lookAlike: 'import tarfile\nwith tarfile.open(path) as t:\n    t.extractall(target, filter="data")\n',
      },
      {
        language: "python",
        calls: ["tarfile.open().extract", "tarfile.TarFile().extract"],
        where: { "0": "computed", filter: "missing" },
        and: ({ node, object }) =>
          !/^(?:tar|tf|tar_?file|tar_ref|tgz|tarball)$/.test(object?.text ?? "") &&
          !/startswith|commonpath|commonprefix|is_relative_to|is_within|safe|isabs|isreg|isfile|["']\.\.["']/i.test(
            aroundText(node),
          ),
        example:
          "import tarfile\ndef unpack(path, to):\n    archive = tarfile.open(path)\n    for member in archive:\n        archive.extract(member, to)\n",
        lookAlike:
          'import tarfile\ndef unpack(path, to):\n    archive = tarfile.open(path)\n    archive.extract("index.json", to)\n',
      },
      {
        language: "python",
        calls: [".extractall", ".extract"],
        on: /^(?:tar|tf|tar_?file|tar_ref|tgz|tarball)$/,
        where: { filter: "missing" },
        unless: { members: (node) => !node.text.endsWith(".getmembers()") },
        and: ({ node }) =>
          !/startswith|commonpath|commonprefix|is_relative_to|is_within|safe|isabs|["']\.\.["']/i.test(
            aroundText(node),
          ),
        example: "tar.extractall(target)\n",
        lookAlike: "tar.extractall(target, members=checked(tar))\n",
      },
      {
        language: "python",
        calls: [".extractall"],
        on: /^(?!.*(?:zip|zf|rar))(?:f|ar|arch|archive|obj|handle|file|fh|fobj|opened|member_?file)$/i,
        where: { filter: "missing" },
        unless: { members: "given", "1": "given" },
        and: ({ node }, code) =>
          /\btarfile\.open\b/.test(code.tree.text) &&
          !/startswith|commonpath|commonprefix|is_relative_to|is_within|safe|isabs|["']\.\.["']/i.test(
            aroundText(node),
          ),
        example:
          "import tarfile, zipfile\ndef unpack(path, to, opener=tarfile.open):\n    with opener(path) as f:\n        f.extractall(path=to)\n",
        lookAlike:
          "import zipfile\ndef unpack(path, to, opener=zipfile.ZipFile):\n    with opener(path) as f:\n        f.extractall(path=to)\n",
      },
      {
        language: "python",
        calls: ["tarfile.open().extractall", "tarfile.TarFile().extractall", ".extractall"],
        where: { filter: (node) => /^(?:identifier|lambda)$/.test(node.kind) },
        and: (_, code) =>
          /\btarfile\b/.test(code.tree.text) &&
          !/\b(?:data_filter|tar_filter|["'](?:data|tar)["'])/.test(code.tree.text),
        example:
          "import tarfile\ndef unpack(path, to):\n    with tarfile.open(path) as t:\n        t.extractall(to, filter=without_first)\n",
        lookAlike:
          "import tarfile\ndef unpack(path, to):\n    with tarfile.open(path) as t:\n        t.extractall(to, filter=tarfile.data_filter)\n",
      },
      {
        language: "python",
        calls: ["shutil.unpack_archive"],
        where: { "0": "computed", filter: "missing" },
        and: ({ node }) => !/startswith|commonpath|commonprefix|is_relative_to|is_within|safe/i.test(aroundText(node)),
        example: "import shutil\ndef unpack(path, to):\n    shutil.unpack_archive(path, to)\n",
        lookAlike: 'import shutil\ndef unpack(path, to):\n    shutil.unpack_archive(path, to, filter="data")\n',
      },
      {
        language: "python",
        find: findWrittenMembers,
        example:
          'import os\ndef extract(reader, to):\n    for part in reader.parts:\n        with open(os.path.join(to, part.file_name), "wb") as f:\n            part.write_to(f)\n',
        lookAlike:
          'import os\ndef extract(reader, to):\n    for part in reader.parts:\n        with open(os.path.join(to, os.path.basename(part.file_name)), "wb") as f:\n            part.write_to(f)\n',
      },
      {
        language: "python",
        find: findUnpackedEntries,
        example:
          'for info in archive.infolist():\n    with open(os.path.join(to, info.filename), "wb") as f:\n        f.write(archive.read(info))\n',
        lookAlike:
          'for info in archive.infolist():\n    with open(os.path.join(to, os.path.basename(info.filename)), "wb") as f:\n        f.write(archive.read(info))\n',
      },
      {
        language: "script",
        find: findUnpackedEntries,
        example:
          "for (const entry of zip.getEntries()) fs.writeFileSync(path.join(to, entry.entryName), entry.getData())\n",
        lookAlike:
          "for (const entry of zip.getEntries()) fs.writeFileSync(path.join(to, path.basename(entry.entryName)), entry.getData())\n",
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "client-names-upload",
      severity: "minor",
      cwe: "CWE-434",
      title: "Unrestricted upload: client chooses the name under which a file is stored",
      description:
        "A client can overwrite files of others, and choose an extension with which the file is run or shown.",
      fix: "Make up a name, and take only an extension from a list of allowed ones.",
      words: ["originalname"],
    },
    [
      {
        language: "script",
        find: findUploadNames,
        example:
          'multer.diskStorage({ filename: (req, file, cb) => cb(null, Date.now() + "-" + file.originalname) })\n',
        lookAlike: 'multer.diskStorage({ filename: (req, file, cb) => cb(null, Date.now() + "-" + file.fieldname) })\n',
      },
    ],
  ),
  defineMisuseRule(
    {
      id: "check-then-write",
      severity: "minor",
      persona: "pedantic",
      cwe: "CWE-367",
      title: "Race condition (TOCTOU): file is written after a check whether it exists",
      description: "Another process can create, replace or remove the file between the check and the write.",
      fix: "Open the file with the flag wx, and handle the error.",
      words: ["exists", "access", "stat"],
    },
    [
      {
        language: "script",
        find: findWritesAfterCheck,
        example:
          "function take(lock) {\n  if (fs.existsSync(lock)) return\n  fs.writeFileSync(lock, String(process.pid))\n}\n",
        lookAlike:
          'function take(lock) {\n  if (fs.existsSync(lock)) return\n  fs.writeFileSync(lock, "1", { flag: "wx" })\n}\n',
      },
    ],
  ),
]

function aroundText(node: { readonly parent: unknown; readonly text: string }): string {
  let around = node as { readonly parent: unknown; readonly text: string }
  for (let up = 0; up < 6 && around.parent !== undefined; up++) around = around.parent as typeof node
  return around.text.slice(0, 2000)
}
