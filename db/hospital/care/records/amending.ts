// What was signed is never edited: it is amended with a reason, or voided with one (3.1; CAR-7, CAR-22).

import { type Caller, can } from '../../../core/caller.ts'
import { clock, days, hours } from '../../../core/clock.ts'
import { conflict, notPermitted } from '../../../core/refusal.ts'
import { practisingSigner } from '../../desk/amendments/practising.ts'
import { gate } from '../../desk/gates/gate.ts'
import { writable } from '../../desk/patients/rows.ts'
import { authoriseRead } from '../../desk/patients/privacy/authorise.ts'
import { returnCharge } from '../../money/billing/charges/returned-services.ts'
import { signerOf } from '../../neighbours/signing.ts'
import { clinicalOf } from '../clinical/settings.ts'
import { discardNotice } from '../notices/notices.ts'
import { said } from '../wards/admissions/discharge.ts'
import { begunOn, type Written } from './begin.ts'
import { canonical, chained, contentOf } from './chain.ts'
import { contentRead } from './content.ts'
import { placeOf } from './place.ts'
import { clinicalRecord, isAuthor, type RecordRow } from './record.ts'
import type { RecordAmendment, VoidInput } from './shapes.ts'
import { chargeFor, noticeFor, sourceOf, stepDown } from './signing.ts'

export async function amend(caller: Caller, id: string, input: RecordAmendment): Promise<Written> {
  const { warning } = await practisingSigner(caller)
  const { before, patient } = await begunOn(caller, id)
  mayAmend(caller, before)
  clinicalRecord.check(before, 'amend')
  await notTooLate(caller, before)
  const { reason, replace_primary = false, claim_told: _told, overrides, ...asked } = input
  const place = { place_id: before.place_id, admission_id: before.admission_id }
  const content = await contentRead(caller, asked, { patient, place, before })
  const next: RecordRow = {
    ...before,
    ...content,
    status: 'AMENDED',
    version_no: before.version_no + 1,
    amended_reason: reason,
  }
  if (!differs(before, next)) throw conflict('Nothing was changed.')
  await stepDown(caller, { ...before, content }, replace_primary)
  const warnings = await gate(caller, {
    action: 'record.sign',
    subject: { record: next, patient },
    facts: { departments: before.department },
    overrides,
    entity: {
      type: 'clinical_record',
      id,
      patient_id: before.patient_id,
      visit_id: before.visit_id,
    },
  })
  const charged = await chargedAnew(caller, before, next, reason)
  const notice_id = await noticeFor(caller, next)
  const hashes = await chained(caller, next, { move: 'amend', reason })
  const row = await clinicalRecord.moved(
    caller,
    before,
    'amend',
    {
      ...content,
      ...hashes,
      charged,
      notice_id,
      version_no: next.version_no,
      amended_reason: reason,
    },
    reason,
  )
  return { row, warnings: warning === null ? warnings : [...warnings, said(warning)] }
}

function mayAmend(caller: Caller, row: RecordRow): void {
  const own = isAuthor(caller, row) && can(caller, 'record:sign')
  if (!own && !can(caller, 'record:cosign')) throw notPermitted('record:cosign')
}

async function notTooLate(caller: Caller, { signed_at }: RecordRow): Promise<void> {
  const { amend_days } = await clinicalOf(caller)
  if (amend_days === null || signed_at === null) return
  if (clock.ms() - Date.parse(signed_at) <= days(amend_days)) return
  throw conflict(`What was signed is amended for ${amend_days} days only.`, 'too_late')
}

const plain = (row: RecordRow): string =>
  canonical({ ...contentOf(row), status: null, version_no: null })

const differs = (before: RecordRow, next: RecordRow): boolean => plain(before) !== plain(next)

/** CAR-22: the line that is done comes back, and what stands now is charged. */
async function chargedAnew(
  caller: Caller,
  before: RecordRow,
  next: RecordRow,
  reason: string,
): Promise<boolean> {
  const same =
    before.procedure?.tariff_code === next.procedure?.tariff_code &&
    (before.procedure?.quantity ?? 1) === (next.procedure?.quantity ?? 1)
  if (same) return before.charged
  await takeBack(caller, before, reason)
  return chargeFor(caller, next)
}

async function takeBack(caller: Caller, row: RecordRow, reason: string): Promise<void> {
  if (!row.charged) return
  for (let version_no = row.version_no; version_no > 0; version_no -= 1) {
    const taken = await returnCharge(caller, { ...sourceOf({ id: row.id, version_no }), reason })
    if (taken !== null) return
  }
}

export async function voidRecord(caller: Caller, id: string, input: VoidInput): Promise<RecordRow> {
  await signerOf(caller)
  const { before } = await begunOn(caller, id)
  mayVoid(caller, before)
  clinicalRecord.check(before, 'void')
  const { reason, reason_code, right_patient_id } = input
  if (right_patient_id && reason_code !== 'WRONG_PATIENT') {
    throw conflict('right_patient_id goes with WRONG_PATIENT.')
  }
  await takeBack(caller, before, reason)
  await discardNotice(caller, before.notice_id, reason)
  const told = `${reason_code}: ${reason}`.slice(0, 300)
  const changes = await endOf(caller, before, told)
  const row = await clinicalRecord.moved(caller, before, 'void', changes, told)
  if (right_patient_id) await copyFor(caller, row, right_patient_id)
  return row
}

function mayVoid(caller: Caller, row: RecordRow): void {
  const draft = row.status === 'DRAFT' || row.status === 'TO_COSIGN'
  const young = clock.ms() - Date.parse(row.signed_at ?? row.created_at) <= hours(24)
  if (isAuthor(caller, row) && (draft || (young && can(caller, 'record:sign')))) return
  if (draft || !can(caller, 'record:void')) throw notPermitted('record:void')
}

/** A draft simply ends; what was signed says so in the chain. */
async function endOf(
  caller: Caller,
  before: RecordRow,
  reason: string,
): Promise<Partial<RecordRow>> {
  const ended = { voided_reason: reason, charged: false, live: false }
  if (before.hash === null) return ended
  const next: RecordRow = { ...before, ...ended, status: 'VOIDED' }
  return { ...ended, ...(await chained(caller, next, { move: 'void', reason })) }
}

/** A draft on the right record, for whoever wrote it to look at. */
async function copyFor(caller: Caller, row: RecordRow, patient_id: string): Promise<void> {
  await authoriseRead(caller, patient_id, 'clinical_record.copy')
  const patient = await writable(caller, patient_id)
  const place = await placeOf(caller, patient, {})
  const { kind, title, body, sections, note_type, code, coding_system, procedure } = row
  const coded = { certainty: row.certainty, laterality: row.laterality, code, coding_system }
  const input = { kind, title, body, sections, note_type, procedure, ...coded }
  const content = await contentRead(caller, input, { patient, place })
  const signer = await signerOf(caller)
  await clinicalRecord.created(
    caller,
    {
      ...content,
      patient_id: patient.id,
      facility_id: place.facility_id,
      visit_id: place.visit_id,
      admission_id: place.admission_id,
      place_id: place.place_id,
      department: place.department,
      staff_id: signer.staff_id,
      staff_name: signer.name.slice(0, 160),
      by_id: caller.user_id,
    },
    'record',
  )
}
