// Patients and visits are held before the orders that are about to change: charges, tasks and the queue
// follow from results, and locks have one order (ruling 33).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../store/sql.ts'
import { patientRecord } from '../../desk/patients/rows.ts'
import { visitRecord } from '../../desk/visits/rows.ts'

interface Of {
  patient_id: string
  visit_id: string | null
}

async function hold(caller: Caller, found: readonly Of[]): Promise<void> {
  const patients = new Set(found.map(({ patient_id }) => patient_id))
  for (const id of [...patients].toSorted()) await patientRecord.locked(caller, id)
  const visits = new Set(found.flatMap(({ visit_id }) => visit_id ?? []))
  for (const id of [...visits].toSorted()) await visitRecord.locked(caller, id)
}

const ordersWhere = ({ hospital_id }: Caller, condition: Sql): Promise<Of[]> =>
  rows<Of>(
    sql`select distinct o.patient_id, o.visit_id from diagnostic_orders o
      where o.hospital_id = ${hospital_id} and ${condition}`,
  )

export const holdOrders = async (caller: Caller, ids: readonly string[]): Promise<void> =>
  hold(caller, await ordersWhere(caller, sql`o.id${oneOf(ids)}`))

export const holdOfResults = async (caller: Caller, ids: readonly string[]): Promise<void> =>
  hold(
    caller,
    await ordersWhere(
      caller,
      sql`o.id in (select order_id from diagnostic_results where id${oneOf(ids)})`,
    ),
  )
