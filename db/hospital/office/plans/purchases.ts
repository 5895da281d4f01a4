// Orders of a plan (platform 3.5). An order does nothing to what the hospital may do: the licence
// that answers it does.

import type { Caller } from '../../../core/caller.ts'
import { clock, nextDay } from '../../../core/clock.ts'
import { type Page, pageFrom, type PageAsked } from '../../../store/pages.ts'
import { sql, when, where } from '../../../store/sql.ts'
import { life } from '../../../core/states.ts'
import type { RowOf } from '../../../store/table.ts'
import { record } from '../audit/record.ts'
import { hospitalOf, today } from '../hospitals/hospitals.ts'
import { nextReference } from '../sequences/references.ts'
import { installId } from './install.ts'
import { inMajor, reckon } from './quotes.ts'
import type { Purchase, PurchaseFilters, PurchaseInput } from './shapes.ts'
import { plan_purchases } from './tables.ts'
import { purchase_states } from './words.ts'
import { recordOf } from '../../../store/record-of.ts'

type Row = RowOf<(typeof plan_purchases)['columns']>

export const purchase_life = life('purchase', purchase_states, {
  confirm: { from: ['PENDING'], to: 'PAID', house: true },
  reject: { from: ['PENDING'], to: 'REJECTED', house: true },
  expire: { from: ['PENDING'], to: 'EXPIRED', house: true },
  cancel: { from: ['PENDING'], to: 'CANCELLED', permission: 'plan:purchase' },
})

const due_days = 14
const lapses_after_days = 30

export async function list(
  { hospital_id }: Caller,
  { from, to, ...asked }: PurchaseFilters & PageAsked,
): Promise<Page<Purchase>> {
  const found = await pageFrom(plan_purchases, asked, {
    from: sql` from plan_purchases${where([
      sql`hospital_id = ${hospital_id}`,
      when(asked.status, sql`status = ${asked.status}`),
      when(from, sql`created_at >= ${from}`),
      when(to, sql`created_at < ${to === undefined ? '' : nextDay(to)}`),
    ])}`,
    order: sql` order by created_at desc, id desc`,
  })
  return { rows: found.rows.map(view), meta: found.meta }
}

export async function find(caller: Caller, id: string): Promise<Purchase> {
  const row = await purchaseRecord.get(caller, id)
  return { ...view(row), moves: purchase_life.open(caller, row.status) }
}

export async function order(caller: Caller, input: PurchaseInput): Promise<Purchase> {
  const quoted = await reckon(caller, input)
  const reference = await nextReference(caller, 'plan_purchase')
  const made = await plan_purchases.insert({
    ...quoted,
    hospital_id: caller.hospital_id,
    reference,
    invoice_no: `INV-${reference}`,
    status: 'PENDING',
    due_on: nextDay(await today(caller), due_days),
    requested_by_name: caller.name,
  })
  record(caller, 'plan.purchase', {
    entity_type: 'plan_purchase',
    entity_id: made.id,
    entity_label: reference,
    to_state: made.status,
  })
  return find(caller, made.id)
}

export async function cancel(caller: Caller, id: string, reason: string | null): Promise<Purchase> {
  const { status, reference } = await purchaseRecord.locked(caller, id)
  const to_state = purchase_life.move('cancel', status, reference)
  const { hospital_id } = caller
  await plan_purchases.change({ hospital_id, id }, { status: to_state, reason })
  record(caller, 'plan.purchase_cancel', {
    entity_type: 'plan_purchase',
    entity_id: id,
    entity_label: reference,
    from_state: status,
    to_state,
    reason,
  })
  return find(caller, id)
}

/** Thirty days after it was due nobody pays it any more (platform 3.5). */
export async function expireUnpaid(caller: Caller, day: string): Promise<number> {
  const { hospital_id } = caller
  const unpaid = await plan_purchases.read(
    sql`select ${plan_purchases.selection()} from plan_purchases where hospital_id = ${hospital_id}
        and status = 'PENDING' and due_on < ${nextDay(day, -lapses_after_days)} order by id`,
  )
  for (const { id, reference, status } of unpaid) {
    const to_state = purchase_life.move('expire', status, reference)
    const changed = await plan_purchases.change(
      { hospital_id, id, status: 'PENDING' },
      { status: to_state },
    )
    if (changed === 0) continue
    record(caller, 'plan.purchase_expire', {
      entity_type: 'plan_purchase',
      entity_id: id,
      entity_label: reference,
      from_state: status,
      to_state,
    })
  }
  return unpaid.length
}

/** PENDING → PAID by a licence that names the order; an order that is no longer open stays as it is. */
export async function pay(caller: Caller, reference: string, licence_no: string): Promise<void> {
  const { hospital_id } = caller
  const open = await plan_purchases.find(
    { hospital_id, reference, status: 'PENDING' },
    { lock: true },
  )
  if (open === undefined) return
  await plan_purchases.change({ hospital_id, id: open.id }, { status: 'PAID', licence_no })
  record(caller, 'plan.purchase_paid', {
    entity_type: 'plan_purchase',
    entity_id: open.id,
    entity_label: reference,
    from_state: 'PENDING',
    to_state: 'PAID',
  })
}

/** What goes to the seller (PLT-75): which hospital, which installation, what it wants. */
export async function requestText(caller: Caller, id: string): Promise<string> {
  const kept = await purchaseRecord.get(caller, id)
  const { code, name } = await hospitalOf(caller)
  const asked = {
    v: 1,
    hospital_code: code,
    hospital_name: name,
    install_id: await installId(),
    purchase_reference: kept.reference,
    plan_code: kept.plan_code,
    branches: kept.branches,
    months: kept.months,
    starts_on: kept.starts_on,
    total: inMajor(kept).total,
    currency: kept.currency,
    requested_at: clock.instant(),
    requested_by: kept.requested_by_name,
  }
  const body = Buffer.from(JSON.stringify(asked)).toString('base64url')
  const lines = body.match(/.{1,64}/g) ?? []
  return [
    '-----BEGIN KITUO LICENCE REQUEST-----',
    ...lines,
    '-----END KITUO LICENCE REQUEST-----',
    '',
  ].join('\n')
}

export const purchaseRecord = recordOf(plan_purchases, 'purchase')

/** Payments are confirmed by the operator of a hosted service; here a licence file does it. */
const view = ({ hospital_id: _h, ...row }: Row): Purchase => ({
  ...inMajor(row),
  notice: null,
  payment: null,
})
