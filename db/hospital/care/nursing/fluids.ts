// What goes in and what comes out of somebody in a bed, and the balance (2.10; CAR-128).

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn, hours, instantAt, minutes, nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { recordOf } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { authoriseRead } from '../../desk/patients/privacy/authorise.ts'
import { writable } from '../../desk/patients/rows.ts'
import { latestVitals } from '../../desk/vitals/vitals.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { record } from '../../office/audit/record.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { occurredAt } from '../records/place.ts'
import { admissionRecord, type Row as Admission } from '../wards/admissions/record.ts'
import type { FluidQuery, FluidsInput } from './shapes.ts'
import { fluid_entries } from './tables.ts'
import { fluids_in, fluids_out } from './words.ts'

export type FluidRow = RowOf<(typeof fluid_entries)['columns']>
export const fluidRecord = recordOf(fluid_entries, 'fluid entry')

/** So little urine in six hours is said (2.10 FluidTarget's default). */
const min_urine = 0.5
const urine_hours = 6
/** A positive balance of more than so much of the weight is said. */
const most_of_weight = 0.1

export async function mayWrite(caller: Caller, admission_id: string): Promise<void> {
  const { patient_id } = await admissionRecord.get(caller, admission_id)
  await authoriseRead(caller, patient_id, 'fluid_entry.write')
}

export async function write(caller: Caller, input: FluidsInput) {
  const signer = await signerOf(caller)
  const seen = await admissionRecord.get(caller, input.admission_id)
  const patient = await writable(caller, seen.patient_id)
  const stay = await admissionRecord.locked(caller, input.admission_id)
  if (stay.admitted_at === null || stay.left_at !== null) {
    throw conflict(`Admission ${stay.number} is ${stay.status}: nobody lies there.`, 'state')
  }
  const at = occurredAt(input.at, patient, { since: stay.admitted_at, field: 'at' })
  for (const [index, entry] of input.entries.entries()) judge(entry, index)
  for (const entry of input.entries) {
    const row = await fluid_entries.insert({
      hospital_id: caller.hospital_id,
      patient_id: stay.patient_id,
      admission_id: stay.id,
      at,
      direction: entry.direction,
      kind: entry.kind,
      volume_ml: entry.volume_ml,
      note: entry.note || null,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    })
    noteFluid(caller, 'fluid_entry.write', row)
  }
  return chart(caller, stay.id, {})
}

function judge(
  { direction, kind, volume_ml, note: said }: FluidsInput['entries'][number],
  i: number,
) {
  const kinds: readonly string[] = direction === 'IN' ? fluids_in : fluids_out
  if (!kinds.includes(kind)) {
    throw invalid(`entries[${i}].kind`, `must be one of ${kinds.join(', ')} with ${direction}.`)
  }
  const refused = kind === 'ORAL' && said?.trim().toLowerCase() === 'refused'
  if (volume_ml === 0 && !refused) throw invalid('volume_ml', 'must be between 1 and 10,000.')
}

export async function voidEntry(caller: Caller, id: string, reason: string) {
  await signerOf(caller)
  const seen = await fluidRecord.get(caller, id)
  await writable(caller, seen.patient_id)
  const row = await fluidRecord.locked(caller, id)
  if (row.voided_at !== null) throw conflict('This entry was voided already.', 'state')
  const { hospital_id } = caller
  const voided = { voided_at: clock.instant(), voided_by_name: caller.name, void_reason: reason }
  await fluid_entries.change({ hospital_id, id }, voided)
  noteFluid(caller, 'fluid_entry.void', row, reason)
  return chart(caller, row.admission_id, {})
}

export function noteFluid(
  caller: Caller,
  action: string,
  row: FluidRow,
  reason: string | null = null,
): void {
  record(caller, action, {
    entity_type: 'fluid_entry',
    entity_id: row.id,
    entity_label: `${row.direction} ${row.kind} ${row.volume_ml} ml`,
    patient_id: row.patient_id,
    reason,
  })
}

const longest_ms = hours(31 * 24)

