// Texts that people of the hospital write, and what came back (MSG 5.2, MSG-606).

import type { Caller } from '../../../core/caller.ts'
import { nextDay, startOfDay } from '../../../core/clock.ts'
import type { Static } from '../../../core/kinds/kinds.ts'
import { newId } from '../../../core/ids.ts'
import { sendForHospital } from '../../../messaging/messages/hospital.ts'
import * as reads from '../../../messaging/messages/hospital-reads.ts'
import { mapPage, type Page } from '../../../store/pages.ts'
import { invalidAs, conflict, invalid, noSuch, Refusal } from '../../../core/refusal.ts'
import { row } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { phoneOfStaff } from '../../neighbours/people.ts'
import { difference, record } from '../../office/audit/record.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import { factsFor } from '../../office/hospitals/messaging.ts'
import { patientRecord } from '../patients/rows.ts'

import type {
  HospitalMessage,
  HospitalMessageInput,
  HospitalReply,
  MessagingSettings,
} from './shapes.ts'
import { messaging_settings } from './tables.ts'

type Message = Static<typeof HospitalMessage>
type Settings = Static<typeof MessagingSettings>

export const facts = async (caller: Caller) => factsFor(await hospitalOf(caller))

/** Who did it, as messaging's own audit names people of the hospital. */
export const actor = (caller: Caller) => ({
  actor: `user:${caller.user_id ?? caller.name}`,
  address: caller.ip,
})

export const summary = async (caller: Caller) => reads.accountSummary(await facts(caller))

export async function settings(caller: Caller): Promise<Settings> {
  const own = await messaging_settings.find({ hospital_id: caller.hospital_id })
  const kept = await reads.settingsOf(await facts(caller))
  return {
    ...kept,
    quiet_hours: kept.quiet_hours as Settings['quiet_hours'],
    signature: own?.signature ?? null,
    promotional_allowed: own?.promotional_allowed ?? false,
    notify_low_balance: own?.notify_low_balance ?? true,
    reply_confirm_sw: own?.reply_confirm_sw ?? null,
    reply_confirm_en: own?.reply_confirm_en ?? null,
  }
}

export async function change(caller: Caller, changes: Partial<Settings>): Promise<Settings> {
  const before = await settings(caller)
  const differences = difference(before, changes)
  if (differences === undefined) return before
  const { default_sender_id, language, quiet_hours, threshold, ...own } = changes
  await reads.changeSettings(actor(caller), await facts(caller), {
    ...(default_sender_id === undefined ? {} : { default_sender_id }),
    ...(language === undefined ? {} : { language }),
    ...(quiet_hours === undefined ? {} : { quiet_hours }),
    ...(threshold === undefined ? {} : { threshold }),
  })
  const { hospital_id } = caller
  const { signature, promotional_allowed, notify_low_balance, reply_confirm_sw, reply_confirm_en } =
    { ...before, ...own }
  const kept = {
    signature,
    promotional_allowed,
    notify_low_balance,
    reply_confirm_sw,
    reply_confirm_en,
  }
  if ((await messaging_settings.change({ hospital_id }, kept)) === 0)
    await messaging_settings.insert({ hospital_id, ...kept })
  record(caller, 'messaging.settings', {
    entity_type: 'messaging_settings',
    entity_id: hospital_id,
    changes: differences,
  })
  return settings(caller)
}

