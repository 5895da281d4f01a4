// Lines that stand and bring nothing, and drafts that nobody looked at (BIL-138).

import type { Caller } from '../../../../core/caller.ts'
import { days as ms, instantIn } from '../../../../core/clock.ts'
import { rows } from '../../../../store/connection.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { closedBefore } from '../../../desk/visits/for-areas.ts'
import { policyOf } from '../../policy/policy.ts'
import type { Days, Found } from './found.ts'
import type { LineKind } from './words.ts'

/** What makes a line `i` of a bill `b` one of these. */
export const is_one: Readonly<Record<Exclude<LineKind, 'QUANTITY_DIFFERS'>, Sql>> = {
  UNPRICED: sql`i.unit_price is null and i.service_status not in ('CANCELLED', 'RETURNED')`,
  // What a rule or a person took off is a discount, and stands as one.
  ZERO_PRICED: sql`i.unit_price = 0 and i.service_status not in ('CANCELLED', 'RETURNED')`,
  DONE_UNPAID: sql`i.service_status = 'DONE' and i.done_clearance = 'UNPAID' and i.balance > 0
    and b.payer_kind = 'SELF'`,
  PAID_NOT_DONE: sql`i.service_status in ('PENDING', 'AUTHORISED') and i.settled > 0
    and i.settled >= i.patient_share`,
}

const piece = 500
const live = sql`b.status not in ('CANCELLED', 'DISCARDED', 'CREDITED')`

type Line = Omit<Found, 'kind' | 'value' | 'found_on'> & {
  id: string
  value: number
  service_date: string
}

export async function* ofLines(caller: Caller, { from, to }: Days): AsyncGenerator<Found[]> {
  for (const [kind, condition] of Object.entries(is_one)) {
    for (let after = ''; ; ) {
      const found = await rows<Line>(
        sql`select i.id, b.facility_id, i.source, i.source_id, i.patient_id, i.visit_id, i.bill_id,
            i.department, i.code, i.description, i.service_date,
            case when i.balance > 0 then i.balance else coalesce(i.list_price, 0) end as value
          from bill_items i join bills b on b.id = i.bill_id
          where i.hospital_id = ${caller.hospital_id} and i.service_date >= ${from}
            and i.service_date <= ${to} and ${live} and ${condition} and i.id > ${after}
          order by i.id limit ${piece}`,
      )
      if (found.length > 0) yield found.map((line) => asFound(kind as LineKind, line))
      if (found.length < piece) break
      after = found.at(-1)?.id ?? ''
    }
  }
}

function asFound(kind: LineKind, { id, service_date, value, ...line }: Line): Found {
  return {
    ...line,
    kind,
    // A line by hand has no source but itself.
    source: 'item',
    source_id: id,
    value: Number(value),
    found_on: service_date,
  }
}

type Draft = Omit<Found, 'kind' | 'value'> & { value: number }

/** Drafts of visits that were closed days ago. */
export async function* oldDrafts(caller: Caller): AsyncGenerator<Found[]> {
  const { draft_bill_days } = await policyOf(caller)
  const before = instantIn(-ms(draft_bill_days))
  for (let after = ''; ; ) {
    const found = await rows<Draft>(
      sql`select facility_id, 'bill' as source, id as source_id, patient_id, visit_id,
          id as bill_id, null as department, null as code, null as description,
          total as value, service_date as found_on
        from bills where hospital_id = ${caller.hospital_id} and status = 'DRAFT' and total > 0
          and visit_id is not null and created_at < ${before} and id > ${after}
        order by id limit ${piece}`,
    )
    const closed = await closedBefore(
      caller,
      found.flatMap(({ visit_id }) => visit_id ?? []),
      before,
    )
    const old = found.filter(({ visit_id }) => closed.has(visit_id ?? ''))
    if (old.length > 0) {
      yield old.map((one) => ({ ...one, kind: 'DRAFT_OLD' as const, value: Number(one.value) }))
    }
    if (found.length < piece) return
    after = found.at(-1)?.source_id ?? ''
  }
}
