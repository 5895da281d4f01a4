// The life of a membership (3.6, BIL-107): one that counts per patient and scheme.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { record } from '../../office/audit/record.ts'
import { today as hospitalDay } from '../../office/hospitals/hospitals.ts'
import { coverChanged } from '../../neighbours/cover.ts'
import {
  find,
  type MembershipRow,
  numberIsFree,
  oneAtATime,
  onlyOne,
  rowOf,
} from './memberships.ts'
import type { Membership } from './scheme-shapes.ts'
import { memberships } from './scheme-tables.ts'
import { membership_life } from './membership-states.ts'

type Move = keyof typeof membership_life.moves

export const suspend = (caller: Caller, id: string, reason: string): Promise<Membership> =>
  move(caller, id, 'suspend', { reason })

export async function resume(caller: Caller, id: string): Promise<Membership> {
  const row = await rowOf(caller, id)
  await oneAtATime(row.scheme_id)
  membership_life.move('resume', row.status, row.member_no)
  await onlyOne(caller, row)
  await numberIsFree(caller, row)
  return move(caller, id, 'resume', { reason: null })
}

export async function end(
  caller: Caller,
  id: string,
  { reason, valid_to }: { reason: string; valid_to?: string | null | undefined },
): Promise<Membership> {
  const row = await rowOf(caller, id)
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
  const { hospital_id } = caller
  // Held: of two who make a move one comes after the other, and finds it made.
  const before: MembershipRow =
    (await memberships.find({ hospital_id, id }, { lock: true })) ?? (await rowOf(caller, id))
  const status = membership_life.move(name, before.status, before.member_no)
  await memberships.change(
    { hospital_id, id },
    { status, end_reason: reason, ...(valid_to === undefined ? {} : { valid_to }) },
  )
  record(caller, `membership.${name}`, {
    entity_type: 'membership',
    entity_id: id,
    entity_label: before.member_no,
    patient_id: before.patient_id,
    from_state: before.status,
    to_state: status,
    reason,
  })
  await coverChanged(caller, { membership_id: id })
  return find(caller, id)
}
