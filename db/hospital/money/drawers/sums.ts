// Whether each shift's cash is what was taken and given at it (BIL-90).

import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import { unsound } from '../accounting/proofs/unsound.ts'

export const sumsOfShifts = ({ hospital_id }: Pick<Caller, 'hospital_id'>) =>
  unsound([
    {
      records: sql`shifts where hospital_id = ${hospital_id}`,
      broken: (these) => [
        sql`select 'BIL-90 ' || s.number as broken from shifts s
        left join (select shift_id, sum(amount) as amount from shift_takings
          where shift_id${these} and method = 'Cash' group by shift_id) t
          on t.shift_id = s.id
        where s.id${these}
          and (s.cash <> s.opening_float + coalesce(t.amount, 0)
          or s.cash <> s.opening_float + s.receipts + s.pay_ins + s.floats_in
            - s.refunds - s.reversals - s.pay_outs - s.drops
          or (s.expected is not null and s.expected <> s.cash))`,
      ],
    },
  ])
