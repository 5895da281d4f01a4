// Receiving what was issued (3.4), and closing what will not come.

import type { Caller } from '../../../../core/caller.ts'
import { conflict, Refusal } from '../../../../core/refusal.ts'
import { anotherPerson } from '../../../office/access/users/another-person.ts'
import { moveGoods } from '../pool/moving.ts'
import { release } from '../pool/reserve.ts'
import { controlledParties } from '../register/parties.ts'
import { mustKeep, ownStore, storeRecord } from '../stores/keeping.ts'
import { apartOnArrival, comingOf, type Coming, held, movementsOf } from '../transfers/journey.ts'
import { paperOf } from './issuing.ts'
import {
  issued_batches,
  type IssuedBatch,
  requisition_content,
  type RequisitionLine,
  requisitionRecord,
  type RequisitionRow,
} from './record.ts'
import type { RequisitionReceive } from './shapes.ts'
import { requisition_batches, requisition_lines } from './tables.ts'

type SaidLines = NonNullable<RequisitionReceive['lines']>

export async function receive(
  caller: Caller,
  id: string,
  { lines: said, witness_token }: RequisitionReceive,
): Promise<RequisitionRow> {
  const row = await requisitionRecord.begin(caller, id, 'receive')
  const to = await storeRecord.get(caller, row.to_store_id)
  if (!to.holds_stock) {
    throw conflict(`${to.name} keeps no stock: the issue is complete.`, 'store')
  }
  await mustKeep(caller, to)
  const lines = await requisition_content.of(caller, id)
  const all = await issued_batches.of(caller, id)
  const open = all.filter(({ received }) => received === null)
  if (open.length === 0) throw conflict('Nothing of it is on the way.', 'received')
  const coming = await comingNow(caller, lines, open, said ?? [])
  for (const { sent } of coming) {
    const of = open.find((one) => one.id === sent.id)
    await anotherPerson(caller, of?.issued_by_id ?? null, 'requisition:write', {
      words: 'You issued this requisition: somebody else must receive it.',
    })
  }
  await moved(caller, row, coming, witness_token)
  await keepCame(caller, lines, open, coming)
  const left = open.length - coming.length
  return requisitionRecord.moved(caller, row, 'receive', {
    status: row.status === 'ISSUED' && left === 0 ? 'CLOSED' : statusOf(row),
    arrivals: row.arrivals + 1,
  })
}

const statusOf = ({ status }: RequisitionRow): 'ISSUED' | 'PART_ISSUED' =>
  status === 'ISSUED' ? 'ISSUED' : 'PART_ISSUED'

/** Nothing said: all that is on the way came. */
async function comingNow(
  caller: Caller,
  lines: readonly RequisitionLine[],
  open: readonly IssuedBatch[],
  said: SaidLines,
): Promise<Coming[]> {
  if (said.length === 0) return comingOf(caller, open, [])
  const coming: Coming[] = []
  for (const [at, line] of said.entries()) {
    const field = `Line ${at + 1}`
    if (!lines.some(({ id }) => id === line.line_id)) {
      throw new Refusal(404, 'not_found', `${field}: no such line.`, { field })
    }
    const of = open.filter(
      ({ line_id, batch_id }) =>
        line_id === line.line_id && (!line.batch_id || batch_id === line.batch_id),
    )
    const [first] = of
    if (first === undefined) throw conflict(`${field}: nothing of it is on the way.`, 'received')
    if (of.some(({ batch_id }) => batch_id !== first.batch_id)) {
      throw new Refusal(400, 'invalid', `${field}: batch_id is required: several are on the way.`, {
        field,
      })
    }
    const { received, reason } = line
    coming.push(...(await comingOf(caller, of, [{ batch_id: first.batch_id, received, reason }])))
  }
  return coming
}

async function moved(
  caller: Caller,
  row: RequisitionRow,
  coming: Coming[],
  token: string | null | undefined,
): Promise<void> {
  const from = await storeRecord.get(caller, row.from_store_id)
  const to = await storeRecord.get(caller, row.to_store_id)
  const abroad = from.facility_id !== to.facility_id
  const journey = { number: row.number, from, to, abroad, coming }
  const goods = await held(caller, journey)
  const controlled = coming.some(({ product }) => product.controlled)
  const paper = paperOf(row, `arrival ${row.arrivals + 1}`)
  await moveGoods(
    caller,
    goods,
    {
      ...paper,
      posting: abroad ? 'STOCK_ARRIVE' : 'STOCK_LOSS',
      parties: controlled ? await controlledParties(caller, token) : undefined,
    },
    coming.flatMap((one) => movementsOf(journey, one, null)),
  )
  await apartOnArrival(caller, goods, journey, null, paper)
}

async function keepCame(
  { hospital_id }: Caller,
  lines: readonly RequisitionLine[],
  open: readonly IssuedBatch[],
  coming: readonly Coming[],
): Promise<void> {
  for (const { sent, received, reason } of coming) {
    await requisition_batches.change({ hospital_id, id: sent.id }, { received, reason })
    const line_id = open.find(({ id }) => id === sent.id)?.line_id
    const line = lines.find(({ id }) => id === line_id)
    if (line === undefined) throw new Error('the line of an issue is not there')
    line.received += received
    await requisition_lines.change({ hospital_id, id: line.id }, { received: line.received })
  }
}

export async function close(caller: Caller, id: string, reason: string): Promise<RequisitionRow> {
  const before = await requisitionRecord.begin(caller, id, 'close')
  await ownStore(caller, before.from_store_id)
  const all = await issued_batches.of(caller, id)
  if (all.some(({ received }) => received === null)) {
    throw conflict('Some of it is still on the way: it must be received first.', 'on_the_way')
  }
  await release(caller, 'requisition', id)
  return requisitionRecord.moved(caller, before, 'close', {}, reason)
}
