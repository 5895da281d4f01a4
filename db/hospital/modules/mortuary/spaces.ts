// Spaces of cabinets: taken by one body, left to be cleaned (MOR-5).

import type { Caller } from '../../../core/caller.ts'
import { conflict, invalid, noSuch } from '../../../core/refusal.ts'
import { folded, type RowOf } from '../../../store/table.ts'
import { recordOf } from '../../../store/record-of.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import type { Body } from './record.ts'
import { bodies, mortuary_cabinets, mortuary_spaces } from './tables.ts'
import { small_kinds } from './words.ts'

export type Cabinet = RowOf<(typeof mortuary_cabinets)['columns']>
export type Space = RowOf<(typeof mortuary_spaces)['columns']>

export const cabinetRecord = recordOf(mortuary_cabinets, 'cabinet')

export interface Place {
  cabinet_id: string
  space_id: string
  space_label: string
  slot: number
}
export const nowhere = { cabinet_id: null, space_id: null, space_label: null, slot: 1 } as const

/** The space by its label, kept from others until this is over. A cabinet is closed under the locks of its spaces. */
async function spaceCalled(
  caller: Caller,
  cabinet_id: string,
  label: string,
): Promise<{ cabinet: Cabinet; space: Space }> {
  const { hospital_id } = caller
  const cabinet = await cabinetRecord.get(caller, cabinet_id)
  await mustBeHere(caller, cabinet.facility_id, 'cabinet')
  mustBeInUse(cabinet)
  const label_key = folded(label)
  const space = await mortuary_spaces.find({ hospital_id, cabinet_id, label_key }, { lock: true })
  if (space === undefined) throw noSuch('space')
  mustBeInUse(await cabinetRecord.get(caller, cabinet_id))
  return { cabinet, space }
}

function mustBeInUse({ active, name }: Cabinet): void {
  if (!active) throw conflict(`${name} is not in use.`)
}

export const lyingIn = ({ hospital_id }: Pick<Caller, 'hospital_id'>, space_id: string) =>
  bodies.all({ hospital_id, space_id, status: 'STORED' }, { order: ['slot'] })

/** For one body, or for two small ones in a cold room. */
export async function takeSpace(
  caller: Caller,
  body: Pick<Body, 'id' | 'kind'>,
  { cabinet_id, space_label }: { cabinet_id: string; space_label: string },
): Promise<Place> {
  const { cabinet, space } = await spaceCalled(caller, cabinet_id, space_label)
  const { label } = space
  if (space.state === 'OUT_OF_SERVICE') {
    throw conflict(`${label} is out of service: ${space.reason ?? 'no reason was given'}.`)
  }
  if (space.state === 'TO_CLEAN') throw conflict(`${label} is not cleaned yet.`)
  const there = await lyingIn(caller, space.id)
  const [other] = there
  const small = [body, ...there].every(({ kind }) => small_kinds.includes(kind))
  const room = cabinet.kind === 'COLD_ROOM' && small ? 2 : 1
  if (other !== undefined && (other.id === body.id || there.length >= room)) {
    throw conflict(`${label} holds ${there.map(({ number }) => number).join(' and ')}.`)
  }
  await setSpace(caller, space.id, 'OCCUPIED')
  const slot = there.some((one) => one.slot === 1) ? 2 : 1
  return { cabinet_id, space_id: space.id, space_label: label, slot }
}

/** Who shared it lies there still. */
export async function leaveSpace(caller: Caller, body: Body): Promise<void> {
  if (body.space_id === null) return
  const left = (await lyingIn(caller, body.space_id)).filter(({ id }) => id !== body.id)
  if (left.length === 0) await setSpace(caller, body.space_id, 'TO_CLEAN')
}

const setSpace = (
  { hospital_id }: Caller,
  id: string,
  state: Space['state'],
  reason: string | null = null,
): Promise<number> => mortuary_spaces.change({ hospital_id, id }, { state, reason })

/** Two moves that swap places wait for each other here, and not for ever. */
export async function lockSpaces(
  caller: Caller,
  labels: readonly (string | null)[],
): Promise<void> {
  const { hospital_id } = caller
  const ids = [...new Set(labels.flatMap((id) => id ?? []))].sort()
  for (const id of ids) await mortuary_spaces.find({ hospital_id, id }, { lock: true })
}

export const idOfSpace = async (
  { hospital_id }: Caller,
  { cabinet_id, space_label }: { cabinet_id: string; space_label: string },
): Promise<string | null> =>
  (await mortuary_spaces.find({ hospital_id, cabinet_id, label_key: folded(space_label) }))?.id ??
  null

/** What people say of a space: a body in it is taken out first. */
export async function markSpace(
  caller: Caller,
  cabinet: Cabinet,
  asked: { label: string; state: 'FREE' | 'TO_CLEAN' | 'OUT_OF_SERVICE'; reason?: string | null },
  field: string,
): Promise<void> {
  const { hospital_id } = caller
  const label_key = folded(asked.label)
  const space = await mortuary_spaces.find(
    { hospital_id, cabinet_id: cabinet.id, label_key },
    { lock: true },
  )
  if (space === undefined) throw invalid(`${field}.label`, `is no space of ${cabinet.name}.`)
  const there = await lyingIn(caller, space.id)
  if (there.length > 0) {
    throw conflict(`${space.label} holds ${there.map(({ number }) => number).join(' and ')}.`)
  }
  if (asked.state === 'OUT_OF_SERVICE' && !asked.reason) {
    throw invalid(`${field}.reason`, 'is required with OUT_OF_SERVICE.')
  }
  const reason = asked.state === 'OUT_OF_SERVICE' ? (asked.reason ?? null) : null
  await setSpace(caller, space.id, asked.state, reason)
}
