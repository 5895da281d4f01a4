// The hospital's own account and what it sends through it (MSG 4.24). This is the one door from the
// hospital into messaging: a call in the caller's transaction, which never throws for a number,
// money, a sender or a length.

import { clock } from '../../core/clock.ts'
import { row, rows } from '../../store/connection.ts'
import { newId } from '../../core/ids.ts'
import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { isRefusal } from '../../core/refusal.ts'
import { oneOf, sql } from '../../store/sql.ts'
import { accountOfHospital, type AccountRow, ownerIn } from '../accounts/accounts.ts'
import { businessOfHospital, moveBusiness, openBusiness } from '../accounts/businesses.ts'
import { ownerCaller, the_house } from '../caller.ts'
import { optedOutAmong, stops } from '../contacts/opt-outs.ts'
import { readNumber } from '../routing/numbers.ts'
import { insertBuiltIn } from '../senders/built-in.ts'
import { keptFiles } from '../senders/documents.ts'
import { setting } from '../settings/settings.ts'
import { said, tryBook, walletOf } from '../wallet/wallets.ts'
import { openAccount } from './opening.ts'
import { plan } from './plan.ts'
import { mustHaveRoom, noteAccepted } from './room.ts'
import { msg_bridge } from './tables.ts'
import type { MessageClass, MessageState } from './words.ts'
import { writeBatch } from './write.ts'

export const house_sender = 'KITUO'

/** What messaging must know of a hospital to open its account. */
export interface HospitalFacts {
  id: string
  name: string
  time_zone: string
  email: string | null
  phone: string | null
}

/** MSG-601: with the hospital, or at its first message; null where that is switched off. */
export async function accountFor(hospital: HospitalFacts): Promise<AccountRow | null> {
  const known = await accountOfHospital(hospital.id)
  if (known !== undefined) return known
  if (!(await setting('hospital_auto_provision'))) return null
  return open(hospital)
}

async function open(hospital: HospitalFacts): Promise<AccountRow> {
  const business =
    (await businessOfHospital(hospital.id)) ??
    (await openBusiness(the_house, {
      legal_name: hospital.name,
      kind: 'hospital',
      of_hospital: hospital.id,
      contact_name: hospital.name,
      contact_email: hospital.email ?? '',
      contact_phone: hospital.phone ?? '',
    }))
  if (business.status === 'pending') await moveBusiness(the_house, business.id, 'activate')
  const account = await openAccount(the_house, {
    name: await freeName(hospital.name),
    hospital_id: hospital.id,
    business_id: business.id,
    billing: 'unmetered',
    otp_allowed: true,
    time_zone: hospital.time_zone,
  })
  await insertBuiltIn(ownerIn(account, 'live'), house_sender, clock.instant())
  return account
}

async function freeName(name: string): Promise<string> {
  const short = name.slice(0, 80).trim()
  const there = await row(
    sql`select 1 as yes from msg_accounts where name_key = ${short.toLowerCase()}`,
  )
  return there === undefined ? short : `${short.slice(0, 70)} ${newId().slice(-6)}`
}

export interface HospitalMessage {
  to: string
  text: string
  /** `<area>:<kind>:<id>[:<n>]`, unique per hospital for ever (MSG-603). */
  reference: string
  class?: MessageClass | undefined
  patient_id?: string | null | undefined
  staff_id?: string | null | undefined
  valid_seconds?: number | undefined
  not_before?: string | null | undefined
  /** The text is treated like a code's: hidden, and gone when the message is final. */
  sensitive?: boolean | undefined
  sender_id?: string | null | undefined
  /** The area that is told of an answer and of the end. */
  reply_to?: string | null | undefined
  promotional_allowed?: boolean | undefined
}

export type HospitalSent =
  | { message_id: string; status: MessageState; segments: number; cost: number }
  | { refused: true; reason: string; message: string }

export async function sendForHospital(
  hospital: HospitalFacts,
  asked: HospitalMessage,
): Promise<HospitalSent> {
  const first = await firstResult(hospital.id, asked.reference)
  if (first !== null) return first
  try {
    return await send(hospital, asked)
  } catch (error) {
    // Only what was judged before anything was written may be answered; all else is a fault.
    if (isRefusal(error) && error.status < 500) return refusedFor(error.code, error.message)
    throw error
  }
}

const refusedFor = (code: string, message: string): HospitalSent => ({
  refused: true,
  reason: reasons[code] ?? code,
  message,
})
const reasons: Record<string, string> = {
  invalid_phone_number: 'bad_number',
  sender_id_not_approved: 'sender_not_approved',
  upstream_unavailable: 'queue_full',
}

