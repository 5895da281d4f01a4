// Who treated the patient, as a scheme wants to know it: name and number of the council.

import type { Caller } from '../../../core/caller.ts'
import { Refusal } from '../../../core/refusal.ts'
import { staffById, staffOf } from '../../neighbours/people.ts'

export interface Practitioner {
  practitioner_id: string | null
  practitioner_name: string | null
  practitioner_no: string | null
}

const nobody: Practitioner = {
  practitioner_id: null,
  practitioner_name: null,
  practitioner_no: null,
}

/** Of the clinician of a visit, who may be an account or a member of staff. */
export async function practitionerOf(caller: Caller, id: string | null): Promise<Practitioner> {
  if (id === null) return nobody
  const staff = (await staffById(caller, id)) ?? (await staffOf(caller, id))
  if (staff === undefined || staff === null) return { ...nobody, practitioner_id: id }
  return {
    practitioner_id: staff.staff_id,
    practitioner_name: staff.name,
    practitioner_no: staff.licence_no ?? null,
  }
}

/** By hand: a member of staff, where staff is kept. */
export async function practitionerSaid(caller: Caller, id: string | null): Promise<Practitioner> {
  if (id === null) return nobody
  const staff = await staffById(caller, id)
  if (staff === null) {
    const field = 'practitioner_id'
    throw new Refusal(404, 'not_found', `${field}: no such practitioner.`, { field })
  }
  return staff === undefined
    ? { ...nobody, practitioner_id: id }
    : {
        practitioner_id: staff.staff_id,
        practitioner_name: staff.name,
        practitioner_no: staff.licence_no ?? null,
      }
}

/** While nobody keeps staff records a number cannot be missing. */
export const wantsNumber = async (caller: Caller, id: string): Promise<boolean> =>
  (await staffById(caller, id)) !== undefined
