import type { MisuseRule } from "./define-misuse-rule.ts"
import { cryptoRules } from "./crypto/crypto.ts"
import { keyRules } from "./crypto/keys.ts"
import { nodeRules } from "./crypto/node.ts"
import { transportRules } from "./crypto/transport.ts"
import { cloudAccessRules } from "./infrastructure/cloud-access.ts"
import { cloudProtectionRules } from "./infrastructure/cloud-protection.ts"
import { builtTextRules } from "./input/built.ts"
import { clientClaimRules } from "./input/client-claims.ts"
import { fileRules } from "./input/files.ts"
import { inputRules } from "./input/input.ts"
import { libraryRules } from "./input/libraries.ts"
import { limitRules } from "./input/limits.ts"
import { partialCheckRules } from "./input/partial-checks.ts"
import { readerRules } from "./input/readers.ts"
import { valueRules } from "./input/values.ts"
import { receivedRules } from "./input/received.ts"
import { disclosureRules } from "./secrets/disclosure.ts"
import { exposureRules } from "./secrets/exposure.ts"
import { guessableRules } from "./secrets/guessable.ts"
import { leakRules } from "./secrets/leaks.ts"
import { secretUseRules } from "./secrets/secrets.ts"
import { serviceRules } from "./secrets/services.ts"
import { tokenRules } from "./secrets/tokens.ts"
import { browserRules } from "./web/browser.ts"
import { cookieRules } from "./web/cookies.ts"
import { escapingRules } from "./web/escaping.ts"
import { exposedRules } from "./web/exposed.ts"
import { pageRules } from "./web/pages.ts"
import { serverSettingRules } from "./web/server-settings.ts"
import { webRules } from "./web/web.ts"

/**
 * Every rule whose rows say which calls and values are wrong. `tables` has a directory for each subject: its files are
 * tables of rules, and `finders` in it contains what a row cannot express as data.
 */
export const misuseRules: readonly MisuseRule[] = [
  ...cryptoRules,
  ...keyRules,
  ...transportRules,
  ...secretUseRules,
  ...guessableRules,
  ...tokenRules,
  ...cookieRules,
  ...webRules,
  ...browserRules,
  ...pageRules,
  ...readerRules,
  ...fileRules,
  ...inputRules,
  ...libraryRules,
  ...partialCheckRules,
  ...serverSettingRules,
  ...clientClaimRules,
  ...disclosureRules,
  ...exposureRules,
  ...limitRules,
  ...serviceRules,
  ...builtTextRules,
  ...receivedRules,
  ...leakRules,
  ...cloudAccessRules,
  ...cloudProtectionRules,
  ...valueRules,
  ...escapingRules,
  ...exposedRules,
  ...nodeRules,
]
