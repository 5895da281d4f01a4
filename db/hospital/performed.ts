// What areas say that was done, narrowed to one patient where only one is asked for (BIL-138, CAR-158).

import { raw, type Sql, sql } from '../store/sql.ts'

export const onlyOf = ({ patient_id }: { patient_id?: string | undefined }, column: string): Sql =>
  patient_id === undefined ? sql`` : sql` and ${raw(column)} = ${patient_id}`
