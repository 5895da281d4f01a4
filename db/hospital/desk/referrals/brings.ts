import { row as one } from '../../../store/connection.ts'
import { rows, run } from '../../../store/connection.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { referralSent } from '../../neighbours/appointments.ts'
import { answer } from '../../../core/question.ts'
import { openReferralOf } from '../../neighbours/visits.ts'
import { canSee } from '../patients/privacy/privacy.ts'
import type { Brings } from '../../registry.ts'
import { referral_gates } from './gate-kinds.ts'
import { genuineLetter } from './letters.ts'
import { referralRecord, refuseTwice } from './record.ts'
import { referrals } from './tables.ts'
import { live_states } from './words.ts'

const notice = (kind: string, label: string, audience: string) =>
  ({
    kind,
    label,
    area: 'referrals',
    urgency: 'WARNING',
    default: { sms: false, whatsapp: false, email: false },
    locked: false,
    audience,
  }) as const

export const brings: Brings = {
  area: 'referrals',
  papers: [
    {
      kind: 'referral_letter',
      title: { en: 'Referral letter', sw: 'Barua ya rufaa' },
      read: genuineLetter,
    },
  ],
  sequences: [
    {
      kind: 'referral',
      label: 'Referral',
      area: 'referrals',
      pattern: 'RF-{YYYY}-{SEQ:5}',
      scope: 'HOSPITAL',
      reset: 'YEARLY',
      gapless: false,
    },
  ],
  entities: [
    {
      type: 'referral',
      read: 'referral:read',
      write: 'referral:create',
      async exists(caller, id) {
        const found = await referrals.find({ hospital_id: caller.hospital_id, id })
        if (found === undefined) return undefined
        const { patient_id, number } = found
        return (await canSee(caller, { patient_id })) ? { label: number, patient_id } : undefined
      },
    },
  ],
  gates: referral_gates,
  reads: { referral_facility: 'referral:read' },
  notifications: [
    notice('referral.received', 'A referral has come in', 'Holders of referral:respond'),
    notice('referral.answered', 'A referral was answered', 'Who wrote it'),
    notice('referral.feedback_late', 'Referrals without feedback', 'Who wrote them'),
  ],
  messages: [
    {
      code: 'referral.sent',
      label: 'A patient is referred to another facility',
      area: 'referrals',
      class: 'ESSENTIAL',
      audience: 'CONTACT',
      placeholders: [
        { name: 'hospital', example: 'St Mary Hospital' },
        { name: 'number', example: 'RF-2026-00001' },
        { name: 'urgency', example: 'URGENT' },
        { name: 'contact', example: '+255712345678' },
      ],
      en: '{hospital} refers a patient to you: {number}, {urgency}. Please call {contact}.',
      sw: '{hospital} inawatumia mgonjwa kwa rufaa: {number}, {urgency}. Tafadhali piga {contact}.',
    },
  ],
  answers: [
    answer(openReferralOf, async ({ hospital_id }, patient_id) => {
      const [found] = await referrals.all(
        { hospital_id, patient_id, direction: 'OUT', status: ['SENT', 'ACCEPTED', 'IN_TRANSIT'] },
        { order: ['-created_at', '-id'], limit: 1 },
      )
      if (found === undefined) return null
      const { id, number, facility, status } = found
      return { id, number, facility, status }
    }),
    answer(referralSent, async ({ hospital_id }, visit_id) => {
      const found = await one(
        sql`select 1 as yes from referrals where hospital_id = ${hospital_id}
          and visit_id = ${visit_id} and direction = 'OUT' and sent_at is not null
          and status not in ('CANCELLED', 'VOIDED', 'EXPIRED', 'DECLINED') limit 1`,
      )
      return found !== undefined
    }),
  ],
  /** PAT-24, REF-9: who has died is expected nowhere, whether on the way or not yet. */
  async onDeath(caller, patient_id) {
    const { hospital_id } = caller
    const going = await referrals.all(
      { hospital_id, patient_id, direction: 'OUT', status: [...live_states] },
      { order: ['id'] },
    )
    for (const before of going) {
      const changes = { status: 'CANCELLED', cancel_reason: 'DIED' } as const
      await referralRecord.changed(caller, before, 'cancel', changes, 'DIED')
    }
    return { referrals: going.map(({ number }) => number) }
  },
  async repointPatient({ hospital_id }, { from, to, only }) {
    const own = only === undefined ? sql`` : sql` and id${oneOf(only['referrals'] ?? [])}`
    const found = await rows<{ id: string }>(
      sql`select id from referrals where hospital_id = ${hospital_id} and patient_id = ${from}${own}`,
    )
    const ids = found.map(({ id }) => id)
    if (ids.length === 0) return {}
    await refuseTwice({ hospital_id }, ids, to)
    await run(
      sql`update referrals set patient_id = ${to} where hospital_id = ${hospital_id} and id${oneOf(ids)}`,
    )
    return { referrals: ids }
  },
}
