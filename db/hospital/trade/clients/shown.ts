// A client as it is shown: with its people, what it owes and what stands in its way.

import type { Caller } from '../../../core/caller.ts'
import { toPercent } from '../../../core/kinds/percent.ts'
import { onOrder } from '../../neighbours/commercial.ts'
import { schemeNames } from '../../neighbours/parties.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { clientsOwe, unappliedOfClients } from '../../money/billing/debts/of-clients.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { daysBetween } from '../../office/plans/days.ts'
import { contactsOfMany } from './contacts/contacts.ts'
import { openOfClients } from './follow-ups/list.ts'
import { holdsOfMany } from './holds.ts'
import { payerNamesOf } from './names.ts'
import type { Beside, Done } from './open.ts'
import { clientRecord, type ClientRow } from './record.ts'
import type { Client, ClientOpened } from './shapes.ts'

/** Each kind of thing that hangs on these clients is asked for once. */
async function factsOf(caller: Caller, found: readonly ClientRow[]) {
  const ids = found.map(({ id }) => id)
  const day = await today(caller)
  const schemes = found.flatMap(({ scheme_id }) => (scheme_id === null ? [] : [scheme_id]))
  return {
    day,
    owed: await clientsOwe(caller, ids, day),
    unapplied: await unappliedOfClients(caller, ids),
    on_order: await onOrder(caller, ids),
    contacts: await contactsOfMany(caller, ids),
    holds: await holdsOfMany(caller, ids),
    follow_ups: await openOfClients(caller, ids),
    names: await payerNamesOf(caller, ids),
    schemes: new Map((await schemeNames(caller, schemes)).map(({ id, name }) => [id, name])),
    major: (await purseOf(caller)).major,
  }
}
type Facts = Awaited<ReturnType<typeof factsOf>>

export async function shownMany(caller: Caller, found: readonly ClientRow[]): Promise<Client[]> {
  const facts = await factsOf(caller, found)
  return found.map((row) => {
    const { number, discount_bp, name_key: _key, search_text: _text, ...rest } = row
    const holds = facts.holds.get(row.id) ?? []
    return {
      ...rest,
      reference: number,
      discount_pct: toPercent(discount_bp),
      open_follow_ups: facts.follow_ups.get(row.id) ?? 0,
      contacts: (facts.contacts.get(row.id) ?? []).map((one) => ({
        ...one,
        client_name: row.name,
      })),
      contract_days_left:
        row.contract_ends === null ? null : daysBetween(facts.day, row.contract_ends),
      scheme_name: facts.schemes.get(row.scheme_id ?? '') ?? null,
      payer_names: facts.names.get(row.id) ?? [],
      ...moneyOf(facts, row),
      credit_hold: holds.length > 0,
      holds,
      moves: clientRecord.moves(caller, row),
    }
  })
}

function moneyOf(facts: Facts, { id, credit_limit }: ClientRow) {
  const { day, owed, unapplied, major } = facts
  const { outstanding = 0, overdue = 0, oldest_due_on = null } = owed.get(id) ?? {}
  const held = unapplied.get(id) ?? 0
  const on_order = facts.on_order.get(id) ?? 0
  const used = outstanding + on_order - held
  const late = overdue > 0 && oldest_due_on !== null
  return {
    credit_limit: credit_limit === null ? null : major(credit_limit),
    outstanding: major(outstanding),
    overdue: major(overdue),
    oldest_overdue_days: late ? daysBetween(oldest_due_on, day) : null,
    on_order: major(on_order),
    unapplied: major(held),
    credit_available: credit_limit === null ? null : major(credit_limit - used),
  }
}

export async function find(caller: Caller, id: string, beside: Beside = {}): Promise<ClientOpened> {
  const [found] = await shownMany(caller, [await clientRecord.get(caller, id)])
  const history = (await clientRecord.history(caller, id)).slice(-history_most)
  const { over_limit_by } = beside
  const { major } = await purseOf(caller)
  return {
    ...(found as Client),
    history,
    ...beside,
    ...(over_limit_by === undefined ? {} : { over_limit_by: major(over_limit_by) }),
  }
}
const history_most = 50

export const opened = async (caller: Caller, done: Promise<Done>): Promise<ClientOpened> => {
  const { id, beside } = await done
  return find(caller, id, beside)
}
