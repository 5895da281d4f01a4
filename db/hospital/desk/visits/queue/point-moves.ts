// Opening, pausing and closing a point with the people who wait there (QUE-14).

import type { Caller } from '../../../../core/caller.ts'
import { Refusal } from '../../../../core/refusal.ts'
import { fresh } from '../../../../core/versions.ts'
import { counterOf } from './counters.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import type { CloseInput, ServicePoint } from '../../service-points/shapes.ts'
import { changed } from './display-feed.ts'
import { queue_entries } from '../tables.ts'
import { mustBeThere } from './targets.ts'
import { transfer } from './transfer.ts'

export async function openPoint(
  caller: Caller,
  id: string,
  { counter }: { counter?: string | null },
): Promise<ServicePoint> {
  const point = await points.servicePointRecord.get(caller, id)
  fresh(caller, point)
  if (counter) counterOf(point, counter)
  const after = await points.move(caller, point, 'open', null)
  changed(caller, id)
  return points.view(caller, after)
}

export const pausePoint = (caller: Caller, id: string, input: CloseInput) =>
  shut(caller, id, 'pause', input)
export const closePoint = (caller: Caller, id: string, input: CloseInput) =>
  shut(caller, id, 'close', input)

async function shut(
  caller: Caller,
  id: string,
  move: 'pause' | 'close',
  { reason, move_to, keep }: CloseInput,
): Promise<ServicePoint> {
  const point = await points.servicePointRecord.get(caller, id)
  fresh(caller, point)
  if (move_to && keep !== true) {
    await mustBeThere(
      caller,
      { facility_id: point.facility_id, clinician_id: null, department: null },
      move_to,
    )
  }
  const waiting = await queue_entries.all(
    {
      hospital_id: caller.hospital_id,
      service_point_id: id,
      status: ['WAITING', 'CALLED', 'ON_HOLD'],
    },
    { order: ['sort_at', 'sort_id'] },
  )
  if (waiting.length > 0 && keep !== true && !move_to) throw whereTo(point, waiting.length)
  // The state first: whoever is moved must not be sent back here as to an open point.
  const after = await points.move(caller, point, move, reason)
  let moved = 0
  if (move_to && keep !== true) {
    const house = { ...caller, expected_version: null }
    for (const entry of waiting) {
      await transfer(house, entry.id, { to: move_to, reason })
      moved += 1
    }
  }
  changed(caller, id)
  return { ...(await points.view(caller, after)), moved }
}

const whereTo = ({ name }: PointRow, count: number): Refusal =>
  new Refusal(
    400,
    'invalid',
    `move_to is required: ${count} still wait at ${name}. Name another point, or say keep.`,
    { field: 'move_to' },
  )
