// Who comes on a day, for the door of a clinic (APT-20): names as the list gives them, closed records masked.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { per_page_max } from '../../../store/pages.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Language } from '../../office/hospitals/words.ts'
import { type Filter, list } from './list.ts'
import type { Appointment } from './shapes.ts'
import { actingFacility } from './times.ts'

interface Asked {
  date: string
  clinician_id?: string
  department?: string
  language?: Language
}

const states = 'REQUESTED,BOOKED,CONFIRMED,CHECKED_IN,COMPLETED,NO_SHOW'

export async function dayOnPaper(caller: Caller, { date, language: asked, ...whose }: Asked) {
  const facility_id = actingFacility(caller)
  const found = await allOf(caller, { ...whose, facility_id, from: date, to: date, status: states })
  const { language } = await hospitalOf(caller)
  return {
    facility_id,
    language: asked ?? language,
    date,
    department: whose.department ?? null,
    clinician: whose.clinician_id === undefined ? null : (found[0]?.clinician_name ?? null),
    rows: found.map((one) => ({
      time: one.local.slice(11),
      number: one.number,
      patient: one.patient.full_name,
      patient_number: one.patient.number,
      kind: one.kind,
      clinician: one.clinician_name,
      status: one.status,
    })),
    printed: { at: clock.instant(), by: caller.name },
  }
}

async function allOf(
  caller: Caller,
  asked: Omit<Filter, 'page' | 'per_page'>,
): Promise<Appointment[]> {
  const found: Appointment[] = []
  for (let page = 1; ; page += 1) {
    const { rows, meta } = await list(caller, { ...asked, page, per_page: per_page_max })
    found.push(...rows)
    if (page >= meta.last_page || rows.length === 0) return found
  }
}
