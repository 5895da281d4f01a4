// Waivers as rows, their life as data (3.5), and as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { row } from '../../../../store/connection.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { createdBetween } from '../charges/asked-on.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { billingHistory } from '../history.ts'
import type { Waiver, WaiverFilter, WaiverOpened } from './waiver-shapes.ts'
import { waivers } from './waiver-tables.ts'
import { waiver_states } from './waiver-words.ts'

export type WaiverRow = RowOf<(typeof waivers)['columns']>

const waiver_life = life('waiver', waiver_states, {
  approve: { from: ['REQUESTED'], to: 'APPROVED', permission: 'waiver:approve' },
  decline: { from: ['REQUESTED'], to: 'DECLINED', permission: 'waiver:approve' },
  reverse: { from: ['APPROVED'], to: 'REVERSED', house: true },
})

export const waiverRecord = recordWithLife(waivers, {
  life: waiver_life,
  called: ({ number, bill_number }) => number ?? `of bill ${bill_number}`,
  history: billingHistory('waiver'),
})

export async function list(caller: Caller, asked: WaiverFilter & PageAsked): Promise<Page<Waiver>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const from = sql` from waivers${where([
    sql`hospital_id = ${caller.hospital_id}`,
    scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
    when(asked.status, sql`status = ${asked.status}`),
    when(asked.kind, sql`kind = ${asked.kind}`),
    when(asked.category, sql`category = ${asked.category}`),
    when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
    when(asked.bill_id, sql`bill_id = ${asked.bill_id}`),
    ...(await createdBetween(caller, asked)),
  ])}`
  const found = await pageFrom(waivers, asked, {
    from,
    order: sql` order by created_at desc, id desc`,
  })
  const sum = await row<{ amount: number }>(
    sql`select cast(coalesce(sum(amount), 0) as bigint) as amount${from}`,
  )
  const purse = await purseOf(caller)
  const { rows, meta } = await mapPage(found, (one) => shown(caller, purse, one))
  const totals = { amount: purse.major(Number(sum?.amount ?? 0)) }
  return { rows, meta: Object.assign(meta, { totals }) }
}

const shown = (caller: Caller, purse: Purse, found: WaiverRow): Waiver => ({
  ...found,
  amount: purse.major(found.amount),
  moves: waiverRecord.moves(caller, found),
})

export async function find(caller: Caller, id: string): Promise<WaiverOpened> {
  const found = await waiverRecord.get(caller, id)
  return {
    ...shown(caller, await purseOf(caller), found),
    history: await waiverRecord.history(caller, id),
  }
}
