// What becomes of a branch: closed, opened again, made the main one (platform 3.3, PLT-56).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { conflict } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { fresh } from '../../../core/versions.ts'
import { record } from '../audit/record.ts'
import { modules } from '../../modules.ts'
import { refuseBeyondPlan, refuseUnlicensed } from '../../neighbours/licence.ts'
import { find, facilityRecord } from './facilities.ts'
import { facility_life } from './facility-life.ts'
import { leftBehind, named } from './left-behind.ts'
import { openWork } from './modules.ts'
import type { Facility } from './shapes.ts'
import { forgetSwitches } from './switches.ts'
import type { FacilityRow as Row } from './places.ts'
import { facilities } from './tables.ts'

export async function deactivate(caller: Caller, id: string, reason: string): Promise<Facility> {
  const facility = await facilityRecord.get(caller, id)
  fresh(caller, facility)
  facility_life.move('deactivate', facility.status, facility.name)
  if (facility.is_main) {
    throw conflict(`${facility.name} is the main branch. Make another branch the main one first.`)
  }
  const of_modules = await Promise.all(modules.map((module) => openWork(caller, module, id)))
  const left = [
    ...of_modules.flat(),
    ...(await leftBehind(caller, { kind: 'facility', id, name: facility.name })),
  ]
  if (left.length > 0) throw conflict(`${facility.name} still has open work: ${named(left)}.`)
  await refuseStranded(caller, id, facility.name)
  return move(caller, facility, 'deactivate', reason)
}

export async function activate(caller: Caller, id: string): Promise<Facility> {
  const facility = await facilityRecord.get(caller, id)
  fresh(caller, facility)
  await refuseUnlicensed(caller, 'open a branch')
  await refuseBeyondPlan(caller, 'branches')
  return move(caller, facility, 'activate', null)
}

/** The flag goes from one branch to another in one transaction; there is one at every moment. */
export async function makeMain(caller: Caller, id: string): Promise<Facility> {
  const { hospital_id } = caller
  const chosen = await facilityRecord.get(caller, id)
  fresh(caller, chosen)
  if (chosen.status !== 'ACTIVE') throw facility_life.refusal(chosen.status, chosen.name)
  // Locked in one order, so that two who choose at the same moment choose one after the other.
  const all = await facilities.all({ hospital_id }, { order: ['id'], lock: true })
  const before = all.find(({ is_main }) => is_main)
  if (before?.id === id) return find(caller, id)
  if (before !== undefined) {
    await facilities.change({ hospital_id, id: before.id }, { is_main: false })
  }
  await facilities.change({ hospital_id, id }, { is_main: true })
  record(caller, 'facility.make_main', {
    entity_type: 'facility',
    entity_id: id,
    entity_label: chosen.name,
    changes: { main: [before?.name ?? null, chosen.name] },
  })
  return find(caller, id)
}

async function move(
  caller: Caller,
  facility: Row,
  name: 'deactivate' | 'activate',
  reason: string | null,
): Promise<Facility> {
  const { hospital_id } = caller
  const { id } = facility
  const status = facility_life.move(name, facility.status, facility.name)
  await facilities.change({ hospital_id, id }, { status, status_reason: reason })
  forgetSwitches(id)
  record(caller, `facility.${name}`, {
    entity_type: 'facility',
    entity_id: id,
    entity_label: facility.name,
    from_state: facility.status,
    to_state: status,
    reason,
  })
  return find(caller, id)
}

/** Accounts that could act nowhere any more; five of them are named. */
async function refuseStranded(caller: Caller, id: string, name: string): Promise<void> {
  const stranded = await rows<{ full_name: string }>(
    sql`select u.full_name from user_facilities uf join users u on u.id = uf.user_id
      where uf.hospital_id = ${caller.hospital_id} and uf.facility_id = ${id} and u.status = 'ACTIVE'
      and not exists (select 1 from user_facilities other join facilities f on f.id = other.facility_id
        where other.user_id = uf.user_id and other.facility_id <> ${id} and f.status = 'ACTIVE')
      order by u.full_name, u.id`,
  )
  if (stranded.length === 0) return
  const names = stranded.slice(0, 5).map(({ full_name }) => full_name)
  const more = stranded.length > 5 ? ` and ${stranded.length - 5} more` : ''
  throw conflict(`${name} is the only branch of ${names.join(', ')}${more}.`)
}
