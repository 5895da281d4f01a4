// Signing and sending (front office 3.5; REF-1, REF-3, REF-8), again elsewhere, and amending what
// was sent into a new letter.

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { hospitalOf, today } from '../../office/hospitals/hospitals.ts'
import { practisingSigner } from '../amendments/practising.ts'
import { schemeReferral } from '../../neighbours/transfers.ts'
import { sendTo } from '../../office/outbox/send.ts'
import { writable } from '../patients/rows.ts'
import { settingsOf } from '../patients/settings.ts'
import * as directory from './directory.ts'
import { freeze } from './letters.ts'
import { lifeOf } from './life.ts'
import { fieldsOf } from './open.ts'
import { referralRecord, type Row } from './record.ts'
import { whole } from './referrals.ts'
import type { ReferralAmend, ReferralWhole, ResendInput, SendInput } from './shapes.ts'

const summary_least = 20

export async function send(caller: Caller, id: string, input: SendInput): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'send')
  return whole(caller, await sent(caller, before, { ...input, move: 'send' }))
}

export async function resend(
  caller: Caller,
  id: string,
  { facility, reason, ...input }: ResendInput,
): Promise<ReferralWhole> {
  const before = await referralRecord.begin(caller, id, 'resend')
  const elsewhere =
    facility === undefined
      ? {}
      : await fieldsOf(
          caller,
          { facility, referral_facility_id: null },
          before.direction,
          before.patient_id,
        )
  const row = {
    ...before,
    ...elsewhere,
    decline_reason: null,
    answered_at: null,
    answered_by_name: null,
  }
  return whole(caller, await sent(caller, row, { ...input, move: 'resend', reason, was: before }))
}

interface Sending extends SendInput {
  move: 'send' | 'resend'
  reason?: string
  was?: Row
}

async function sent(caller: Caller, row: Row, asked: Sending): Promise<Row> {
  const patient = await writable(caller, row.patient_id)
  const signer = await practisingSigner(caller)
  mustBeWhole(row)
  const { staff_id, name, cadre } = signer
  const number = await schemeReferral(caller, {
    referral_id: row.id,
    patient_id: patient.id,
    visit_id: row.visit_id,
  })
  const signed: Row = {
    ...row,
    referrer: { staff_id, name, cadre, licence_no: row.referrer?.licence_no ?? null },
    scheme_referral_no: number ?? row.scheme_referral_no,
  }
  await message(caller, signed, asked.channel)
  const letter_version = await freeze(caller, signed, {
    include_sensitive: asked.include_sensitive ?? false,
    reason: asked.reason ?? null,
    staff_id,
  })
  const { referral_feedback_days } = await settingsOf(caller)
  const changes: Partial<Row> = {
    facility: signed.facility,
    facility_key: signed.facility_key,
    referral_facility_id: signed.referral_facility_id,
    decline_reason: signed.decline_reason,
    answered_at: signed.answered_at,
    answered_by_name: signed.answered_by_name,
    referrer: signed.referrer,
    scheme_referral_no: signed.scheme_referral_no,
    letter_version,
    sent_at: clock.instant(),
    sent_by_channel: asked.channel,
    feedback_due_on: nextDay(await today(caller), referral_feedback_days[row.urgency]),
  }
  return referralRecord.moved(caller, asked.was ?? row, asked.move, changes, asked.reason ?? null)
}

function mustBeWhole(row: Row): void {
  if ((row.clinical_summary ?? '').trim().length < summary_least) {
    throw conflict(
      `Write a clinical summary of at least ${summary_least} characters before sending.`,
      'state',
    )
  }
  if (row.urgency === 'ROUTINE' && !row.department && !row.specialty) {
    throw conflict('Say which department or specialty is asked.', 'state')
  }
}

/** The other house hears that somebody comes; who it is stands in the letter alone. */
async function message(caller: Caller, row: Row, channel: SendInput['channel']): Promise<void> {
  if (channel === 'PRINT') return
  const there =
    row.referral_facility_id === null
      ? null
      : await directory.referralFacilityRecord.get(caller, row.referral_facility_id)
  const phone = channel === 'WHATSAPP' ? (there?.whatsapp ?? there?.phone) : there?.phone
  const to = channel === 'EMAIL' ? { email: there?.email } : { phone }
  if (there === null || Object.values(to).every((one) => !one)) {
    const what = channel === 'EMAIL' ? 'email address' : 'telephone number'
    throw conflict(`${row.facility} has no ${what} in the directory. Print the letter instead.`)
  }
  const hospital = await hospitalOf(caller)
  await sendTo(caller, {
    ...to,
    language: hospital.language,
    event: 'referral.sent',
    data: {
      number: row.number,
      urgency: row.urgency,
      hospital: hospital.name,
      contact: row.contact ?? hospital.support_phone ?? hospital.name,
    },
    entity: { type: 'referral', id: row.id },
  })
}

/** REF-3: what was sent changes into a new version of the letter, and the other side is told. */
export async function amend(
  caller: Caller,
  id: string,
  { reason, ...input }: ReferralAmend,
): Promise<ReferralWhole> {
  const before = await referralRecord.locked(caller, id)
  fresh(caller, before)
  const open = ['SENT', 'ACCEPTED', 'IN_TRANSIT', 'ARRIVED'].includes(before.status)
  if (before.direction !== 'OUT' || !open) {
    throw lifeOf(before.direction).refusal(before.status, before.number)
  }
  const signer = await practisingSigner(caller)
  const fields = await fieldsOf(caller, input, before.direction, before.patient_id)
  const row: Row = { ...before, ...fields }
  mustBeWhole(row)
  const letter_version = await freeze(caller, row, {
    include_sensitive: false,
    reason,
    staff_id: signer.staff_id,
  })
  if (before.sent_by_channel !== null) await message(caller, row, before.sent_by_channel)
  return whole(
    caller,
    await referralRecord.changed(caller, before, 'amend', { ...fields, letter_version }, reason),
  )
}
