import { choosePause, decideAdmission } from "../../src/run/drive/decide-admission.ts"
import { isLost, mayClaim, mayJudgeSessions, maySweep } from "../../src/run/drive/decide-lease.ts"
import {
  chooseFetchPace,
  chooseFirst,
  chooseRenewal,
  findTurn,
  LOOK_TURN,
  mayListen,
  ROUNDS,
} from "../../src/run/drive/decide-pace.ts"
import { chooseRetryDelay, chooseStoreDelay, STORE_TRIES } from "../../src/run/drive/decide-retry.ts"
import { decideRoom, mayKeepSlot, mayOpenSlot } from "../../src/run/drive/decide-room.ts"
import { choosePriority, mayGoOn } from "../../src/run/drive/decide-turn.ts"
import { openTrouble } from "../../src/run/io/postgres/open-trouble.ts"

/** What the workers of the product decide by. A test breaks one of these to see that it is noticed. */
export const decisions = {
  choosePause,
  decideAdmission,
  isLost,
  mayClaim,
  mayJudgeSessions,
  maySweep,
  chooseFetchPace,
  chooseFirst,
  chooseRenewal,
  findTurn,
  lookTurn: LOOK_TURN,
  mayListen,
  rounds: ROUNDS as Readonly<Record<keyof typeof ROUNDS, number>>,
  chooseRetryDelay,
  chooseStoreDelay,
  storeTries: STORE_TRIES,
  decideRoom,
  mayKeepSlot,
  mayOpenSlot,
  choosePriority,
  mayGoOn,
  openTrouble,
}

export type Decisions = { readonly [Name in keyof typeof decisions]: (typeof decisions)[Name] }
