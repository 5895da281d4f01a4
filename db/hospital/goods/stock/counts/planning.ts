// Planning a count, beginning it and giving it up (3.3).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import { staffAccounts } from '../../../office/access/users/named-accounts.ts'
import { batches } from '../pool/tables.ts'
import { productsOf } from '../products/record.ts'
import { ownStore, storeRecord } from '../stores/keeping.ts'
import { count_content, countRecord, type CountRow, mayCount } from './record.ts'
import { levelsCounted, refuseSecond } from './scope.ts'
import type { CountInput } from './shapes.ts'

export async function plan(caller: Caller, input: CountInput): Promise<CountRow> {
  const store = await ownStore(caller, input.store_id)
  const filter = { ...input.filter }
  if (input.kind === 'CONTROLLED') filter.controlled = true
  await productsOf(caller, filter.product_ids ?? [])
  const counters = [...new Set(input.counters ?? [])]
  const known = await staffAccounts(caller, counters.filter(isId))
  if (known.length < counters.length) throw noSuch('user')
  await storeRecord.locked(caller, store.id)
  await refuseSecond(caller, store.id, filter)
  return countRecord.created(
    caller,
    {
      facility_id: store.facility_id,
      store_id: store.id,
      kind: input.kind,
      blind: input.blind ?? true,
      frozen: input.freeze ?? false,
      filter,
      planned_on: input.planned_on ?? null,
      counters,
      planned_by_name: caller.name,
    },
    'plan',
  )
}

/** A line for every batch of which something lies there. */
export async function start(caller: Caller, id: string): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'start')
  await mayCount(caller, before)
  const found = await levelsCounted(caller, before)
  if (found.length === 0) throw conflict('Nothing lies there that this count is of.', 'empty')
  const lots = await lotsOf(
    caller,
    found.map(({ level }) => level.batch_id),
  )
  await count_content.add(
    caller,
    id,
    found.map(({ level }) => ({
      product_id: level.product_id,
      batch_id: level.batch_id,
      lot: lots.get(level.batch_id)?.lot ?? null,
      expiry: lots.get(level.batch_id)?.expiry ?? null,
      bin: level.bin,
      snapshot: level.quantity,
    })),
  )
  return countRecord.moved(caller, before, 'start', { snapshot_at: clock.instant() })
}

async function lotsOf({ hospital_id }: Caller, ids: readonly string[]) {
  const found = await batches.all({ hospital_id, id: [...new Set(ids)] })
  return new Map(found.map((batch) => [batch.id, batch]))
}

export async function cancel(caller: Caller, id: string, reason: string): Promise<CountRow> {
  const before = await countRecord.begin(caller, id, 'cancel')
  await mayCount(caller, before)
  return countRecord.moved(caller, before, 'cancel', {}, reason)
}
