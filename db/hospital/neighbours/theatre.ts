// What is asked of theatre (OT-28).

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** T!: whoever was called for an operation has come. */
export const patientArrived = question(
  async (_caller: Caller, _asked: { appointment_id: string; visit_id: string }): Promise<unknown> =>
    undefined,
)

/** OT-24: the number of the case of which the patient is in theatre now, from SENT to RETURNED. */
export const inTheatre = question(
  async (_caller: Pick<Caller, 'hospital_id'>, _patient_id: string): Promise<string | null> => null,
)

/** CAR-34: the number of the case in which the patient was last in theatre between two moments. */
export const operatedSince = question(
  async (
    _caller: Pick<Caller, 'hospital_id'>,
    _asked: { patient_id: string; since: string; until: string },
  ): Promise<string | null> => null,
)

export interface CaseBrief {
  case_id: string
  patient_id: string
  number: string
  status: string
  planned_start: string | null
  theatre: string | null
  ward: string | null
}

/** Null: there is none. Of a patient or a stay the one that is still to come, or the last. */
export const caseOf = question(
  async (
    _caller: Caller,
    _asked: { case_id: string } | { patient_id: string } | { admission_id: string },
  ): Promise<CaseBrief | null> => null,
)

/** Once for a source and its id; null while nobody keeps a theatre. `off`: the module is switched off here. */
export const requestCase = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      procedures: readonly { code: string; side?: 'LEFT' | 'RIGHT' | 'BOTH' | 'NOT_APPLICABLE' }[]
      diagnosis: string
      surgeon_id: string
      urgency?: 'ELECTIVE' | 'URGENT' | 'EMERGENCY'
      decision_at?: string | null
      admission_id?: string | null
      visit_id?: string | null
      labour_id?: string | null
      source: string
      source_id: string
    },
  ): Promise<{ case_id: string; number: string } | { off: true; message: string } | null> => null,
)
