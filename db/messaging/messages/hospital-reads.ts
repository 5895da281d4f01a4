// What a hospital sees of its own messaging account (MSG 5.2).

import { clock } from '../../core/clock.ts'
import { row, rows, run, within } from '../../store/connection.ts'
import { toMajor, toMinor } from '../../core/kinds/money.ts'
import { mapPage, type Page, type PageAsked, paged } from '../../store/pages.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import { conflict, noSuch } from '../../core/refusal.ts'
import { sql, when, where } from '../../store/sql.ts'
import {
  accountOfHospital,
  type AccountRow,
  changeAccount,
  isProvisioned,
  ownerIn,
} from '../accounts/accounts.ts'
import type { Actor } from '../caller.ts'
import type { QuietHours } from '../quiet-hours.ts'
import { readNumber } from '../routing/numbers.ts'
import { setThreshold } from '../wallet/money.ts'
import { walletOf } from '../wallet/wallets.ts'
import { anySimulated } from './account.ts'
import { accountFor, type HospitalFacts } from './hospital.ts'
import { message_states } from './words.ts'

/** The hospital’s account; it comes at the first look where messaging was opened later. */
export async function accountOf(hospital: HospitalFacts): Promise<AccountRow> {
  // One that was opened before messaging was: its account comes at the first look.
  const account =
    (await accountOfHospital(hospital.id)) ?? (await within(() => accountFor(hospital)))
  if (account === null) throw conflict('This hospital has no messaging account.')
  return account
}

export async function accountSummary(hospital: HospitalFacts) {
  const account = await accountOf(hospital)
  const owner = ownerIn(account, 'live')
  const wallet = await walletOf(owner)
  const money = currencyOf(wallet.currency)
  const senders = await rows<{ sender_id: string }>(
    sql`select sender_id from msg_sender_ids where account_id = ${account.id} and mode = 'live'
        and removed_at is null and status = 'approved' order by sender_id`,
  )
  const waiting = await row<{ n: number; oldest: string | null }>(
    sql`select count(*) as n, min(due_at) as oldest from msg_messages
        where account_id = ${account.id} and mode = 'live' and status = 'queued' and not submitted`,
  )
  const today = await rows<{ status: string; n: number }>(
    sql`select status, count(*) as n from msg_messages where account_id = ${account.id}
        and mode = 'live' and id > ${idAt(startOfToday())} and created_at >= ${startOfToday()}
        group by status`,
  )
  const counted = Object.fromEntries(today.map(({ status, n }) => [status, Number(n)]))
  const oldest = waiting?.oldest ?? null
  return {
    account_id: account.id,
    name: account.name,
    provisioned: await isProvisioned(account.id),
    billing: account.billing,
    currency: wallet.currency,
    balance: toMajor(wallet.balance, money),
    reserved: toMajor(wallet.reserved, money),
    threshold: wallet.threshold === null ? null : toMajor(wallet.threshold, money),
    low: wallet.threshold !== null && wallet.balance < wallet.threshold,
    simulated: await anySimulated(),
    sender_ids: senders.map(({ sender_id }) => sender_id),
    queue: {
      waiting: Number(waiting?.n ?? 0),
      oldest_seconds:
        oldest === null ? 0 : Math.max(0, Math.floor((clock.ms() - Date.parse(oldest)) / 1000)),
    },
    today: {
      accepted: message_states.reduce((sum, state) => sum + (counted[state] ?? 0), 0),
      sent: counted['sent'] ?? 0,
      delivered: counted['delivered'] ?? 0,
      failed: counted['failed'] ?? 0,
      expired: counted['expired'] ?? 0,
    },
  }
}

const startOfToday = (): string => `${clock.instant().slice(0, 10)}T00:00:00.000Z`

/** The smallest id of a moment: UUIDv7 begin with their milliseconds. */
function idAt(instant: string): string {
  const head = Date.parse(instant).toString(16).padStart(12, '0')
  return `${head.slice(0, 8)}-${head.slice(8)}-0000-0000-000000000000`
}

export interface AccountSettings {
  default_sender_id: string | null
  language: 'sw' | 'en'
  quiet_hours: QuietHours | null
  threshold: number | null
}

