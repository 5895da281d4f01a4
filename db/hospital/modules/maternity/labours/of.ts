// Labours by whose they are.

import type { Caller } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import { live_stages } from '../words.ts'
import { labour_observations, labours } from './tables.ts'

export type LabourRow = RowOf<(typeof labours)['columns']>
export type ObservationRow = RowOf<(typeof labour_observations)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const liveLabourOf = (
  { hospital_id }: Of,
  pregnancy_id: string,
): Promise<LabourRow | undefined> =>
  labours.find({ hospital_id, pregnancy_id, status: [...live_stages] })

export const inLabour = ({ hospital_id }: Of, patient_id: string): Promise<LabourRow | undefined> =>
  labours.find({ hospital_id, patient_id, status: [...live_stages] })

/** In the order of their times; what was corrected too. */
export const observationsOf = ({ hospital_id }: Of, labour_id: string): Promise<ObservationRow[]> =>
  labour_observations.all({ hospital_id, labour_id }, { order: ['at', 'created_at', 'id'] })
