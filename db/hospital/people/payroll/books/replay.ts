// The entries of pay built anew from its records (ACC-93).

import type { Caller } from '../../../../core/caller.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import {
  at_once,
  inBatches,
  takenBack,
  withReversals,
} from '../../../money/accounting/proofs/replayed.ts'
import type { Replaying, ReplayEvent } from '../../../neighbours/books.ts'
import { paidLines } from '../batches/ledger.ts'
import { payment_batch_lines, payment_batches } from '../batches/tables.ts'
import { owedLines, postedLines } from '../runs/ledger.ts'
import type { SlipRow } from '../runs/paid-before.ts'
import { payroll_runs } from '../runs/tables.ts'
import { payslips } from '../slips/tables.ts'

export const replayOfPay = (caller: Caller): Replaying => ({
  sources: [...withReversals(['PAYROLL_RUN']), 'PAYROLL_PAY', 'PAYROLL_RETURN'],
  events: events(caller),
})

async function* events(caller: Caller): AsyncGenerator<readonly ReplayEvent[]> {
  for await (const batch of inBatches(runsAfter(caller))) yield batch.flat()
  for await (const batch of inBatches(paymentsAfter(caller))) yield batch.flat()
}

/** Runs are few, and their payslips many: a few at a time. */
const few = Math.min(12, at_once)
type Events = ReplayEvent[] & { id: string }
const withId = (id: string, made: ReplayEvent[]): Events => Object.assign(made, { id })

function runsAfter({ hospital_id }: Caller): (after: string) => Promise<Events[]> {
  return async (after) => {
    const found = await payroll_runs.read(
      sql`select ${payroll_runs.selection()} from payroll_runs where hospital_id = ${hospital_id}
        and entry_reference is not null and id > ${after} order by id limit ${few}`,
    )
    const slips = await slipsOf(
      hospital_id,
      'run_id',
      found.map(({ id }) => id),
    )
    return found.map((run) => {
      const posted: ReplayEvent = {
        source: 'PAYROLL_RUN',
        source_id: run.id,
        reference: run.number,
        date: run.posted_for,
        lines: postedLines(slips.filter(({ run_id }) => run_id === run.id)),
      }
      const undone = run.status === 'REVERSED'
      return withId(run.id, undone ? [posted, takenBack(posted, null)] : [posted])
    })
  }
}

async function slipsOf(
  hospital_id: string,
  by: 'run_id' | 'id',
  ids: readonly string[],
): Promise<SlipRow[]> {
  const column = by === 'id' ? sql`id` : sql`run_id`
  return payslips.read(
    sql`select ${payslips.selection()} from payslips where hospital_id = ${hospital_id}
      and ${column}${oneOf(ids)} order by staff_number, id`,
  )
}

function paymentsAfter({ hospital_id }: Caller): (after: string) => Promise<Events[]> {
  return async (after) => {
    const found = await payment_batches.read(
      sql`select ${payment_batches.selection()} from payment_batches
        where hospital_id = ${hospital_id} and status = 'PAID' and id > ${after}
        order by id limit ${few}`,
    )
    const ids = found.map(({ id }) => id)
    const lines = await payment_batch_lines.all({ hospital_id, batch_id: ids })
    const slips = await slipsOf(
      hospital_id,
      'id',
      lines.map(({ payslip_id }) => payslip_id),
    )
    const by_id = new Map(slips.map((slip) => [slip.id, slip]))
    const slipsIn = (own: typeof lines): SlipRow[] =>
      own.flatMap(({ payslip_id }) => by_id.get(payslip_id) ?? [])
    return found.map((batch) => {
      const about = { reference: batch.number }
      const own = lines.filter(({ batch_id }) => batch_id === batch.id)
      const paid = own.filter(({ status }) => status === 'PAID' || status === 'RETURNED')
      return withId(batch.id, [
        {
          ...about,
          source: 'PAYROLL_PAY',
          source_id: batch.id,
          date: batch.paid_on,
          lines: paidLines(batch, owedLines(slipsIn(paid), 'debit'), 'credit'),
        },
        ...own
          .filter(({ status }) => status === 'RETURNED')
          .map((line) => ({
            ...about,
            source: 'PAYROLL_RETURN',
            source_id: line.id,
            date: line.returned_on,
            lines: paidLines(batch, owedLines(slipsIn([line]), 'credit'), 'debit'),
          })),
      ])
    })
  }
}
