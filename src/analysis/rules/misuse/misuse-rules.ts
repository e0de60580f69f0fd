import type { MisuseRule } from "./misuse.ts"
import { cryptoRules } from "./tables/crypto/crypto.ts"
import { keyRules } from "./tables/crypto/keys.ts"
import { nodeRules } from "./tables/crypto/node.ts"
import { transportRules } from "./tables/crypto/transport.ts"
import { cloudAccessRules } from "./tables/infrastructure/cloud-access.ts"
import { cloudProtectionRules } from "./tables/infrastructure/cloud-protection.ts"
import { builtTextRules } from "./tables/input/built.ts"
import { clientClaimRules } from "./tables/input/client-claims.ts"
import { fileRules } from "./tables/input/files.ts"
import { inputRules } from "./tables/input/input.ts"
import { libraryRules } from "./tables/input/libraries.ts"
import { limitRules } from "./tables/input/limits.ts"
import { partialCheckRules } from "./tables/input/partial-checks.ts"
import { readerRules } from "./tables/input/readers.ts"
import { valueRules } from "./tables/input/values.ts"
import { receivedRules } from "./tables/input/received.ts"
import { disclosureRules } from "./tables/secrets/disclosure.ts"
import { exposureRules } from "./tables/secrets/exposure.ts"
import { guessableRules } from "./tables/secrets/guessable.ts"
import { leakRules } from "./tables/secrets/leaks.ts"
import { secretUseRules } from "./tables/secrets/secrets.ts"
import { serviceRules } from "./tables/secrets/services.ts"
import { tokenRules } from "./tables/secrets/tokens.ts"
import { browserRules } from "./tables/web/browser.ts"
import { cookieRules } from "./tables/web/cookies.ts"
import { escapingRules } from "./tables/web/escaping.ts"
import { exposedRules } from "./tables/web/exposed.ts"
import { pageRules } from "./tables/web/pages.ts"
import { serverSettingRules } from "./tables/web/server-settings.ts"
import { webRules } from "./tables/web/web.ts"

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
