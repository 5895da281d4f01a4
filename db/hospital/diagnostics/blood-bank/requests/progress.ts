// Where a request stands, by its sample, the units that wait and the units that went out (3.4).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { notify } from '../../../office/notifications/notify.ts'
import { validUntil } from '../matching/confirmed.ts'
import { type SampleRow, sampleRecord } from '../patients/record.ts'
import { blood_samples } from '../patients/tables.ts'
import { settingsOf } from '../settings/settings.ts'
import { blood_units } from '../units/tables.ts'
import type { RequestState } from '../words.ts'
import { open_states, requestRecord, type RequestRow } from './record.ts'
import { blood_issues, blood_request_lines, blood_requests } from './tables.ts'

type Of = Pick<Caller, 'hospital_id'>

export const openRequestsOf = ({ hospital_id }: Of, patient_id: string): Promise<RequestRow[]> =>
  blood_requests.all({ hospital_id, patient_id, status: [...open_states] }, { order: ['id'] })

export interface LineCount {
  component_code: string
  units: number
  reserved: number
  issued: number
  transfused: number
}

/** Of many requests in one statement each: what of every line waits, is out, was given. */
export async function countsOf(
  { hospital_id }: Of,
  request_ids: readonly string[],
): Promise<Map<string, (LineCount & { id: string; volume_ml: number | null })[]>> {
  if (request_ids.length === 0) return new Map()
  const request_id = [...request_ids]
  const lines = await blood_request_lines.all(
    { hospital_id, request_id },
    { order: ['request_id', 'position'] },
  )
  const units = await blood_units.all({ hospital_id, request_id })
  const counted = lines.map((line) => {
    const own = units.filter(
      (one) => one.request_id === line.request_id && one.component_code === line.component_code,
    )
    const of = (...states: string[]) => own.filter(({ status }) => states.includes(status)).length
    return {
      ...line,
      reserved: of('RESERVED'),
      issued: of('ISSUED', 'TRANSFUSING'),
      transfused: of('TRANSFUSED'),
    }
  })
  return Map.groupBy(counted, (line) => line.request_id)
}

interface Seen {
  request: RequestRow
  lines: readonly LineCount[]
  /** Went out and did not come back. */
  out: number
  sample: SampleRow | undefined
  matched: ReadonlySet<string>
}

/** 3.4: the first that fits. Pure. */
export function stateOf({ request, lines, out, sample, matched }: Seen): RequestState {
  const asked = lines.reduce((sum, { units }) => sum + units, 0)
  const waiting = lines.reduce((sum, { issued }) => sum + issued, 0)
  if (asked > 0 && out >= asked) return waiting === 0 ? 'COMPLETED' : 'ISSUED'
  if (out > 0) return 'PART_ISSUED'
  const is_tested = sample?.status === 'TESTED'
  if (request.hold_only && is_tested) return 'READY'
  const needs = lines.filter(({ component_code }) => matched.has(component_code))
  const ready = needs.every(({ units, reserved }) => reserved >= units)
  if (!request.hold_only && ready && (needs.length > 0 || is_tested)) return 'READY'
  return sample === undefined ? 'REQUESTED' : 'SAMPLE_RECEIVED'
}

export async function progress(
  caller: Caller,
  id: string,
  changes: Partial<RequestRow> = {},
): Promise<RequestRow> {
  const { hospital_id } = caller
  const locked = await requestRecord.locked(caller, id)
  if (!open_states.some((state) => state === locked.status)) return locked
  const request = { ...locked, ...changes }
  const lines = (await countsOf(caller, [id])).get(id) ?? []
  const out = await blood_issues.count({ hospital_id, request_id: id, returned_at: null })
  const { components } = await settingsOf(caller)
  const matched = new Set(components.filter((one) => one.crossmatch).map(({ code }) => code))
  const sample = await sampleOf(caller, request)
  const status = stateOf({ request, lines, out, sample, matched })
  if (status === locked.status) {
    return Object.keys(changes).length === 0
      ? locked
      : requestRecord.changed(caller, locked, 'sample', changes)
  }
  const row = await requestRecord.moved(caller, locked, 'progress', { ...changes, status })
  await tellReady(caller, row)
  return row
}

async function sampleOf({ hospital_id }: Of, { sample_id }: RequestRow) {
  if (sample_id === null) return undefined
  const found = await blood_samples.find({ hospital_id, id: sample_id })
  if (found === undefined || found.status === 'REJECTED') return undefined
  return (found.valid_until ?? '') > clock.instant() ? found : undefined
}

const told = new Set<RequestState>(['READY', 'PART_ISSUED'])

async function tellReady(caller: Caller, row: RequestRow): Promise<void> {
  if (!told.has(row.status) || row.by_id === null) return
  await notify(caller, {
    to: { user: row.by_id },
    kind: 'blood.ready',
    title: `Blood for ${row.number}: ${row.status.toLowerCase().replace('_', ' ')}`,
    body: row.location ?? 'Fetch one unit at a time.',
    entity: { type: 'blood_request', id: row.id },
  })
}

/** Every open request of the patient that has no sample gets this one, for as long as its own answer says. */
export async function linkSample(caller: Caller, sample: SampleRow): Promise<void> {
  const settings = await settingsOf(caller)
  for (const one of await openRequestsOf(caller, sample.patient_id)) {
    if ((await sampleOf(caller, one)) !== undefined) continue
    const short = one.pregnant_or_transfused_90d !== 'NO'
    const own = validUntil(sample.collected_at ?? clock.instant(), settings, short)
    const valid_until = [own, sample.valid_until ?? own].toSorted()[0] ?? own
    await progress(caller, one.id, { sample_id: sample.id, valid_until })
  }
}

/** BLD-55: blood that runs may raise antibodies: what was taken before is good for a shorter time. */
export async function shortenSamples(caller: Caller, patient_id: string): Promise<void> {
  const { hospital_id } = caller
  const settings = await settingsOf(caller)
  const good = await blood_samples.all(
    { hospital_id, patient_id, status: ['RECEIVED', 'TESTED'] },
    { order: ['id'] },
  )
  const open = await openRequestsOf(caller, patient_id)
  for (const { id } of good) {
    const sample = await sampleRecord.locked(caller, id)
    const short = validUntil(sample.collected_at ?? sample.created_at, settings, true)
    const longer = ({ valid_until }: { valid_until: string | null }) => (valid_until ?? '') > short
    if (longer(sample))
      await sampleRecord.changed(caller, sample, 'shorten', { valid_until: short })
    for (const one of open.filter(({ sample_id }) => sample_id === id)) {
      if (longer(one)) await progress(caller, one.id, { valid_until: short })
    }
  }
}
