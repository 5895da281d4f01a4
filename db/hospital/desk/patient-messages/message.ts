// The one way to a patient (PTM-1, PTM-2): whether to write at all, by which channel, when, in what
// words. What leaves the house is carried by the outbox; the portal keeps its own copy.

import type { Caller } from '../../../core/caller.ts'
import { clock, hours, instantIn, minutes } from '../../../core/clock.ts'
import { row, rows } from '../../../store/connection.ts'
import { maskedEmail, maskedPhone } from '../../../core/kinds/phone.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { optedOut } from '../../neighbours/messaging.ts'
import type { ToPatient } from '../../neighbours/patient-messages.ts'
import { carryToPatient } from '../../office/outbox/to-patients.ts'
import { hasConsent } from '../patients/privacy/consents.ts'
import { type Row as Patient, patientRecord } from '../patients/rows.ts'
import { phoneHolders } from '../patients/register/view.ts'
import { type Preferences, preferencesOf, quietUntil } from './preferences.ts'
import { instructions, type ShippedTemplate } from './shipped.ts'
import { patient_messages } from './tables.ts'
import { templateOf } from './templates.ts'
import { filled, initialsOf, most_characters } from './text.ts'
import type { MessageChannel, MessageState, SuppressedReason } from './words.ts'

export interface Written {
  id: string | null
  status: MessageState
  channel: MessageChannel | null
  /** Why nothing goes, where nothing does. */
  suppressed: SuppressedReason | null
}

const nothing: Written = { id: null, status: 'SUPPRESSED', channel: null, suppressed: null }

const same_within_ms = minutes(10)

/** T!: it never refuses; whoever must not be written to is a row that says why. */
export async function messagePatient(caller: Caller, message: ToPatient): Promise<Written> {
  const template = await templateOf(caller, message.template)
  if (!template.active) return nothing
  const patient = await keptOne(caller, message.patient_id)
  const { language } = patient
  const extra = message.data['instructions'] === undefined ? '' : ` ${instructions[language]}`
  const text = `${await wordsFor(caller, patient, template[language], message.data)}${extra}`
  return write(caller, patient, { ...message, shipped: template, text })
}

export interface Outgoing extends Pick<ToPatient, 'entity' | 'not_after' | 'about'> {
  /** Undefined for a person's own words. */
  shipped?: ShippedTemplate
  text: string
  channel?: MessageChannel | undefined
  data?: ToPatient['data']
}

/** FRO-8's other side: of a merged record the kept one is written to (PTM-2). */
export async function keptOne(caller: Caller, id: string): Promise<Patient> {
  let found = await patientRecord.get(caller, id)
  for (let step = 0; step < 20 && found.merged_into_id !== null; step += 1) {
    found = await patientRecord.get(caller, found.merged_into_id)
  }
  return found
}

/** A shared telephone gets each patient's message with the initials (PTM-2). */
export async function wordsFor(
  caller: Caller,
  patient: Patient,
  template: string,
  data: ToPatient['data'],
): Promise<string> {
  const hospital = await hospitalOf(caller)
  const shared = await isShared(caller, patient)
  const initials = shared ? initialsOf(patient.first_name, patient.last_name) : ''
  return filled(template, hospital, data, initials)
}

async function isShared(caller: Caller, { phone, phone_shared }: Patient): Promise<boolean> {
  if (phone === null) return false
  return phone_shared || ((await phoneHolders(caller, [phone])).get(phone) ?? 0) > 1
}

interface Way {
  channel: MessageChannel
  contact: string | null
  suppressed: SuppressedReason | null
}

export async function write(caller: Caller, patient: Patient, message: Outgoing): Promise<Written> {
  const preferences = await preferencesOf(caller, patient.id)
  const way = await wayTo(caller, patient, preferences, message)
  const portal = await toPortal(caller, patient, message, way.suppressed)
  if (way.channel === 'PORTAL') return portal ?? nothing
  const hold = way.suppressed === null ? await heldUntil(caller, preferences, message) : null
  const late = hold !== null && message.not_after !== undefined && hold > message.not_after
  const goes = way.suppressed === null && !late && way.contact !== null
  const outbox_id = goes
    ? await carryToPatient(caller, {
        patient_id: patient.id,
        channel: outbox_channels[way.channel],
        contact: way.contact ?? '',
        event: message.shipped?.code ?? 'words',
        language: patient.language,
        text: message.text.slice(0, most_characters),
        essential: message.shipped?.essential === true,
        not_before: hold ?? undefined,
        not_after: message.not_after,
        entity: message.entity,
      })
    : null
  const status =
    way.suppressed !== null ? 'SUPPRESSED' : late ? 'EXPIRED' : hold !== null ? 'HELD' : 'QUEUED'
  return insert(caller, patient, message, { ...way, status, outbox_id })
}

const outbox_channels = { SMS: 'sms', WHATSAPP: 'whatsapp', EMAIL: 'email' } as const

/** Who has an account reads it there too; codes are no reading matter. */
async function toPortal(
  caller: Caller,
  patient: Patient,
  message: Outgoing,
  suppressed: SuppressedReason | null,
): Promise<Written | null> {
  const asked = message.channel === 'PORTAL'
  if (message.shipped?.essential === true || suppressed === 'DECEASED') return null
  if (suppressed === 'DUPLICATE' || (!asked && patient.portal !== 'ACTIVE')) return null
  const way = { channel: 'PORTAL' as const, contact: null, suppressed: null, outbox_id: null }
  return insert(caller, patient, message, { ...way, status: 'DELIVERED' })
}