export async function settingsOf(hospital: HospitalFacts): Promise<AccountSettings> {
  const account = await accountOf(hospital)
  const wallet = await walletOf(ownerIn(account, 'live'))
  return {
    default_sender_id: account.default_sender_id,
    language: account.language,
    quiet_hours: account.quiet_hours,
    threshold:
      wallet.threshold === null ? null : toMajor(wallet.threshold, currencyOf(wallet.currency)),
  }
}

export async function changeSettings(
  by: Actor,
  hospital: HospitalFacts,
  changes: Partial<AccountSettings>,
): Promise<void> {
  const account = await accountOf(hospital)
  const { threshold, ...own } = changes
  const { default_sender_id } = own
  if (typeof default_sender_id === 'string') {
    const approved = await row(
      sql`select 1 as yes from msg_sender_ids where account_id = ${account.id} and mode = 'live'
          and removed_at is null and status = 'approved' and sender_id = ${default_sender_id}`,
    )
    if (approved === undefined)
      throw conflict(`The sender ID ${default_sender_id} is not approved for this account.`)
  }
  if (Object.values(own).some((value) => value !== undefined))
    await changeAccount(by, account.id, own)
  if (threshold !== undefined) {
    const money = currencyOf(account.currency)
    if (threshold !== null) toMinor(threshold, money, 'threshold')
    await setThreshold(by, ownerIn(account, 'live'), threshold)
  }
}

export interface HospitalMessageRow {
  id: string
  to: string
  sender_id: string
  status: string
  failure_reason: string | null
  class: string
  text: string | null
  segments: number
  cost: number
  patient_id: string | null
  staff_id: string | null
  reference: string | null
  scheduled_for: string | null
  sent_at: string | null
  final_at: string | null
  created_at: string
}

const message_columns = sql`m.id, m.phone, m.sender_id, m.status, m.failure_reason, m.class,
  coalesce(m.text, b.sent_text, b.text) as text, m.segments, m.cost, m.currency, m.scheduled_for,
  m.sent_at, m.final_at, m.created_at, x.patient_id, x.staff_id, x.reference, x.sensitive`
const message_from = sql` from msg_messages m join msg_batches b on b.id = m.batch_id
  left join msg_bridge x on x.message_id = m.id`

export interface HospitalMessagesAsked extends PageAsked {
  search?: string | undefined
  patient_id?: string | undefined
  staff_id?: string | undefined
  status?: string | undefined
  class?: string | undefined
  reference?: string | undefined
  since?: string | undefined
  before?: string | undefined
}

export async function listForHospital(
  hospital: HospitalFacts,
  asked: HospitalMessagesAsked,
): Promise<Page<HospitalMessageRow>> {
  const account = await accountOf(hospital)
  const digits = asked.search?.replace(/\D/g, '').replace(/^0/, '')
  const found = await paged<Record<string, unknown>>(asked, {
    select: message_columns,
    from: sql`${message_from}${where([
      sql`m.account_id = ${account.id}`,
      sql`m.mode = 'live'`,
      when(asked.patient_id, sql`x.patient_id = ${asked.patient_id}`),
      when(asked.staff_id, sql`x.staff_id = ${asked.staff_id}`),
      when(asked.status, sql`m.status = ${asked.status}`),
      when(asked.class, sql`m.class = ${asked.class}`),
      when(asked.reference, sql`x.reference = ${asked.reference}`),
      when(asked.search, sql`m.phone like ${`%${digits}%`}`),
      when(asked.since, sql`m.created_at >= ${asked.since}`),
      when(asked.before, sql`m.created_at < ${asked.before}`),
    ])}`,
    order: sql` order by m.id desc`,
  })
  return mapPage(found, shown)
}

export async function oneForHospital(
  hospital: HospitalFacts,
  id: string,
): Promise<HospitalMessageRow> {
  const account = await accountOf(hospital)
  const found = await row<Record<string, unknown>>(
    sql`select ${message_columns}${message_from}
        where m.id = ${id} and m.account_id = ${account.id} and m.mode = 'live'`,
  )
  if (found === undefined) throw noSuch('message')
  return shown(found)
}

