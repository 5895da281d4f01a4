// Signing and co-signing (3.1): frozen with its hash, chained by patient, and what follows from it.

import { type Caller, can } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { conflict, invalid, notPermitted, Refusal } from '../../../core/refusal.ts'
import { practisingSigner } from '../../desk/amendments/practising.ts'
import { gate } from '../../desk/gates/gate.ts'
import type { GateResult, Override } from '../../desk/gates/shapes.ts'
import type { Row as Patient } from '../../desk/patients/rows.ts'
import { mustBeStaff } from '../../desk/visits/staff.ts'
import { charge } from '../../money/billing/charges/charge.ts'
import { serviceDone } from '../../money/billing/charges/service-done.ts'
import { staffOf } from '../../neighbours/people.ts'
import { tell } from '../../neighbours/telling.ts'
import { zoneOf } from '../../office/places/hours.ts'
import { isListed, reviewed } from '../chart/problems.ts'
import { discardNotice, openNotice } from '../notices/notices.ts'
import { said } from '../wards/admissions/discharge.ts'
import { begunOn, needs, type Written } from './begin.ts'
import { chained } from './chain.ts'
import { codeOf } from './codes/codes.ts'
import { clinicalRecord, isAuthor, type RecordRow } from './record.ts'
import type { CosignInput, SignInput } from './shapes.ts'
import { clinical_records } from './tables.ts'

export async function sign(caller: Caller, id: string, input: SignInput): Promise<Written> {
  const { before, patient } = await begunOn(caller, id)
  return signNow(caller, before, patient, input)
}

/** CAR-36: what goes on for life is offered to the list of problems; whoever signs decides. */
async function offered(caller: Caller, row: RecordRow): Promise<GateResult[]> {
  const { kind, live, code, coding_system, patient_id, title } = row
  const chronic = kind === 'DIAGNOSIS' && live && codeOf(coding_system, code)?.chronic === true
  if (!chronic || code === null || (await isListed(caller, { patient_id, code }))) return []
  return [said(`${title} is chronic: put it on the list of problems.`)]
}

type Asked = { [K in keyof SignInput]?: SignInput[K] | undefined }

/** `before` is locked, its patient before it. */
export async function signNow(
  caller: Caller,
  before: RecordRow,
  patient: Patient,
  input: Asked,
): Promise<Written> {
  const { warning, cadre, name, staff_id } = await practisingSigner(caller)
  clinicalRecord.check(before, 'sign')
  if (!isAuthor(caller, before)) throw conflict(`Only ${before.staff_name} can sign this draft.`)
  needs(caller, 'record:write', 'record:sign')
  mayBeSigned(before, input)
  const warnings = await passGates(caller, before, patient, input.overrides)
  const waits = input.needs_cosign === true || isLearner(cadre) || !can(caller, 'record:sign')
  const told = [
    ...warnings,
    ...(warning === null ? [] : [said(warning)]),
    ...(await offered(caller, before)),
  ]
  const signature = {
    signed_at: clock.instant(),
    signed_by_id: staff_id,
    signed_by_name: name.slice(0, 160),
  }
  if (waits) {
    return { row: await toCosign(caller, before, input.cosigner_id, signature), warnings: told }
  }
  return { row: await frozen(caller, before, 'sign', signature), warnings: told }
}

const isLearner = (cadre: string | null): boolean => /intern|student/i.test(cadre ?? '')

function mayBeSigned(row: RecordRow, { read_confirmed }: Asked): void {
  const says = Boolean(row.body) || row.code !== null || (row.sections ?? []).length > 0
  if (!says && row.kind !== 'PROCEDURE' && row.kind !== 'DIAGNOSIS') {
    throw invalid('body', 'is required: an empty note is not signed.')
  }
  if (row.copied_from_id !== null && read_confirmed !== true) {
    throw invalid('read_confirmed', 'must be true: this text was copied. Read it first.')
  }
}

const passGates = (
  caller: Caller,
  row: RecordRow,
  patient: Patient,
  overrides: readonly Override[] | undefined,
): Promise<GateResult[]> =>
  gate(caller, {
    action: 'record.sign',
    subject: { record: row, patient },
    facts: { departments: row.department },
    overrides: overrides?.filter(({ gate: key }) => key !== 'BACKDATED'),
    entity: {
      type: 'clinical_record',
      id: row.id,
      patient_id: row.patient_id,
      visit_id: row.visit_id,
    },
  })

async function toCosign(
  caller: Caller,
  before: RecordRow,
  named: string | null | undefined,
  signature: Partial<RecordRow>,
): Promise<RecordRow> {
  if (named) await mustBeStaff(caller, named)
  const cosigner_id = named ?? before.cosigner_id
  const row = await clinicalRecord.moved(caller, before, 'sign', {
    ...signature,
    status: 'TO_COSIGN',
    cosigner_id,
  })
  await tell(caller, {
    to: { permission: 'record:cosign' },
    kind: 'record.to_cosign',
    title: 'A note waits for your co-signature',
    body: `Written by ${row.staff_name}.`,
    entity: { type: 'clinical_record', id: row.id },
  })
  return row
}

export async function cosign(caller: Caller, id: string, input: CosignInput): Promise<Written> {
  const { warning, name, staff_id } = await practisingSigner(caller)
  const { before, patient } = await begunOn(caller, id)
  await mayDecide(caller, before, staff_id)
  clinicalRecord.check(before, 'cosign')
  const warnings = await passGates(caller, before, patient, input.overrides)
  const both = { cosigned_at: clock.instant(), cosigned_by_name: name.slice(0, 160) }
  const row = await frozen(caller, before, 'cosign', both, input.note || null)
  return { row, warnings: warning === null ? warnings : [...warnings, said(warning)] }
}

