import fs from "node:fs"
import { version } from "../../../system/version.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { catalogOptions } from "../../parsing/common-options.ts"
import { openWithOptions } from "../../open-with-options.ts"
import { openLanguageServer } from "../../lsp/language-server.ts"
import { frameMessage, openMessageReader } from "../../lsp/message-reader.ts"

export const lsp = defineCommand({
  more: "It speaks the Language Server Protocol on stdin and stdout: problems, quick fixes, completion and hover for skills. It writes no file. docs/editors.md has the settings of editors.",
  usage: "[--stdio]",
  examples: [
    { line: "skillet lsp", about: "started by an editor" },
    { line: "skillet lsp --stdio", about: "the same, for editors that add this option" },
  ],
  options: {
    stdio: { kind: "flag", about: "use stdin and stdout, as it always does" },
    ...catalogOptions,
  },
  arguments: noArguments,
  async run({ options }, io) {
    let isExpected: boolean | undefined
    const handle = openLanguageServer({
      openEditor: (directory) => {
        const isThere = directory !== undefined && fs.existsSync(directory)
        return openWithOptions(isThere ? { ...options, cwd: directory } : options, io).authoring.openEditor()
      },
      version,
      send: (message) => void process.stdout.write(frameMessage(message)),
      end: (expected) => {
        isExpected = expected
        process.stdin.destroy()
      },
    })
    const read = openMessageReader()
    const open = new Set<Promise<void>>()
    for await (const chunk of process.stdin) {
      for (const message of read(chunk as Buffer)) {
        const handled = handle(message).finally(() => open.delete(handled))
        open.add(handled)
      }
      if (isExpected !== undefined) break
    }
    await Promise.all(open)
    return isExpected === true ? 0 : 1
  },
})
