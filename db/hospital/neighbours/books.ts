// What the books ask of areas with money or stock: what is open against the ledger, and what stands
// in the way of closing a year. An area that is not built has nothing to say.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

export interface OpenItem {
  party_kind: string | null
  party_id: string | null
  /** Which account of the ledger holds it, where a grouping has several. */
  account_id?: string
  /** The branch it belongs to, and the day on which it was to be paid (ACC-81). */
  facility_id?: string
  due_on?: string
  reference: string
  /** By the account's own sign, in minor units. */
  amount: number
}

/** Undefined: nobody keeps these items, so nothing can be held against the ledger (ACC-27). */
type Items = (
  caller: Caller,
  grouping: string,
  as_of: string,
) => Promise<readonly OpenItem[] | undefined>
const unknown: Items = async () => undefined

export const billingItems = question<Items>((...asked) => unknown(...asked))
export const claimItems = question<Items>((...asked) => unknown(...asked))
export const expenseItems = question<Items>((...asked) => unknown(...asked))
export const stockItems = question<Items>((...asked) => unknown(...asked))
export const purchaseItems = question<Items>((...asked) => unknown(...asked))
export const peopleItems = question<Items>((...asked) => unknown(...asked))

/** The drawer that somebody sits at and has yet to count, when they count blind (BIL-93). */
export interface BlindDrawer {
  account_id: string
  facility_id: string
  /** With what it was opened, in minor units, and on which day. */
  opening_float: number
  opened_on: string
}
export const blindDrawerOf = question<(caller: Caller) => Promise<BlindDrawer | null>>(
  async () => null,
)

/** A record in the way of a close, under the code of its check: C05, C06, C07, C15, W03 … */
export interface Stop {
  code: string
  kind: string
  id: string
  reference: string
}
type Stops = (caller: Caller, year: { from: string; to: string }) => Promise<readonly Stop[]>
const none: Stops = async () => []

export const drawerStops = question<Stops>((...asked) => none(...asked))
export const billingStops = question<Stops>((...asked) => none(...asked))
export const expenseStops = question<Stops>((...asked) => none(...asked))
export const claimStops = question<Stops>((...asked) => none(...asked))
export const stockStops = question<Stops>((...asked) => none(...asked))
export const purchaseStops = question<Stops>((...asked) => none(...asked))
export const peopleStops = question<Stops>((...asked) => none(...asked))

/** By role where its area posts by role: the map of the entry's own version resolves it. */
export interface ReplayLine {
  role?: string
  account_id?: string
  debit?: number
  credit?: number
  facility_id?: string | null | undefined
  department?: string | null | undefined
}

/** An automatic entry as its document would post it today (ACC-93). */
export interface ReplayEvent {
  source: string
  source_id: string
  /** What people call the document. */
  reference: string
  /** Null where the document does not keep the day on which it was posted. */
  date: string | null
  lines: readonly ReplayLine[]
}
export interface Replaying {
  /** All that it replays: an entry of one of them that no document gave is one too many. */
  sources: readonly string[]
  /** In batches, so that the documents of a year need no more memory than those of a day. */
  events: AsyncIterable<readonly ReplayEvent[]>
}
type Replay = (caller: Caller) => Replaying
async function* nothing(): AsyncGenerator<readonly ReplayEvent[]> {}
const nothingToReplay: Replay = () => ({ sources: [], events: nothing() })

export const drawerReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const billingReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const expenseReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const claimReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const stockReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const purchaseReplay = question<Replay>((...asked) => nothingToReplay(...asked))
export const peopleReplay = question<Replay>((...asked) => nothingToReplay(...asked))

/** A backup before a year is closed (OPS-113); null where no deployment is open. */
export const backupNow = question(
  async (
    _caller: Caller,
    _asked: { tag: string; reason: string; verify: boolean },
  ): Promise<{ id: string; name: string; level: string } | null> => null,
)

/** Records of an area whose own sums were looked at, and the first that does not add up (ACC-122). */
export interface SumsProof {
  checked: number
  failed: number
  /** The rule and the record: `BIL-17 INV-2026-000012`. */
  first: string | null
}
type Sums = (caller: Caller) => Promise<SumsProof | undefined>
const unproven: Sums = async () => undefined

export const billingSums = question<Sums>((...asked) => unproven(...asked))
export const drawerSums = question<Sums>((...asked) => unproven(...asked))
export const claimSums = question<Sums>((...asked) => unproven(...asked))
export const coverSums = question<Sums>((...asked) => unproven(...asked))
/** Fiscal receipts beside their payments and bills, by device (ACC-129). */
export const fiscalReceipts = question<Sums>((...asked) => unproven(...asked))

/** What bills say was earned, less what was taken off them since (ACC-118). */
export interface Earned {
  facility_id: string
  department: string
  /** `2026-03`. */
  month: string
  amount: number
  /** On which account, where it is not of a posting role. */
  account_id: string | null
}
/** Its sources are those of the ledger that say the same. */
interface Revenue {
  sources: readonly string[]
  earned: readonly Earned[]
}
export const billingRevenue = question(
  async (_caller: Caller, _asked: { from: string; to: string }): Promise<Revenue | undefined> =>
    undefined,
)

/** A payment's money was seen on a bank statement, or it was not after all (BIL-10). */
export const paymentCleared = question(
  async (_caller: Caller, _payment_id: string, _cleared: boolean): Promise<void> => undefined,
)
