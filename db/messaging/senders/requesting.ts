// Sender IDs as an account asks for them: requested, changed, asked for again, withdrawn (MSG 3.4).

import { row } from '../../store/connection.ts'
import { sql } from '../../store/sql.ts'
import { instantOf } from '../accounts/clock.ts'
import { type MessagingCaller, ownerOf } from '../caller.ts'
import { taken, wrong, wrongState } from '../refusals.ts'
import { allOperators } from '../routing/operators.ts'
import { setting } from '../settings/settings.ts'
import { forgetApprovals, nameKey } from './approval.ts'
import { settle, changeRow, noteSender } from './changing.ts'
import { readSender, findSender, shownOne, operatorsFor } from './senders.ts'
import type { Sender, SenderChange, SenderInput } from './shapes.ts'
import { msg_sender_ids, msg_sender_operators } from './tables.ts'

export async function requestSender(caller: MessagingCaller, input: SenderInput): Promise<Sender> {
  await checkShape(input.senderId)
  checkSample(input.senderId, input.sampleMessage)
  const codes = await askedOperators(input.operators)
  const owner = ownerOf(caller)
  const there = await msg_sender_ids.find({
    ...owner,
    sender_id: input.senderId,
    removed_at: null,
  })
  if (there !== undefined) throw taken('senderId', input.senderId)
  const made = await msg_sender_ids.insert({
    ...owner,
    sender_id: input.senderId,
    name_key: nameKey(input.senderId),
    purpose: input.purpose,
    sample_message: input.sampleMessage,
  })
  await msg_sender_operators.insertMany(
    codes.map((operator_code) => ({ ...owner, sender_row_id: made.id, operator_code })),
  )
  forgetApprovals()
  await noteSender(caller, 'sender.request', made, { to: 'pending' })
  return shownOne(made)
}

const digits = /^\d{3,6}$/
const letters = /^[A-Za-z0-9 .&_-]{3,11}$/

async function checkShape(sender_id: string): Promise<void> {
  const fits =
    digits.test(sender_id) ||
    (letters.test(sender_id) && /[A-Za-z]/.test(sender_id) && sender_id === sender_id.trim())
  if (!fits) throw wrong('senderId', 'A sender ID has 3 to 11 letters, digits or spaces.')
  const reserved = (await setting('reserved_sender_ids')).map(nameKey)
  if (reserved.includes(nameKey(sender_id))) throw wrong('senderId', `${sender_id} is reserved.`)
}

function checkSample(sender_id: string, sample: string): void {
  if (!sample.includes(sender_id))
    throw wrong('sampleMessage', 'sampleMessage must contain the sender ID.')
}

/** MSG-411: all that are active and want to be asked, unless the request names fewer. */
async function askedOperators(named: readonly string[] | undefined): Promise<string[]> {
  const all = (await allOperators()).filter(
    ({ status, approval_required }) => status === 'active' && approval_required,
  )
  if (named === undefined) return all.map(({ code }) => code)
  const unknown = named.find((code) => !all.some((operator) => operator.code === code))
  if (unknown !== undefined) throw wrong('operators', `operators: there is no operator ${unknown}.`)
  return [...new Set(named)]
}

export async function changeSender(
  caller: MessagingCaller,
  id: string,
  changes: SenderChange,
): Promise<Sender> {
  const found = await readSender(caller, id)
  const operators = await operatorsFor([found.id])
  if (operators.some(({ submitted_at, status }) => submitted_at !== null && status === 'pending'))
    throw wrongState('This sender ID lies with an operator; it can be changed after the decision.')
  if (changes.sampleMessage !== undefined) checkSample(found.sender_id, changes.sampleMessage)
  await changeRow(found, {
    ...(changes.purpose === undefined ? {} : { purpose: changes.purpose }),
    ...(changes.sampleMessage === undefined ? {} : { sample_message: changes.sampleMessage }),
    changed_since: true,
  })
  await noteSender(caller, 'sender.change', found, {})
  return findSender(caller, id)
}

/** Rejected operators are asked again once something changed; new ones may be added (MSG-411). */
export async function resubmitSender(
  caller: MessagingCaller,
  id: string,
  named: readonly string[] | undefined,
): Promise<Sender> {
  const found = await readSender(caller, id)
  const known = await operatorsFor([found.id])
  const rejected = known.filter(({ status }) => status === 'rejected')
  const codes =
    named === undefined
      ? rejected.map(({ operator_code }) => operator_code as string)
      : await askedOperators(named)
  const added = codes.filter((code) => !known.some((one) => one.operator_code === code))
  const again = rejected.filter(({ operator_code }) => codes.includes(operator_code))
  if (added.length === 0 && again.length === 0)
    throw wrongState('No operator rejected this sender ID; there is nothing to ask again.')
  if (again.length > 0 && !found.changed_since)
    throw wrongState('Change the purpose, the sample or the documents before asking again.')
  const owner = ownerOf(caller)
  for (const one of again) {
    await msg_sender_operators.change(
      { hospital_id: one.hospital_id, id: one.id },
      { status: 'pending', reason: null, submitted_at: null, decided_at: null },
    )
  }
  await msg_sender_operators.insertMany(
    added.map((operator_code) => ({ ...owner, sender_row_id: found.id, operator_code })),
  )
  await changeRow(found, { changed_since: false })
  await settle(found)
  await noteSender(caller, 'sender.resubmit', found, { to: 'pending' })
  return findSender(caller, id)
}

export async function withdrawSender(caller: MessagingCaller, id: string): Promise<void> {
  const found = await readSender(caller, id)
  const { account_id, mode, sender_id } = found
  const waiting = await row(
    sql`select 1 as yes from msg_messages where account_id = ${account_id} and mode = ${mode}
        and sender_id = ${sender_id} and status in ('scheduled', 'queued') limit 1`,
  )
  if (waiting !== undefined) throw wrongState('Messages of this sender ID are still waiting.')
  const campaign = await row<{ name: string; status: string }>(
    sql`select name, status from msg_campaigns where account_id = ${account_id} and mode = ${mode}
        and sender_id = ${sender_id}
        and status in ('scheduled', 'preparing', 'running', 'paused') limit 1`,
  )
  if (campaign !== undefined)
    throw wrongState(`The campaign ${campaign.name} is ${campaign.status} with this sender ID.`)
  await changeRow(found, { removed_at: await instantOf(caller) })
  await noteSender(caller, 'sender.withdraw', found, { from: found.status, to: 'removed' })
}