export async function sendBack(caller: Caller, id: string, reason: string): Promise<RecordRow> {
  const { before } = await begunOn(caller, id)
  await mayDecide(caller, before, (await staffOf(caller))?.staff_id ?? null)
  clinicalRecord.check(before, 'send_back')
  const unsigned = { signed_at: null, signed_by_id: null, signed_by_name: null }
  const row = await clinicalRecord.moved(caller, before, 'send_back', unsigned, reason)
  if (row.by_id !== null) {
    await tell(caller, {
      to: { user: row.by_id },
      kind: 'record.sent_back',
      title: 'A note of yours came back unsigned',
      body: reason,
      entity: { type: 'clinical_record', id: row.id },
    })
  }
  return row
}

/** Not who wrote it; who was named, else whoever may. */
async function mayDecide(caller: Caller, row: RecordRow, staff_id: string | null): Promise<void> {
  if (!can(caller, 'record:cosign')) throw notPermitted('record:cosign')
  if (isAuthor(caller, row)) {
    throw new Refusal(403, 'own_record', 'You wrote this note: somebody else must co-sign it.')
  }
  if (row.cosigner_id === null || staff_id === null || row.cosigner_id === staff_id) return
  throw new Refusal(403, 'not_named', 'Somebody else was named to co-sign this note.')
}

/** Signed: hashed, chained, and charged where it is something that was done (CAR-7, CAR-22). */
async function frozen(
  caller: Caller,
  before: RecordRow,
  move: 'sign' | 'cosign',
  changes: Partial<RecordRow>,
  reason: string | null = null,
): Promise<RecordRow> {
  const wanted: RecordRow = { ...before, ...changes, status: 'SIGNED' }
  const charged = await chargeFor(caller, wanted)
  const notice_id = await noticeFor(caller, wanted)
  const hashes = await chained(caller, wanted, { move, reason })
  if (wanted.kind === 'SUMMARY') await reviewed(caller, wanted.patient_id)
  return clinicalRecord.moved(
    caller,
    before,
    move,
    { ...changes, ...hashes, charged, notice_id, status: 'SIGNED' },
    reason,
  )
}

/** CAR-26: any certainty but ruled out; what is no case any more is told to nobody. */
export async function noticeFor(caller: Caller, row: RecordRow): Promise<string | null> {
  if (row.kind !== 'DIAGNOSIS' || !row.live || !row.notifiable) {
    await discardNotice(caller, row.notice_id, 'Not a case')
    return row.notice_id
  }
  const notice = await openNotice(caller, {
    disease_key: codeOf(row.coding_system, row.code)?.disease_key ?? null,
    patient_id: row.patient_id,
    facility_id: row.facility_id,
    visit_id: row.visit_id,
    admission_id: row.admission_id,
    record_id: row.id,
    confirmed: row.certainty === 'CONFIRMED',
  })
  return notice.id
}

/** What a procedure is charged under; an amended one anew. */
export const sourceOf = ({ id, version_no }: Pick<RecordRow, 'id' | 'version_no'>) => ({
  source: 'procedure',
  source_id: version_no === 1 ? id : `${id}:${version_no}`,
})

export async function chargeFor(caller: Caller, row: RecordRow): Promise<boolean> {
  const code = row.procedure?.tariff_code
  if (row.kind !== 'PROCEDURE' || !code) return false
  const { source, source_id } = sourceOf(row)
  await charge(caller, {
    patient_id: row.patient_id,
    visit_id: row.visit_id,
    admission_id: row.admission_id,
    code,
    quantity: row.procedure?.quantity ?? 1,
    source,
    source_id,
    description: row.title,
    service_date: dayIn(await zoneOf(caller, row.facility_id), new Date(row.occurred_at)),
    ...(row.department === null ? {} : { department: row.department }),
  })
  await serviceDone(caller, source, source_id, { done_at: row.occurred_at })
  return true
}

/** CAR-15: the former first one becomes a second one; what was signed of it, by an amendment. */
export async function stepDown(
  caller: Caller,
  wanted: { place_id: string; content: Partial<RecordRow>; id?: string },
  replace: boolean,
): Promise<void> {
  const { content, place_id } = wanted
  if (!replace || content.rank !== 'PRIMARY' || content.live !== true) return
  const { hospital_id } = caller
  const first = await clinical_records.find(
    {
      hospital_id,
      place_id,
      kind: 'DIAGNOSIS',
      rank: 'PRIMARY',
      live: true,
      status: [...standing],
    },
    { lock: true },
  )
  if (first === undefined || first.id === wanted.id) return
  const changes = { rank: 'SECONDARY' as const }
  if (first.hash === null) {
    await clinicalRecord.changed(caller, first, 'step_down', changes)
    return
  }
  const reason = 'Another diagnosis became the primary one'
  const next: RecordRow = {
    ...first,
    ...changes,
    status: 'AMENDED',
    version_no: first.version_no + 1,
    amended_reason: reason,
  }
  const hashes = await chained(caller, next, { move: 'amend', reason })
  await clinicalRecord.moved(
    caller,
    first,
    'amend',
    { ...changes, ...hashes, version_no: next.version_no, amended_reason: reason },
    reason,
  )
}

const standing = ['DRAFT', 'TO_COSIGN', 'SIGNED', 'AMENDED'] as const
