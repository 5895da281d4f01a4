// Somebody lets one service go ahead unpaid, with a reason (BIL-29): kept, a debt at the cashier's,
// and looked at afterwards by whoever reviews.

import { can, type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { conflict, invalid, noSuch } from '../../../../core/refusal.ts'
import { oneOf, sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { type Purse, purseOf } from '../../accounting/purse.ts'
import { record } from '../../../office/audit/record.ts'
import { withinDays } from '../../../office/hospitals/days.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { visitCleared } from '../../../desk/visits/for-areas.ts'
import { clearanceOfItem } from './clearance.ts'
import { nameOf } from '../history.ts'
import { lineNamed, type Row as Item } from './items.ts'
import { billRecord } from '../bills/rows.ts'
import type { GateOverride, OverrideFilter, OverrideInput } from './rule-shapes.ts'
import { bill_overrides } from './rule-tables.ts'
import { bill_items } from '../bills/tables.ts'
import { recordOf } from '../../../../store/record-of.ts'

type OverrideRow = RowOf<(typeof bill_overrides)['columns']>

/** Null: nothing stood in the way. */
export async function overrideGate(
  caller: Caller,
  { source, source_id, reason }: OverrideInput,
): Promise<OverrideRow | null> {
  const why = reason.trim()
  if (why.length < 3 || why.length > 300) {
    throw invalid('reason', 'must be between 3 and 300 characters.')
  }
  const { hospital_id } = caller
  // Held: of two who let it go ahead at once the second finds it cleared.
  await billRecord.locked(caller, (await named(caller, source, source_id)).bill_id)
  const item = await named(caller, source, source_id)
  const now = await clearanceOfItem(caller, item)
  if (now.may_proceed) return null
  if (now.gate !== 'BLOCK_WITH_OVERRIDE') throw conflict(now.message ?? '', 'gate')
  const pending = item.service_status === 'PENDING'
  await bill_items.change(
    { hospital_id, id: item.id },
    { authorised_by: 'OVERRIDE', ...(pending ? { service_status: 'AUTHORISED' as const } : {}) },
  )
  const made = await kept(caller, item, { source, source_id, reason: why })
  record(caller, 'bill.override', {
    entity_type: 'bill',
    entity_id: item.bill_id,
    entity_label: item.description,
    patient_id: item.patient_id,
    reason: why,
    changes: { amount_due: [null, item.balance] },
  })
  if (item.visit_id !== null) await visitCleared(caller, item.visit_id)
  return made
}

async function named(caller: Caller, source: string, source_id: string): Promise<Item> {
  const found = await lineNamed(caller, source, source_id)
  if (found === undefined) throw noSuch('charge')
  return found
}

async function kept(caller: Caller, item: Item, said: OverrideInput): Promise<OverrideRow> {
  const { facility_id, patient_name } = await billRecord.get(caller, item.bill_id)
  return bill_overrides.insert({
    ...said,
    hospital_id: caller.hospital_id,
    facility_id,
    item_id: item.id,
    bill_id: item.bill_id,
    description: item.description,
    patient_id: item.patient_id,
    patient_name,
    amount_due: item.balance,
    by_id: caller.user_id,
    by_name: nameOf(caller),
    at: clock.instant(),
  })
}

/** By hand: an override of nothing is refused. */
export async function openOverride(caller: Caller, input: OverrideInput): Promise<GateOverride> {
  const made = await overrideGate(caller, input)
  if (made === null) {
    const { description } = await named(caller, input.source, input.source_id)
    throw conflict(`${description} may go ahead: nothing stands in its way.`, 'cleared')
  }
  return shown(caller, await purseOf(caller), made)
}

export async function listOverrides(
  caller: Caller,
  asked: OverrideFilter & PageAsked,
): Promise<Page<GateOverride>> {
  const scope = await scopeOf(caller, asked.facility_id)
  const { timezone } = await hospitalOf(caller)
  const found = await pageFrom(bill_overrides, asked, {
    from: sql` from bill_overrides${where([
      sql`hospital_id = ${caller.hospital_id}`,
      scope === 'all' ? undefined : sql`facility_id${oneOf(scope)}`,
      when(asked.patient_id, sql`patient_id = ${asked.patient_id}`),
      ...withinDays(sql`at`, timezone, asked),
      asked.reviewed === undefined
        ? undefined
        : asked.reviewed
          ? sql`reviewed_at is not null`
          : sql`reviewed_at is null`,
    ])}`,
    order: sql` order by at desc, id desc`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(caller, purse, row))
}

export const overrideRecord = recordOf(bill_overrides, 'override')

export async function reviewOverride(
  caller: Caller,
  id: string,
  note: string | null,
): Promise<GateOverride> {
  const { hospital_id } = caller
  const before = await overrideRecord.locked(caller, id)
  if (before.reviewed_at !== null) {
    throw conflict(`${before.reviewed_by_name} has reviewed this already.`, 'state')
  }
  const said = {
    reviewed_by_name: nameOf(caller),
    reviewed_at: clock.instant(),
    review_note: note,
  }
  await bill_overrides.change({ hospital_id, id }, said)
  record(caller, 'gate_override.review', {
    entity_type: 'gate_override',
    entity_id: id,
    entity_label: before.description,
    patient_id: before.patient_id,
    reason: note,
  })
  return shown(caller, await purseOf(caller), { ...before, ...said, version: before.version + 1 })
}

/** BIL-28: who does not see bills reads no amount. */
const shown = (caller: Caller, purse: Purse, row: OverrideRow): GateOverride => ({
  ...row,
  amount_due: can(caller, 'bill:read') ? purse.major(row.amount_due) : null,
})
