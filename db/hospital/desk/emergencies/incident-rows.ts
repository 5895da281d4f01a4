// Reading an incident with many casualties, and whether one is active at a branch.

import type { Caller } from '../../../core/caller.ts'
import type { RowOf } from '../../../store/table.ts'
import { casualty_incidents } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

export type IncidentRow = RowOf<(typeof casualty_incidents)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const incidentRecord = recordOf(casualty_incidents, 'incident')

export const activeIncident = (
  { hospital_id }: Of,
  facility_id: string,
): Promise<IncidentRow | undefined> =>
  casualty_incidents.find({ hospital_id, facility_id, status: 'ACTIVE' })
