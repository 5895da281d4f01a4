// The moves of a client (commercial 3.1).

import type { Caller } from '../../../core/caller.ts'
import { nextDay } from '../../../core/clock.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { offersFallAway, openOrderOf, openReturnOf } from '../../neighbours/commercial.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { notify } from '../../office/notifications/notify.ts'
import { closeContacts, contactsOf } from './contacts/contacts.ts'
import { exposureOf } from './credit.ts'
import { open } from './follow-ups/follow-ups.ts'
import { over } from './follow-ups/for-areas.ts'
import { reviewHolds } from './holds.ts'
import { readClient } from './input.ts'
import { adopted } from './names.ts'
import { clientRecord, type ClientRow } from './record.ts'

export async function activate(
  caller: Caller,
  id: string,
  reason: string | null,
): Promise<{ row: ClientRow; warnings: string[] }> {
  const before = await clientRecord.begin(caller, id, 'activate')
  if (before.status === 'SUSPENDED' && reason === null) throw invalid('reason', 'is required.')
  return activated(caller, before, reason)
}

export async function activated(
  caller: Caller,
  before: ClientRow,
  reason: string | null,
): Promise<{ row: ClientRow; warnings: string[] }> {
  const row = await clientRecord.moved(caller, before, 'activate', {}, reason)
  await remindOfContract(caller, row)
  const reached = row.phone !== null || row.email !== null
  const known = reached || (await contactsOf(caller, row.id)).length > 0
  return { row, warnings: known ? [] : ['NO_CONTACT'] }
}

const renewal_days = 30

/** 3.1: whoever looks after the client thinks of its contract in time. */
export async function remindOfContract(caller: Caller, row: ClientRow): Promise<void> {
  const { id: client_id, name, contract_ends, account_manager_id } = row
  if (contract_ends === null) return
  const day = await today(caller)
  if (contract_ends < day) return
  const due = nextDay(contract_ends, -renewal_days)
  await over(caller, { client_id, source: 'CONTRACT' }, 'cancel', 'Activated anew')
  await open(
    caller,
    {
      subject: `Contract of ${name} ends on ${contract_ends}`.slice(0, 160),
      kind: 'RENEWAL',
      due_on: due < day ? day : due,
      client_id,
      assigned_to_id: account_manager_id,
    },
    { source: 'CONTRACT' },
  )
}

export async function suspend(caller: Caller, id: string, reason: string): Promise<ClientRow> {
  const before = await clientRecord.begin(caller, id, 'suspend')
  const { name, account_manager_id } = before
  if (account_manager_id !== null) {
    await notify(caller, {
      to: { user: account_manager_id },
      kind: 'client.suspended',
      title: `${name} is suspended`,
      body: reason,
      entity: { type: 'client', id },
    })
  }
  return clientRecord.moved(caller, before, 'suspend', {}, reason)
}

/** Nobody is left owing, and nothing of theirs is kept. */
export async function close(caller: Caller, id: string, close_reason: string): Promise<ClientRow> {
  const before = await clientRecord.begin(caller, id, 'close')
  const { owed, unapplied } = await exposureOf(caller, id)
  const { said } = await purseOf(caller)
  if (owed > 0) {
    throw conflict(`${before.name} still owes ${said(owed)}: settle or write it off first.`, 'owes')
  }
  if (unapplied > 0) {
    throw conflict(
      `${said(unapplied)} of ${before.name} is not used yet: set it against a bill or pay it out first.`,
      'unapplied',
    )
  }
  const open_still = (await openOrderOf(caller, id)) ?? (await openReturnOf(caller, id))
  if (open_still !== null) throw conflict(open_still, 'open')
  await closeContacts(caller, id)
  await offersFallAway(caller, { client_id: id, reason: 'Client closed' })
  await over(caller, { client_id: id }, 'cancel', 'Client closed')
  const after = await clientRecord.moved(caller, before, 'close', { close_reason }, close_reason)
  await reviewHolds(caller, after)
  return after
}

/** Its name was kept for it; its TIN may be another's by now. */
export async function reopen(
  caller: Caller,
  id: string,
  reason: string,
): Promise<{ row: ClientRow; adopted_bills: number }> {
  const before = await clientRecord.begin(caller, id, 'reopen')
  await readClient(caller, { tin: before.tin }, before)
  const changes = { close_reason: null }
  const row = await clientRecord.moved(caller, before, 'reopen', changes, reason)
  await reviewHolds(caller, row)
  return { row, adopted_bills: await adopted(caller, id) }
}
