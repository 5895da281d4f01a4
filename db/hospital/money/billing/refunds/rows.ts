// Refunds as rows, their life as data (3.4), and as people see them.

import type { Caller } from '../../../../core/caller.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import { life } from '../../../../core/states.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { createdBetween } from '../charges/asked-on.ts'
import { recordWithLife } from '../../../record-with-life.ts'
import { billingHistory } from '../history.ts'
import type { Refund, RefundFilter, RefundOpened } from './shapes.ts'
import { refunds } from './tables.ts'
import { refund_states } from './words.ts'

export type RefundRow = RowOf<(typeof refunds)['columns']>

const refund_life = life('refund', refund_states, {
  approve: { from: ['REQUESTED'], to: 'APPROVED', permission: 'refund:approve' },
  decline: { from: ['REQUESTED'], to: 'DECLINED', permission: 'refund:approve' },
  pay: { from: ['APPROVED'], to: 'PAID', permission: 'refund:pay' },
  cancel: { from: ['REQUESTED', 'APPROVED'], to: 'CANCELLED', permission: 'refund:approve' },
})

export const refundRecord = recordWithLife(refunds, {
  life: refund_life,
  called: ({ number, payee_name }) => number ?? `to ${payee_name}`,
  history: billingHistory('refund'),
})

export async function list(caller: Caller, asked: RefundFilter & PageAsked): Promise<Page<Refund>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const found = await pageFrom(refunds, asked, {
    from: sql` from refunds${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      when(asked.client_id, sql`client_id = ${asked.client_id}`),
      when(asked.method, sql`method = ${asked.method}`),
      ...(await createdBetween(caller, asked)),
      matching('refunds', asked.search),
      notByName(caller, asked.search, ['number', 'deposit_number']),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(caller, purse, row))
}

const shown = (caller: Caller, purse: Purse, row: RefundRow): Refund => ({
  ...row,
  amount: purse.major(row.amount),
  moves: refundRecord.moves(caller, row),
})

export async function find(caller: Caller, id: string): Promise<RefundOpened> {
  const row = await refundRecord.get(caller, id)
  return {
    ...shown(caller, await purseOf(caller), row),
    history: await refundRecord.history(caller, id),
  }
}
