// A request is taken back, or some of the units set aside for it (3.4); what went out keeps its course.

import type { Caller } from '../../../../core/caller.ts'
import { let_go, unit_life, type UnitRow, unitRecord } from '../units/record.ts'
import { blood_units } from '../units/tables.ts'
import { blood_samples } from '../patients/tables.ts'
import { sampleRecord } from '../patients/record.ts'
import { progress } from './progress.ts'
import { requestRecord, type RequestRow } from './record.ts'
import type { CancelInput } from './shapes.ts'

export async function cancel(caller: Caller, id: string, input: CancelInput): Promise<RequestRow> {
  const before = await requestRecord.begin(caller, id, 'cancel')
  const wanted = input.unit_ids ?? []
  if (wanted.length > 0) {
    for (const unit_id of [...wanted].toSorted()) await letOne(caller, unit_id, before)
    return progress(caller, id)
  }
  return cancelled(caller, before, input.reason)
}

/** The request is locked. */
export async function cancelled(
  caller: Caller,
  before: RequestRow,
  reason: string,
): Promise<RequestRow> {
  await letAll(caller, before.id)
  await dropExpected(caller, before.id, reason)
  return requestRecord.moved(caller, before, 'cancel', { status: 'CANCELLED' }, reason)
}

async function letOne(caller: Caller, unit_id: string, { id }: RequestRow): Promise<void> {
  const unit = await unitRecord.locked(caller, unit_id)
  if (unit.status !== 'RESERVED' || unit.request_id !== id) {
    throw unit_life.refusal(unit.status, unit.number)
  }
  await unitRecord.moved(caller, unit, 'let_go', let_go)
}

export async function letAll(caller: Caller, request_id: string): Promise<UnitRow[]> {
  const { hospital_id } = caller
  const found = await blood_units.all(
    { hospital_id, request_id, status: 'RESERVED' },
    { order: ['id'] },
  )
  const done: UnitRow[] = []
  for (const { id } of found) {
    const unit = await unitRecord.locked(caller, id)
    if (unit.status === 'RESERVED' && unit.request_id === request_id) {
      done.push(await unitRecord.moved(caller, unit, 'let_go', let_go))
    }
  }
  return done
}

/** A tube that was never taken is not waited for. */
export async function dropExpected(
  caller: Caller,
  request_id: string,
  reason: string,
): Promise<void> {
  const { hospital_id } = caller
  const found = await blood_samples.all({ hospital_id, request_id, status: 'EXPECTED' })
  for (const { id } of found) {
    const row = await sampleRecord.locked(caller, id)
    if (row.status === 'EXPECTED') {
      await sampleRecord.moved(caller, row, 'reject', { reject_reason: reason }, reason)
    }
  }
}
