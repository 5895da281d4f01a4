// Components of pay: those that ship, and what a hospital adds (people 2.9).

import type { Caller } from '../../../core/caller.ts'
import { capitals } from '../../../core/kinds/capitals.ts'
import { toBasisPoints, toPercent } from '../../../core/kinds/percent.ts'
import { conflict, invalid } from '../../../core/refusal.ts'
import { attempt } from '../../../store/connection.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { mapPage, type Page, type PageAsked, pageFrom } from '../../../store/pages.ts'
import type { Of } from '../../../store/record-of.ts'
import { sql, when, where } from '../../../store/sql.ts'
import type { RowOf } from '../../../store/table.ts'
import { type Purse, purseOf } from '../../money/accounting/purse.ts'
import { record } from '../../office/audit/record.ts'
import { accountThere } from './accounts.ts'
import type { ComponentFilter, PayComponent, PayComponentInput } from './shapes.ts'
import { pay_components } from './tables.ts'

type Row = RowOf<(typeof pay_components)['columns']>
export type ComponentRow = Row

/** All of them, by code. */
export async function catalogueOf({ hospital_id }: Of): Promise<Map<string, ComponentRow>> {
  const found = await pay_components.all({ hospital_id }, { order: ['position', 'code'] })
  return new Map(found.map((one) => [one.code, one]))
}

export async function list(
  caller: Caller,
  asked: ComponentFilter & PageAsked,
): Promise<Page<PayComponent>> {
  const found = await pageFrom(pay_components, asked, {
    from: sql` from pay_components${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.kind, sql`kind = ${asked.kind}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by position, code, id`,
  })
  const purse = await purseOf(caller)
  return mapPage(found, (row) => shown(purse, row))
}

export const isPart = (calc: string): boolean => calc === 'PCT_OF_BASIC' || calc === 'PCT_OF_GROSS'

const shown = ({ major }: Purse, row: Row): PayComponent => ({
  ...row,
  default_value:
    row.default_value === null
      ? null
      : isPart(row.calc)
        ? toPercent(row.default_value)
        : major(row.default_value),
})

export async function open(caller: Caller, input: PayComponentInput): Promise<PayComponent> {
  const { default_value: given = null, kind, calc } = input
  const purse = await purseOf(caller)
  const is_earning = kind === 'EARNING'
  await accountThere(caller, input.expense_account_id)
  await accountThere(caller, input.liability_account_id)
  const row = {
    hospital_id: caller.hospital_id,
    position: 500,
    code: capitals(input.code),
    name: input.name,
    kind,
    calc,
    default_value: given === null ? null : valueRead(purse, calc, given),
    taxable: input.taxable ?? is_earning,
    pensionable: input.pensionable ?? is_earning,
    in_gross: input.in_gross ?? is_earning,
    prorate: input.prorate ?? is_earning,
    priority: input.priority ?? 500,
    expense_account_id: input.expense_account_id ?? null,
    liability_account_id: input.liability_account_id ?? null,
  }
  const made = await attempt(() => pay_components.insert(row)).catch((error: unknown) => {
    if (isTaken(error, 'code')) throw conflict(`There is a component ${row.code} already.`)
    throw error
  })
  record(caller, 'pay_component.create', {
    entity_type: 'pay_component',
    entity_id: made.id,
    entity_label: made.code,
  })
  return shown(purse, made)
}

export function valueRead(
  { minor }: Purse,
  calc: string,
  value: number,
  field = 'default_value',
): number {
  if (value < 0) throw invalid(field, 'must be 0 or more.')
  if (!isPart(calc)) return minor(field, value)
  if (value > 100) throw invalid(field, 'is a percentage of at most 100.')
  return toBasisPoints(value, field)
}