async function send(hospital: HospitalFacts, asked: HospitalMessage): Promise<HospitalSent> {
  const account = await accountFor(hospital)
  if (account === null) return refusedFor('no_account', 'The hospital has no messaging account.')
  const kind = asked.class ?? 'transactional'
  if (kind === 'promotional' && asked.promotional_allowed !== true)
    return refusedFor('promotional_not_allowed', 'Promotional messages are switched off.')
  const owner = ownerIn(account, 'live')
  const by = ownerCaller(owner, { actor: 'hospital' })
  const sender_id = asked.sender_id ?? account.default_sender_id ?? house_sender
  const validity = asked.valid_seconds ?? (kind === 'otp' ? 600 : undefined)
  const planned = await plan(by, {
    // The hospital keeps numbers as E.164.
    recipients: [asked.to],
    senderId: sender_id,
    message: asked.text,
    class: kind,
    ...(typeof asked.not_before === 'string' && asked.not_before > clock.instant()
      ? { scheduleAt: asked.not_before }
      : {}),
    ...(validity === undefined ? {} : { validitySeconds: validity }),
  })
  const [recipient] = planned.recipients
  if (recipient === undefined || recipient.failure !== null) {
    const reason = recipient?.failure ?? 'no_route'
    return refusedFor(
      reason,
      reason === 'opted_out' ? 'This person asked for no messages.' : 'There is no way to it.',
    )
  }
  await mustHaveRoom(account, 1)
  const batch_id = newId()
  if (planned.cost > 0) {
    const booked = await tryBook(owner, {
      kind: 'charge',
      amount: -planned.cost,
      actor: by.actor,
      batch_id,
    })
    if (booked === null) {
      const money = currencyOf(account.currency)
      const { balance } = await walletOf(owner)
      return refusedFor(
        'insufficient_funds',
        `The messaging balance is ${said(balance, money)}; this message costs ${said(planned.cost, money)}.`,
      )
    }
  }
  const { measured } = planned
  const written = await writeBatch(
    owner,
    account,
    {
      sender_id,
      text: asked.text,
      sent_text: planned.text,
      encoding: measured.encoding,
      segments: measured.segments,
      kind,
      reference: '',
      callback_url: null,
      duplicates: 0,
      key_id: null,
      source: 'hospital',
      hidden: true,
      at: planned.at,
      times: planned,
      messages: planned.recipients,
    },
    batch_id,
  )
  noteAccepted(account.id, 1)
  const message_id = written.ids[0] as string
  await msg_bridge.insert({
    message_id,
    hospital_id: hospital.id,
    account_id: account.id,
    reference: asked.reference,
    patient_id: asked.patient_id ?? null,
    staff_id: asked.staff_id ?? null,
    reply_to: asked.reply_to ?? null,
    sensitive: asked.sensitive === true || kind === 'otp',
  })
  return {
    message_id,
    status: written.status,
    segments: measured.segments,
    cost: toMajor(planned.cost, currencyOf(account.currency)),
  }
}

async function firstResult(hospital_id: string, reference: string): Promise<HospitalSent | null> {
  const found = await row<{
    id: string
    status: MessageState
    segments: number
    cost: number
    currency: string
  }>(
    sql`select m.id, m.status, m.segments, m.cost, m.currency from msg_bridge b
        join msg_messages m on m.id = b.message_id
        where b.hospital_id = ${hospital_id} and b.reference = ${reference}`,
  )
  if (found === undefined) return null
  const { id, status, segments, cost, currency } = found
  return { message_id: id, status, segments, cost: toMajor(cost, currencyOf(currency)) }
}

/** MSG-611: may this number be written to? */
export async function optedOut(
  hospital_id: string,
  asked: { to: string; class: MessageClass },
): Promise<{ opted_out: boolean; scope?: string }> {
  const account = await accountOfHospital(hospital_id)
  const phone = readNumber(asked.to)
  if (account === undefined || phone === null) return { opted_out: false }
  const scope = (await optedOutAmong(ownerIn(account, 'live'), [phone])).get(phone)
  return stops(scope, asked.class)
    ? { opted_out: true, scope: scope as string }
    : { opted_out: false }
}

/** MSG-611: bridge messages follow a patient who was merged into another. */
export async function repointPatient(
  hospital_id: string,
  asked: { from: string; to: string; only?: readonly string[] | undefined },
): Promise<string[]> {
  const found = await rows<{ message_id: string }>(
    sql`select message_id from msg_bridge
        where hospital_id = ${hospital_id} and patient_id = ${asked.from}`,
  )
  const ids = found
    .map(({ message_id }) => message_id)
    .filter((id) => asked.only === undefined || asked.only.includes(id))
  if (ids.length > 0)
    await msg_bridge.change({ hospital_id, message_id: ids }, { patient_id: asked.to })
  return ids
}

/** Which of these numbers' answers, and whose: used by the platform's own screens. */
export const bridgeOf = async (
  message_ids: readonly string[],
): Promise<
  Map<string, { patient_id: string | null; staff_id: string | null; reference: string }>
> => {
  const found = await rows<{
    message_id: string
    patient_id: string | null
    staff_id: string | null
    reference: string
  }>(
    sql`select message_id, patient_id, staff_id, reference from msg_bridge
        where message_id${oneOf(message_ids)}`,
  )
  return new Map(found.map((one) => [one.message_id, one]))
}

/** Papers of sender IDs lie in the house's file store; the sweep of it asks who needs what. */
export const keptSenderFiles = keptFiles
