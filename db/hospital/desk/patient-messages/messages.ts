// What was written to patients, by staff and by the house, and what became of it.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { mapPage, type Page, paged, type PageAsked } from '../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { patientTyped } from '../patients/privacy/lists.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { recordRead } from '../../office/audit/reads.ts'
import { withinDays } from '../../office/hospitals/days.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'

import { patientRecord, writable } from '../patients/rows.ts'
import { messagePatient, wordsFor, write } from './message.ts'
import type { MessageInput, PatientMessage } from './shapes.ts'
import { shippedOf } from './templates.ts'
import { sensitiveWord } from './text.ts'
import type { MessageChannel, MessageState } from './words.ts'

export interface Filter extends PageAsked {
  search?: string
  channel?: MessageChannel
  status?: MessageState
  template?: string
  from?: string
  to?: string
}

export async function listOf(
  caller: Caller,
  patient_id: string,
  asked: Filter,
): Promise<Page<PatientMessage>> {
  await patientRecord.get(caller, patient_id)
  return page(caller, asked, patient_id)
}

export async function list(caller: Caller, asked: Filter): Promise<Page<PatientMessage>> {
  const found = await page(caller, asked)
  const { page: _p, per_page: _pp, ...query } = asked
  await recordRead(caller, 'patient_message.list', { rows: found.rows.length, query })
  return found
}

/** What became of it on its way stands in the outbox; nothing has to be told twice. */
const status_now = sql`case
  when m.status in ('QUEUED', 'HELD') and o.status = 'SENT' then 'SENT'
  when m.status in ('QUEUED', 'HELD') and o.status = 'DELIVERED' then 'DELIVERED'
  when m.status in ('QUEUED', 'HELD') and o.status = 'FAILED' then 'FAILED'
  when m.status in ('QUEUED', 'HELD') and o.status = 'CANCELLED' and o.reason = 'deceased' then 'SUPPRESSED'
  when m.status in ('QUEUED', 'HELD') and o.status = 'CANCELLED' then 'EXPIRED'
  when m.status in ('QUEUED', 'HELD') and o.status = 'SKIPPED' then 'SUPPRESSED'
  when m.status = 'HELD' and o.status = 'QUEUED' and o.send_after <= `

async function page(
  caller: Caller,
  asked: Filter,
  patient_id?: string,
): Promise<Page<PatientMessage>> {
  const { timezone } = await hospitalOf(caller)
  const status = sql`${status_now}${clock.instant()} then 'QUEUED' else m.status end`
  const words = asked.search?.trim() ?? ''
  const found = await paged<Omit<PatientMessage, 'to'> & { sent_to: string | null }>(asked, {
    select: sql`m.id, m.patient_id, m.template_code, m.channel, m.sent_to, m.text, m.language,
      m.entity_type, m.entity_id, ${status} as status,
      case when m.suppressed_reason is null and o.status = 'SKIPPED' then 'OPTED_OUT'
        when m.suppressed_reason is null and o.status = 'CANCELLED' and o.reason = 'deceased' then 'DECEASED'
        else m.suppressed_reason end as suppressed_reason,
      case when o.status = 'FAILED' then coalesce(o.last_answer, o.reason) end as failure_reason,
      o.messaging_id as message_id, m.sent_by, m.created_at as at`,
    from: sql` from patient_messages m left join outbox_messages o on o.id = m.outbox_id${where([
      sql`m.hospital_id = ${caller.hospital_id}`,
      when(patient_id, sql`m.patient_id = ${patient_id}`),
      when(asked.channel, sql`m.channel = ${asked.channel}`),
      when(asked.template, sql`m.template_code = ${asked.template}`),
      when(asked.status, sql`${status} = ${asked.status}`),
      ...withinDays(sql`m.created_at`, timezone, asked),
      words === ''
        ? undefined
        : sql`exists (select 1 from patients p where p.id = m.patient_id
            and ${patientTyped(caller, words)})`,
    ])}`,
    order: sql` order by m.created_at desc, m.id desc`,
  })
  return mapPage(found, ({ sent_to, ...row }) => ({ ...row, to: sent_to }))
}

/** PTM-4: a person's own words, or one of the templates. */
export async function send(
  caller: Caller,
  patient_id: string,
  input: MessageInput,
): Promise<PatientMessage> {
  const patient = await writable(caller, patient_id)
  const { text, template, channel } = input
  if ((text === undefined) === (template === undefined)) {
    throw invalid('text', 'is required, or template; not both.')
  }
  if (patient.phone === null && channel !== 'EMAIL' && channel !== 'PORTAL') {
    throw conflict('This patient has no mobile number.', 'no_phone')
  }
  const made =
    text === undefined
      ? await byTemplate(caller, patient_id, template ?? '', input.data ?? {})
      : await write(caller, patient, {
          text: await ownWords(caller, patient, text),
          channel,
        })
  if (made.id === null) throw conflict('This template is switched off.', 'template_off')
  return one(caller, patient_id, made.id)
}

async function ownWords(
  caller: Caller,
  patient: Awaited<ReturnType<typeof writable>>,
  text: string,
): Promise<string> {
  const word = sensitiveWord(text)
  if (word !== undefined) {
    throw conflict(
      `This message names "${word}". Leave it out, or use the portal.`,
      'sensitive_words',
    )
  }
  return wordsFor(caller, patient, '{hospital}: {words}', { words: text })
}

async function byTemplate(
  caller: Caller,
  patient_id: string,
  template: string,
  data: Record<string, unknown>,
) {
  const { code, essential } = shippedOf(template)
  if (essential === true) throw conflict('Codes are not sent by hand.', 'no_codes')
  const given = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, String(value).slice(0, 120)]),
  )
  const word = sensitiveWord(Object.values(given).join(' '))
  if (word !== undefined) {
    throw conflict(
      `This message names "${word}". Leave it out, or use the portal.`,
      'sensitive_words',
    )
  }
  return messagePatient(caller, { patient_id, template: code, data: given })
}

async function one(caller: Caller, patient_id: string, id: string): Promise<PatientMessage> {
  const { rows } = await page(caller, { page: 1, per_page: 5 }, patient_id)
  const found = rows.find((row) => row.id === id)
  if (found === undefined) throw noSuch('message')
  return found
}
