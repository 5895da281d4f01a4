// Saved simulations (2.9): what somebody was told a service would cost.

import { inScope } from '../../office/places/facilities.ts'
import type { Caller } from '../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { matchingNumber } from './numbers.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { dayStarts } from './days.ts'
import type { Estimate } from './estimate-shapes.ts'
import { estimates } from './tables.ts'
import { recordOf } from '../../../store/record-of.ts'

type EstimateRow = RowOf<(typeof estimates)['columns']>

export interface EstimateFilter extends PageAsked {
  search?: string
  patient_id?: string
  from?: string
  to?: string
  facility_id?: string
}

export async function list(caller: Caller, asked: EstimateFilter): Promise<Page<Estimate>> {
  const [from, to] = await dayStarts(caller, asked.from, asked.to)
  const found = await pageFrom(estimates, asked, {
    from: sql` from estimates${where([
      sql`hospital_id = ${caller.hospital_id}`,
      await inScope(caller, asked.facility_id),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(from, sql`created_at >= ${from}`),
      when(to, sql`created_at < ${to}`),
      matchingNumber(asked.search),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return mapPage(found, estimateView)
}

export const estimateRecord = recordOf(estimates, 'estimate')

export function estimateView(row: EstimateRow): Estimate {
  const { hospital_id: _h, made_by_name, ...shown } = row
  return {
    ...shown,
    items: row.items as Estimate['items'],
    result: row.result as Estimate['result'],
    created_by_name: made_by_name,
  }
}
