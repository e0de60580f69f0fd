export { memorySource } from "./memory-source.ts"
