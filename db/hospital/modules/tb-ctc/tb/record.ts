// A TB case as it is kept: found, moved, and one that is open of a patient (modules D.3).

import type { Caller } from '../../../../core/caller.ts'
import { conflict } from '../../../../core/refusal.ts'
import { life } from '../../../../core/states.ts'
import { isTaken } from '../../../../store/engines/engine.ts'
import type { RowOf } from '../../../../store/table.ts'
import { patientRecord } from '../../../desk/patients/rows.ts'
import { historyIn } from '../../../history.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { mustBeHere } from '../../../office/places/own-branch.ts'
import { case_states } from '../words.ts'
import { tb_case_history, tb_cases } from './tables.ts'

export type CaseRow = RowOf<(typeof tb_cases)['columns']>

const permission = 'tb:update'

export const case_life = life('TB case', case_states, {
  register: { from: ['PRESUMPTIVE'], to: 'ON_TREATMENT', permission },
  regimen: { from: ['ON_TREATMENT'], to: 'ON_TREATMENT', permission },
  mark: { from: ['ON_TREATMENT'], to: 'ON_TREATMENT', permission },
  follow_up: { from: ['ON_TREATMENT'], to: 'ON_TREATMENT', permission },
  close: { from: ['PRESUMPTIVE', 'ON_TREATMENT'], to: 'CLOSED', permission },
})
export type CaseMove = (typeof case_life.names)[number]

export const caseNumber = ({ number, presumptive_no }: CaseRow): string => number ?? presumptive_no

export const caseRecord = recordWithLife(tb_cases, {
  life: case_life,
  type: 'tb_case',
  called: caseNumber,
  history: historyIn(tb_case_history),
  clash: async (caller, error, wanted) =>
    isTaken(error, 'patient_id') ? openAlready(caller, wanted.patient_id) : error,
})

export const openCaseOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  patient_id: string,
): Promise<CaseRow | undefined> =>
  tb_cases.find({ hospital_id, patient_id, status: ['PRESUMPTIVE', 'ON_TREATMENT'] })

export async function openAlready(caller: Caller, patient_id: string): Promise<Error> {
  const { full_name } = await patientRecord.get(caller, patient_id)
  const open = await openCaseOf(caller, patient_id)
  const number = open === undefined ? '' : caseNumber(open)
  return conflict(`${full_name} already has TB case ${number}.`, 'open_case')
}

/** The patient locked first, then the case, for a move that is asked for at its own branch. */
export async function begunCase(caller: Caller, id: string, move: CaseMove): Promise<CaseRow> {
  const { patient_id, facility_id } = await caseRecord.get(caller, id)
  await patientRecord.locked(caller, patient_id)
  await mustBeHere(caller, facility_id, 'TB case')
  return caseRecord.begin(caller, id, move)
}
