// From one bed to another, in this ward or the next (3.9 Transfer): asked, accepted, done.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { type Row as Patient, writable } from '../../../desk/patients/rows.ts'
import { momentOf } from '../../../desk/vitals/read-input.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { notInTheatre } from '../admissions/in-theatre.ts'
import { bedRecord } from '../places/bed-record.ts'
import { wardInUse } from '../places/wards.ts'
import { admissionRecord, type Row as Admission } from '../admissions/record.ts'
import { bed_transfers } from '../admissions/tables.ts'
import {
  bedToKeep,
  bedToTake,
  keep,
  letGo,
  lieDown,
  openStay,
  riseFrom,
} from '../stays/beds-held.ts'
import { chargeDue } from '../stays/due.ts'
import { entityOf, mayLieIn } from '../stays/fitting.ts'
import { alreadyAsked, openTransfer, transferRecord, type TransferRow } from './record.ts'
import type { TransferComplete, TransferInput } from './shapes.ts'

export interface Transferred {
  row: TransferRow
  warnings: GateResult[]
}

export async function request(caller: Caller, input: TransferInput): Promise<Transferred> {
  const signer = await signerOf(caller)
  const { admission } = await lying(caller, input.admission_id)
  const asked = await openTransfer(caller, admission.id)
  if (asked !== undefined) throw await alreadyAsked(caller, admission.id)
  const ward = await wardInUse(caller, input.to_ward_id)
  if (ward.facility_id !== admission.facility_id) {
    throw conflict(`${ward.name} is of another branch.`, 'other_branch')
  }
  const to_bed_id = await bedAsked(caller, input, admission, ward.id)
  const row = await transferRecord.created(
    caller,
    {
      facility_id: admission.facility_id,
      admission_id: admission.id,
      patient_id: admission.patient_id,
      visit_id: admission.visit_id,
      from_ward_id: admission.ward_id ?? ward.id,
      from_bed_id: admission.bed_id,
      to_ward_id: ward.id,
      to_bed_id,
      reason: input.reason,
      urgency: input.urgency ?? 'ROUTINE',
      requested_by_name: signer.name.slice(0, 160),
    },
    'request',
    input.reason,
  )
  if (input.now !== true) return { row, warnings: [] }
  if (row.from_ward_id !== row.to_ward_id) {
    throw conflict(`${ward.name} accepts this transfer first.`)
  }
  return complete(caller, row.id, { overrides: input.overrides ?? [] })
}

async function bedAsked(
  caller: Caller,
  { to_bed_id }: TransferInput,
  admission: Admission,
  ward_id: string,
): Promise<string | null> {
  // The bed may be left to the ward that accepts.
  if (typeof to_bed_id !== 'string') return null
  const bed = await bedRecord.get(caller, to_bed_id)
  if (bed.ward_id !== ward_id) throw invalid('to_bed_id', 'is not a bed of this ward.')
  if (bed.id === admission.bed_id) throw conflict(`The patient lies in bed ${bed.label} already.`)
  return bed.id
}

interface Lying {
  admission: Admission
  patient: Patient
}

/** Locked, and still treated here. */
async function lying(caller: Caller, admission_id: string): Promise<Lying> {
  const { patient_id } = await admissionRecord.get(caller, admission_id)
  const patient = await writable(caller, patient_id)
  const admission = await admissionRecord.locked(caller, admission_id)
  if (admission.status !== 'ADMITTED' && admission.status !== 'DISCHARGE_ORDERED') {
    throw conflict(
      `Admission ${admission.number} is ${admission.status}: nobody is transferred.`,
      'state',
    )
  }
  await notInTheatre(caller, patient)
  return { admission, patient }
}

export async function accept(
  caller: Caller,
  id: string,
  input: { bed_id: string; overrides?: readonly Override[] | undefined },
): Promise<Transferred> {
  const signer = await signerOf(caller)
  const { admission_id } = await transferRecord.get(caller, id)
  const on = await lying(caller, admission_id)
  const before = await transferRecord.begin(caller, id, 'accept')
  const bed = await bedToKeep(caller, input.bed_id, on.admission)
  if (bed.ward_id !== before.to_ward_id) throw invalid('bed_id', 'is not a bed of this ward.')
  const warnings = await mayLieIn(caller, { ...on, bed }, input.overrides)
  await keep(caller, bed, on.admission)
  const row = await transferRecord.moved(caller, before, 'accept', {
    to_bed_id: bed.id,
    accepted_by_name: signer.name.slice(0, 160),
  })
  return { row, warnings }
}

