// Reading an incident with many casualties, and whether one is active at a branch.

import type { Caller } from '../../../core/caller.ts'
import { isId } from '../../../core/ids.ts'
import { noSuch } from '../../../core/refusal.ts'
import type { RowOf } from '../../../store/table.ts'
import { casualty_incidents } from './tables.ts'

export type IncidentRow = RowOf<(typeof casualty_incidents)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export async function incidentRow({ hospital_id }: Of, id: string): Promise<IncidentRow> {
  const found = isId(id) ? await casualty_incidents.find({ hospital_id, id }) : undefined
  if (found === undefined) throw noSuch('incident')
  return found
}

export const activeIncident = (
  { hospital_id }: Of,
  facility_id: string,
): Promise<IncidentRow | undefined> =>
  casualty_incidents.find({ hospital_id, facility_id, status: 'ACTIVE' })
