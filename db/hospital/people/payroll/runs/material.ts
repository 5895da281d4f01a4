// What a run is reckoned from (HR-91, HR-105): gathered for everybody of it in a few statements.

import { createHash } from 'node:crypto'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { Caller } from '../../../../core/caller.ts'
import type { Of } from '../../../../store/record-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { cadreNames } from '../../staff/cadres/cadres.ts'
import { nothing_worked, type Worked, workedIn } from '../../staff/attendance/for-pay.ts'
import { annualLeft } from '../../staff/leave/balances.ts'
import { employedIn, headcountIn } from '../../staff/records/for-pay.ts'
import type { StaffRow } from '../../staff/records/rows.ts'
import { settingsOf } from '../../staff/settings/settings.ts'
import { catalogueOf } from '../components.ts'
import { inputsIn } from '../inputs/inputs.ts'
import type { pay_inputs } from '../inputs/tables.ts'
import { staff_loans } from '../loans/tables.ts'
import type { ProfileRow } from '../profiles/profiles.ts'
import { pay_profiles } from '../profiles/tables.ts'
import type { Carried, LeaveLeft, YearToDate } from '../slips/tables.ts'
import { statutory_tables } from '../tables.ts'
import { type Away, awayOf } from './away.ts'
import { type Bank, banksOf } from './pays-to.ts'
import { type Period, periodOf } from './period.ts'
import { carriedOf, type PaidAlready, paidInMonth, yearsOf } from './paid-before.ts'
import type { RunRow } from './record.ts'
import { inForce } from '../profiles/in-force.ts'
import { type Late, lateOf } from './arrears.ts'
import { paidOutIn } from '../slips/final.ts'
import type { Common } from './reckon-slip.ts'

type InputRow = RowOf<(typeof pay_inputs)['columns']>

export interface Owed {
  id: string
  number: string
  kind: string
  instalment: number
  balance: number
}

/** Of one person, all that the pay of the month follows from. */
export interface Material {
  person: StaffRow
  cadre: string
  /** Approved, in the order of their days. */
  profiles: ProfileRow[]
  inputs: InputRow[]
  away: Away[]
  loans: Owed[]
  carried: Carried[]
  /** By earlier runs of the same month; nothing for a REGULAR one. */
  paid: PaidAlready
  bank: Bank | null
  ytd: YearToDate
  leave: LeaveLeft[]
  /** Profiles of the month that nobody has approved yet (E04). */
  pending: number
  /** By a FINAL run of the month: no REGULAR one pays again (HR-90). */
  paid_out: boolean
  /** By attendance of the month, where it is closed (HR-98). */
  worked: Worked
  /** Earlier months that come out otherwise now (HR-100). */
  late: Late[]
}

export interface Gathered {
  common: Common
  materials: Material[]
}

export async function gathered(caller: Caller, run: RunRow): Promise<Gathered> {
  const period = periodOf(run.period_year, run.period_month)
  const days = { from: period.first, to: period.last }
  const whose = { facility_ids: run.facility_ids, staff_ids: run.staff_ids }
  const common: Common = {
    kind: run.kind,
    period,
    settings: await settingsOf(caller),
    catalogue: await catalogueOf(caller),
    tables: (await statutory_tables.all(
      { hospital_id: caller.hospital_id },
      { order: ['code', 'applies_key', 'effective_from'] },
    )) as Common['tables'],
    headcount: await headcountIn(caller, days),
  }
  const people = await employedIn(caller, { ...days, ...whose })
  return { common, materials: await materialsOf(caller, run, period, people) }
}

