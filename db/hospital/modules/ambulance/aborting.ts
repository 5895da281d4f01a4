// A trip ends before it carried anybody (C.3 abort): its requests wait again with their age, or are over.

import type { Caller } from '../../../core/caller.ts'
import { cancelled, requestRecord } from './requests.ts'
import { type Trip, tripRecord } from './trip-record.ts'
import { type AbortCode, waits_again } from './words.ts'

export async function abort(
  caller: Caller,
  before: Trip,
  reason_code: AbortCode,
  at: string,
): Promise<Trip> {
  for (const id of [...before.request_ids].sort()) {
    const request = await requestRecord.locked(caller, id)
    if (request.status !== 'ASSIGNED' || request.trip_id !== before.id) continue
    if (waits_again.includes(reason_code)) {
      const changes = { trip_id: null, waiting_reason: reason_code }
      await requestRecord.moved(caller, request, 'wait again', changes, reason_code)
    } else {
      await cancelled(caller, request, reason_code, null, 'trip aborted')
    }
  }
  const stamp = { milestone: 'ABORTED' as const, at, odometer: null, lat: null, lng: null }
  const milestones = [...before.milestones, { ...stamp, by_name: caller.name }]
  const changes = { milestones, outcome: 'ABORTED' as const }
  return tripRecord.moved(caller, before, 'ABORTED', changes, reason_code)
}
