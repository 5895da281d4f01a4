// A body and its life (B.3).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import type { RowOf } from '../../../store/table.ts'
import { patientRecord, type Row as Patient } from '../../desk/patients/rows.ts'
import { historyIn } from '../../history.ts'
import { mustBeHere } from '../../office/places/own-branch.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { bodies, body_moves, mortuary_cabinets } from './tables.ts'
import { body_states } from './words.ts'

export type Body = RowOf<(typeof bodies)['columns']>

const body_life = life('body', body_states, {
  receive: { from: ['EXPECTED'], to: 'STORED', permission: 'mortuary:register' },
  move: { from: ['STORED'], to: 'STORED', permission: 'mortuary:update' },
  identify: { from: ['STORED'], to: 'STORED', permission: 'mortuary:update' },
  release: { from: ['STORED'], to: 'RELEASED', permission: 'mortuary:release' },
  'bury by authority': {
    from: ['STORED'],
    to: 'BURIED_BY_AUTHORITY',
    permission: 'mortuary:release',
  },
  transfer: { from: ['STORED'], to: 'TRANSFERRED', permission: 'mortuary:release' },
  cancel: { from: ['EXPECTED', 'STORED'], to: 'CANCELLED', permission: 'mortuary:update' },
})
export type BodyMove = (typeof body_life.names)[number]

export const bodyRecord = recordWithLife(bodies, {
  life: body_life,
  called: ({ number }) => number,
  history: historyIn(body_moves),
  sequence: 'body',
  clash,
})

/** Two at the same moment: what the other one did, in words. */
async function clash(caller: Caller, error: unknown, wanted: Body): Promise<unknown> {
  if (isTaken(error, 'patient_id')) {
    const known = await liveOf(caller, wanted.patient_id)
    return known === undefined ? error : alreadyHere(caller, known)
  }
  if (isTaken(error, 'slot')) {
    return conflict(`${wanted.space_label ?? 'This space'} was taken a moment ago: choose another.`)
  }
  return error
}

/** The body of somebody, of whatever state but CANCELLED. */
export const liveOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<Body | undefined> =>
  bodies.find({
    hospital_id,
    patient_id,
    own: true,
    status: body_states.filter((state) => state !== 'CANCELLED'),
  })

export async function alreadyHere(caller: Caller, known: Body): Promise<Error> {
  const { full_name } = await patientRecord.get(caller, known.patient_id)
  return conflict(`${full_name} is already ${known.number} ${await whereOf(caller, known)}.`)
}

async function whereOf(
  { hospital_id }: Caller,
  { status, cabinet_id, space_label }: Body,
): Promise<string> {
  if (status !== 'STORED') return `(${status})`
  if (cabinet_id === null) return 'on a trolley'
  const cabinet = await mortuary_cabinets.find({ hospital_id, id: cabinet_id })
  return `in cabinet ${cabinet?.code ?? ''} ${space_label ?? ''}`.trim()
}

/** One order of locks: the patient before the body. */
export async function begun(
  caller: Caller,
  id: string,
  move: BodyMove,
): Promise<{ before: Body; patient: Patient }> {
  const { patient_id } = await bodyRecord.get(caller, id)
  const patient = await patientRecord.locked(caller, patient_id)
  const before = await bodyRecord.begin(caller, id, move)
  await mustBeHere(caller, before.facility_id, 'body')
  return { before, patient }
}

/** What is no move of its life: belongings, a viewing, a notice. */
export async function heldHere(
  caller: Caller,
  id: string,
  states: readonly Body['status'][],
): Promise<Body> {
  const { patient_id } = await bodyRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  const row = await bodyRecord.locked(caller, id)
  await mustBeHere(caller, row.facility_id, 'body')
  if (!states.includes(row.status)) throw body_life.refusal(row.status, row.number)
  return row
}
