// What other areas ask of stock: what wards used and did not charge, and what somebody who leaves has left
// (STK-165, STK-166).

import type { Caller } from '../../../core/caller.ts'
import { row, rows } from '../../../store/connection.ts'
import { sql } from '../../../store/sql.ts'
import { accountsOf } from '../../office/access/users/staff-link.ts'
import type { PerformedServices, WorkLeftBy } from '../../registry.ts'
import { onlyOf } from '../../performed.ts'
import { stock_counts } from './counts/tables.ts'
import { ward_use_source } from './ward-use/words.ts'

const piece = 500

/** BIL-138: what was used for a patient, has a code of the price list and was paid for by the hospital. */
export const performedServices: PerformedServices = async function* ({ hospital_id }, asked) {
  let after = ''
  for (;;) {
    const found = await rows<{
      id: string
      source_id: string
      line: number
      code: string
      patient_id: string
      department: string | null
      at: string
      by_id: string | null
    }>(
      sql`select min(m.id) as id, m.source_id, m.line, p.tariff_code as code, m.patient_id,
          min(m.department) as department, min(m.at) as at, min(m.by_id) as by_id
        from stock_moves m join products p on p.id = m.product_id join batches b on b.id = m.batch_id
        where m.hospital_id = ${hospital_id} and m.kind = 'WARD_USE'
          and m.source = ${ward_use_source} and m.patient_id is not null
          and p.tariff_code is not null and b.funding <> 'PROGRAMME'
          and m.at >= ${asked.from} and m.at <= ${asked.to}${onlyOf(asked, 'm.patient_id')}
        group by m.source_id, m.line, p.tariff_code, m.patient_id
        having min(m.id) > ${after} order by min(m.id) limit ${piece}`,
    )
    if (found.length > 0) yield found.map(actOf)
    if (found.length < piece) return
    after = found.at(-1)?.id ?? ''
  }
}

const actOf = (used: {
  source_id: string
  line: number
  code: string
  patient_id: string
  department: string | null
  at: string
  by_id: string | null
}) => ({
  source: ward_use_source,
  source_id: `${used.source_id}:${used.line}`,
  code: used.code,
  patient_id: used.patient_id,
  visit_id: null,
  department: used.department,
  done_at: used.at,
  performed_by_id: used.by_id,
})

const live_counts = ['PLANNED', 'COUNTING', 'RECOUNT'] as const

/** Stores are kept and counts made by accounts: that of the staff record. */
export const workLeftBy: WorkLeftBy = async (caller, staff_id) => {
  const user_id = (await accountsOf(caller, [staff_id])).get(staff_id)?.user_id
  if (user_id === undefined) return []
  return [
    { label: 'stores kept', count: await storesKept(caller, user_id) },
    { label: 'counts assigned', count: await countsAssigned(caller, user_id) },
    { label: 'requisitions not issued', count: await requisitionsAsked(caller, user_id) },
  ]
}

async function storesKept({ hospital_id }: Caller, user_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from store_keepers k join stores s on s.id = k.store_id
      where k.hospital_id = ${hospital_id} and k.user_id = ${user_id} and s.active`,
  )
  return Number(found?.n ?? 0)
}

async function countsAssigned({ hospital_id }: Caller, user_id: string): Promise<number> {
  const live = await stock_counts.all({ hospital_id, status: [...live_counts] })
  return live.filter(({ counters }) => counters.includes(user_id)).length
}

async function requisitionsAsked({ hospital_id }: Caller, user_id: string): Promise<number> {
  const found = await row<{ n: number }>(
    sql`select count(*) as n from requisitions where hospital_id = ${hospital_id}
      and made_by_id = ${user_id} and status in ('SUBMITTED', 'APPROVED', 'PART_ISSUED')`,
  )
  return Number(found?.n ?? 0)
}
