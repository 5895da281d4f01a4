// What discounts came to, summed up: by rule, by who asked for them, by month.

import type { Caller } from '../../../core/caller.ts'
import { dayIn, nextDay, startOfDay } from '../../../core/clock.ts'
import { rows } from '../../../store/connection.ts'
import { sql, where } from '../../../store/sql.ts'
import { purseOf } from '../../money/accounting/purse.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'

export const groupings = ['rule', 'user', 'month'] as const

export interface Given {
  of: string
  count: number
  amount: number
}

interface Asked {
  by: (typeof groupings)[number]
  from?: string
  to?: string
}

/** Only those that stand: what was refused or taken back came to nothing. */
export async function given(caller: Caller, { by, from, to }: Asked): Promise<Given[]> {
  const { timezone } = await hospitalOf(caller)
  const { major } = await purseOf(caller)
  const found = await rows<{ rule: string | null; who: string; at: string; amount: number }>(
    sql`select r.name as rule, d.requested_by_name as who, d.created_at as at, d.amount
      from discounts d left join discount_rules r on r.id = d.rule_id${where([
        sql`d.hospital_id = ${caller.hospital_id} and d.status = 'APPLIED'`,
        from === undefined ? undefined : sql`d.created_at >= ${startOfDay(timezone, from)}`,
        to === undefined ? undefined : sql`d.created_at < ${startOfDay(timezone, nextDay(to))}`,
      ])}`,
  )
  const ofOne = ({ rule, who, at }: (typeof found)[number]): string => {
    if (by === 'month') return dayIn(timezone, new Date(at)).slice(0, 7)
    return by === 'user' ? who : (rule ?? 'By hand')
  }
  return [...Map.groupBy(found, ofOne)]
    .map(([of, all]) => ({
      of,
      count: all.length,
      amount: major(all.reduce((sum, { amount }) => sum + Number(amount), 0)),
    }))
    .toSorted((a, b) => (by === 'month' ? a.of.localeCompare(b.of) : b.amount - a.amount))
}
