// What theatre charges (MOD-16, OT-19, OT-21): procedures when they are booked, time when it has ended. Each under
// a source of its own, so that nothing is charged twice.

import type { Caller } from '../../../core/caller.ts'
import { uncharge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'
import { isSettled } from '../../money/billing/charges/clearance.ts'
import { returnCharge } from '../../money/billing/charges/returned-services.ts'
import { zoneOf, today } from '../../office/places/hours.ts'
import { dayIn } from '../../../core/clock.ts'
import { chargeKey } from '../parts/charging.ts'
import { rowsIn } from '../parts/part-table.ts'
import { type CaseRow, type StampRow, stampsOf } from './cases/record.ts'
import { type CaseCharge, type Procedure, theatre_cases } from './cases/tables.ts'
import { said } from './cases/wanted.ts'
import { minutesBetween } from './sessions/record.ts'
import type { ChargeRow } from './settings/row-shapes.ts'
import { charges_table } from './settings/tables-of-theatre.ts'
import type { StampName, theatre_kinds } from './words.ts'

export const procedure_source = 'theatre_procedure'
export const time_source = 'theatre_time'

export interface Charged {
  row: CaseRow
  warnings: string[]
}

const common = (row: CaseRow) => ({
  patient_id: row.patient_id,
  visit_id: row.visit_id,
  admission_id: row.admission_id,
  category: 'Theatre',
  urgent: row.urgency === 'EMERGENCY',
  ...(row.department === null ? {} : { department: row.department }),
})

/** On the day that is planned; booked again, they move with it. */
export async function chargeProcedures(
  caller: Caller,
  row: CaseRow,
  lines: readonly Procedure[] = row.procedures,
): Promise<Charged> {
  const bound = (await rowsIn(caller, charges_table)).find(({ key }) => key === 'PROCEDURE')
  const day = await dayOf(caller, row, row.planned_start)
  const warnings: string[] = []
  const made: CaseCharge[] = []
  for (const line of lines) {
    const code = bound?.code === 'PROCEDURE' ? line.code : (bound?.code ?? null)
    const source_id = `${row.id}:${line.line}`
    const { item_id, warning } = await chargeKey(caller, {
      ...common(row),
      key: 'PROCEDURE',
      code,
      quantity: 1,
      source: procedure_source,
      source_id,
      description: said(line).slice(0, 200),
      service_date: day,
    })
    if (warning !== null) warnings.push(warning)
    const of = { key: 'PROCEDURE', code, minutes: null, units: 1 }
    made.push({ ...of, item_id, source: procedure_source, source_id })
  }
  return { row: await kept(caller, row, made), warnings: [...new Set(warnings)] }
}

/** Those that stay as they are keep their line of the bill. */
export async function uncharged(
  caller: Caller,
  row: CaseRow,
  reason: string,
  staying: readonly Procedure[] = [],
): Promise<CaseRow> {
  const stays = new Set(staying.map((line) => `${row.id}:${line.line} ${line.code}`))
  const gone = row.charges.filter(
    ({ source, source_id, code }) =>
      source === procedure_source && !stays.has(`${source_id} ${code}`),
  )
  for (const { source, source_id } of gone) await uncharge(caller, source, source_id, reason)
  return without(caller, row, gone)
}

/** What was done of them, and what was planned and not done (OT-21). */
export async function proceduresDone(caller: Caller, row: CaseRow, at: string): Promise<void> {
  for (const { source, source_id } of row.charges) {
    if (source !== procedure_source) continue
    await serviceDone(caller, source, source_id, {
      done_at: at,
      performed_by_id: caller.user_id,
    })
  }
}

export async function procedureNotDone(
  caller: Caller,
  row: CaseRow,
  lines: readonly number[],
  reason: string,
): Promise<CaseRow> {
  const ids = new Set(lines.map((line) => `${row.id}:${line}`))
  const gone = row.charges.filter(
    ({ source, source_id }) => source === procedure_source && ids.has(source_id),
  )
  for (const { source, source_id } of gone) {
    await returnCharge(caller, { source, source_id, reason })
  }
  return without(caller, row, gone)
}

/** OT-19: units = max(min_units, ceil((minutes − free_minutes) ÷ unit_minutes)), not above max_units. */
export function unitsOf(
  { unit_minutes, free_minutes, min_units, max_units }: ChargeRow,
  minutes: number,
): number {
  const counted = Math.ceil(Math.max(0, minutes - (free_minutes ?? 0)) / (unit_minutes ?? 1))
  return Math.min(Math.max(min_units ?? 0, counted), max_units ?? Number.MAX_SAFE_INTEGER)
}

export interface Where {
  kind: (typeof theatre_kinds)[number] | null
  technique: string | null
}

/** Every clock that these stamps end. */
export async function chargeTimes(
  caller: Caller,
  row: CaseRow,
  ended: readonly StampName[],
  where: Where,
): Promise<Charged> {
  const stamps = await stampsOf(caller, row.id)
  const due = (await rowsIn(caller, charges_table)).filter(
    (one) =>
      one.basis === 'MINUTES' &&
      one.to !== undefined &&
      one.to !== null &&
      ended.includes(one.to) &&
      applies(one, row, where) &&
      !row.charges.some(({ key, source }) => source === time_source && key === one.key),
  )
  const warnings: string[] = []
  const made: CaseCharge[] = []
  for (const one of due) {
    const charged = await chargeTime(caller, row, one, stamps)
    if (charged === null) continue
    if (charged.warning !== null) warnings.push(charged.warning)
    made.push(charged.line)
  }
  return { row: await kept(caller, row, made), warnings }
}

async function chargeTime(
  caller: Caller,
  row: CaseRow,
  one: ChargeRow,
  stamps: ReadonlyMap<StampRow['name'], StampRow>,
) {
  const from = one.from ? stamps.get(one.from) : undefined
  const to = one.to ? stamps.get(one.to) : undefined
  if (from === undefined || to === undefined) return null
  const minutes = minutesBetween(from.at, to.at)
  const units = unitsOf(one, minutes)
  if (units === 0) return null
  const source_id = `${row.id}:${one.key}`
  const { item_id, warning } = await chargeKey(caller, {
    ...common(row),
    key: one.key,
    code: one.code,
    quantity: units,
    source: time_source,
    source_id,
    service_date: await dayOf(caller, row, to.at),
    done: true,
  })
  const { key, code } = one
  return { line: { key, code, minutes, units, item_id, source: time_source, source_id }, warning }
}

const applies = ({ when }: ChargeRow, row: CaseRow, { kind, technique }: Where): boolean =>
  fits(when?.theatre_kinds, kind) &&
  fits(when?.urgencies, row.urgency) &&
  fits(when?.techniques, technique)

const fits = (wanted: readonly string[] | undefined, is: string | null): boolean =>
  wanted === undefined || wanted.length === 0 || (is !== null && wanted.includes(is))

const dayOf = async (caller: Caller, row: CaseRow, at: string | null): Promise<string> =>
  at === null
    ? today(caller, row.facility_id)
    : dayIn(await zoneOf(caller, row.facility_id), new Date(at))

async function kept(caller: Caller, row: CaseRow, made: readonly CaseCharge[]): Promise<CaseRow> {
  const ids = new Set(made.map(({ source_id }) => source_id))
  return written(caller, row, [...row.charges.filter((one) => !ids.has(one.source_id)), ...made])
}

const without = (caller: Caller, row: CaseRow, gone: readonly CaseCharge[]): Promise<CaseRow> =>
  written(
    caller,
    row,
    row.charges.filter((one) => !gone.includes(one)),
  )

async function written(caller: Caller, row: CaseRow, charges: CaseCharge[]): Promise<CaseRow> {
  if (charges.length === row.charges.length && charges.every((one) => row.charges.includes(one))) {
    return row
  }
  await theatre_cases.change({ hospital_id: caller.hospital_id, id: row.id }, { charges })
  return { ...row, charges, version: row.version + 1 }
}

/** Of a case that is shown: whether each may go ahead (MOD-16). */
export async function chargesShown(caller: Caller, { charges }: CaseRow) {
  const shown = []
  for (const { source, source_id, ...one } of charges) {
    const { may_proceed } = await isSettled(caller, source, source_id)
    shown.push({ ...one, payment_ok: may_proceed })
  }
  return shown
}