async function materialsOf(
  caller: Caller,
  run: RunRow,
  period: Period,
  people: readonly StaffRow[],
): Promise<Material[]> {
  const { hospital_id } = caller
  const ids = people.map(({ id }) => id)
  const order = ['effective_from', 'id']
  const found = await pay_profiles.all(
    { hospital_id, staff_id: ids, status: ['PENDING', 'ACTIVE'] },
    { order },
  )
  const until = found.filter(({ effective_from }) => effective_from <= period.last)
  const profiles = groupedBy(until.filter(({ status }) => status === 'ACTIVE'))
  const pending = groupedBy(until.filter(({ status }) => status === 'PENDING'))
  const inputs = groupedBy(await inputsIn(caller, period, ids, run.kind === 'FINAL'))
  const away = await awayOf(caller, people, period)
  const loans = await loansOf(caller, run, ids)
  const carried = await carriedOf(caller, run, ids)
  const paid = await paidInMonth(caller, run, ids)
  const banks = await banksOf(caller, ids, run.pay_on)
  const years = await yearsOf(caller, run, ids)
  const leave = await annualLeft(caller, people, period.last)
  const worked = await workedIn(caller, period, ids)
  const late = await lateOf(caller, run, people, profiles)
  const paid_out = run.kind === 'REGULAR' ? await paidOutIn(caller, period, ids) : new Set<string>()
  const names = await cadreNames(caller)
  return people.map((person) => ({
    person,
    cadre: names.get(person.cadre_id) ?? '',
    profiles: inForce(profiles.get(person.id) ?? [], person, period),
    inputs: inputs.get(person.id) ?? [],
    away: away.get(person.id) ?? [],
    loans: loans.get(person.id) ?? [],
    carried: carried.get(person.id) ?? [],
    paid: paid(person.id),
    bank: banks.get(person.id) ?? null,
    ytd: years(person.id),
    leave: leftAfter([leave.get(person.id) ?? []].flat(), inputs.get(person.id) ?? []),
    pending: pending.get(person.id)?.length ?? 0,
    paid_out: paid_out.has(person.id),
    worked: worked.get(person.id) ?? nothing_worked,
    late: late.get(person.id) ?? [],
  }))
}

/** HR-132: what the run pays out is left no more. */
const leftAfter = (leave: LeaveLeft[], inputs: readonly InputRow[]): LeaveLeft[] =>
  inputs.some(({ component_code, source }) => component_code === 'LEAVE_PAY' && source === 'EXIT')
    ? leave.map((one) => ({ ...one, available: 0 }))
    : leave

async function loansOf(
  { hospital_id }: Of,
  { kind, period_year, period_month }: RunRow,
  ids: readonly string[],
): Promise<Map<string, Owed[]>> {
  // Who leaves gives back what was not due yet as well.
  const found = await staff_loans.all(
    {
      hospital_id,
      staff_id: [...ids],
      status: kind === 'FINAL' ? ['ACTIVE', 'PAUSED'] : ['ACTIVE'],
    },
    { order: ['number'] },
  )
  const month = period_year * 12 + period_month
  const due = found.filter(
    (one) => kind === 'FINAL' || one.starts_year * 12 + one.starts_month <= month,
  )
  return new Map(
    [...groupedBy(due)].map(([id, own]) => [
      id,
      own.map(({ id: loan, number, kind, instalment, principal, repaid }) => ({
        id: loan,
        number,
        kind,
        instalment,
        balance: principal - repaid,
      })),
    ]),
  )
}

const groupedBy = <T extends { staff_id: string }>(list: readonly T[]): Map<string, T[]> =>
  Map.groupBy(list, ({ staff_id }) => staff_id)

/** HR-105: one figure for all of it; whatever changes, it is another. Others have their turn meanwhile. */
export async function hashOf({ common, materials }: Gathered): Promise<string> {
  const { catalogue, settings, tables, headcount, period, kind } = common
  const hash = createHash('sha256')
  hash.update(stable([kind, period, headcount, settings, [...catalogue.values()], tables]))
  for (let at = 0; at < materials.length; at += at_a_turn) {
    await turnOfTheLoop()
    for (const one of materials.slice(at, at + at_a_turn)) hash.update(stable(one))
  }
  return hash.digest('hex')
}

/** People that are reckoned before others at the daemon have their turn: some ten milliseconds. */
export const at_a_turn = 50

const stable = (value: unknown): string =>
  JSON.stringify(value, (name, one: unknown) =>
    stamps.has(name) ? undefined : one instanceof Map ? [...one] : one,
  )

/** What says when a row was written, and says nothing of pay. */
const stamps = new Set(['created_at', 'updated_at', 'version', 'search_text'])
