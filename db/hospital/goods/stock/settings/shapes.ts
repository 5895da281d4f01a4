// How the hospital keeps its goods, in and out (2.9).

import {
  Decimal,
  Flag,
  listOf,
  Money,
  named,
  partial,
  shape,
  some,
  type Static,
  Time,
  Whole,
} from '../../../../core/kinds/kinds.ts'

const fields = {
  receipt_min_shelf_days: Whole(0, 3650),
  receipt_over_pct: Decimal(0, 100),
  direct_receipt_limit: Money,
  inspectors_min: Whole(0, 5),
  poster_may_be_buyer: Flag,
  vat_recoverable: Flag,
  match_price_pct: Decimal(0, 100),
  match_price_abs: Money,
  match_total_abs: Money,
  match_qty_pct: Decimal(0, 100),
  adjust_approval_above: Money,
  count_recount_pct: Decimal(0, 100),
  count_recount_value: Money,
  expiry_warn_days: some(Whole(1, 3650), 10),
  issue_min_days: Whole(0, 365),
  amc_months: Whole(3, 12),
  abc_a_pct: Decimal(1, 99),
  abc_b_pct: Decimal(1, 100),
  transfer_days: Whole(1, 90),
  controlled_check_times: listOf(Time, 6),
  witness_minutes: Whole(1, 60),
  cold_heat_minutes: Whole(1, 1440),
  cold_freeze_minutes: Whole(1, 1440),
  cold_silent_hours: Whole(1, 168),
  msd_first: Flag,
  rfq_above: Money,
  po_email: Flag,
  programme_charge: Flag,
}

export const StockSettingsChange = named('StockSettingsChange', partial(fields))
export type StockSettingsChange = Static<typeof StockSettingsChange>
export const StockSettings = named('StockSettings', shape({ ...fields, version: Whole(1) }))
export type StockSettings = Static<typeof StockSettings>