/** A day of the chart begins at `fluid_day_from`; without a day it is the one that runs. */
async function spanOf(
  caller: Caller,
  { facility_id }: Admission,
  { date, from, to }: FluidQuery,
): Promise<{ from: string; to: string }> {
  const zone = await zoneOf(caller, facility_id)
  const { fluid_day_from } = await clinicalOf(caller)
  if (from !== undefined || to !== undefined) {
    const begin = new Date(from ?? to ?? clock.instant()).toISOString()
    const end = to === undefined ? clock.instant() : new Date(to).toISOString()
    if (end < begin) throw invalid('from', 'is after to.')
    if (Date.parse(end) - Date.parse(begin) > longest_ms) {
      throw invalid('from', 'is more than 31 days before to.')
    }
    return { from: begin, to: end }
  }
  const begun = dayIn(zone, new Date(clock.ms() - startOf(fluid_day_from)))
  const day = date ?? begun
  return {
    from: instantAt(zone, day, fluid_day_from),
    to: instantAt(zone, nextDay(day), fluid_day_from),
  }
}

const startOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hours(hour) + minutes(minute)
}

export async function chart(caller: Caller, admission_id: string, asked: FluidQuery) {
  const stay = await admissionRecord.get(caller, admission_id)
  const { from, to } = await spanOf(caller, stay, asked)
  const entries = await fluid_entries.read(
    sql`select ${fluid_entries.selection()} from fluid_entries
      where hospital_id = ${caller.hospital_id} and admission_id = ${admission_id}
        and at >= ${from} and at < ${to} order by at, id`,
  )
  const counted = entries.filter(({ voided_at }) => voided_at === null)
  const in_ml = sum(counted, 'IN')
  const out_ml = sum(counted, 'OUT')
  const weight = await weightOf(caller, stay)
  const urine = weight === null ? null : await urineOf(caller, stay, weight)
  return {
    admission_id,
    from,
    to,
    entries,
    totals: totalsOf(counted),
    by_hour: hoursOf(counted),
    in_ml,
    out_ml,
    balance: in_ml - out_ml,
    running: await runningOf(caller, admission_id),
    urine_ml_kg_h: urine,
    target: { min_urine_ml_kg_h: min_urine },
    warnings: warningsOf({ balance: in_ml - out_ml, weight, urine }),
  }
}

const sum = (rows: readonly FluidRow[], direction: FluidRow['direction']): number =>
  rows.reduce((all, row) => (row.direction === direction ? all + row.volume_ml : all), 0)

function totalsOf(rows: readonly FluidRow[]) {
  const kinds = Map.groupBy(rows, ({ direction, kind }) => `${direction} ${kind}`)
  return [...kinds.values()].map((own) => ({
    direction: (own[0] as FluidRow).direction,
    kind: (own[0] as FluidRow).kind,
    volume_ml: own.reduce((all, { volume_ml }) => all + volume_ml, 0),
  }))
}

function hoursOf(rows: readonly FluidRow[]) {
  const by = Map.groupBy(rows, ({ at }) => `${at.slice(0, 13)}:00:00.000Z`)
  return [...by].map(([hour, own]) => ({ hour, in_ml: sum(own, 'IN'), out_ml: sum(own, 'OUT') }))
}

async function runningOf({ hospital_id }: Caller, admission_id: string): Promise<number> {
  const all = await fluid_entries.all({ hospital_id, admission_id, voided_at: null })
  return sum(all, 'IN') - sum(all, 'OUT')
}

async function weightOf(caller: Caller, { patient_id }: Admission): Promise<number | null> {
  const [weight] = await latestVitals(caller, patient_id, { kinds: ['weight'] })
  return typeof weight?.value === 'number' && weight.value > 0 ? weight.value : null
}

/** Over the last six hours; null while nobody measured any. */
async function urineOf(
  { hospital_id }: Caller,
  { id, admitted_at }: Admission,
  weight: number,
): Promise<number | null> {
  const since = new Date(clock.ms() - hours(urine_hours)).toISOString()
  if (admitted_at === null || admitted_at > since) return null
  const found = await fluid_entries.all({
    hospital_id,
    admission_id: id,
    direction: 'OUT',
    kind: 'URINE',
    voided_at: null,
  })
  if (found.length === 0) return null
  const lately = found.filter(({ at }) => at > since)
  const volume = lately.reduce((all, { volume_ml }) => all + volume_ml, 0)
  return Math.round((volume / weight / urine_hours) * 100) / 100
}

function warningsOf(of: { balance: number; weight: number | null; urine: number | null }) {
  const said: string[] = []
  if (of.urine !== null && of.urine < min_urine) {
    said.push(`Urine ${of.urine} ml/kg/h over ${urine_hours} hours: below ${min_urine}.`)
  }
  if (of.weight !== null && of.balance > of.weight * 1000 * most_of_weight) {
    said.push(`Positive balance of ${of.balance} ml: more than a tenth of the weight.`)
  }
  return said
}
