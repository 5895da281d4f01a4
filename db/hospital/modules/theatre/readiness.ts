// What is still missing before anybody is operated on here (MOD-10): told, and in the way of nothing.

import type { Caller } from '../../../core/caller.ts'
import type { Readiness } from '../../registry.ts'
import { rolesHolding } from '../../desk/gates/who.ts'
import { rowsIn } from '../parts/part-table.ts'
import { theatres } from './rooms/tables.ts'
import { charges_table } from './settings/tables-of-theatre.ts'

export const readiness: Readiness = async (caller, module, facility_id) => {
  if (module !== 'theatre') return []
  const { hospital_id } = caller
  const rooms = await theatres.all({ hospital_id, facility_id, active: true })
  return [
    ...(rooms.length === 0 ? ['no theatre'] : []),
    ...rooms.filter(({ store_id }) => store_id === null).map(({ name }) => `no store for ${name}`),
    ...(await unbound(caller)),
    ...(await nobodyHolds(caller, 'theatre:perform')),
  ]
}

async function unbound(caller: Caller): Promise<string[]> {
  const rows = await rowsIn(caller, charges_table)
  return rows.filter(({ code }) => code === null).map(({ key }) => `no tariff for ${key}`)
}

async function nobodyHolds(caller: Caller, code: string): Promise<string[]> {
  const holding = await rolesHolding(caller, [code])
  return (holding.get(code) ?? []).length > 0 ? [] : [`no role with ${code}`]
}
