// Transfers (3.4): written, sent, received by somebody else.

import { type Caller, can } from '../../../../core/caller.ts'
import { days, instantIn } from '../../../../core/clock.ts'
import { life } from '../../../../core/states.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import { type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { batches } from '../pool/tables.ts'
import { productName, productsOf } from '../products/record.ts'
import { settingsOf } from '../settings/settings.ts'
import { storesOf } from '../stores/keeping.ts'
import type { Transfer, TransferOpened, TransfersAsked } from './shapes.ts'
import {
  stock_transfer_batches,
  stock_transfer_lines,
  stock_transfer_moves,
  stock_transfers,
} from './tables.ts'
import { transfer_states } from './words.ts'

export type TransferRow = RowOf<(typeof stock_transfers)['columns']>
export type SentBatch = RowOf<(typeof stock_transfer_batches)['columns']>

const moving = 'stock:move'

const transfer_life = life('transfer', transfer_states, {
  send: { from: ['DRAFT'], to: 'SENT', permission: moving },
  receive: { from: ['SENT'], to: 'RECEIVED', permission: moving },
  cancel: { from: ['DRAFT', 'SENT'], to: 'CANCELLED', permission: moving },
})

export const transferRecord = recordWithLife(stock_transfers, {
  life: transfer_life,
  type: 'stock_transfer',
  called: ({ number }) => number,
  history: historyIn(stock_transfer_moves),
  sequence: 'stock_transfer',
})
export const transfer_lines = linesOf(stock_transfer_lines, 'transfer_id')
export const transfer_batches = linesOf(stock_transfer_batches, 'transfer_id')

export async function list(
  caller: Caller,
  asked: TransfersAsked & PageAsked,
): Promise<Page<Transfer>> {
  const scope = await scopeOf(caller, undefined)
  const { timezone } = await hospitalOf(caller)
  const { transfer_days } = await settingsOf(caller)
  const found = await pageFrom(stock_transfers, asked, {
    from: sql` from stock_transfers${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all'
        ? undefined
        : sql`(facility_id${oneOf(scope)} or to_facility_id${oneOf(scope)})`,
      when(asked.from_store_id, sql`from_store_id = ${asked.from_store_id}`),
      when(asked.to_store_id, sql`to_store_id = ${asked.to_store_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.late, sql`status = 'SENT' and sent_at < ${instantIn(-days(transfer_days))}`),
      ...withinDays(sql`created_at`, timezone, asked),
      matching('stock_transfers', asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: await shown(caller, found.rows), meta: found.meta }
}

async function shown(caller: Caller, found: readonly TransferRow[]): Promise<Transfer[]> {
  const places = await storesOf(
    caller,
    found.flatMap(({ from_store_id, to_store_id }) => [from_store_id, to_store_id]),
  )
  const { major } = await purseOf(caller)
  const may = can(caller, 'product:cost')
  return found.map((row) => ({
    ...row,
    reference: row.number,
    from_store_name: places.get(row.from_store_id)?.name ?? '',
    to_store_name: places.get(row.to_store_id)?.name ?? '',
    value: may ? major(row.value) : null,
    moves: transferRecord.moves(caller, row),
  }))
}

export async function find(caller: Caller, id: string): Promise<TransferOpened> {
  const row = await transferRecord.get(caller, id)
  const [transfer] = await shown(caller, [row])
  const lines = await transfer_lines.of(caller, id)
  const sent = await transfer_batches.of(caller, id)
  const products = await productsOf(
    caller,
    lines.map(({ product_id }) => product_id),
  )
  const lots = await batches.all({
    hospital_id: caller.hospital_id,
    id: [...new Set(sent.map(({ batch_id }) => batch_id))],
  })
  const short = sent.reduce((sum, one) => sum + one.sent - (one.received ?? one.sent), 0)
  return {
    ...(transfer as Transfer),
    lines: lines.map((line) => ({
      id: line.id,
      product_id: line.product_id,
      product_name: productName(products.get(line.product_id) ?? { name: '', strength: null }),
      quantity: line.quantity / 1000,
      batches: sent
        .filter(({ line_id }) => line_id === line.id)
        .map((one) =>
          batchShown(
            one,
            lots.find(({ id: of }) => of === one.batch_id),
          ),
        ),
    })),
    differences: short / 1000,
    history: await transferRecord.history(caller, id),
  }
}

const batchShown = (
  { batch_id, sent, received, reason }: SentBatch,
  lot: { lot: string | null; expiry: string | null } | undefined,
) => ({
  batch_id,
  lot: lot?.lot ?? null,
  expiry: lot?.expiry ?? null,
  sent: sent / 1000,
  received: received === null ? null : received / 1000,
  reason,
})
