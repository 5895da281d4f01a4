// Sender IDs: asked for by an account, decided operator by operator (MSG 3.4, 4.16).

import { row, rows } from '../../connection.ts'
import { newId } from '../../ids.ts'
import { oneOf, sql, when, where } from '../../sql.ts'
import type { RowOf } from '../../table.ts'
import { accountNow } from '../accounts/accounts.ts'
import { instantOf } from '../accounts/clock.ts'
import { note } from '../accounts/audit.ts'
import { type Actor, type MessagingCaller, type Owner, ownerOf } from '../caller.ts'
import { type Asked, afterWord, cursorOf, type Listed, limitOf, listed } from '../cursors.ts'
import { noneHere, taken, wrong, wrongState } from '../refusals.ts'
import { allOperators, type Operator } from '../routing/operators.ts'
import { setting } from '../settings/settings.ts'
import { emit } from '../webhooks/emit.ts'
import { forgetApprovals, nameKey } from './approval.ts'
import type { Document, Sender, SenderChange, SenderInput } from './shapes.ts'
import { msg_sender_documents, msg_sender_ids, msg_sender_operators } from './tables.ts'
import type { SenderState } from './words.ts'

export type SenderRow = RowOf<(typeof msg_sender_ids)['columns']>
type OperatorRow = RowOf<(typeof msg_sender_operators)['columns']>

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
  await changeRow(found, { removed_at: await instantOf(caller) })
  await noteSender(caller, 'sender.withdraw', found, { from: found.status, to: 'removed' })
}

/** What a person decided of it at one operator, or at all that were asked (MSG-414). */
export interface Decision {
  operator?: string | undefined
  decision: 'approved' | 'rejected'
  reason?: string | undefined
}

/** Answers the operators at which it changed; what waits there is the messages' matter. */
export async function decideSender(
  by: Actor,
  found: SenderRow,
  asked: Decision,
): Promise<string[]> {
  if (asked.decision === 'rejected' && asked.reason === undefined)
    throw wrong('reason', 'reason is required.')
  const own = await operatorsFor([found.id])
  const meant = own.filter(
    ({ operator_code }) => asked.operator === undefined || operator_code === asked.operator,
  )
  if (meant.length === 0) throw wrong('operator', 'operator was not asked for this sender ID.')
  const moved = meant.filter(({ status }) => status !== asked.decision)
  if (moved.length === 0) throw wrongState(`This sender ID is ${asked.decision} there already.`)
  const at = await instantOf(found)
  for (const one of moved) {
    await msg_sender_operators.change(
      { hospital_id: one.hospital_id, id: one.id },
      {
        status: asked.decision,
        reason: asked.decision === 'rejected' ? (asked.reason ?? null) : null,
        submitted_at: one.submitted_at ?? at,
        decided_at: at,
      },
    )
  }
  await changeRow(found, { changed_since: false })
  const status = await settle(found)
  for (const one of moved) {
    await noteSender(by, `sender.${asked.decision}`, found, {
      from: `${one.operator_code} ${one.status}`,
      to: `${one.operator_code} ${asked.decision}`,
      reason: asked.reason ?? null,
    })
    await emit(ownerOf(found), 'sender_id.updated', {
      data: {
        id: newId(),
        senderId: found.sender_id,
        status,
        operator: one.operator_code,
        operatorStatus: asked.decision,
        ...(asked.decision === 'rejected' ? { reason: asked.reason } : {}),
      },
    })
  }
  return moved.map(({ operator_code }) => operator_code)
}

/** Handed to these operators: every document they require must be there (MSG 3.4). */
export async function submitSender(
  by: Actor,
  found: SenderRow,
  codes: readonly string[],
): Promise<void> {
  const [own, documents, operators] = [
    await operatorsFor([found.id]),
    await documentsFor([found.id]),
    new Map((await allOperators()).map((one): [string, Operator] => [one.code, one])),
  ]
  for (const code of codes) {
    const one = own.find(({ operator_code }) => operator_code === code)
    if (one?.status !== 'pending')
      throw wrong('operators', `operators: nothing is pending at ${code}.`)
    const missing = (operators.get(code)?.required_documents ?? []).filter(
      (kind) => kind !== 'sample_message' && !documents.some((document) => document.kind === kind),
    )
    if (missing.length > 0) throw wrongState(`${code} also wants ${missing.join(', ')}.`)
    await msg_sender_operators.change(
      { hospital_id: one.hospital_id, id: one.id },
      { submitted_at: await instantOf(found) },
    )
  }
  await noteSender(by, 'sender.submit', found, { reason: codes.join(', ') })
}

/** MSG-412: approved when any operator approved, else pending when one is pending, else rejected. */
async function settle(found: SenderRow): Promise<SenderState> {
  const states = new Set((await operatorsFor([found.id])).map(({ status }) => status))
  const status = states.has('approved')
    ? 'approved'
    : states.has('pending')
      ? 'pending'
      : 'rejected'
  await changeRow(found, { status })
  return status
}

async function changeRow(found: SenderRow, changes: Partial<SenderRow>): Promise<void> {
  await msg_sender_ids.change({ hospital_id: found.hospital_id, id: found.id }, changes)
  forgetApprovals()
}

