// Balances of leave of many people at once, and what is entered by hand.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import type { Page, PageAsked } from '../../../../store/pages.ts'
import { pageFrom } from '../../../../store/pages.ts'
import type { Of } from '../../../../store/record-of.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { record } from '../../../office/audit/record.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import type { StaffRow } from '../records/rows.ts'
import { inScope, scopeOfPeople } from '../records/scope.ts'
import { staff } from '../records/tables.ts'
import { type Balance, balanceOn, type Entered, type Off } from './balance.ts'
import type { Span } from './days.ts'
import { holidaysBetween } from './holidays.ts'
import type { AdjustBalance, BalanceFilter, LeaveBalance } from './shapes.ts'
import { leave_entries, leave_requests, leave_types } from './tables.ts'
import { typeCalled, type TypeRow } from './types.ts'
import { lastDayOf } from './spans.ts'
import { away_states } from './words.ts'

/** What decides the balances of these people, read in three statements. */
export interface Facts {
  offs: Map<string, Off[]>
  entries: Map<string, Entered[]>
  free: ReadonlySet<string>
}

const keyOf = (staff_id: string, code: string): string => `${staff_id} ${code}`

export async function factsOf(
  caller: Of,
  people: readonly StaffRow[],
  as_of: string,
): Promise<Facts> {
  const { hospital_id } = caller
  const ids = people.map(({ id }) => id)
  const day = await today(caller)
  const requests = await leave_requests.all({
    hospital_id,
    staff_id: ids,
    status: [...away_states],
  })
  const entered = await leave_entries.all({ hospital_id, staff_id: ids })
  const from = people.map(({ hired_on }) => hired_on).sort()[0] ?? as_of
  const to = [as_of, ...requests.map(({ ends_on }) => ends_on)].sort().at(-1) ?? as_of
  const free = new Set((await holidaysBetween(caller, { from, to })).map(({ date }) => date))
  return {
    free,
    offs: grouped(
      requests.flatMap((row) => {
        const ends_on = lastDayOf(row)
        if (ends_on < row.starts_on) return []
        const off = { starts_on: row.starts_on, ends_on, half: row.half_day !== null }
        return [{ key: keyOf(row.staff_id, row.type_code), ...off, taken: row.starts_on <= day }]
      }),
    ),
    entries: grouped(
      entered.map(({ staff_id, type_code, ...one }) => ({
        key: keyOf(staff_id, type_code),
        ...one,
      })),
    ),
  }
}

const grouped = <T extends { key: string }>(list: readonly T[]): Map<string, T[]> =>
  Map.groupBy(list, ({ key }) => key)

export function balanceFrom(facts: Facts, type: TypeRow, person: StaffRow, as_of: string): Balance {
  const key = keyOf(person.id, type.code)
  const { offs, entries, free } = facts
  return balanceOn(type, person.hired_on, as_of, offs.get(key) ?? [], entries.get(key) ?? [], free)
}

/** As if this were booked as well. */
export function bookedToo(
  facts: Facts,
  person: StaffRow,
  { code }: TypeRow,
  { starts_on, ends_on }: Span,
): Facts {
  const key = keyOf(person.id, code)
  const own = [...(facts.offs.get(key) ?? []), { starts_on, ends_on, half: false, taken: false }]
  return { ...facts, offs: new Map([...facts.offs, [key, own]]) }
}

