// Opening a client and keeping it right (COM-1 to COM-5).

import { type Caller, can } from '../../../core/caller.ts'
import { invalid, notPermitted } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { schemeFollows } from './contracts/renew.ts'
import { exposureOf } from './credit.ts'
import { reviewHolds } from './holds.ts'
import { readClient } from './input.ts'
import { activated } from './moves.ts'
import { adopted, named } from './names.ts'
import { client_life, clientRecord, type ClientRow } from './record.ts'
import type { ClientChange, ClientInput } from './shapes.ts'

/** What a reply says beside the client. */
export interface Beside {
  adopted_bills?: number
  /** Minor units. */
  over_limit_by?: number
  warnings?: string[]
}

export interface Done {
  id: string
  beside: Beside
}

export async function open(caller: Caller, input: ClientInput): Promise<Done> {
  const { status = 'PROSPECT', reason: _none, ...rest } = { reason: null, ...input }
  if (status === 'SUSPENDED' || status === 'CLOSED') {
    throw invalid('status', 'must be PROSPECT or ACTIVE at opening.')
  }
  if (status === 'ACTIVE' && !can(caller, 'client:status')) throw notPermitted('client:status')
  const said = await readClient(caller, rest)
  const row = await clientRecord.created(caller, {
    ...said,
    name: said.name ?? '',
    name_key: said.name_key ?? '',
    kind: input.kind,
    created_by_name: caller.name,
  })
  await named(caller, row, row.name)
  await schemeFollows(caller, row)
  const adopted_bills = await adopted(caller, row.id)
  if (status === 'PROSPECT') return { id: row.id, beside: { adopted_bills } }
  const { warnings } = await activated(caller, row, null)
  return { id: row.id, beside: { adopted_bills, warnings } }
}

export async function change(caller: Caller, id: string, input: ClientChange): Promise<Done> {
  const { reason, ...rest } = input
  if (!can(caller, 'client:write')) refuseBesideCredit(rest)
  const before = await clientRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'CLOSED') throw client_life.refusal(before.status, before.name)
  const said = await readClient(caller, rest, before)
  const after = await clientRecord.changed(caller, before, 'update', said, reason ?? null)
  const beside: Beside = {}
  if (after.name !== before.name) {
    await named(caller, after, after.name)
    beside.adopted_bills = await adopted(caller, id)
  }
  if (said.contract_ends !== undefined) await reviewHolds(caller, after)
  if (said.contract_ends !== undefined || said.scheme_id !== undefined) {
    await schemeFollows(caller, after)
  }
  if (said.credit_limit !== undefined) Object.assign(beside, await overLimit(caller, after))
  return { id, beside }
}

/** Who answers for credit alone leaves the rest as it is. */
function refuseBesideCredit(input: object): void {
  if (Object.keys(input).some((field) => !of_credit.includes(field))) {
    throw notPermitted('client:write')
  }
}
const of_credit = ['credit_limit', 'discount_pct', 'payment_terms_days']

/** COM-5: a limit below what is owed today is allowed, and said. */
async function overLimit(caller: Caller, row: ClientRow): Promise<Beside> {
  if (row.credit_limit === null) return {}
  const over_limit_by = (await exposureOf(caller, row.id)).sum - row.credit_limit
  return over_limit_by > 0 ? { over_limit_by } : {}
}
