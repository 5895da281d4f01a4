// The settings of commercial, in and out (commercial 2.9).

import {
  Flag,
  listOf,
  named,
  nullable,
  partial,
  shape,
  type Static,
  Whole,
} from '../../../../core/kinds/kinds.ts'

const all = {
  quotation_valid_days: Whole(1, 365),
  /** Null: no follow-up. */
  quote_follow_up_days: nullable(Whole(1, 60)),
  /** Null: no automatic hold. */
  hold_after_overdue_days: nullable(Whole(1, 365)),
  hold_on_contract_lapse: Flag,
  contract_grace_days: Whole(0, 180),
  contract_notice_days: listOf(Whole(0, 365), 10),
  reservation_days: Whole(1, 90),
  return_days: Whole(0, 365),
  discount_pending_days: Whole(1, 30),
  allow_below_cost: Flag,
  /** Null: statements do not go out by themselves. */
  statement_day: nullable(Whole(1, 28)),
}

export const CommercialSettings = shape(all)
export type CommercialSettings = Static<typeof CommercialSettings>
export const CommercialSettingsShown = named(
  'CommercialSettings',
  shape({ ...all, version: Whole(1) }),
)
export type CommercialSettingsShown = Static<typeof CommercialSettingsShown>
export const CommercialSettingsChange = named('CommercialSettingsChange', partial(all))
export type CommercialSettingsChange = Static<typeof CommercialSettingsChange>
