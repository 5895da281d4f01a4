// Where a patient is sent (VIS-11): to the point that was named, or to one of its kind.

import type { Caller } from '../../../../core/caller.ts'
import { isId } from '../../../../core/ids.ts'
import { conflict, noSuch } from '../../../../core/refusal.ts'
import * as points from '../../service-points/service-points.ts'
import type { PointRow } from '../../service-points/service-points.ts'
import { point_kinds, type PointKind } from '../../service-points/words.ts'
import { waitsAt } from './order.ts'
import type { Visit } from '../rows.ts'

type Of = Pick<Visit, 'facility_id' | 'clinician_id' | 'department'>

const isKind = (word: string): word is PointKind =>
  (point_kinds as readonly string[]).includes(word)

/** `to` of a body: an id, a code, or a kind. */
export async function targetNamed(caller: Caller, visit: Of, word: string): Promise<PointRow> {
  const said = await meant(caller, visit, word)
  if (typeof said === 'string') {
    const found = await nearest(caller, visit, [said])
    if (found === undefined) throw nonOpen(said)
    return found
  }
  if (said.status === 'CLOSED') throw conflict(`${said.name} is closed.`, 'point_closed')
  return said
}

/** FRO-1: what a body names and nobody has is told before any state is. */
export async function mustBeThere(caller: Caller, visit: Of, word: string): Promise<void> {
  await meant(caller, visit, word)
}

/** A point of the branch by its id or its code, else a kind of points. */
async function meant(caller: Caller, visit: Of, word: string): Promise<PointRow | PointKind> {
  const named = await points.named(caller, visit.facility_id, word)
  if (named !== undefined && named.facility_id === visit.facility_id && named.active) return named
  const kind = word.toUpperCase()
  if (isId(word) || !isKind(kind)) throw noSuch('service point')
  return kind
}

export const nonOpen = (kind: PointKind) =>
  conflict(`No ${kind} point is open at this branch.`, 'no_point')

/** The open point at which a patient of these kinds is served soonest. */
export async function nearest(
  caller: Caller,
  { facility_id, clinician_id, department }: Of,
  kinds: readonly PointKind[],
): Promise<PointRow | undefined> {
  const all = await points.pointsOf(caller, facility_id)
  const open = all.filter(({ kind, status }) => kinds.includes(kind) && status === 'OPEN')
  if (open.length <= 1) return open[0]
  const own =
    clinician_id === null
      ? undefined
      : open.find(({ clinician_ids }) => clinician_ids.includes(clinician_id))
  if (own !== undefined) return own
  const near = open.filter((point) => department !== null && point.department === department)
  const among = near.length > 0 ? near : open
  const waits = await waitsAt(
    caller,
    among.map(({ id }) => id),
  )
  const waitOf = ({ id }: PointRow): number => waits.get(id) ?? 0
  return among.sort((a, b) => waitOf(a) - waitOf(b) || (a.code < b.code ? -1 : 1))[0]
}

/** Whether the branch has such a point at all: a step without one is skipped. */
export const kindsAt = async (caller: Caller, facility_id: string): Promise<Set<PointKind>> =>
  new Set((await points.pointsOf(caller, facility_id)).map(({ kind }) => kind))
