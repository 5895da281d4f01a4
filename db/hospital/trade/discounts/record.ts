// Rules and discounts as they are kept.

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import { life } from '../../../core/states.ts'
import { isTaken } from '../../../store/engines/engine.ts'
import { recordOf } from '../../../store/record-of.ts'
import type { RowOf } from '../../../store/table.ts'
import { historyIn } from '../../history.ts'
import { recordWithLife } from '../../record-with-life.ts'
import { discount_moves, discount_rules, discounts } from './tables.ts'
import { discount_states } from './words.ts'

export type RuleRow = RowOf<(typeof discount_rules)['columns']>
export type DiscountRow = RowOf<(typeof discounts)['columns']>

export const ruleRecord = recordOf(discount_rules, 'discount rule')

const by = 'discount:approve'

export const discount_life = life('discount', discount_states, {
  approve: { from: ['PENDING'], to: 'APPLIED', permission: by },
  refuse: { from: ['PENDING'], to: 'REFUSED', permission: by, reason: 'required' },
  remove: { from: ['APPLIED'], to: 'REMOVED', permission: by, reason: 'required' },
})

export const discountRecord = recordWithLife(discounts, {
  life: discount_life,
  called: ({ number }) => number,
  history: historyIn(discount_moves),
  sequence: 'discount',
  clash,
})

/** COM-68. */
async function clash(caller: Caller, error: unknown, { target_id }: DiscountRow): Promise<unknown> {
  return isTaken(error, 'target_id') ? ((await standing(caller, target_id)) ?? error) : error
}

/** What stands on the bill already, in words. */
export async function standing(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  target_id: string,
): Promise<Error | undefined> {
  const other = await discounts.find({ hospital_id, target_id, status: ['PENDING', 'APPLIED'] })
  return (
    other && conflict(`This bill already has discount ${other.number}: remove it first.`, 'twice')
  )
}
