import type { FlowClass } from "../table.ts"
import { caller } from "./flow-classes.ts"

/** What libraries do with what callers pass and documents contain. */
export const libraryClasses: readonly FlowClass[] = [
  {
    id: "path-from-document",
    harm: "path",
    trusts: ["document", "remote"],
    severity: "minor",
    cwe: "CWE-22",
    languages: ["python"],
    title: "Path traversal: file path taken from a document or message",
    description: "With .. or an absolute path, its author can access files outside the intended directory.",
    fix: "Use only the base name, or resolve the path and check that it is inside the intended directory.",
  },
  {
    id: "path-from-parameter",
    harm: "path",
    trusts: caller,
    severity: "minor",
    cwe: "CWE-22",
    languages: ["python"],
    persona: "pedantic",
    outsideHandlers: true,
    title: "Possible path traversal: file path built from a function parameter",
    description: "With .. or a slash in the name, the path leads out of the directory: safety depends on every caller.",
    fix: "Use only the base name, or resolve the path and check that it is inside the intended directory.",
  },
  {
    id: "option-from-parameter",
    harm: "option",
    trusts: caller,
    severity: "minor",
    cwe: "CWE-88",
    languages: ["python"],
    persona: "pedantic",
    ofEntry: "minor",
    title: "Possible argument injection: function parameter may be read as an option",
    description: "If the value begins with a dash, the program takes it for an option, and some options run commands.",
    fix: "Put -- before it, or reject values that begin with a dash.",
  },
]
