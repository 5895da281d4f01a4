// Reopening and sealing a year (3.4, ACC-74): the latest closed one, with a reason.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { tell } from '../../../neighbours/telling.ts'
import { booksOf, restamp, type YearRow } from '../books.ts'
import { agreed } from './close-agreed.ts'
import { moveBudgets } from './close-budgets.ts'
import { bySource, lockHead } from '../posting/post.ts'
import { mirror } from '../posting/reverse.ts'
import { accounting_preferences, fiscal_closes, fiscal_years } from '../tables.ts'
import { note, rowOf, year_life, yearIn } from './years.ts'
import type { Posted } from '../posting/write.ts'

export interface Reopened {
  did: 'reopened' | 'waits'
  year: YearRow
  entries: string[]
  lock_date: string | null
  filed_returns: string[]
}

export async function reopen(
  caller: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<Reopened> {
  if ((reason ?? '').length < 3) throw new Refusal(400, 'invalid', 'reason is required.')
  await lockHead(caller)
  const year = await mayReopen(caller, id)
  const { preferences } = await booksOf(caller)
  if (!preferences.second_approver.reopen) return undo(caller, year, reason as string, null)
  await fiscal_years.change(
    { hospital_id: caller.hospital_id, id },
    {
      awaiting: {
        kind: 'REOPEN',
        plan: null,
        asked_by_id: caller.user_id,
        asked_by_name: caller.name,
        at: clock.instant(),
        accepted: [],
        reason: reason as string,
      },
    },
  )
  await restamp(caller)
  note(caller, 'fiscal_year.ask_reopen', year, { reason: reason ?? null })
  const waiting = await rowOf(caller, id)
  return { did: 'waits', year: waiting, entries: [], lock_date: null, filed_returns: [] }
}

export async function approveReopen(caller: Caller, id: string): Promise<Reopened> {
  const awaiting = await agreed(caller, id, 'REOPEN', null)
  await lockHead(caller)
  const year = await mayReopen(caller, id)
  return undo(caller, year, awaiting.reason ?? '', awaiting.asked_by_name)
}

async function mayReopen(caller: Caller, id: string): Promise<YearRow> {
  const books = await booksOf(caller)
  const year = yearIn(books, id)
  year_life.move('reopen', year.status, year.name)
  const later = books.years.findLast(
    ({ status, starts_on }) => status === 'CLOSED' && starts_on > year.starts_on,
  )
  if (later !== undefined) throw conflict(`Reopen ${later.name} first.`)
  if (books.years.filter(({ status }) => status === 'OPEN').length >= 2) {
    throw conflict('Two fiscal years are open already: close the first of them.')
  }
  return year
}

async function undo(
  caller: Caller,
  year: YearRow,
  reason: string,
  asked_by: string | null,
): Promise<Reopened> {
  const { hospital_id } = caller
  const head = await lockHead(caller)
  const books = await booksOf(caller)
  const mirrored: Posted[] = []
  for (const source_id of await closingIds(hospital_id, year)) {
    const first = await bySource(caller, 'FISCAL_YEAR_CLOSE', source_id)
    if (first === undefined) throw new Error(`the closing entry ${source_id} is gone`)
    mirrored.push(
      await mirror(caller, books, head, first, {
        source: 'FISCAL_YEAR_REOPEN',
        source_id,
        reason,
        entry_date: first.entry_date,
        kind: 'CLOSING',
      }),
    )
  }
  await fiscal_closes.change(
    { hospital_id, fiscal_year_id: year.id, close_version: year.close_version },
    { superseded_at: clock.instant(), reopened_reason: reason },
  )
  await fiscal_years.change(
    { hospital_id, id: year.id },
    { status: 'OPEN', awaiting: null, lock_date_before: null },
  )
  await accounting_preferences.change({ hospital_id }, { lock_date: year.lock_date_before })
  await moveBudgets(hospital_id, year, 'CLOSED', 'APPROVED')
  await restamp(caller)
  note(caller, 'fiscal_year.reopen', year, { from_state: 'CLOSED', to_state: 'OPEN', reason })
  await tell(caller, {
    to: { permission: 'report:finance' },
    kind: 'accounting.year',
    title: `Fiscal year ${year.name} is open again`,
    body: `${asked_by ?? caller.name}: ${reason}`.slice(0, 300),
    entity: { type: 'fiscal_year', id: year.id },
  })
  return {
    did: 'reopened',
    year: await rowOf(caller, year.id),
    entries: mirrored.map(({ reference }) => reference),
    lock_date: year.lock_date_before,
    filed_returns: await filedIn(hospital_id, year),
  }
}

/** The closing entries of the version that stands. */
const closingIds = async (hospital_id: string, year: YearRow): Promise<string[]> =>
  (
    await rows<{ source_id: string }>(
      sql`select source_id from journal_entries where hospital_id = ${hospital_id}
        and source = 'FISCAL_YEAR_CLOSE' and source_id like ${`${year.id}:${year.close_version}:%`}
        order by chain_no`,
    )
  ).map(({ source_id }) => source_id)

const filedIn = async (hospital_id: string, year: YearRow): Promise<string[]> =>
  (
    await rows<{ kind: string; period_year: number; period_month: number }>(
      sql`select kind, period_year, period_month from filings where hospital_id = ${hospital_id}
        and status in ('FILED', 'PAID')
        and period_year between ${Number(year.starts_on.slice(0, 4))} and ${Number(year.ends_on.slice(0, 4))}
        order by period_year, period_month, kind`,
    )
  ).map(
    ({ kind, period_year, period_month }) =>
      `${kind} ${period_year}${period_month === 0 ? '' : `-${String(period_month).padStart(2, '0')}`}`,
  )

/** For good (3.4): every earlier year sealed, by somebody else than who closed it. */
export async function seal(
  caller: Caller,
  id: string,
  { auditor, sealed_on }: { auditor: string; sealed_on: string },
): Promise<YearRow> {
  await lockHead(caller)
  const books = await booksOf(caller)
  const year = yearIn(books, id)
  const status = year_life.move('seal', year.status, year.name)
  const earlier = books.years.find(
    (one) => one.starts_on < year.starts_on && one.status !== 'SEALED',
  )
  if (earlier !== undefined) throw conflict(`Seal ${earlier.name} first.`)
  if (caller.user_id === null || caller.user_id === year.closed_by_id) {
    throw conflict('You closed it: somebody else must seal it.', 'second_person')
  }
  await fiscal_years.change(
    { hospital_id: caller.hospital_id, id },
    { status, auditor, sealed_on, sealed_by_name: caller.name },
  )
  await restamp(caller)
  note(caller, 'fiscal_year.seal', year, { from_state: year.status, to_state: status })
  return rowOf(caller, id)
}
