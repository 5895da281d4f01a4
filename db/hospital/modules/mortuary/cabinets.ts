// Cabinets of a branch and how their spaces stand.

import { asks, type Caller } from '../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { fresh } from '../../../core/versions.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { folded } from '../../../store/table.ts'
import { difference, record } from '../../office/audit/record.ts'
import { inScope } from '../../office/places/facilities.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import type { Cabinet as Shown, CabinetChange, CabinetInput } from './cabinet-shapes.ts'
import { type Cabinet, cabinetRecord, lockSpaces, markSpace } from './spaces.ts'
import { bodies, mortuary_cabinets, mortuary_spaces } from './tables.ts'

export async function list(
  caller: Caller,
  asked: { active?: boolean; facility_id?: string },
): Promise<Shown[]> {
  const found = await mortuary_cabinets.read(
    sql`select ${mortuary_cabinets.selection()} from mortuary_cabinets${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.active, sql`active = ${asked.active ?? true}`),
    ])} order by code_key, id`,
  )
  return shown(caller, found)
}

const one = async (caller: Caller, id: string): Promise<Shown> => {
  const [found] = await shown(caller, [await cabinetRecord.get(caller, id)])
  return found as Shown
}

async function shown({ hospital_id }: Caller, found: readonly Cabinet[]): Promise<Shown[]> {
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return []
  const spaces = await mortuary_spaces.all(
    { hospital_id, cabinet_id: ids },
    { order: ['cabinet_id', 'position'] },
  )
  const lying = await bodies.all({ hospital_id, cabinet_id: ids, status: 'STORED' })
  return found.map((row) => {
    const own = spaces.filter(({ cabinet_id }) => cabinet_id === row.id)
    const count = (state: string): number => own.filter((space) => space.state === state).length
    return {
      ...row,
      capacity: own.length,
      occupied: count('OCCUPIED'),
      free: row.active ? count('FREE') : 0,
      // The readings are the stock chapter's; a cold unit that is not told has none here.
      temperature: null,
      spaces: own.map((space) => ({
        label: space.label,
        state: space.state,
        reason: space.reason,
        body_references: lying
          .filter(({ space_id }) => space_id === space.id)
          .map(({ number }) => number),
      })),
    }
  })
}

export async function open(caller: Caller, input: CabinetInput): Promise<Shown> {
  const { hospital_id, facility_id } = caller
  if (facility_id === null) throw invalid('facility_id', 'is required.')
  const { spaces, ...given } = input
  noColdUnit(given)
  const made = await attempt(() =>
    mortuary_cabinets.insert({
      ...given,
      cold_unit_id: null,
      hospital_id,
      facility_id,
      code_key: folded(given.code),
    }),
  ).catch((error: unknown) => {
    throw taken(error, given.code)
  })
  await addSpaces(caller, made.id, spaces, 1)
  noted(caller, 'mortuary_cabinet.create', made)
  return one(caller, made.id)
}

/** Cold units are the stock chapter's, and there is none yet. */
function noColdUnit({ cold_unit_id }: Pick<CabinetInput, 'cold_unit_id'>): void {
  if (cold_unit_id) throw noSuch('cold unit')
}

async function addSpaces(
  { hospital_id }: Caller,
  cabinet_id: string,
  spaces: readonly { label: string }[],
  from: number,
): Promise<void> {
  const keys = spaces.map(({ label }) => folded(label))
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (twice >= 0) throw invalid(`spaces[${twice}].label`, 'stands there twice.')
  await mortuary_spaces.insertMany(
    spaces.map(({ label }, at) => ({
      hospital_id,
      cabinet_id,
      position: from + at,
      label,
      label_key: folded(label),
    })),
  )
}

export async function change(caller: Caller, id: string, input: CabinetChange): Promise<Shown> {
  const before = await cabinetRecord.locked(caller, id)
  fresh(caller, before)
  await mustBeHere(caller, before.facility_id, 'cabinet')
  const { spaces = [], ...fields } = input
  if (Object.keys(fields).length > 0) await changeFields(caller, before, fields)
  await changeSpaces(caller, before, spaces)
  return one(caller, id)
}

async function changeFields(
  caller: Caller,
  before: Cabinet,
  fields: Omit<CabinetChange, 'spaces'>,
): Promise<void> {
  asks(caller, 'mortuary:manage')
  const { hospital_id } = caller
  noColdUnit(fields)
  if (fields.active === false && before.active) {
    // Who takes a space at this moment has it locked: it is waited for, and counted.
    const spaces = await mortuary_spaces.all({ hospital_id, cabinet_id: before.id })
    await lockSpaces(
      caller,
      spaces.map((space) => space.id),
    )
    const lying = await bodies.count({ hospital_id, cabinet_id: before.id, status: 'STORED' })
    if (lying > 0) throw conflict(`${before.name} holds ${lying}: move them first.`)
  }
  const changes = {
    ...fields,
    ...(fields.cold_unit_id === undefined ? {} : { cold_unit_id: null }),
    ...(fields.code === undefined ? {} : { code_key: folded(fields.code) }),
  }
  await attempt(() => mortuary_cabinets.change({ hospital_id, id: before.id }, changes)).catch(
    (error: unknown) => {
      throw taken(error, fields.code ?? before.code)
    },
  )
  noted(caller, 'mortuary_cabinet.update', before, difference(before, changes))
}

/** A label that is not there yet is a new space; one that is there changes its state. */
async function changeSpaces(
  caller: Caller,
  cabinet: Cabinet,
  spaces: NonNullable<CabinetChange['spaces']>,
): Promise<void> {
  if (spaces.length === 0) return
  const { hospital_id } = caller
  const known = await mortuary_spaces.all({ hospital_id, cabinet_id: cabinet.id })
  const keys = new Set(known.map(({ label_key }) => label_key))
  const fresh_ones = spaces.filter(({ label }) => !keys.has(folded(label)))
  if (fresh_ones.length > 0) {
    asks(caller, 'mortuary:manage')
    await addSpaces(caller, cabinet.id, fresh_ones, known.length + 1)
  }
  for (const [at, space] of spaces.entries()) {
    if (!keys.has(folded(space.label))) continue
    asks(caller, 'mortuary:update', 'mortuary:manage')
    await markSpace(caller, cabinet, { ...space, state: space.state ?? 'FREE' }, `spaces[${at}]`)
  }
  noted(caller, 'mortuary_cabinet.spaces', cabinet)
}

const taken = (error: unknown, code: string): unknown =>
  isTaken(error, 'code_key') ? conflict(`There is a cabinet ${code} already.`) : error

function noted(
  caller: Caller,
  action: string,
  { id, code }: Pick<Cabinet, 'id' | 'code'>,
  changes?: Record<string, [unknown, unknown]>,
): void {
  record(caller, action, {
    entity_type: 'mortuary_cabinet',
    entity_id: id,
    entity_label: code,
    changes,
  })
}
