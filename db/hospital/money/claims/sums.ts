// Whether each claim is the sum of its lines, and what was paid and denied is no more (BIL-114).

import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import { unsound } from '../accounting/proofs/unsound.ts'

export const sumsOfClaims = ({ hospital_id }: Pick<Caller, 'hospital_id'>) =>
  unsound([
    {
      records: sql`claims where hospital_id = ${hospital_id}`,
      broken: (these) => [
        sql`select 'BIL-114 ' || c.number as broken from claims c
        left join (select claim_id, sum(case when live then amount else 0 end) as amount,
            sum(paid) as paid, sum(denied) as denied
          from claim_lines where claim_id${these} group by claim_id) l
          on l.claim_id = c.id
        where c.id${these} and (c.claimed <> coalesce(l.amount, 0)
          or c.paid <> coalesce(l.paid, 0) or c.denied <> coalesce(l.denied, 0)
          or c.paid < 0 or c.denied < 0 or c.paid + c.denied > c.claimed)`,
        sql`select 'BIL-114 ' || c.number from claim_lines l join claims c on c.id = l.claim_id
        where l.claim_id${these} and l.live and c.status = 'CANCELLED'`,
      ],
    },
  ])
