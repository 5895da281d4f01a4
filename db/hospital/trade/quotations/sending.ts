// Sending a quotation (COM-24, COM-25): its version is frozen, and it goes by the ways that are asked for.

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { conflict, invalid, Refusal } from '../../../core/refusal.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { sendMail } from '../../office/outbox/send.ts'
import { reachedByMail, receiversOf } from '../clients/contacts/receivers.ts'
import { open as openFollowUp } from '../clients/follow-ups/follow-ups.ts'
import { clientRecord, type ClientRow } from '../clients/record.ts'
import { settingsOf } from '../clients/settings/settings.ts'
import { letterOf } from './letter.ts'
import {
  calledQuotation,
  quotation_content,
  quotationRecord,
  type QuotationLine,
  type QuotationRow,
} from './record.ts'
import type { SendQuotation } from './shapes.ts'
import { quotation_versions, type SentTo } from './tables.ts'

export async function send(
  caller: Caller,
  id: string,
  asked: SendQuotation,
): Promise<QuotationRow> {
  const before = await quotationRecord.begin(caller, id, 'send')
  const client = before.client_id === null ? null : await clientRecord.get(caller, before.client_id)
  const lines = await quotation_content.of(caller, id)
  refuseUnready(before, client, lines)
  const valid_until = await validity(caller, before)
  const sent_to = await sentTo(caller, client, asked)
  const sent = { sent_at: clock.instant(), sent_by_name: caller.name, sent_to, valid_until }
  const row = await quotationRecord.moved(caller, before, 'send', sent)
  await freeze(caller, row, lines)
  for (const to of sent_to) await carry(caller, row, lines, to, asked.message ?? null)
  await remind(caller, row)
  return row
}

function refuseUnready(
  row: QuotationRow,
  client: ClientRow | null,
  lines: readonly QuotationLine[],
): void {
  const called = calledQuotation(row)
  if (lines.length === 0) throw new Refusal(400, 'invalid', 'items needs at least one line.')
  if (row.total === 0) throw conflict(`Quotation ${called} comes to nothing.`, 'nothing')
  if (row.approval_status === 'PENDING') {
    throw conflict(`Quotation ${called} waits for approval of its discount.`, 'approval')
  }
  if (row.approval_status === 'REFUSED') {
    throw conflict(`The prices of quotation ${called} were refused: change them.`, 'approval')
  }
  if (client !== null && ['SUSPENDED', 'CLOSED'].includes(client.status)) {
    throw conflict(`${client.name} is ${client.status}.`, 'state')
  }
}

async function validity(caller: Caller, { valid_until }: QuotationRow): Promise<string> {
  const day = await today(caller)
  if (valid_until === null) return nextDay(day, (await settingsOf(caller)).quotation_valid_days)
  if (valid_until < day) throw invalid('valid_until', 'is in the past.')
  return valid_until
}

/** COM-24: by e-mail where somebody who is sent quotations has an address, else on paper. */
async function sentTo(
  caller: Caller,
  client: ClientRow | null,
  { channels, contact_ids }: SendQuotation,
): Promise<SentTo[]> {
  const people =
    client === null ? [] : await receiversOf(caller, client.id, 'QUOTATION', contact_ids)
  const reached = people.some(({ email }) => email !== null)
  const ways = channels ?? [reached ? ('EMAIL' as const) : ('PRINT' as const)]
  if (ways.includes('WHATSAPP')) throw invalid('channels', 'WHATSAPP is not offered yet.')
  const sent: SentTo[] = ways.includes('PRINT')
    ? [{ contact_name: client?.name ?? '', channel: 'PRINT', address: null }]
    : []
  if (!ways.includes('EMAIL')) return sent
  const written = reachedByMail(people, { are_named: !!contact_ids, field: 'channels' })
  return [
    ...sent,
    ...written.map(({ full_name, email }) => ({
      contact_name: full_name,
      channel: 'EMAIL' as const,
      address: email,
    })),
  ]
}

async function freeze(
  caller: Caller,
  row: QuotationRow,
  lines: readonly QuotationLine[],
): Promise<void> {
  await quotation_versions.insert({
    hospital_id: caller.hospital_id,
    quotation_id: row.id,
    version_no: row.version_no,
    sent_at: row.sent_at ?? clock.instant(),
    sent_by_name: caller.name,
    kept: { row: { ...row }, lines: lines.map((line) => ({ ...line })) },
  })
}

async function carry(
  caller: Caller,
  row: QuotationRow,
  lines: readonly QuotationLine[],
  { channel, address }: SentTo,
  message: string | null,
): Promise<void> {
  if (channel !== 'EMAIL' || address === null) return
  const purse = await purseOf(caller)
  await sendMail(caller, {
    to: address,
    ...letterOf(row, lines, purse, message),
    entity: { type: 'quotation', id: row.id },
  })
}

/** Whoever wrote it asks for an answer after some days. */
async function remind(caller: Caller, row: QuotationRow): Promise<void> {
  const { quote_follow_up_days } = await settingsOf(caller)
  if (quote_follow_up_days === null) return
  await openFollowUp(
    caller,
    {
      subject: `Answer to quotation ${calledQuotation(row)}`,
      kind: 'QUOTATION',
      due_on: nextDay(await today(caller), quote_follow_up_days),
      client_id: row.client_id,
      patient_id: row.patient_id,
      assigned_to_id: row.created_by_id,
    },
    { source: 'QUOTATION', source_id: row.id },
  )
}