export interface Filters {
  page: number
  per_page: number
  search?: string | undefined
  patient_id?: string | undefined
  staff_id?: string | undefined
  status?: string | undefined
  class?: string | undefined
  reference?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function list(caller: Caller, asked: Filters): Promise<Page<Message>> {
  const found = await reads.listForHospital(await facts(caller), {
    ...asked,
    ...(await period(caller, asked)),
  })
  return mapPage(found, (one) => one as Message)
}

/** `from` and `to` are days of the hospital, both inclusive. */
async function period(
  caller: Caller,
  { from, to }: Pick<Filters, 'from' | 'to'>,
): Promise<{ since?: string; before?: string }> {
  const { timezone } = await hospitalOf(caller)
  return {
    ...(from === undefined ? {} : { since: startOfDay(timezone, from) }),
    ...(to === undefined ? {} : { before: startOfDay(timezone, nextDay(to)) }),
  }
}

export async function send(
  caller: Caller,
  input: Static<typeof HospitalMessageInput>,
): Promise<Message> {
  const { patient_id = null, staff_id = null, text, schedule_at: not_before = null } = input
  const to = await numberOf(caller, { patient_id, staff_id, to: input.to ?? null })
  return sendTo(caller, { to, text, patient_id, staff_id, not_before, signed: true })
}

async function numberOf(
  caller: Caller,
  { patient_id, staff_id, to }: Record<'patient_id' | 'staff_id' | 'to', string | null>,
): Promise<string> {
  if ([patient_id, staff_id, to].filter((one) => one !== null).length !== 1) {
    throw invalid('to', 'or patient_id or staff_id is needed, and only one of them.')
  }
  if (patient_id !== null) return phoneOf(caller, patient_id)
  return staff_id === null ? (to ?? '') : phoneAtWork(caller, staff_id)
}

/** Under a reference of its own; `signed` with the hospital's signature. */
export async function sendTo(
  caller: Caller,
  asked: {
    to: string
    text: string
    patient_id: string | null
    staff_id?: string | null
    not_before?: string | null
    signed?: boolean
  },
): Promise<Message> {
  const { to, text, patient_id, signed = false, ...rest } = asked
  const { signature } = await settings(caller)
  const hospital = await facts(caller)
  const sent = await sendForHospital(hospital, {
    ...rest,
    to,
    text: signed && signature !== null ? `${text}\n${signature}` : text,
    reference: `messaging:people:${newId()}`,
    patient_id,
    reply_to: 'messaging',
  })
  if ('refused' in sent) throw await refusalOf(caller, to, sent)
  record(caller, 'messaging.send', {
    entity_type: 'message',
    entity_id: sent.message_id,
    patient_id,
  })
  return (await reads.oneForHospital(hospital, sent.message_id)) as Message
}

async function phoneOf(caller: Caller, patient_id: string): Promise<string> {
  const patient = await patientRecord.get(caller, patient_id)
  if (patient.status === 'DECEASED') throw conflict('This patient has died.')
  if (patient.phone === null) throw conflict('This patient has no mobile number.')
  return patient.phone
}

async function phoneAtWork(caller: Caller, staff_id: string): Promise<string> {
  const found = await phoneOfStaff(caller, staff_id)
  if (found === null) throw noSuch('staff member')
  if (found.status === 'EXITED') throw conflict(`${found.name} has left.`, 'state')
  return found.phone
}

/** Section 6.2. */
async function refusalOf(
  caller: Caller,
  to: string,
  { reason, message }: { reason: string; message: string },
): Promise<Refusal> {
  switch (reason) {
    case 'bad_number':
      return invalidAs('to', `${to.slice(0, 20)} is not a Tanzanian mobile number.`)
    case 'message_too_long':
      return invalidAs('text', `${/\d+/.exec(message)?.[0] ?? 'too many'} segments; at most 10.`)
    case 'opted_out':
      return conflict(await optedOutWords(caller, to))
    default:
      return conflict(message, reason)
  }
}

async function optedOutWords({ hospital_id }: Caller, to: string): Promise<string> {
  const found = await row<{ created_at: string }>(
    sql`select o.created_at from msg_opt_outs o where o.hospital_id = ${hospital_id}
        and o.phone = ${to.replace(/^\+/, '').replace(/^0/, '255').replaceAll(' ', '')}
        and o.lifted_at is null`,
  )
  if (found === undefined) return 'This person asked for no messages.'
  const day = new Date(found.created_at).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `This person asked for no messages (ACHA, ${day}).`
}

export async function replies(
  caller: Caller,
  asked: Omit<Filters, 'status' | 'class' | 'reference' | 'staff_id'> & {
    handled?: boolean | undefined
  },
): Promise<Page<Static<typeof HospitalReply>>> {
  const found = await reads.listInbound(await facts(caller), {
    ...asked,
    ...(await period(caller, asked)),
  })
  return found
}

export const reply = async (caller: Caller, id: string) => reads.oneInbound(await facts(caller), id)

export async function handle(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<Static<typeof HospitalReply>> {
  const handled = await reads.handleInbound(await facts(caller), id, { name: caller.name, note })
  record(caller, 'messaging.handle', {
    entity_type: 'reply',
    entity_id: id,
    patient_id: handled.patient_id,
    reason: note,
  })
  return handled
}
