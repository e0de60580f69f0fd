import { render } from "preact"
import { Frame } from "./frame.tsx"
import { listenToKeys } from "./keys.ts"
import { followChanges } from "./live.ts"

const app = document.getElementById("app")
if (app === null) throw new Error("the page has no place for the app")
listenToKeys()
followChanges()
render(<Frame />, app)
