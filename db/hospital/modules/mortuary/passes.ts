// The pass with which a body leaves the gate: good once, for some hours, for one vehicle (MOR-13, MOR-14).

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, timeIn } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { noSuch } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../../office/audit/record.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { rowIn } from '../parts/part-table.ts'
import { settings_table } from './part-tables.ts'
import { type Body, bodyRecord } from './record.ts'
import type { ReleaseInput } from './shapes.ts'
import { body_gate_passes } from './tables.ts'
import { confirmTag } from './tags.ts'

export type Pass = RowOf<(typeof body_gate_passes)['columns']>

export async function issuePass(
  caller: Caller,
  body: Body,
  { kind, transport }: ReleaseInput,
): Promise<Pass> {
  const { hospital_id } = caller
  const number = await nextReference(caller, 'body_gate_pass', body.facility_id)
  return body_gate_passes.insert({
    hospital_id,
    facility_id: body.facility_id,
    body_id: body.id,
    number,
    kind,
    vehicle_no: transport.vehicle_no,
    issued_at: clock.instant(),
    issued_by: caller.name,
  })
}

export const passOf = ({ hospital_id }: Pick<Caller, 'hospital_id'>, body_id: string) =>
  body_gate_passes.find({ hospital_id, body_id, status: ['VALID', 'USED'] })

/** By the number that stands under its bars. */
export async function passCalled(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<Pass> {
  const number = code.trim().toUpperCase().slice(0, 40)
  const found = await body_gate_passes.find({ hospital_id, number })
  if (found === undefined) throw noSuch('gate pass')
  return found
}

export async function bodyOfPass(caller: Caller, code: string): Promise<Body> {
  return bodyRecord.get(caller, (await passCalled(caller, code)).body_id)
}

const plate = (typed: string | null): string => (typed ?? '').replace(/[\s-]/g, '').toUpperCase()

export async function exit(
  caller: Caller,
  code: string,
  { vehicle_no, tag }: { vehicle_no?: string | null; tag?: string | null },
): Promise<{ body: Body; at: string }> {
  const { hospital_id } = caller
  const seen = await passCalled(caller, code)
  const body = await bodyRecord.locked(caller, seen.body_id)
  const pass = await body_gate_passes.find({ hospital_id, id: seen.id }, { lock: true })
  if (pass === undefined) throw noSuch('gate pass')
  await mustBeHere(caller, pass.facility_id, 'gate pass')
  await mustBeGood(caller, pass)
  if (tag) await confirmTag(caller, body, { tag })
  if (vehicle_no && plate(vehicle_no) !== plate(pass.vehicle_no)) {
    throw conflict(`The pass names ${pass.vehicle_no ?? 'no vehicle'}, not ${vehicle_no}.`)
  }
  const at = clock.instant()
  await body_gate_passes.change(
    { hospital_id, id: pass.id },
    { status: 'USED', used_at: at, used_by: caller.name },
  )
  record(caller, 'body.exit', {
    entity_type: 'body',
    entity_id: body.id,
    entity_label: pass.number,
    patient_id: body.patient_id,
  })
  return { body, at }
}

async function mustBeGood(caller: Caller, pass: Pass): Promise<void> {
  if (pass.status === 'VOID') throw conflict(`Gate pass ${pass.number} is void.`)
  if (pass.used_at !== null) {
    const zone = await zoneOf(caller, pass.facility_id)
    throw conflict(`This gate pass was used at ${timeIn(zone, new Date(pass.used_at))}.`)
  }
  const { exit_hours } = await rowIn(caller, settings_table)
  if (clock.ms() - Date.parse(pass.issued_at) <= hours(exit_hours)) return
  throw conflict(`Gate pass ${pass.number} is older than ${exit_hours} h: back to the mortuary.`)
}
