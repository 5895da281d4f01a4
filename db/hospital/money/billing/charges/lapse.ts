// Services nobody came for (BIL-8): each night what was charged long enough ago, and was planned for a day
// long enough gone, and never done is taken off again. Asked about later, it is charged anew.

import type { Caller } from '../../../../core/caller.ts'
import { dayIn, days, instantIn } from '../../../../core/clock.ts'
import { within } from '../../../../store/connection.ts'
import { isRefusal } from '../../../../core/refusal.ts'
import { sql } from '../../../../store/sql.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { policyOf } from '../../policy/policy.ts'
import { charge, dropped } from './charge.ts'
import { type Clearance, clearanceOfItem, isSettled } from './clearance.ts'
import { takeBack } from '../credit/back.ts'
import { itemRecord, type Row as Item } from './items.ts'
import { isReady } from '../bills/issue.ts'
import { billRecord } from '../bills/rows.ts'
import { bill_items } from '../bills/tables.ts'

const not_taken_up = 'Not taken up'
/** What credit notes of a lapse leave on the line. */
const lapsed_by_note = 'LAPSED'
const piece = 100

/** What lapses today, from one line on; nothing where the policy says never. */
export async function lapsing(caller: Caller, after = ''): Promise<Item[]> {
  const { pending_item_days } = await policyOf(caller)
  if (pending_item_days === 0) return []
  const before = instantIn(-days(pending_item_days))
  const { timezone } = await hospitalOf(caller)
  const planned_until = dayIn(timezone, new Date(before))
  const found = await bill_items.read(
    sql`select ${bill_items.selection('i')} from bill_items i join bills b on b.id = i.bill_id
      where i.hospital_id = ${caller.hospital_id} and i.service_status = 'PENDING'
        and i.created_at < ${before} and i.service_date <= ${planned_until} and i.settled = 0 and i.source is not null
        and b.status in ('DRAFT', 'ISSUED', 'PART_PAID') and i.id > ${after}
      order by i.id limit ${piece}`,
  )
  return found
}

export interface Lapsed {
  dropped: number
  credited: number
  /** Refused: a claim that is submitted, a bill that somebody holds. */
  kept: number
}

export async function lapse(caller: Caller, signal?: AbortSignal): Promise<Lapsed> {
  const done: Lapsed = { dropped: 0, credited: 0, kept: 0 }
  for (let after = ''; signal?.aborted !== true; ) {
    const found = await lapsing(caller, after)
    for (const item of found.filter((one) => !isReady(one))) {
      done[await lapseOne(caller, item)] += 1
    }
    const last = found.at(-1)
    if (last === undefined || found.length < piece) break
    after = last.id
  }
  return done
}

async function lapseOne(caller: Caller, { id, bill_id }: Item): Promise<keyof Lapsed> {
  try {
    return await within(async () => {
      const bill = await billRecord.locked(caller, bill_id)
      const item = await itemRecord.get(caller, id)
      if (item.service_status !== 'PENDING' || item.settled > 0) return 'kept'
      if (bill.status !== 'DRAFT') {
        await takeBack(caller, item, not_taken_up, { reason_code: lapsed_by_note })
        return 'credited'
      }
      await dropped(caller, bill, item, not_taken_up)
      return 'dropped'
    }, 'jobs')
  } catch (error) {
    if (!isRefusal(error)) throw error
    return 'kept'
  }
}

/** As `isSettled`; what has lapsed is charged anew first, and answered by the gate. */
export async function isSettledNow(
  caller: Caller,
  source: string,
  source_id: string,
): Promise<Clearance> {
  const found = await isSettled(caller, source, source_id)
  if (found.reason !== 'NOT_CHARGED') return found
  const item = await chargedAnew(caller, source, source_id)
  return item === undefined ? found : clearanceOfItem(caller, item)
}

/** At the price of the day. */
async function chargedAnew(
  caller: Caller,
  source: string,
  source_id: string,
): Promise<Item | undefined> {
  const { hospital_id } = caller
  const [last] = await bill_items.all(
    { hospital_id, source, source_id, service_status: 'CANCELLED' },
    { order: ['-created_at', '-id'], limit: 1 },
  )
  const has_lapsed = [not_taken_up, lapsed_by_note].includes(last?.cancel_reason ?? '')
  if (last === undefined || !has_lapsed || last.code === null || last.patient_id === null) {
    return undefined
  }
  const { patient_id, visit_id, code, quantity, urgent, department, performed_by_id } = last
  const category = last.income_category ?? last.category
  const made = await within(() =>
    charge(caller, {
      patient_id,
      visit_id,
      code,
      quantity: quantity / 1000,
      source,
      source_id,
      urgent,
      department,
      category,
      performed_by_id,
    }),
  )
  return itemRecord.get(caller, made.item_id)
}
