import { render } from "preact"
import { askEarly } from "./api.ts"
import { findFirstAddress } from "./first-address.ts"
import { Frame, loadView } from "./frame.tsx"
import { listenToKeys } from "./keys.ts"
import { followChanges } from "./live.ts"
import { takeKey } from "./prove.ts"
import { place } from "./router.ts"

const app = document.getElementById("app")
if (app === null) throw new Error("the page has no place for the app")
takeKey()
// The code first: the server answers one after the other, and what is asked next may take it longer.
loadView(place.peek().path)?.catch(() => {})
const address = findFirstAddress(place.peek())
if (address !== undefined) askEarly(address)
askEarly("/api/hello")
listenToKeys()
followChanges()
render(<Frame />, app)
