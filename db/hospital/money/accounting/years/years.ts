// Fiscal years (3.4): one after the other without a gap, at most two open.

import { type Caller, can } from '../../../../core/caller.ts'
import { nextDay } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { conflict, noSuch, Refusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import { record } from '../../../office/audit/record.ts'
import { type Books, booksOf, restamp, type YearRow } from '../books.ts'
import { lockHead } from '../posting/post.ts'
import { fiscal_years } from '../tables.ts'
import type { FiscalYear, FiscalYearInput } from './shapes.ts'
import { year_states } from '../words.ts'

export const year_life = life('fiscal year', year_states, {
  open: { from: ['PLANNED'], to: 'OPEN', permission: 'fiscalyear:manage' },
  close: { from: ['OPEN'], to: 'CLOSED', permission: 'fiscalyear:close' },
  reopen: { from: ['CLOSED'], to: 'OPEN', permission: 'fiscalyear:reopen' },
  seal: { from: ['CLOSED'], to: 'SEALED', permission: 'fiscalyear:seal' },
})

const open_most = 2
const months_most = 18

export async function list(
  caller: Caller,
  { status }: { status?: YearRow['status'] } = {},
): Promise<FiscalYear[]> {
  const books = await booksOf(caller)
  const found = books.years.filter((year) => status === undefined || year.status === status)
  return view(caller, books, found)
}

export async function find(caller: Caller, id: string): Promise<FiscalYear> {
  const books = await booksOf(caller)
  const [shown] = await view(caller, books, [yearIn(books, id)])
  return shown as FiscalYear
}

export function yearIn({ years }: Books, id: string): YearRow {
  const year = years.find((one) => one.id === id)
  if (year === undefined) throw noSuch('fiscal year')
  return year
}

export const rowOf = async (caller: Pick<Caller, 'hospital_id'>, id: string): Promise<YearRow> =>
  yearIn(await booksOf(caller), id)

/** Entries and drafts by month, for any number of years in two statements. */
export async function countsByMonth(
  hospital_id: string,
): Promise<(from: string, to: string) => { entries: number; drafts: number }> {
  const entries = await rows<{ month: string; n: number }>(
    sql`select substr(entry_date, 1, 7) as month, count(*) as n from journal_entries
      where hospital_id = ${hospital_id} group by substr(entry_date, 1, 7)`,
  )
  const drafts = await rows<{ month: string; n: number }>(
    sql`select substr(entry_date, 1, 7) as month, count(*) as n from entry_drafts
      where hospital_id = ${hospital_id} and not discarded group by substr(entry_date, 1, 7)`,
  )
  const within = (list: { month: string; n: number }[], from: string, to: string): number =>
    list
      .filter(({ month }) => from.slice(0, 7) <= month && month <= to.slice(0, 7))
      .reduce((total, { n }) => total + n, 0)
  return (from, to) => ({ entries: within(entries, from, to), drafts: within(drafts, from, to) })
}

async function view(
  caller: Caller,
  { hospital_id, purse }: Books,
  found: readonly YearRow[],
): Promise<FiscalYear[]> {
  const counts = await countsByMonth(hospital_id)
  return found.map((year) => ({
    ...year,
    result: year.result === null ? null : purse.major(year.result),
    awaiting_approval: year.awaiting,
    ...counts(year.starts_on, year.ends_on),
    moves: [
      ...year_life.open(caller, year.status),
      ...(year.awaiting === null ? [] : waiting(caller, year.awaiting.kind)),
    ],
  }))
}

const waiting = (caller: Caller, kind: 'CLOSE' | 'REOPEN'): string[] =>
  can(caller, kind === 'CLOSE' ? 'fiscalyear:close' : 'fiscalyear:reopen')
    ? ['approve', 'withdraw']
    : []

export async function create(caller: Caller, input: FiscalYearInput): Promise<FiscalYear> {
  await lockHead(caller)
  const books = await booksOf(caller)
  const { name, starts_on, ends_on } = input
  if (ends_on < starts_on) throw new Refusal(400, 'invalid', 'ends_on is before starts_on.')
  if (monthsBetween(starts_on, ends_on) > months_most) {
    throw new Refusal(400, 'invalid', `ends_on is more than ${months_most} months after starts_on.`)
  }
  refuseBesides(books.years, starts_on, ends_on)
  const covers_today = starts_on <= books.today && books.today <= ends_on
  const status =
    covers_today && !books.years.some((one) => one.status === 'OPEN') ? 'OPEN' : 'PLANNED'
  const made = await fiscal_years
    .insert({ hospital_id: caller.hospital_id, name, starts_on, ends_on, status })
    .catch((error: unknown) => {
      throw isTaken(error, 'name') ? conflict(`There is a fiscal year ${name} already.`) : error
    })
  await restamp(caller)
  note(caller, 'fiscal_year.create', made, { to_state: status })
  return find(caller, made.id)
}

const monthsBetween = (from: string, to: string): number => {
  const [a, b] = [from, nextDay(to)].map((day) => day.split('-').map(Number)) as [
    number[],
    number[],
  ]
  const months = ((b[0] ?? 0) - (a[0] ?? 0)) * 12 + (b[1] ?? 0) - (a[1] ?? 0)
  return (b[2] ?? 0) > (a[2] ?? 0) ? months + 1 : months
}

function refuseBesides(years: readonly YearRow[], starts_on: string, ends_on: string): void {
  const clash = years.find((one) => starts_on <= one.ends_on && one.starts_on <= ends_on)
  if (clash !== undefined) throw conflict(`It overlaps ${clash.name}.`)
  const last = years.at(-1)
  const first = years[0]
  if (last === undefined || first === undefined) return
  if (starts_on === nextDay(last.ends_on) || nextDay(ends_on) === first.starts_on) return
  throw conflict(`${last.name} ends on ${last.ends_on}: start on ${nextDay(last.ends_on)}.`)
}

export async function open(caller: Caller, id: string): Promise<FiscalYear> {
  await lockHead(caller)
  const books = await booksOf(caller)
  const year = yearIn(books, id)
  const status = year_life.move('open', year.status, year.name)
  const at = books.years.indexOf(year)
  const before = books.years[at - 1]
  if (before !== undefined && before.status === 'PLANNED') {
    throw conflict(`Open ${before.name} first.`)
  }
  if (books.years.filter((one) => one.status === 'OPEN').length >= open_most) {
    throw conflict('Two fiscal years are open already: close the first of them.')
  }
  await fiscal_years.change({ hospital_id: caller.hospital_id, id }, { status })
  await restamp(caller)
  note(caller, 'fiscal_year.open', year, { from_state: year.status, to_state: status })
  return find(caller, id)
}

/** As people name a year: `2026`. */
export async function called(caller: Pick<Caller, 'hospital_id'>, name: string): Promise<YearRow> {
  const { years } = await booksOf(caller)
  const found = years.find((one) => one.name === name.trim())
  if (found === undefined) throw noSuch('fiscal year')
  return found
}

export function note(
  caller: Caller,
  action: string,
  year: YearRow,
  more: Parameters<typeof record>[2],
): void {
  record(caller, action, {
    entity_type: 'fiscal_year',
    entity_id: year.id,
    entity_label: year.name,
    ...more,
  })
}

/** Made 60 days before the last one ends and opened 30 days before (ACC-76). */
export async function nextYear(caller: Caller): Promise<{ made: number; opened: number }> {
  const books = await booksOf(caller)
  const last = books.years.at(-1)
  if (last === undefined) return { made: 0, opened: 0 }
  let made = 0
  if (books.today >= nextDay(last.ends_on, -60)) {
    const starts_on = nextDay(last.ends_on)
    await create(caller, { name: nameAfter(last), starts_on, ends_on: sameLength(last, starts_on) })
    made = 1
  }
  const { years, today } = await booksOf(caller)
  const due = years.find(
    (year) => year.status === 'PLANNED' && today >= nextDay(year.starts_on, -30),
  )
  if (due === undefined || years.filter(({ status }) => status === 'OPEN').length >= open_most) {
    return { made, opened: 0 }
  }
  await open(caller, due.id)
  return { made, opened: 1 }
}

const nameAfter = ({ name, ends_on }: YearRow): string => {
  const start = nextDay(ends_on).slice(0, 4)
  if (/^\d{4}$/.test(name)) return String(Number(name) + 1)
  return `${start}-${nextDay(ends_on, 364).slice(0, 4)}`
}

function sameLength(last: YearRow, starts_on: string): string {
  const months = Math.max(1, monthsBetween(last.starts_on, last.ends_on))
  const [year, month] = starts_on.split('-').map(Number) as [number, number]
  const after = year * 12 + month - 1 + months
  const first = `${Math.floor(after / 12)}-${String((after % 12) + 1).padStart(2, '0')}-${starts_on.slice(8)}`
  return nextDay(first, -1)
}
