// Taking a posting back (ACC-12): the same lines on the other side, once.

import type { Caller } from '../../../../core/caller.ts'
import { noSuch } from '../../../../core/refusal.ts'
import { type Books, booksOf } from '../books.ts'
import type { LineRow } from './chain.ts'
import type { Line } from '../entries/lines.ts'
import type { Head } from './held.ts'
import { bySource, lockHead } from './post.ts'
import { unmatchEntry } from '../bank/unmatch.ts'
import { type Posted, write } from './write.ts'

/** The drawer that pays back, and the branch it stands in. */
export interface OtherDrawer {
  account_id: string
  facility_id: string
}
/** By the account of before (ACC-12). */
export type OtherDrawers = Readonly<Record<string, OtherDrawer>>

export interface Reversing {
  /** Absent: today. */
  date?: string | undefined
  /** Another drawer pays back than the one that took. */
  replace_accounts?: OtherDrawers | undefined
}

/** For an area's document; a second call answers the first reversal. */
export async function reverse(
  caller: Caller,
  source: string,
  source_id: string,
  reason: string,
  { date, replace_accounts = {} }: Reversing = {},
): Promise<Posted> {
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const done = await bySource(caller, `${source}_REVERSAL`, source_id)
  if (done !== undefined) return done
  const first = await bySource(caller, source, source_id)
  if (first === undefined) throw noSuch('entry')
  await unmatchEntry(caller, first, first.lines)
  return mirror(caller, books, head, first, {
    source: `${source}_REVERSAL`,
    source_id,
    reason,
    entry_date: date ?? books.today,
    replace_accounts,
  })
}

export function mirror(
  caller: Caller,
  books: Books,
  head: Head,
  first: Posted,
  about: {
    source: string
    source_id: string
    reason: string
    entry_date: string
    moved_from?: string | null
    replace_accounts?: OtherDrawers
    kind?: 'REVERSAL' | 'CLOSING'
  },
): Promise<Posted> {
  const { replace_accounts = {}, kind = 'REVERSAL', ...rest } = about
  return write(caller, books, head, {
    ...rest,
    kind,
    memo: `Reversal of ${first.reference}: ${about.reason}`.slice(0, 300),
    lines: mirrored(first.lines, replace_accounts),
    document: first.document,
    reverses_id: first.id,
  })
}

/** Cash of a drawer of another branch: what the two then owe each other is reckoned anew (BIL-53). */
const mirrored = (lines: readonly LineRow[], replace: OtherDrawers): Line[] =>
  lines
    .filter(({ automatic }) => !automatic || Object.keys(replace).length === 0)
    .map((line) => ({
      account_id: replace[line.account_id]?.account_id ?? line.account_id,
      debit: line.credit,
      credit: line.debit,
      facility_id: replace[line.account_id]?.facility_id ?? line.facility_id,
      department: line.department,
      description: line.description,
      party_kind: line.party_kind,
      party_id: line.party_id,
      tax_code: line.tax_code,
      currency: line.currency,
      foreign_amount: line.foreign_amount === null ? null : -line.foreign_amount,
      automatic: line.automatic,
    }))
