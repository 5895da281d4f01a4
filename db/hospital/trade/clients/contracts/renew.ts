// Renewing a contract (COM-8): the new one stands in the record, the one before in its history.

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { contractUntil } from '../../../money/tariff/schemes.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { over } from '../follow-ups/for-areas.ts'
import { reviewHolds } from '../holds.ts'
import { remindOfContract } from '../moves.ts'
import { client_life, clientRecord, type ClientRow } from '../record.ts'
import type { RenewContract } from './shapes.ts'

export async function renew(caller: Caller, id: string, input: RenewContract): Promise<ClientRow> {
  const before = await clientRecord.locked(caller, id)
  fresh(caller, before)
  if (before.status === 'CLOSED') throw client_life.refusal(before.status, before.name)
  const { contract_starts, contract_ends } = input
  await refuseBackwards(caller, before, input)
  const after = await clientRecord.changed(
    caller,
    before,
    'renew_contract',
    { contract_starts, contract_ends, contract_ref: refOf(before, input) },
    calledBefore(before),
  )
  await over(
    caller,
    { client_id: id, source: 'CONTRACT' },
    'complete',
    `Renewed to ${contract_ends}`,
  )
  if (after.status === 'ACTIVE') await remindOfContract(caller, after)
  await reviewHolds(caller, after)
  await schemeFollows(caller, after)
  return after
}

async function refuseBackwards(
  caller: Caller,
  before: ClientRow,
  { contract_starts, contract_ends }: RenewContract,
): Promise<void> {
  if (contract_ends < contract_starts) throw invalid('contract_ends', 'is before contract_starts.')
  if (contract_ends <= (await today(caller))) {
    throw invalid('contract_ends', 'must be after today.')
  }
  const { contract_starts: was } = before
  if (was !== null && contract_starts <= was) {
    throw invalid('contract_starts', `must be after ${was}, when the contract before began.`)
  }
}

/** Not said: the reference stays; an empty one is none. */
const refOf = (before: ClientRow, { contract_ref }: RenewContract): string | null =>
  contract_ref === undefined ? before.contract_ref : contract_ref || null

function calledBefore({ contract_ref, contract_starts, contract_ends }: ClientRow): string | null {
  if (contract_starts === null && contract_ends === null) return null
  const called = contract_ref === null ? 'The contract' : `Contract ${contract_ref}`
  return `${called} ran from ${contract_starts ?? 'no day'} to ${contract_ends ?? 'no day'}`
}

/** COM-15: the scheme of an insurer is paid for as long as the contract with it runs. */
export async function schemeFollows(
  caller: Caller,
  { scheme_id, contract_ends }: ClientRow,
): Promise<void> {
  if (scheme_id !== null && contract_ends !== null) {
    await contractUntil(caller, scheme_id, contract_ends)
  }
}