/** A row for each person and type that is reckoned. */
export async function list(
  caller: Caller,
  asked: BalanceFilter & PageAsked,
): Promise<Page<LeaveBalance>> {
  const { hospital_id } = caller
  const as_of = asked.as_of ?? (await today(caller))
  const types = asked.type_code
    ? [await typeCalled(caller, asked.type_code)]
    : await leave_types.all(
        { hospital_id, active: true, needs_balance: true },
        { order: ['position'] },
      )
  const found = await pageFrom(staff, asked, {
    alias: 's',
    from: sql` from staff s${where([
      sql`s.hospital_id = ${hospital_id}`,
      sql`s.status <> 'EXITED'`,
      await scopeOfPeople(caller, 's'),
      when(asked.staff_id, sql`s.id = ${asked.staff_id}`),
      when(asked.department, sql`lower(s.department) = ${asked.department?.toLowerCase()}`),
    ])}`,
    order: sql` order by s.name_key, s.id`,
  })
  const facts = await factsOf(caller, found.rows, as_of)
  const rows = found.rows.flatMap((person) =>
    types.map((type) => shown(person, type.code, balanceFrom(facts, type, person, as_of))),
  )
  return { rows, meta: found.meta }
}

const shown = (person: StaffRow, type_code: string, balance: Balance): LeaveBalance => ({
  staff_id: person.id,
  staff_name: person.full_name,
  type_code,
  cycle_starts: balance.cycle_starts,
  cycle_ends: balance.cycle_ends,
  opening: balance.opening / 100,
  accrued: balance.accrued / 100,
  carried: balance.carried / 100,
  adjusted: balance.adjusted / 100,
  taken: balance.taken / 100,
  booked: balance.booked / 100,
  lapsed: balance.lapsed / 100,
  available: balance.available / 100,
})

export async function adjust(caller: Caller, input: AdjustBalance): Promise<LeaveBalance> {
  const { staff_id, kind, note } = input
  const person = await inScope(caller, staff_id)
  const type = await typeCalled(caller, input.type_code)
  const days = Math.round(input.days * 100)
  if (days / 100 !== input.days) throw invalid('days', 'has more than two decimals.')
  if (days === 0) throw invalid('days', 'must not be 0.')
  const date = await today(caller)
  const { hospital_id, name: by_name } = caller
  const line = { hospital_id, staff_id, type_code: type.code, date, kind, days, note, by_name }
  await leave_entries.insert(line)
  record(caller, 'leave.adjust', {
    entity_type: 'staff',
    entity_id: staff_id,
    entity_label: `${type.code} ${input.days}`,
    reason: note,
  })
  const facts = await factsOf(caller, [person], date)
  return shown(person, type.code, balanceFrom(facts, type, person, date))
}

/** HR-132: of each type that is paid out, what is left on the last day; nothing after it is booked. */
export async function paidOutOf(
  caller: Of,
  person: StaffRow,
  last_day: string,
): Promise<{ code: string; name: string; basis: TypeRow['basis']; days: number }[]> {
  const { hospital_id } = caller
  const types = await leave_types.all(
    { hospital_id, active: true, encash_on_exit: true },
    { order: ['position'] },
  )
  const facts = await factsOf(caller, [person], last_day)
  const offs = [...facts.offs].map(([key, own]): [string, Off[]] => [
    key,
    own.flatMap((off) => (off.starts_on > last_day ? [] : [until(off, last_day)])),
  ])
  const known = { ...facts, offs: new Map(offs) }
  return types.flatMap((type) => {
    const { available: days } = balanceFrom(known, type, person, last_day)
    return days <= 0 ? [] : [{ code: type.code, name: type.name, basis: type.basis, days }]
  })
}

const until = (off: Off, day: string): Off => ({
  ...off,
  ends_on: off.ends_on < day ? off.ends_on : day,
})

/** Annual leave of these people on a day, in hundredths; empty where there is no such leave. */
export async function annualLeft(
  caller: Of,
  people: readonly StaffRow[],
  as_of: string,
): Promise<Map<string, { type_code: string; name: string; available: number }>> {
  const { hospital_id } = caller
  const annual = await leave_types.find({ hospital_id, code: 'ANNUAL', active: true })
  if (annual === undefined) return new Map()
  const facts = await factsOf(caller, people, as_of)
  return new Map(
    people.map((person) => {
      const { available } = balanceFrom(facts, annual, person, as_of)
      return [person.id, { type_code: annual.code, name: annual.name, available }]
    }),
  )
}
