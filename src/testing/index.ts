export { memorySource } from "./memory-source.ts"
export { scriptedShell } from "./scripted-shell.ts"
