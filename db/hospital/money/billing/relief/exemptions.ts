// Exemptions (2.7, 3.5, BIL-84): a certificate on the patient, asked for by one and decided by another.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { proofOf } from '../../../office/attachments/named.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { ageOn } from '../../insurance/facts.ts'
import { type Row as Patient, patientRecord } from '../../../desk/patients/rows.ts'
import { policyOf } from '../../policy/policy.ts'
import { nextReference } from '../../../office/sequences/references.ts'
import { visitFor } from '../charges/by-hand.ts'
import { anotherPerson } from '../decide.ts'
import { agesOf, categoriesOf, readShare } from './exemption-rules.ts'
import type { ApproveExemption, ExemptionInput } from './exemption-shapes.ts'
import { exemptions } from './exemption-tables.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { billingHistory, nameOf } from '../history.ts'
import { exemption_states, type WaiverCategory } from './waiver-words.ts'

export type ExemptionRow = RowOf<(typeof exemptions)['columns']>

const exemption_life = life('exemption', exemption_states, {
  approve: { from: ['REQUESTED'], to: 'APPROVED', permission: 'waiver:approve' },
  decline: { from: ['REQUESTED'], to: 'DECLINED', permission: 'waiver:approve' },
  revoke: { from: ['APPROVED'], to: 'REVOKED', permission: 'waiver:approve' },
  expire: { from: ['APPROVED'], to: 'EXPIRED', house: true },
})

export const exemptionRecord = recordWithLife(exemptions, {
  life: exemption_life,
  called: ({ number, patient_name }) => number ?? `of ${patient_name}`,
  history: billingHistory('exemption'),
})

export async function request(caller: Caller, input: ExemptionInput): Promise<ExemptionRow> {
  const { valid_from, category } = input
  const valid_to = input.valid_to ?? null
  const pct_bp = readShare('pct', input.pct)
  const categories = categoriesOf('categories', input.categories ?? null)
  if (valid_to !== null && valid_to < valid_from) throw invalid('valid_to', 'is before valid_from.')
  const patient = await patientRecord.get(caller, input.patient_id)
  if (patient.status === 'MERGED') throw conflict('This record was merged into another.', 'merged')
  const visit = await visitFor(caller, patient, input.visit_id ?? null)
  await refuseAge(caller, patient, category)
  return exemptionRecord.created(
    caller,
    {
      facility_id: visit?.facility_id ?? (await actingBranch(caller)),
      patient_id: patient.id,
      patient_name: patient.full_name,
      category,
      pct_bp,
      categories,
      valid_from,
      valid_to,
      evidence: input.evidence ?? null,
      attachment_id: await proofOf(caller, patient.id, input.attachment_id),
      visit_id: visit?.id ?? null,
      requested_by_id: caller.user_id,
      requested_by_name: nameOf(caller),
    },
    'request',
  )
}

/** BIL-84: who is too old to be a child, or too young to be old, gets no such certificate. */
async function refuseAge(
  caller: Caller,
  { birth_date }: Patient,
  category: WaiverCategory,
): Promise<void> {
  if (category !== 'CHILD' && category !== 'ELDERLY') return
  const { from, to } = await agesOf(caller, category)
  const age = ageOn(birth_date, await today(caller))
  if (to !== null && age > to) {
    throw conflict(`The patient is ${age}: ${category} ends at ${to + 1}.`, 'age')
  }
  if (age < from) throw conflict(`The patient is ${age}: ${category} begins at ${from}.`, 'age')
}

export async function approve(
  caller: Caller,
  id: string,
  input: ApproveExemption,
): Promise<ExemptionRow> {
  const before = await exemptionRecord.begin(caller, id, 'approve')
  const { two_person } = await policyOf(caller)
  await anotherPerson(caller, before.requested_by_id, 'waiver:approve', {
    two: two_person.exemption,
  })
  const unproved = (before.evidence ?? '').trim() === '' && before.attachment_id === null
  if (before.category === 'INDIGENT' && unproved) {
    throw conflict('An exemption for INDIGENT needs evidence.', 'evidence')
  }
  const patient = await patientRecord.get(caller, before.patient_id)
  await refuseAge(caller, patient, before.category)
  const asked = input.pct ?? null
  const pct_bp = asked === null ? before.pct_bp : readShare('pct', asked)
  if (pct_bp > before.pct_bp) {
    throw invalid('pct', `must not be more than ${before.pct_bp / 100}.`)
  }
  const valid_to = input.valid_to === undefined ? before.valid_to : input.valid_to
  if (valid_to !== null && valid_to < before.valid_from) {
    throw invalid('valid_to', 'is before valid_from.')
  }
  const number = await nextReference(caller, 'exemption', before.facility_id)
  return exemptionRecord.moved(caller, before, 'approve', {
    number,
    pct_bp,
    valid_to,
    ...decidedBy(caller, input.note ?? null),
  })
}

const decidedBy = (caller: Caller, decision_note: string | null): Partial<ExemptionRow> => ({
  decided_at: clock.instant(),
  decided_by_name: nameOf(caller),
  decision_note,
})

export async function decline(caller: Caller, id: string, note: string): Promise<ExemptionRow> {
  const before = await exemptionRecord.begin(caller, id, 'decline')
  return exemptionRecord.moved(caller, before, 'decline', decidedBy(caller, note), note)
}

/** Bills that are issued stay as they are. */
export async function revoke(caller: Caller, id: string, reason: string): Promise<ExemptionRow> {
  const before = await exemptionRecord.begin(caller, id, 'revoke')
  return exemptionRecord.moved(caller, before, 'revoke', {}, reason)
}

/** For the night: certificates whose last day is over, some at a time; answers how many. */
export async function expireExemptions(caller: Caller): Promise<number> {
  const day = await today(caller)
  const past = await exemptions.read(
    sql`select ${exemptions.selection('e')} from exemptions e
      where e.hospital_id = ${caller.hospital_id} and e.status = 'APPROVED'
        and e.valid_to < ${day} order by e.id limit 500`,
  )
  for (const one of past) await exemptionRecord.moved(caller, one, 'expire')
  return past.length
}
