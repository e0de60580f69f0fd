import type { MisuseRule } from "./misuse.ts"
import { browserRules } from "./tables/browser.ts"
import { cookieRules } from "./tables/cookies.ts"
import { cryptoRules } from "./tables/crypto.ts"
import { fileRules } from "./tables/files.ts"
import { inputRules } from "./tables/input.ts"
import { keyRules } from "./tables/keys.ts"
import { libraryRules } from "./tables/libraries.ts"
import { exposureRules } from "./tables/python/exposure.ts"
import { limitRules } from "./tables/python/limits.ts"
import { leakRules } from "./tables/library/leaks.ts"
import { receivedRules } from "./tables/library/received.ts"
import { readerRules } from "./tables/readers.ts"
import { secretUseRules } from "./tables/secrets.ts"
import { clientClaimRules } from "./tables/script/client-claims.ts"
import { disclosureRules } from "./tables/script/disclosure.ts"
import { partialCheckRules } from "./tables/script/partial-checks.ts"
import { serverSettingRules } from "./tables/script/server-settings.ts"
import { tokenRules } from "./tables/tokens.ts"
import { transportRules } from "./tables/transport.ts"
import { webRules } from "./tables/web.ts"

/** Every rule whose rows say which calls and values are wrong. */
export const misuseRules: readonly MisuseRule[] = [
  ...cryptoRules,
  ...keyRules,
  ...transportRules,
  ...secretUseRules,
  ...tokenRules,
  ...cookieRules,
  ...webRules,
  ...browserRules,
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
  ...receivedRules,
  ...leakRules,
]
