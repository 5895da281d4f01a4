// Blood for an operation comes from the blood bank: asked for as the case is booked, at the time of the case, and let go
// with it (OT-28, BLD-65). Where no blood bank runs, the ward says whether it is ready.

import type { Caller } from '../../../../core/caller.ts'
import {
  cancelBlood,
  readyUnits,
  requestBlood,
} from '../../../diagnostics/blood-bank/requests/for-others.ts'
import type { CaseRow } from './record.ts'

const source = 'theatre_case'
const components = { WHOLE: 'WB', RED: 'PRC', PLASMA: 'FFP', PLATELETS: 'PC' } as const

const sourceOf = ({ id }: Pick<CaseRow, 'id'>) => ({ source, source_id: id })

/** What could not be asked for is said, and keeps nobody from the list. */
export async function askForBlood(caller: Caller, row: CaseRow): Promise<string[]> {
  const { blood, planned_start, patient_id, urgency } = row
  if (blood === null || blood.units === 0 || planned_start === null) return []
  const asked = await requestBlood(caller, {
    ...sourceOf(row),
    patient_id,
    component_code: components[blood.component],
    units: blood.units,
    needed_at: planned_start,
    indication: 'SURGERY',
    emergency: urgency === 'EMERGENCY',
  })
  return 'off' in asked ? [`Blood is not asked for: ${asked.message}`] : []
}

export const letBloodGo = (caller: Caller, row: CaseRow, reason: string): Promise<void> =>
  cancelBlood(caller, sourceOf(row), reason)

export const bloodReady = (caller: Caller, row: CaseRow) => readyUnits(caller, sourceOf(row))