/** The old stay ends and the new one begins at the same moment. */
export async function complete(
  caller: Caller,
  id: string,
  input: TransferComplete,
): Promise<Transferred> {
  await signerOf(caller)
  const { admission_id } = await transferRecord.get(caller, id)
  const on = await lying(caller, admission_id)
  const before = await transferRecord.begin(caller, id, 'complete')
  const inside = before.from_ward_id === before.to_ward_id
  if (before.status === 'REQUESTED' && !inside) {
    throw conflict('The other ward has not accepted this transfer yet.', 'state')
  }
  const at = momentOf('at', input.at, on.patient.birth_date, 'told')
  const bed_id = input.bed_id ?? before.to_bed_id
  if (bed_id === null) throw invalid('bed_id', 'is required.')
  await chargeDue(caller, on.admission)
  const warnings = await move(caller, on, before, { bed_id, at, overrides: input.overrides ?? [] })
  const row = await transferRecord.moved(caller, before, 'complete', {
    to_bed_id: bed_id,
    done_at: at,
    escort: input.escort ?? null,
  })
  return { row, warnings }
}

interface Moving {
  bed_id: string
  at: string
  overrides: readonly Override[]
}

async function move(
  caller: Caller,
  { admission, patient }: Lying,
  transfer: TransferRow,
  { bed_id, at, overrides }: Moving,
): Promise<GateResult[]> {
  const stay = await openStay(caller, admission.id)
  if (stay === undefined) throw conflict(`Admission ${admission.number} has no bed.`)
  if (at < stay.from_at) throw invalid('at', 'is before the stay in this bed began.')
  const bed = await bedToTake(caller, bed_id, admission)
  if (bed.ward_id !== transfer.to_ward_id) throw invalid('bed_id', 'is not a bed of this ward.')
  const fits = await mayLieIn(caller, { admission, patient, bed }, overrides)
  const other = await gate(caller, {
    action: 'admission.transfer',
    subject: { admission },
    emergency: transfer.urgency === 'EMERGENCY',
    overrides: overrides.filter(({ gate: key }) => !key.startsWith('BED_')),
    entity: entityOf(admission),
  })
  await riseFrom(caller, stay, at, 'TRANSFER')
  await lieDown(caller, admission, bed, at, 'TRANSFER')
  // Another bed that was kept for this is nobody's any more.
  await letGo(caller, admission, 'Transferred')
  await admissionRecord.changed(
    caller,
    admission,
    'transfer',
    { bed_id: bed.id, ward_id: bed.ward_id, with_mother: false },
    transfer.reason,
  )
  return [...fits, ...other]
}

export async function refuse(
  caller: Caller,
  id: string,
  how: 'decline' | 'cancel',
  reason: string,
): Promise<TransferRow> {
  const { admission_id } = await transferRecord.get(caller, id)
  const admission = await admissionRecord.locked(caller, admission_id)
  const before = await transferRecord.begin(caller, id, how)
  await letGo(caller, admission, reason)
  return transferRecord.moved(caller, before, how, {}, reason)
}

export interface TransferFilter extends PageAsked {
  status?: TransferRow['status']
  ward_id?: string
  from_ward_id?: string
  admission_id?: string
}

export const page = (caller: Caller, asked: TransferFilter): Promise<Page<TransferRow>> =>
  pageFrom(bed_transfers, asked, {
    from: sql` from bed_transfers${where([
      sql`hospital_id = ${caller.hospital_id}`,
      caller.facility_id === null ? undefined : sql`facility_id = ${caller.facility_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.ward_id, sql`to_ward_id = ${asked.ward_id}`),
      when(asked.from_ward_id, sql`from_ward_id = ${asked.from_ward_id}`),
      when(asked.admission_id, sql`admission_id = ${asked.admission_id}`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
