// Drawers (2.10): each with an account of its own under 1102, made with it.

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { isId } from '../../../core/ids.ts'
import { conflict, noSuch } from '../../../core/refusal.ts'
import { oneOf, sql } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { fresh } from '../../../core/versions.ts'
import { createDrawerAccount } from '../accounting/posting/offers.ts'
import { lockHead } from '../accounting/posting/post.ts'
import { type Purse, purseOf } from '../accounting/purse.ts'
import { difference, record } from '../../office/audit/record.ts'
import { facilityRecord, scopeOf } from '../../office/places/facilities.ts'
import { type DrawerRow, drawerRecord, forgetDrawer } from './rows.ts'
import type { Drawer, DrawerChange, DrawerInput } from './shapes.ts'
import { drawers, shifts } from './tables.ts'
import { live_states } from './words.ts'
import { actsThere } from './whose.ts'

export async function list(caller: Caller, asked: { active?: boolean }): Promise<Drawer[]> {
  const scope = await scopeOf(caller, undefined)
  const found = await drawers.all(
    {
      hospital_id: caller.hospital_id,
      ...(scope === 'all' ? {} : { facility_id: scope }),
      active: asked.active,
    },
    { order: ['name_key', 'id'], limit: 1000 },
  )
  return view(caller, found)
}

async function view(caller: Caller, found: readonly DrawerRow[]): Promise<Drawer[]> {
  const purse = await purseOf(caller)
  const live = await liveOf(caller, found)
  return found.map((row) => shown(purse, row, live.get(row.id) ?? null))
}

const shown = (purse: Purse, row: DrawerRow, current_shift_id: string | null): Drawer => ({
  ...row,
  last_left: purse.major(row.last_left),
  current_shift_id,
})

async function liveOf(
  { hospital_id }: Caller,
  found: readonly DrawerRow[],
): Promise<Map<string, string>> {
  if (found.length === 0) return new Map()
  const live = await rows<{ id: string; drawer_id: string }>(
    sql`select id, drawer_id from shifts where hospital_id = ${hospital_id}
      and status${oneOf(live_states)} and drawer_id${oneOf(found.map(({ id }) => id))}`,
  )
  return new Map(live.map(({ id, drawer_id }) => [drawer_id, id]))
}

export async function open(caller: Caller, input: DrawerInput): Promise<Drawer> {
  const store_id = storeOf(input)
  await lockHead(caller)
  const { hospital_id } = caller
  const { id: facility_id } = await facilityRecord.get(caller, input.facility_id)
  const account_id = await createDrawerAccount(caller, { name: input.name, facility_id })
  const made = await drawers
    .insert({
      hospital_id,
      facility_id,
      name: input.name,
      name_key: folded(input.name),
      store_id,
      account_id,
    })
    .catch((error: unknown) => {
      throw isTaken(error, 'name_key') ? taken(input.name) : error
    })
  record(caller, 'drawer.create', {
    entity_type: 'drawer',
    entity_id: made.id,
    entity_label: made.name,
  })
  return shown(await purseOf(caller), made, null)
}

/** Nobody keeps stores yet who could be asked; what is no id names none all the same. */
function storeOf({ store_id }: { store_id?: string | null }): string | null {
  if (store_id === undefined || store_id === null || store_id === '') return null
  if (!isId(store_id)) throw noSuch('store')
  return store_id
}

const taken = (name: string) => conflict(`There is a drawer ${name} already.`, 'taken')

export async function change(caller: Caller, id: string, input: DrawerChange): Promise<Drawer> {
  const { hospital_id } = caller
  const before = await drawerRecord.locked(caller, id)
  fresh(caller, before)
  await actsThere(caller, 'drawer', before)
  const said = {
    ...input,
    ...(input.store_id === undefined ? {} : { store_id: storeOf(input) }),
    ...(input.name === undefined ? {} : { name_key: folded(input.name) }),
  }
  if (input.active === false) await refuseUsed(caller, before)
  const changes = difference(before, said)
  if (changes !== undefined) {
    await drawers.change({ hospital_id, id }, said).catch((error: unknown) => {
      throw isTaken(error, 'name_key') ? taken(input.name ?? '') : error
    })
    forgetDrawer(caller, id)
    record(caller, 'drawer.update', {
      entity_type: 'drawer',
      entity_id: id,
      entity_label: before.name,
      changes,
    })
  }
  const [now] = await view(caller, [await drawerRecord.get(caller, id)])
  return now as Drawer
}

/** BIL-99: not while somebody sits at it, nor with money in it. */
async function refuseUsed({ hospital_id }: Caller, drawer: DrawerRow): Promise<void> {
  const shift = await shifts.find({ hospital_id, drawer_id: drawer.id, status: live_states })
  if (shift !== undefined) throw conflict(`${drawer.name} is used by ${shift.user_name}.`, 'in_use')
}
