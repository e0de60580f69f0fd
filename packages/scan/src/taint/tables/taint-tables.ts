import type { Table } from "../table.ts"
import { asgiTable } from "./python/asgi.ts"
import { pythonDataTable } from "./python/data.ts"
import { djangoTable } from "./python/django.ts"
import { pythonDocumentsTable } from "./python/documents.ts"
import { flaskTable } from "./python/flask.ts"
import { pythonPlatformsTable } from "./python/platforms.ts"
import { pythonServersTable } from "./python/servers.ts"
import { pythonShellsTable } from "./python/shells.ts"
import { pythonSignaturesTable } from "./python/signatures.ts"
import { pythonSystemTable } from "./python/system.ts"
import { pythonTextTable } from "./python/text.ts"
import { agentsTable } from "./script/agents.ts"
import { browserTable } from "./script/browser.ts"
import { scriptDataTable } from "./script/data.ts"
import { angularJsTable } from "./script/angularjs.ts"
import { frameworksTable } from "./script/frameworks.ts"
import { renderersTable } from "./script/renderers.ts"
import { serverlessTable } from "./script/serverless.ts"
import { serverTable } from "./script/servers.ts"
import { scriptSystemTable } from "./script/system.ts"
import { scriptTextTable } from "./script/text.ts"

/** Every table there is. A new framework is a new file and one line here. */
export const taintTables: readonly Table[] = [
  asgiTable,
  flaskTable,
  djangoTable,
  pythonServersTable,
  pythonPlatformsTable,
  pythonTextTable,
  pythonSignaturesTable,
  pythonSystemTable,
  pythonShellsTable,
  pythonDataTable,
  pythonDocumentsTable,
  serverlessTable,
  serverTable,
  agentsTable,
  frameworksTable,
  browserTable,
  angularJsTable,
  renderersTable,
  scriptTextTable,
  scriptSystemTable,
  scriptDataTable,
]
