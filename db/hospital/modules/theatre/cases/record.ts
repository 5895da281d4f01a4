// A case as it is kept: its states and moves (A.3), its team, its steps.

import { type Caller, can } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { fresh } from '../../../../core/versions.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import { linesOf } from '../../../../store/lines-of.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Row as Patient, patientRecord, writable } from '../../../desk/patients/rows.ts'
import { visitRecord } from '../../../desk/visits/rows.ts'
import { historyIn } from '../../../history.ts'
import { admissionRecord } from '../../../care/wards/admissions/record.ts'
import { signerOf } from '../../../neighbours/signing.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { before_end_states, case_states } from '../words.ts'
import { theatre_case_moves, theatre_cases, theatre_stamps, theatre_team } from './tables.ts'

export type CaseRow = RowOf<(typeof theatre_cases)['columns']>
export type TeamRow = RowOf<(typeof theatre_team)['columns']>
export type StampRow = RowOf<(typeof theatre_stamps)['columns']>

export const case_life = life('case', case_states, {
  book: { from: ['REQUESTED'], to: 'SCHEDULED', permission: 'theatre:book' },
  /** To another place of a list: nobody reads it as a way out of where the case is. */
  rebook: { from: ['SCHEDULED'], to: 'SCHEDULED', permission: 'theatre:book', house: true },
  send: { from: ['SCHEDULED'], to: 'SENT', permission: 'theatre:transfer' },
  receive: { from: ['SENT'], to: 'RECEIVED', permission: 'theatre:perform' },
  begin: { from: ['RECEIVED', 'SENT'], to: 'IN_THEATRE', permission: 'theatre:perform' },
  end: { from: ['IN_THEATRE'], to: 'PROCEDURE_DONE', permission: 'theatre:perform' },
  recover: { from: ['PROCEDURE_DONE'], to: 'IN_RECOVERY', permission: 'theatre:perform' },
  return: {
    from: ['IN_RECOVERY', 'PROCEDURE_DONE'],
    to: 'RETURNED',
    permission: 'theatre:perform',
  },
  accept: { from: ['RETURNED'], to: 'ACCEPTED', permission: 'theatre:transfer' },
  postpone: {
    from: ['SCHEDULED', 'SENT', 'RECEIVED'],
    to: 'REQUESTED',
    permission: 'theatre:book',
    reason: 'required',
  },
  cancel: {
    from: ['REQUESTED', 'SCHEDULED', 'SENT', 'RECEIVED'],
    to: 'CANCELLED',
    permission: 'theatre:book',
    reason: 'required',
  },
  close: { from: ['ACCEPTED', 'PROCEDURE_DONE'], to: 'CLOSED', house: true },
})
export type CaseMove = (typeof case_life.names)[number]

export const caseRecord = recordWithLife(theatre_cases, {
  life: case_life,
  type: 'theatre_case',
  called: ({ number }) => number,
  history: historyIn(theatre_case_moves),
  sequence: 'theatre_case',
  clash: async (caller, error, wanted) =>
    isTaken(error, 'primary_code') ? alreadyWaits(caller, wanted) : error,
})
export const team_of_case = linesOf(theatre_team, 'case_id')

async function alreadyWaits(caller: Caller, wanted: CaseRow): Promise<Error> {
  const { hospital_id } = caller
  const { patient_id, primary_code, primary_side, title } = wanted
  const known = await theatre_cases.find({
    hospital_id,
    patient_id,
    primary_code,
    primary_side,
    status: [...before_end_states],
  })
  const { full_name } = await patientRecord.get(caller, patient_id)
  return conflict(`${full_name} already waits for ${title} (${known?.number ?? ''}).`, 'waits')
}

/** No two lines of a list for one operation, said before the index does. */
export async function mustNotWait(caller: Caller, wanted: CaseRow): Promise<void> {
  const { hospital_id } = caller
  const { patient_id, primary_code, primary_side, id } = wanted
  const known = await theatre_cases.find({
    hospital_id,
    patient_id,
    primary_code,
    primary_side,
    status: [...before_end_states],
  })
  if (known !== undefined && known.id !== id) throw await alreadyWaits(caller, wanted)
}

export interface Held {
  row: CaseRow
  patient: Patient
}

/**
 * Patient, stay, visit, then the case (one order of locks), seen at this version and at this branch.
 * `alive`: what is not written of who has died.
 */
export async function held(
  caller: Caller,
  id: string,
  { alive = true }: { alive?: boolean } = {},
): Promise<Held> {
  const found = await caseRecord.get(caller, id)
  const patient = alive
    ? await writable(caller, found.patient_id)
    : await patientRecord.locked(caller, found.patient_id)
  if (found.admission_id !== null) await admissionRecord.locked(caller, found.admission_id)
  if (found.visit_id !== null) await visitRecord.locked(caller, found.visit_id)
  const row = await caseRecord.locked(caller, id)
  await mustBeHere(caller, row.facility_id, 'case')
  fresh(caller, row)
  return { row, patient }
}

/** From IN_THEATRE on there is one way out, and the refusal names it (A.6). */
export function mustBeBeforeTheatre({ status, number }: CaseRow): void {
  if (status !== 'IN_THEATRE') return
  throw conflict(
    `Case ${number} is IN_THEATRE. It can: advance (PROCEDURE_DONE, also abandoned).`,
    'state',
  )
}

/** OT-1: who may stamp, count, read and record here. */
export async function mustBeOfTeam(caller: Caller, row: CaseRow): Promise<void> {
  if (can(caller, 'theatre:book')) return
  const { staff_id } = await signerOf(caller)
  if (staff_id === null) return
  const team = await team_of_case.of(caller, row.id)
  if (team.some((one) => one.staff_id === staff_id)) return
  throw conflict(
    `You are not in the team of ${row.number}: ask ${row.surgeon_name} or the theatre in-charge to add you.`,
    'team',
  )
}

export const stampsOf = async (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  case_id: string,
): Promise<Map<StampRow['name'], StampRow>> => {
  const found = await theatre_stamps.all({ hospital_id, case_id })
  return new Map(found.map((row) => [row.name, row]))
}
