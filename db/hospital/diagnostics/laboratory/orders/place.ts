// On which visit or stay an order stands (DIA-23).

import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import {
  admissionRecord,
  liveOf,
  type Row as Admission,
} from '../../../care/wards/admissions/record.ts'
import { placesOf } from '../../../care/wards/admissions/view.ts'
import { openVisitRow } from '../../../desk/visits/moves/open.ts'
import { alreadyClosed, isOpen, type Visit, visitRecord } from '../../../desk/visits/rows.ts'
import { actingBranch } from '../../../money/accounting/posting/post.ts'

export interface OrderPlace {
  facility_id: string
  visit_id: string | null
  admission_id: string | null
  department: string | null
  location: string | null
}

interface Asked {
  visit_id?: string | null | undefined
  admission_id?: string | null | undefined
}

/** What was named, else the stay that goes on, else the open visit, else nothing: somebody walked in. */
export async function orderPlace(
  caller: Caller,
  patient_id: string,
  asked: Asked,
): Promise<OrderPlace> {
  if (asked.admission_id) {
    const stay = await admissionRecord.get(caller, asked.admission_id)
    if (stay.patient_id !== patient_id) {
      throw invalid('admission_id', "is not this patient's admission.")
    }
    if (stay.left_at !== null) throw alreadyClosed()
    return ofStay(caller, stay)
  }
  if (asked.visit_id) {
    const visit = await visitRecord.get(caller, asked.visit_id)
    if (visit.patient_id !== patient_id) throw invalid('visit_id', "is not this patient's visit.")
    if (!isOpen(visit)) throw alreadyClosed()
    return ofVisit(visit)
  }
  const stay = await liveOf(caller, patient_id)
  if (stay !== undefined && stay.admitted_at !== null) return ofStay(caller, stay)
  const visit = await openVisitRow(caller, patient_id)
  if (visit !== undefined) return ofVisit(visit)
  const facility_id = await actingBranch(caller)
  return { facility_id, visit_id: null, admission_id: null, department: null, location: null }
}

async function ofStay(caller: Caller, stay: Admission): Promise<OrderPlace> {
  const place = (await placesOf(caller, [stay.id])).get(stay.id)
  return {
    facility_id: stay.facility_id,
    visit_id: stay.visit_id,
    admission_id: stay.id,
    department: stay.department,
    location: [place?.ward, place?.bed].filter(Boolean).join(', ').slice(0, 160) || null,
  }
}

const ofVisit = (visit: Visit): OrderPlace => ({
  facility_id: visit.facility_id,
  visit_id: visit.id,
  admission_id: visit.admission_id,
  department: visit.department,
  location: visit.department,
})
