// Batches of salaries as they are shown, and their files.

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { within } from '../../../../store/connection.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import { type Purse, purseOf } from '../../../money/accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { runRecord } from '../runs/record.ts'
import { fileOf, sha256Of } from './file.ts'
import { batch_content, batchRecord, type BatchRow } from './record.ts'
import type { BatchFilter, PaymentBatch, PaymentBatchOpened } from './shapes.ts'
import { payment_batches } from './tables.ts'

export async function list(
  caller: Caller,
  asked: BatchFilter & PageAsked,
): Promise<Page<PaymentBatch>> {
  const found = await pageFrom(payment_batches, asked, {
    from: sql` from payment_batches${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.run_id, sql`run_id = ${asked.run_id}`),
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.method, sql`method = ${asked.method}`),
    ])}`,
    order: sql` order by number desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(purse, row))
}

const shown = ({ major }: Purse, { reference, ...row }: BatchRow): PaymentBatch => ({
  ...row,
  reference: row.number,
  paid_reference: reference,
  total: major(row.total),
})

export async function find(caller: Caller, id: string): Promise<PaymentBatchOpened> {
  const row = await batchRecord.get(caller, id)
  const purse = await purseOf(caller)
  const lines = await batch_content.of(caller, id)
  return {
    ...shown(purse, row),
    lines: lines.map((one) => ({ ...one, amount: purse.major(one.amount) })),
    moves: batchRecord.moves(caller, row),
    history: await batchRecord.history(caller, id),
  }
}

/** The bytes of the first time, or none: what goes to the bank is what was prepared (HR-115). */
export async function fileFor(
  caller: Caller,
  id: string,
): Promise<{ name: string; bytes: Buffer }> {
  const row = await batchRecord.get(caller, id)
  if (row.status === 'CANCELLED') throw conflict(`${row.number} was cancelled.`, 'state')
  if (row.method === 'CASH')
    throw conflict('Cash is paid by the list of this batch: format=pdf.', 'cash')
  const { number: run_number, pay_on } = await runRecord.get(caller, row.run_id)
  const lines = await batch_content.of(caller, id)
  const { method, account_number } = row
  const about = { method, account_number, run_number, pay_on }
  const bytes = fileOf(about, lines, await purseOf(caller))
  if (sha256Of(bytes) !== row.file_sha256) {
    throw conflict(`The file of ${row.number} is not what was prepared: cancel it.`, 'file')
  }
  await within(async () =>
    record(caller, 'payment_batch.file', {
      entity_type: 'payment_batch',
      entity_id: id,
      entity_label: row.number,
    }),
  )
  return { name: `${row.number}.csv`, bytes }
}

/** For a paper: the list by which cash is paid, or the one that goes to the bank beside its file. */
export async function paperOf(caller: Caller, id: string) {
  const batch = await batchRecord.get(caller, id)
  if (batch.status === 'CANCELLED') throw conflict(`${batch.number} was cancelled.`, 'state')
  const run = await runRecord.get(caller, batch.run_id)
  await within(async () =>
    record(caller, 'payment_batch.print', {
      entity_type: 'payment_batch',
      entity_id: id,
      entity_label: batch.number,
    }),
  )
  return { batch, run, lines: await batch_content.of(caller, id) }
}
