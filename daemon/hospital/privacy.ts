// How the hospital's doors ask what a route opens of a patient, and write its reading down.

import { isId } from '../../db/core/ids.ts'
import {
  authorise,
  authoriseNamed,
  type Found,
  type Opened,
} from '../../db/hospital/desk/patients/privacy/authorise.ts'
import { maskClosed } from '../../db/hospital/desk/patients/privacy/lists.ts'
import { recordRead } from '../../db/hospital/office/audit/reads.ts'
import { about, isNoted } from '../../db/hospital/office/audit/subject.ts'
import type { Privacy, Reading } from '../edge/api.ts'

export const privacy: Privacy = {
  authorise: (caller, part, found) => authorise(caller, part, found as Found),
  authoriseNamed,
  mask: maskClosed,
  about: (opened, work) => about(opened as Opened | null, work),
  async noteRead(caller, opened, reading) {
    if (isNoted()) return
    await recordRead(caller, reading.action, entryOf(opened as Opened | null, reading))
  },
}

/** A list says how it was asked and how much was shown, a record which it was (PLT-112). */
function entryOf(opened: Opened | null, reading: Reading) {
  const { rows, query } = reading
  return {
    ...recordIn(opened, reading),
    patient_id: opened?.patient_id ?? patientAsked(query),
    rows,
    query: query === undefined ? undefined : { ...(query as object) },
  }
}

function recordIn(opened: Opened | null, { action, found, params }: Reading) {
  if (opened === null) return {}
  const { id, number } = opened.patient
  const { id: found_id } = (found ?? {}) as { id?: string }
  if (found === undefined || found_id === id) {
    return { entity_type: 'patient', entity_id: id, entity_label: number }
  }
  const [entity_type] = action.split('.')
  return { entity_type, entity_id: params['id'] ?? null, entity_label: labelOf(found) }
}

function labelOf(found: unknown): string | null {
  const { number, reference } = (found ?? {}) as { number?: unknown; reference?: unknown }
  const label = number ?? reference
  return typeof label === 'string' ? label : null
}

/** A list that was narrowed to one patient is a reading of that one. */
function patientAsked(query: unknown): string | null {
  const { patient_id } = (query ?? {}) as { patient_id?: unknown }
  return typeof patient_id === 'string' && isId(patient_id) ? patient_id : null
}
