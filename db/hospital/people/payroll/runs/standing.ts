// Nothing that a run was reckoned from has changed since (HR-105). Gathering it for thousands takes seconds: it
// is done before the transaction, and in it only where something of it was written in between.

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { snapshot } from '../../../../store/connection.ts'
import { markOf as markOfRows } from '../../../../store/mark.ts'
import type { Of } from '../../../../store/record-of.ts'
import { markOfStaff } from '../../staff/records/for-pay.ts'
import { pay_inputs } from '../inputs/tables.ts'
import { staff_loans } from '../loans/tables.ts'
import { pay_profiles } from '../profiles/tables.ts'
import { pay_components, statutory_tables } from '../tables.ts'
import { gathered, hashOf } from './material.ts'
import { type RunRow, runRecord } from './record.ts'
import { payroll_runs } from './tables.ts'

interface Seen {
  run_id: string
  hash: string
  mark: string
}
const ambient = new AsyncLocalStorage<Seen | null>()

/** Gathers before the transaction what the run would be reckoned from; `mustStand` in it leans on that. */
export const foreseen = async <T>(caller: Caller, id: string, go: () => Promise<T>): Promise<T> =>
  ambient.run(await snapshot(() => seenNow(caller, id)), go)

async function seenNow(caller: Caller, run_id: string): Promise<Seen | null> {
  const run = await runRecord.get(caller, run_id)
  if (run.inputs_hash === null) return null
  const mark = await markOf(caller)
  return { run_id, mark, hash: await hashOf(await gathered(caller, run)) }
}

export async function mustStand(caller: Caller, run: RunRow): Promise<void> {
  const seen = ambient.getStore() ?? null
  const holds = seen?.run_id === run.id && seen.mark === (await markOf(caller))
  const hash = holds ? seen.hash : await hashOf(await gathered(caller, run))
  if (hash === run.inputs_hash) return
  throw conflict('Something changed since this run was calculated: calculate it again.')
}

/** Of all that pay is gathered from; posted payslips come and go with their run. */
async function markOf(caller: Of): Promise<string> {
  const of_pay = [
    pay_components,
    pay_profiles,
    pay_inputs,
    statutory_tables,
    staff_loans,
    payroll_runs,
  ]
  return `${await markOfStaff(caller)} ${await markOfRows(caller, of_pay)}`
}
