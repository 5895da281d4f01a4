// Whether anything was ordered or released of a test: what keeps its code and its kind of value.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'

type Of = Pick<Caller, 'hospital_id'>

export const isOrdered = async ({ hospital_id }: Of, test_id: string): Promise<boolean> =>
  (await row(
    sql`select 1 as n from diagnostic_results where hospital_id = ${hospital_id}
      and test_id = ${test_id} limit 1`,
  )) !== undefined ||
  (await row(
    sql`select 1 as n from diagnostic_items where hospital_id = ${hospital_id}
      and test_id = ${test_id} limit 1`,
  )) !== undefined

export const isReleased = async ({ hospital_id }: Of, test_id: string): Promise<boolean> =>
  (await row(
    sql`select 1 as n from diagnostic_results where hospital_id = ${hospital_id}
      and test_id = ${test_id} and status = 'RELEASED' limit 1`,
  )) !== undefined
