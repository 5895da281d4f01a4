// A certificate gets its number and its code, and what it says is kept for ever (3.2, CAR-29, CAR-33).

import { type Caller, can } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { practisingSigner } from '../../desk/amendments/practising.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { Override } from '../../desk/gates/shapes.ts'
import { patientRecord, type Row as Patient } from '../../desk/patients/rows.ts'
import { staffOf } from '../../neighbours/people.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { codeOf } from '../../office/papers/codes.ts'
import { today } from '../../office/places/hours.ts'
import { nextReference } from '../../office/sequences/references.ts'
import { diagnosisTitles } from '../records/for-areas.ts'
import { said } from '../wards/admissions/discharge.ts'
import { mustBeDead, mustBeToldWhole, withDeath } from './deaths.ts'
import { certificateRecord, type CertificateRow, daysOf, type Written } from './record.ts'
import { certificates, type Frozen } from './tables.ts'
import { certificate_sequences } from './words.ts'
import { seenOn } from './where.ts'

export async function issue(
  caller: Caller,
  id: string,
  overrides: readonly Override[] | undefined,
): Promise<Written> {
  const { patient_id } = await certificateRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  return issueNow(caller, await certificateRecord.begin(caller, id, 'issue'), patient, overrides)
}

/** `before` is locked, its patient before it. */
export async function issueNow(
  caller: Caller,
  before: CertificateRow,
  patient: Patient,
  overrides: readonly Override[] | undefined,
): Promise<Written> {
  const { warning, cadre, name } = await practisingSigner(caller)
  const died = before.kind === 'DEATH_NOTIFICATION'
  const details = died ? withDeath(before.details, patient) : null
  await mustBeWhole(caller, { ...before, details }, patient)
  const replaced = await replacedBy(caller, before)
  await mustNotOverlap(caller, before, replaced)
  const warnings = await gate(caller, {
    action: 'certificate.issue',
    subject: { days: daysOf(before), kind: before.kind, doctor: isDoctor(caller, cadre) },
    overrides,
    entity: {
      type: 'certificate',
      id: before.id,
      patient_id: patient.id,
      visit_id: before.visit_id,
    },
  })
  if (replaced !== undefined) await certificateRecord.moved(caller, replaced, 'replace')
  const number = await nextReference(
    caller,
    certificate_sequences[before.kind].kind,
    before.facility_id,
  )
  const row = await certificateRecord.moved(caller, before, 'issue', {
    number,
    details,
    verify_code: await codeOf(caller, { kind: 'certificate', entity_id: before.id }),
    issued_at: clock.instant(),
    issued_by_name: name.slice(0, 160),
    issued_by_cadre: cadre,
    issued_by_licence: (await staffOf(caller))?.licence_no ?? null,
    frozen: await frozen(caller, before, patient),
  })
  return { row, warnings: warning === null ? warnings : [...warnings, said(warning)] }
}

/** A cadre of doctors; where nobody keeps staff records, who may approve long ones. */
const isDoctor = (caller: Caller, cadre: string | null): boolean =>
  cadre === null
    ? can(caller, 'certificate:approve')
    : /doctor|specialist|medical officer|physician|surgeon/i.test(cadre)

const in_words: readonly CertificateRow['kind'][] = ['MEDICAL_REPORT', 'FITNESS']

async function mustBeWhole(caller: Caller, row: CertificateRow, patient: Patient): Promise<void> {
  if (in_words.includes(row.kind) && row.text === null) throw invalid('text', 'is required.')
  if (row.kind !== 'DEATH_NOTIFICATION') return
  mustBeDead(patient)
  await mustBeToldWhole(caller, patient, row.details ?? {}, row.facility_id)
  const { hospital_id } = caller
  const [other] = await certificates.all({
    hospital_id,
    patient_id: patient.id,
    kind: 'DEATH_NOTIFICATION',
    status: 'ISSUED',
  })
  if (other !== undefined && other.id !== row.replaces_id) {
    throw conflict(`The death is notified already with ${other.number}: give replaces_id.`)
  }
}

async function replacedBy(
  caller: Caller,
  { replaces_id, patient_id, kind }: CertificateRow,
): Promise<CertificateRow | undefined> {
  if (replaces_id === null) return undefined
  const old = await certificateRecord.locked(caller, replaces_id)
  if (old.patient_id !== patient_id || old.kind !== kind) {
    throw invalid('replaces_id', 'is not a certificate of this kind and patient.')
  }
  certificateRecord.check(old, 'replace')
  return old
}

/** CAR-29: nobody is written off work twice for one day. */
async function mustNotOverlap(
  { hospital_id }: Caller,
  row: CertificateRow,
  replaced: CertificateRow | undefined,
): Promise<void> {
  const { kind, patient_id, from_date, to_date } = row
  if (kind !== 'SICK_SHEET' || from_date === null || to_date === null) return
  const issued = await certificates.all({ hospital_id, patient_id, kind, status: 'ISSUED' })
  const other = issued.find(
    (one) =>
      one.id !== replaced?.id &&
      (one.from_date ?? '') <= to_date &&
      (one.to_date ?? '') >= from_date,
  )
  if (other === undefined) return
  throw conflict(
    `${other.number} covers ${other.from_date} to ${other.to_date}: give replaces_id.`,
    'overlap',
  )
}

async function frozen(caller: Caller, row: CertificateRow, patient: Patient): Promise<Frozen> {
  const { number, full_name, sex, birth_date } = patient
  const on = await today(caller, row.facility_id)
  return {
    patient: { number, full_name, sex, birth_date, on },
    visited_on: row.visit_id === null ? null : await seenOn(caller, row, on),
    diagnoses: row.show_diagnosis ? await diagnosisTitles(caller, row) : [],
  }
}

export async function voidIt(caller: Caller, id: string, reason: string): Promise<CertificateRow> {
  await signerOf(caller)
  const { patient_id } = await certificateRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const before = await certificateRecord.begin(caller, id, 'void')
  return certificateRecord.moved(caller, before, 'void', {}, reason)
}
