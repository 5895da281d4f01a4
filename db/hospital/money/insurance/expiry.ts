// What ends by its date (7, every night): memberships, authorisations of visits, approvals. Drafts that
// leaned on them are covered anew; what is issued stands.

import type { Caller } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { authorisationGiven, coverChanged } from '../../neighbours/cover.ts'
import { membershipRecord } from '../tariff/memberships.ts'
import { memberships } from '../tariff/scheme-tables.ts'
import { authorisationRecord } from './authorisations.ts'
import { preauthRecord } from './preauth-life.ts'
import { authorisations, preauthorisations } from './tables.ts'

const piece = 50

/** How many ended, in pieces of their own transactions; a run that is cut off goes on the next night. */
async function each(signal: AbortSignal | undefined, some: () => Promise<number>): Promise<number> {
  let count = 0
  for (let ended = -1; ended !== 0 && signal?.aborted !== true; count += ended) {
    ended = await within(some, 'jobs')
  }
  return count
}

export async function expire(
  caller: Caller,
  signal?: AbortSignal,
): Promise<{ memberships: number; authorisations: number; approvals: number }> {
  const day = await today(caller)
  return {
    memberships: await each(signal, () => lapseMembers(caller, day)),
    authorisations: await each(signal, () => expireAuthorisations(caller, day)),
    approvals: await each(signal, () => expireApprovals(caller, day)),
  }
}

async function lapseMembers(caller: Caller, day: string): Promise<number> {
  const { hospital_id } = caller
  const over = await memberships.read(
    sql`select ${memberships.selection('m')} from memberships m
      where m.hospital_id = ${hospital_id} and m.status in ('ACTIVE', 'SUSPENDED')
        and m.valid_to < ${day} order by m.id limit ${piece}`,
  )
  for (const one of over) {
    await membershipRecord.moved(caller, one, 'lapse', {}, `It was valid to ${one.valid_to}`)
    await coverChanged(caller, { membership_id: one.id })
  }
  return over.length
}

async function expireAuthorisations(caller: Caller, day: string): Promise<number> {
  const { hospital_id } = caller
  const over = await authorisations.read(
    sql`select ${authorisations.selection('a')} from authorisations a
      where a.hospital_id = ${hospital_id} and a.status in ('ACTIVE', 'PROVISIONAL')
        and a.valid_to < ${day} order by a.id limit ${piece}`,
  )
  for (const one of over) {
    await authorisationRecord.moved(caller, one, 'expire', {}, `It was valid to ${one.valid_to}`)
    await authorisationGiven(caller, { ...one, number: null })
  }
  return over.length
}

async function expireApprovals(caller: Caller, day: string): Promise<number> {
  const over = await preauthorisations.read(
    sql`select ${preauthorisations.selection('p')} from preauthorisations p
      where p.hospital_id = ${caller.hospital_id} and p.status in ('APPROVED', 'PARTLY_APPROVED')
        and p.valid_to < ${day} order by p.id limit ${piece}`,
  )
  for (const one of over) {
    await preauthRecord.moved(caller, one, 'expire', {}, `It was valid to ${one.valid_to}`)
    await coverChanged(caller, { membership_id: one.membership_id })
  }
  return over.length
}
