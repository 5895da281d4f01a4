// What the front office hands on to care, and asks of its programmes (CAR-210, CAR-213, CAR-214),
// before care stands: silence takes nothing up, and knows of no enrolment.

import type { Caller } from '../../core/caller.ts'
import { question } from '../../core/question.ts'

/** An allergy as the patient tells it: SUSPECTED until a clinician has looked at it (PAT-26). */
export const addAllergyDraft = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      substance: string
      source: string
      reactions?: string | null
      /** MODERATE where nobody has said. */
      severity?: 'MILD' | 'MODERATE' | 'SEVERE' | 'LIFE_THREATENING'
    },
  ): Promise<unknown> => null,
)

/** Once for a source and its id. */
export const addTask = question(
  async (
    _caller: Caller,
    _asked: {
      patient_id: string
      task: string
      category?: string
      due_at?: string
      instructions?: string
      source: string
      source_id: string
    },
  ): Promise<{ id: string } | null> => null,
)

export interface EnrolmentBrief {
  /** `TB`, `CTC`, and what the house has beside. */
  programme_key: string
  enrolled_on: string
  status: string
  /** Who does not hold it is not told of this one (TBC-22); groups and prices are worked out with all of them. */
  needs: string | null
}

export const enrolmentsOf = question(
  async (_caller: Caller, _patient_id: string): Promise<readonly EnrolmentBrief[]> => [],
)

/** The same for the rows of a list; who does not answer it is asked for each patient. */
export const enrolmentsAmong = question(
  async (
    caller: Caller,
    patient_ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly EnrolmentBrief[]>> => {
    const found = new Map<string, readonly EnrolmentBrief[]>()
    for (const id of patient_ids) found.set(id, await enrolmentsOf(caller, id))
    return found
  },
)

export const cared_groups = ['TB', 'HIV', 'PREGNANT', 'POSTPARTUM'] as const

/** Who belongs to a group of care's today (VUL-1, VUL-2), by patient: a list narrows by it. */
export const carePatientsIn = question(
  async (
    _caller: Caller,
    _asked: { group: (typeof cared_groups)[number]; on: string },
  ): Promise<readonly string[]> => [],
)

/** Who is enrolled in a programme on a day, by patient: groups that follow from it (VUL-2, TBC-27). */
export const enrolledIn = question(
  async (
    _caller: Caller,
    _asked: { programme_key: 'TB' | 'CTC'; on: string },
  ): Promise<readonly string[]> => [],
)
