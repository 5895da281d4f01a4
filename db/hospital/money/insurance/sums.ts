// Whether what was used of each approval is what the bills took of it, and no more (BIL-110).

import type { Caller } from '../../../core/caller.ts'
import { sql } from '../../../store/sql.ts'
import { unsound } from '../accounting/proofs/unsound.ts'

export const sumsOfApprovals = ({ hospital_id }: Pick<Caller, 'hospital_id'>) =>
  unsound([
    {
      records: sql`preauthorisation_items where hospital_id = ${hospital_id}`,
      broken: (these) => [
        sql`select 'BIL-110 ' || p.number || ' ' || i.code as broken from preauthorisation_items i
        join preauthorisations p on p.id = i.preauth_id
        left join (select preauth_item_id, sum(preauth_quantity) as quantity,
            sum(preauth_amount) as amount
          from cover_uses where preauth_item_id${these} and preauth_item_id is not null
          group by preauth_item_id) u on u.preauth_item_id = i.id
        where i.id${these}
          and (i.used_quantity <> coalesce(u.quantity, 0) or i.used_amount <> coalesce(u.amount, 0)
          or i.used_quantity > coalesce(i.approved_quantity, 0)
          or i.used_amount > coalesce(i.approved_amount, 0))`,
      ],
    },
  ])
