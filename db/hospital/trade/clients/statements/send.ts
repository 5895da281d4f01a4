// Sending a client what it owes (COM-77, COM-78): a letter to its people, and a line in the log of contacts.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { sendMail } from '../../../office/outbox/send.ts'
import { statementFacts } from '../account.ts'
import { reachedByMail, receiversOf } from '../contacts/receivers.ts'
import { open as logged } from '../interactions/interactions.ts'
import { clientRecord } from '../record.ts'
import { letterOf } from './letter.ts'
import type { SendStatement, StatementSent } from './shapes.ts'
import { client_statements, type StatementSentTo } from './tables.ts'

type Facts = Awaited<ReturnType<typeof statementFacts>>

export async function send(
  caller: Caller,
  id: string,
  { from, to, contact_ids, channel = 'EMAIL' }: SendStatement,
): Promise<StatementSent> {
  if (channel !== 'EMAIL') throw invalid('channel', `${channel} is not offered yet.`)
  await clientRecord.locked(caller, id)
  const period = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const found = await statementFacts(caller, id, period)
  if (isEmpty(found)) throw conflict('Nothing was owed or paid in this period.', 'nothing')
  const people = await receiversOf(caller, id, 'STATEMENT', contact_ids)
  const reached = reachedByMail(people, { are_named: !!contact_ids, field: 'channel' })
  const sent_to = reached.map(({ full_name, email }) => ({
    contact_name: full_name,
    channel: 'EMAIL' as const,
    address: email,
  }))
  await carry(caller, found, sent_to)
  await kept(caller, found, sent_to, false)
  return { sent_to }
}

export const isEmpty = ({ facts }: Facts): boolean =>
  facts.opening === 0 && facts.lines.length === 0 && facts.closing === 0

export async function carry(
  caller: Caller,
  { client, owner, facts }: Facts,
  sent_to: readonly StatementSentTo[],
): Promise<void> {
  const { said, currency } = await purseOf(caller)
  const letter = letterOf(facts, said, currency.code, owner.language)
  const entity = { type: 'client', id: client.id }
  for (const { address } of sent_to) {
    await sendMail(caller, { to: address, ...letter, language: owner.language, entity })
  }
  await logged(caller, {
    client_id: client.id,
    kind: 'EMAIL',
    summary: `Statement ${facts.from} to ${facts.to}: ${currency.code} ${said(Math.abs(facts.closing))} ${facts.closing < 0 ? 'paid ahead' : 'owed'}`,
  })
}

export const kept = (
  { hospital_id, name: sent_by_name }: Caller,
  { client, facts }: Facts,
  sent_to: StatementSentTo[],
  by_house: boolean,
) =>
  client_statements.insert({
    hospital_id,
    client_id: client.id,
    period_from: facts.from,
    period_to: facts.to,
    closing: facts.closing,
    sent_to,
    by_house,
    sent_by_name,
  })
