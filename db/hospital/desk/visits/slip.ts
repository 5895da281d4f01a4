// The slip a patient holds (VIS-19): what the hall may read, and where to go.

import type { Caller } from '../../../core/caller.ts'
import { clock, dayIn } from '../../../core/clock.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { ageOn } from '../patients/register/ages.ts'
import { patientRecord } from '../patients/rows.ts'
import * as points from '../service-points/service-points.ts'
import { placesAt } from './queue/order.ts'
import { visitRecord } from './rows.ts'
import { queue_entries } from './tables.ts'
import { open_entry_states } from './words.ts'

export interface Slip {
  number: string
  token: string | null
  full_name: string
  age: string
  sex: 'Male' | 'Female' | 'Ambiguous'
  point: string | null
  is_restricted: boolean
  came_at: string
  /** How many are called before; null where nobody waits. */
  ahead: number | null
  wait_minutes: number | null
  facility_id: string
  language: Language
}

/** In the patient's language unless another is asked for. */
export async function slipOf(caller: Caller, id: string, asked?: Language): Promise<Slip> {
  const { hospital_id } = caller
  const visit = await visitRecord.get(caller, id)
  const patient = await patientRecord.get(caller, visit.patient_id)
  const { timezone } = await hospitalOf(caller)
  const language = asked ?? patient.language
  const entry = await queue_entries.find(
    { hospital_id, visit_id: id, status: [...open_entry_states] },
    { order: ['-entered_at', '-id'] },
  )
  const point_id = entry?.service_point_id ?? visit.service_point_id
  const point = point_id === null ? null : await points.servicePointRecord.get(caller, point_id)
  const place =
    entry?.status === 'WAITING'
      ? (await placesAt(caller, [entry.service_point_id])).get(entry.id)
      : undefined
  return {
    number: visit.number,
    token: entry?.token ?? visit.token,
    full_name: patient.full_name,
    age: ageOn(patient.birth_date, dayIn(timezone, clock.now()), language).text,
    sex: patient.sex,
    point: (language === 'sw' ? point?.name_sw : null) ?? point?.name ?? null,
    is_restricted: visit.restricted || point?.restricted === true,
    came_at: visit.opened_at,
    ahead: place === undefined ? null : place.position - 1,
    wait_minutes: place?.estimated_wait_minutes ?? null,
    facility_id: visit.facility_id,
    language,
  }
}
