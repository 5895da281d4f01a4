// The life of a membership (3.6, BIL-107): one that counts per patient and scheme.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { coverChanged } from '../../neighbours/cover.ts'
import { find, membershipRecord, numberIsFree, oneAtATime, onlyOne } from './memberships.ts'
import type { Membership } from './scheme-shapes.ts'
import { membership_life } from './membership-states.ts'

type Move = keyof typeof membership_life.moves

export const suspend = (caller: Caller, id: string, reason: string): Promise<Membership> =>
  move(caller, id, 'suspend', { reason })

export async function resume(caller: Caller, id: string): Promise<Membership> {
  const row = await membershipRecord.get(caller, id)
  await oneAtATime(row.scheme_id)
  membershipRecord.check(row, 'resume')
  await onlyOne(caller, row)
  await numberIsFree(caller, row)
  return move(caller, id, 'resume', { reason: null })
}

export async function end(
  caller: Caller,
  id: string,
  { reason, valid_to }: { reason: string; valid_to?: string | null | undefined },
): Promise<Membership> {
  const row = await membershipRecord.get(caller, id)
  const day = valid_to ?? row.valid_to ?? (await hospitalDay(caller))
  if (day < row.valid_from) throw conflict(`The membership began on ${row.valid_from}.`)
  return move(caller, id, 'end', { reason, valid_to: day })
}

async function move(
  caller: Caller,
  id: string,
  name: Move,
  { reason, valid_to }: { reason: string | null; valid_to?: string },
): Promise<Membership> {
  // Held: of two who make a move one comes after the other, and finds it made.
  const before = await membershipRecord.begin(caller, id, name)
  const changes = { end_reason: reason, ...(valid_to === undefined ? {} : { valid_to }) }
  await membershipRecord.moved(caller, before, name, changes, reason)
  await coverChanged(caller, { membership_id: id })
  return find(caller, id)
}