function shown(found: Record<string, unknown>): HospitalMessageRow {
  const hidden = found['class'] === 'otp' || Boolean(found['sensitive'])
  return {
    id: String(found['id']),
    to: String(found['phone']),
    sender_id: String(found['sender_id']),
    status: String(found['status']),
    failure_reason: found['failure_reason'] as string | null,
    class: String(found['class']),
    text: hidden ? null : (found['text'] as string | null),
    segments: Number(found['segments']),
    cost: toMajor(Number(found['cost']), currencyOf(String(found['currency']))),
    patient_id: found['patient_id'] as string | null,
    staff_id: found['staff_id'] as string | null,
    reference: found['reference'] as string | null,
    scheduled_for: found['scheduled_for'] as string | null,
    sent_at: found['sent_at'] as string | null,
    final_at: found['final_at'] as string | null,
    created_at: String(found['created_at']),
  }
}

export interface HospitalInbound {
  id: string
  from: string
  to: string
  text: string | null
  received_at: string
  in_reply_to: string | null
  opt_out: boolean
  patient_id: string | null
  handled_at: string | null
  handled_by: string | null
  handled_note: string | null
}

const inbound_columns = sql`i.id, i.phone, i.to_number, i.text, i.received_at, i.in_reply_to,
  i.opt_out, coalesce(i.patient_id, x.patient_id) as patient_id, i.handled_at, i.handled_by,
  i.handled_note`
const inbound_from = sql` from msg_inbound i left join msg_bridge x on x.message_id = i.in_reply_to`

export async function listInbound(
  hospital: HospitalFacts,
  asked: PageAsked & {
    search?: string | undefined
    handled?: boolean | undefined
    patient_id?: string | undefined
    since?: string | undefined
    before?: string | undefined
  },
): Promise<Page<HospitalInbound>> {
  const account = await accountOf(hospital)
  const number = asked.search === undefined ? null : readNumber(asked.search)
  const digits = number ?? asked.search?.replace(/\D/g, '')
  const found = await paged<Record<string, unknown>>(asked, {
    select: inbound_columns,
    from: sql`${inbound_from}${where([
      sql`i.account_id = ${account.id}`,
      sql`i.mode = 'live'`,
      asked.handled === undefined
        ? undefined
        : asked.handled
          ? sql`i.handled_at is not null`
          : sql`i.handled_at is null`,
      when(asked.patient_id, sql`coalesce(i.patient_id, x.patient_id) = ${asked.patient_id}`),
      when(asked.search, sql`i.phone like ${`%${digits}%`}`),
      when(asked.since, sql`i.received_at >= ${asked.since}`),
      when(asked.before, sql`i.received_at < ${asked.before}`),
    ])}`,
    order: sql` order by i.id desc`,
  })
  return mapPage(found, shownInbound)
}

export async function oneInbound(hospital: HospitalFacts, id: string): Promise<HospitalInbound> {
  const account = await accountOf(hospital)
  const found = await row<Record<string, unknown>>(
    sql`select ${inbound_columns}${inbound_from}
        where i.id = ${id} and i.account_id = ${account.id} and i.mode = 'live'`,
  )
  if (found === undefined) throw noSuch('reply')
  return shownInbound(found)
}

export async function handleInbound(
  hospital: HospitalFacts,
  id: string,
  by: { name: string; note: string | null },
): Promise<HospitalInbound> {
  await oneInbound(hospital, id)
  // Of several people at once the first has seen to it.
  const first = await run(
    sql`update msg_inbound set handled_at = ${clock.instant()}, handled_by = ${by.name},
          handled_note = ${by.note} where id = ${id} and handled_at is null`,
  )
  const found = await oneInbound(hospital, id)
  if (first === 0) throw conflict(`${found.handled_by} has seen to this reply.`)
  return found
}

const shownInbound = (found: Record<string, unknown>): HospitalInbound => ({
  id: String(found['id']),
  from: String(found['phone']),
  to: String(found['to_number']),
  text: found['text'] as string | null,
  received_at: String(found['received_at']),
  in_reply_to: found['in_reply_to'] as string | null,
  opt_out: Boolean(found['opt_out']),
  patient_id: found['patient_id'] as string | null,
  handled_at: found['handled_at'] as string | null,
  handled_by: found['handled_by'] as string | null,
  handled_note: found['handled_note'] as string | null,
})
