// Births by their mother's pregnancy or labour.

import type { Caller } from '../../../../core/caller.ts'
import type { RowOf } from '../../../../store/table.ts'
import { births } from './tables.ts'

export type BirthRow = RowOf<(typeof births)['columns']>
type Of = Pick<Caller, 'hospital_id'>

export const birthsOfPregnancy = ({ hospital_id }: Of, pregnancy_id: string): Promise<BirthRow[]> =>
  births.all({ hospital_id, pregnancy_id }, { order: ['born_at', 'birth_order'] })

export const birthsOfLabour = ({ hospital_id }: Of, labour_id: string): Promise<BirthRow[]> =>
  births.all({ hospital_id, labour_id }, { order: ['birth_order'] })
