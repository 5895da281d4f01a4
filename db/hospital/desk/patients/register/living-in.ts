// Whose record says that they live there: for the lists of programmes, whose people go from house to house.

import type { Caller } from '../../../../core/caller.ts'
import { type Sql, sql } from '../../../../store/sql.ts'

export const livingIn = (
  patient_id: Sql,
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  area_id = '',
): Sql =>
  sql`${patient_id} in (select id from patients
    where hospital_id = ${hospital_id} and area_id = ${area_id})`
