// A certificate is written as a draft and changed while it is one (3.2; CAR-29, CAR-32).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { madeBefore } from '../../../store/made-before.ts'
import {
  mustBeSomebody,
  patientRecord,
  payable,
  type Row as Patient,
} from '../../desk/patients/rows.ts'
import { joinTeam } from '../../desk/visits/moves/events.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { today } from '../../office/places/hours.ts'
import { liveOf } from '../wards/admissions/record.ts'
import { mustBeDead, withDeath } from './deaths.ts'
import { issueNow } from './issuing.ts'
import { certificateRecord, type CertificateRow, type Written } from './record.ts'
import type { CertificateChange, CertificateInput } from './shapes.ts'
import { certificates } from './tables.ts'
import { seenOn, type Where, whereOf } from './where.ts'

export async function open(caller: Caller, input: CertificateInput): Promise<Written> {
  if (await madeBefore(caller, certificates, input.id)) return already(caller, input)
  const signer = await signerOf(caller)
  // FRO-8: certificates are written of who has died as well.
  const patient = await payable(caller, input.patient_id, () => true)
  mustBeSomebody(patient)
  const place = await whereOf(caller, patient, input)
  const content = await contentOf(caller, patient, { kind: input.kind, ...place }, input)
  const row = await certificateRecord.created(
    caller,
    {
      ...(input.id === undefined ? {} : { id: input.id }),
      kind: input.kind,
      patient_id: patient.id,
      ...place,
      ...content,
      replaces_id: input.replaces_id ?? null,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'write',
  )
  if (place.visit_id !== null) await joinTeam(caller, place.visit_id)
  if (input.issue !== true) return { row, warnings: [] }
  return issueNow(caller, row, patient, input.overrides)
}

async function already(caller: Caller, { id, patient_id }: CertificateInput): Promise<Written> {
  const { hospital_id } = caller
  const row = await certificates.find({ hospital_id, id, patient_id })
  if (row === undefined) throw conflict('This id is already in use.')
  return { row, warnings: [] }
}

type Kind = Where & Pick<CertificateRow, 'kind'>

/** What is said of it, over what stands. */
async function contentOf(
  caller: Caller,
  patient: Patient,
  of: Kind & Partial<CertificateRow>,
  input: CertificateChange,
) {
  const died = of.kind === 'DEATH_NOTIFICATION'
  if (died) mustBeDead(patient)
  else if (input.details) throw invalid('details', 'belongs to a notification of death.')
  const details = input.details === undefined ? (of.details ?? null) : input.details
  const content = {
    from_date: input.from_date === undefined ? (of.from_date ?? null) : input.from_date,
    to_date: input.to_date === undefined ? (of.to_date ?? null) : input.to_date,
    text: input.text === undefined ? (of.text ?? null) : input.text || null,
    show_diagnosis: input.show_diagnosis ?? of.show_diagnosis ?? false,
    patient_agreed: input.patient_agreed ?? of.patient_agreed ?? false,
    issued_to: input.issued_to === undefined ? (of.issued_to ?? null) : input.issued_to || null,
    details: died ? withDeath(details, patient) : null,
  }
  await datesMustFit(caller, of, content)
  if (content.show_diagnosis && !content.patient_agreed) {
    throw invalid('patient_agreed', 'must be true: without it no diagnosis is printed.')
  }
  return content
}

const before_visit = 3
const days_ahead = 7

/** CAR-29: from shortly before the visit, not far ahead. */
async function datesMustFit(
  caller: Caller,
  of: Kind,
  { from_date, to_date }: Pick<CertificateRow, 'from_date' | 'to_date'>,
): Promise<void> {
  if (from_date !== null && to_date !== null && to_date < from_date) {
    throw invalid('to_date', 'is before from_date.')
  }
  if (of.kind !== 'SICK_SHEET' && of.kind !== 'LIGHT_DUTY') return
  if (from_date === null) throw invalid('from_date', 'is required.')
  if (to_date === null) throw invalid('to_date', 'is required.')
  const day = await today(caller, of.facility_id)
  const seen_on = await seenOn(caller, of, day)
  if (from_date < nextDay(seen_on, -before_visit)) {
    throw invalid('from_date', `is more than ${before_visit} days before the visit.`)
  }
  if (from_date > nextDay(day, days_ahead)) {
    throw invalid('from_date', `is more than ${days_ahead} days ahead.`)
  }
}

export async function change(
  caller: Caller,
  id: string,
  input: CertificateChange,
): Promise<CertificateRow> {
  await signerOf(caller)
  const { patient_id } = await certificateRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  const before = await certificateRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status !== 'DRAFT') {
    const called = before.number ?? 'without a number'
    throw conflict(`Certificate ${called} is ${before.status}: what was issued is not changed.`)
  }
  const content = await contentOf(caller, patient, before, input)
  return certificateRecord.changed(caller, before, 'change', content)
}

/** CAR-32: who dies in a ward has a notification begun. */
export async function draftNotification(
  caller: Caller,
  patient_id: string,
  died_at: string,
): Promise<void> {
  const stay = await liveOf(caller, patient_id)
  if (stay === undefined || stay.outcome !== 'DIED') return
  await certificateRecord.created(
    caller,
    {
      kind: 'DEATH_NOTIFICATION',
      patient_id,
      facility_id: stay.facility_id,
      visit_id: stay.visit_id,
      admission_id: stay.id,
      details: { died_at, place: 'WARD' },
      staff_name: caller.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'write',
  )
}
