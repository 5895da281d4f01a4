// The reasons of adjustments (2.4): data of the hospital.

import { capitals } from '../../../../core/kinds/capitals.ts'
import type { Caller } from '../../../../core/caller.ts'
import { invalid } from '../../../../core/refusal.ts'
import { mapPage, type Page, pageFrom, type PageAsked } from '../../../../store/pages.ts'
import { sql, when, where } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import { purseOf } from '../../../money/accounting/purse.ts'
import type { OtherSide } from '../pool/accounts.ts'
import type { StockReason } from './shapes.ts'
import { stock_reasons } from './tables.ts'

export type ReasonRow = RowOf<(typeof stock_reasons)['columns']>

export async function listReasons(
  caller: Caller,
  asked: PageAsked & { direction?: ReasonRow['direction']; active?: boolean },
): Promise<Page<StockReason>> {
  const { major } = await purseOf(caller)
  const found = await pageFrom(stock_reasons, asked, {
    from: sql` from stock_reasons${where([
      sql`hospital_id = ${caller.hospital_id}`,
      when(asked.direction, sql`direction = ${asked.direction}`),
      asked.active === undefined ? undefined : sql`active = ${asked.active}`,
    ])}`,
    order: sql` order by code, id`,
  })
  return mapPage(found, (row) => ({
    ...row,
    approval_above: row.approval_above === null ? null : major(row.approval_above),
  }))
}

/** One that is in use, by its code. */
export async function reasonCalled(caller: Caller, typed: string): Promise<ReasonRow> {
  const found = await reasonOf(caller, capitals(typed))
  if (found === undefined || !found.active) {
    throw invalid('reason_code', `"${typed}" is not a reason.`)
  }
  return found
}

export const reasonOf = (
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  code: string,
): Promise<ReasonRow | undefined> => stock_reasons.find({ hospital_id, code })

/** Where the value goes: an account that the hospital named, else the shipped role. */
export function sideOf({ account_id, side }: ReasonRow): OtherSide {
  if (account_id !== null) return { account_id }
  return side === null || side === 'cost' ? 'cost' : { role: side }
}

/** STK-29: losses are told apart from what a reason books elsewhere. */
export const postingOf = ({ account_id, side }: ReasonRow): string =>
  account_id === null && (side === 'expired' || side === 'damaged' || side === 'lost')
    ? 'STOCK_LOSS'
    : 'STOCK_ADJUST'