export async function readSender(owner: Owner, id: string): Promise<SenderRow> {
  const found = await msg_sender_ids.find({ ...ownerOf(owner), id, removed_at: null })
  if (found === undefined) throw noneHere('sender ID')
  return found
}

export const senderById = (id: string): Promise<SenderRow | undefined> =>
  msg_sender_ids.findAnywhere({ id, removed_at: null })

/** Live ones of whatever account, as people name one on the command line. */
export const sendersNamed = (typed: string): Promise<SenderRow[]> =>
  msg_sender_ids.read(
    sql`select ${msg_sender_ids.selection()} from msg_sender_ids
        where name_key = ${nameKey(typed)} and mode = 'live' and removed_at is null
        order by id limit 2`,
  )

export const sendersById = async (ids: readonly string[]): Promise<SenderRow[]> =>
  msg_sender_ids.allAnywhere({ id: ids })

export const findSender = async (owner: Owner, id: string): Promise<Sender> =>
  shownOne(await readSender(owner, id))

export async function listSenders(
  { account_id, mode }: Owner,
  asked: Asked & { status?: SenderState | undefined },
): Promise<Listed<Sender>> {
  const found = await msg_sender_ids.read(
    sql`select ${msg_sender_ids.selection()} from msg_sender_ids${where([
      sql`account_id = ${account_id}`,
      sql`mode = ${mode}`,
      sql`removed_at is null`,
      when(asked.status, sql`status = ${asked.status}`),
      afterWord(asked, 'sender_id', 'id'),
    ])} order by sender_id, id limit ${limitOf(asked) + 1}`,
  )
  const show = await shower(found)
  return listed(asked, found, show, ({ sender_id, id }) => cursorOf(sender_id, id))
}

const shownOne = async (found: SenderRow): Promise<Sender> =>
  (await shower([await again(found)]))(await again(found))

const again = async (found: SenderRow): Promise<SenderRow> =>
  (await msg_sender_ids.find({ hospital_id: found.hospital_id, id: found.id })) ?? found

/** Operators and documents of a whole page in two statements. */
export async function shower(page: readonly SenderRow[]): Promise<(found: SenderRow) => Sender> {
  const ids = page.map(({ id }) => id)
  const operators = Map.groupBy(await operatorsFor(ids), ({ sender_row_id }) => sender_row_id)
  const documents = Map.groupBy(await documentsFor(ids), ({ sender_row_id }) => sender_row_id)
  const [first] = page
  const standard =
    first === undefined ? null : (await accountNow(first.account_id)).default_sender_id
  return (found) => ({
    id: found.id,
    senderId: found.sender_id,
    status: found.status,
    purpose: found.purpose,
    sampleMessage: found.sample_message,
    operators: (operators.get(found.id) ?? []).map((one) => ({
      operator: one.operator_code,
      status: one.status,
      reason: one.reason,
      submittedAt: one.submitted_at,
      decidedAt: one.decided_at,
    })),
    documents: (documents.get(found.id) ?? []).map(shownDocument),
    isDefault: found.sender_id === standard,
    moves: movesOf(operators.get(found.id) ?? []),
    createdAt: found.created_at,
    updatedAt: found.updated_at,
  })
}

const movesOf = (operators: readonly OperatorRow[]): string[] => [
  ...(operators.some(({ status }) => status === 'rejected') ? ['resubmit'] : []),
  'withdraw',
]

const operatorsFor = (ids: readonly string[]): Promise<OperatorRow[]> =>
  msg_sender_operators.read(
    sql`select ${msg_sender_operators.selection()} from msg_sender_operators
        where sender_row_id${oneOf(ids)} order by operator_code`,
  )

export type DocumentRow = RowOf<(typeof msg_sender_documents)['columns']>

const documentsFor = (ids: readonly string[]): Promise<DocumentRow[]> =>
  msg_sender_documents.read(
    sql`select ${msg_sender_documents.selection()} from msg_sender_documents
        where sender_row_id${oneOf(ids)} and removed_at is null order by id`,
  )

export const shownDocument = (document: DocumentRow): Document => ({
  id: document.id,
  kind: document.kind,
  fileName: document.file_name,
  size: document.size,
  uploadedAt: document.uploaded_at,
})

/** Other accounts that hold the name, for the reviewer (MSG-413). */
export async function collisions(names: readonly string[]): Promise<Map<string, string[]>> {
  const found = await rows<{ name_key: string; name: string }>(
    sql`select s.name_key, a.name from msg_sender_ids s join msg_accounts a on a.id = s.account_id
        where s.mode = 'live' and s.removed_at is null and s.name_key${oneOf(names)} order by a.name`,
  )
  return new Map(
    [...Map.groupBy(found, ({ name_key }) => name_key)].map(([key, list]) => [
      key,
      list.map(({ name }) => name),
    ]),
  )
}

const noteSender = (
  by: Actor,
  action: string,
  found: SenderRow,
  about: { from?: string; to?: string; reason?: string | null },
): Promise<void> =>
  note(by, action, {
    owner: ownerOf(found),
    entity: 'sender',
    entity_id: found.id,
    label: found.sender_id,
    ...about,
  })