async function insert(
  caller: Caller,
  patient: Patient,
  message: Outgoing,
  {
    channel,
    contact,
    suppressed,
    status,
    outbox_id,
  }: Way & {
    status: MessageState
    outbox_id: string | null
  },
): Promise<Written> {
  const masked = contact?.includes('@') === true ? maskedEmail : maskedPhone
  const code = message.data?.['code']
  // What is kept never holds the code itself (PLT-146).
  const text = typeof code === 'string' ? message.text.replaceAll(code, '••••••') : message.text
  const made = await patient_messages.insert({
    hospital_id: caller.hospital_id,
    patient_id: patient.id,
    template_code: message.shipped?.code ?? null,
    channel,
    sent_to: contact === null ? null : masked(contact),
    text: text.slice(0, 1000),
    language: patient.language,
    entity_type: message.entity?.type ?? null,
    entity_id: message.entity?.id ?? null,
    status,
    suppressed_reason: suppressed,
    outbox_id,
    sent_by: caller.name,
  })
  record(caller, 'patient_message.send', {
    entity_type: 'patient_message',
    entity_id: made.id,
    entity_label: message.shipped?.code ?? 'words',
    patient_id: patient.id,
    to_state: status,
  })
  return { id: made.id, status, channel, suppressed }
}

/** PTM-2, the first reason that holds; a code that was asked for is past all wishes. */
async function wayTo(
  caller: Caller,
  patient: Patient,
  preferences: Preferences,
  message: Outgoing,
): Promise<Way> {
  const essential = message.shipped?.essential === true
  const channel = message.channel ?? channelOf(patient, preferences, essential)
  const contact = channel === 'EMAIL' ? patient.email : channel === 'PORTAL' ? null : patient.phone
  const suppressed = (reason: SuppressedReason): Way => ({ channel, contact, suppressed: reason })
  if (patient.status === 'DECEASED') return suppressed('DECEASED')
  if (channel === 'PORTAL') return { channel, contact, suppressed: null }
  if (await wasSent(caller, patient, message)) return suppressed('DUPLICATE')
  if (contact === null) return suppressed('NO_PHONE')
  if (essential) return { channel, contact, suppressed: null }
  const { paused_until } = preferences
  if (paused_until !== null && paused_until > clock.instant()) return suppressed('PAUSED')
  const wish = message.shipped?.wish ?? null
  const unwanted = channel === 'SMS' && !preferences.sms
  if ((wish !== null && !preferences[wish]) || unwanted) return suppressed('OPTED_OUT')
  if (channel === 'SMS' && !(await hasConsent(caller, { patient_id: patient.id, kind: 'SMS' }))) {
    return suppressed('NO_CONSENT')
  }
  const out =
    channel !== 'EMAIL' && (await optedOut(caller, { to: contact, class: 'transactional' }))
  return out && out.opted_out ? suppressed('OPTED_OUT') : { channel, contact, suppressed: null }
}

/** WhatsApp, SMS, email, as the patient has chosen; a code goes where it is read at once. */
function channelOf(
  { phone, email }: Patient,
  { whatsapp, sms, email: by_email }: Preferences,
  essential: boolean,
): MessageChannel {
  if (essential) return phone === null && email !== null ? 'EMAIL' : 'SMS'
  if (whatsapp && phone !== null) return 'WHATSAPP'
  if (sms && phone !== null) return 'SMS'
  return by_email && email !== null ? 'EMAIL' : 'SMS'
}

/** The same text about the same thing a moment ago. */
async function wasSent(
  { hospital_id }: Caller,
  { id }: Patient,
  { shipped, entity }: Outgoing,
): Promise<boolean> {
  if (shipped === undefined || shipped.essential === true || entity === undefined) return false
  const found = await row(
    sql`select 1 as yes from patient_messages where hospital_id = ${hospital_id}
      and patient_id = ${id} and template_code = ${shipped.code} and entity_id = ${entity.id}
      and channel <> 'PORTAL' and status <> 'SUPPRESSED'
      and created_at > ${instantIn(-same_within_ms)} limit 1`,
  )
  return found !== undefined
}

/** When each of these patients was last sent this text; who was not written to after all is not among them. */
export async function lastSent(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  template: string,
  patient_ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await rows<{ patient_id: string; at: string }>(
    sql`select patient_id, max(created_at) as at from patient_messages
      where hospital_id = ${hospital_id} and patient_id${oneOf(patient_ids)}
        and template_code = ${template} and status <> 'SUPPRESSED' group by patient_id`,
  )
  return new Map(found.map(({ patient_id, at }) => [patient_id, at]))
}

/** Quiet hours hold until their end, except what cannot wait (PTM-2). */
async function heldUntil(
  caller: Caller,
  preferences: Preferences,
  { shipped, about }: Outgoing,
): Promise<string | null> {
  if (shipped?.at_once === true) return null
  const soon = about !== undefined && about < instantIn(hours(12))
  if (shipped?.code === 'APPOINTMENT_CANCELLED' && soon) return null
  const { timezone } = await hospitalOf(caller)
  return quietUntil(preferences, timezone, clock.now())
}
