// Whether bills, their lines, payments and deposits still add up (BIL-17, BIL-76), by SQL alone.

import type { Caller } from '../../../../core/caller.ts'
import { type Sql, sql } from '../../../../store/sql.ts'
import { type Looked, unsound } from '../../accounting/proofs/unsound.ts'

type Of = Pick<Caller, 'hospital_id'>

export const sumsOfBills = (of: Of) =>
  unsound([billsOf(of), schemesOf(of), receiptsOf(of), depositsOf(of)])

const named = sql`coalesce(b.number, b.id)`

/** What of a bill each scheme took over since (BIL-50), less what it gave back. */
const tookOver = (these: Sql): Sql =>
  sql`select a.bill_id, p.scheme_id, sum(a.amount - a.returned) as amount
    from payment_allocations a join payments p on p.id = a.payment_id
    where a.bill_id${these} and a.live and p.method = 'Insurance'
    group by a.bill_id, p.scheme_id`

/** What was issued and stands. */
const billsOf = ({ hospital_id }: Of): Looked => ({
  records: sql`bills where hospital_id = ${hospital_id}
    and status not in ('DRAFT', 'DISCARDED', 'CANCELLED')`,
  broken: (these) => [
    sql`select 'BIL-17 ' || ${named} as broken from bills b
      where b.id${these} and (balance < 0 or
        patient_share + moved_from_scheme <>
          paid + insured + waived + credited_share + adjusted + written_off + balance)`,
    sql`select 'BIL-17 ' || ${named} || ' scheme' from bills b
      left join (${tookOver(these)}) t on t.bill_id = b.id and t.scheme_id = b.scheme_id
      where b.id${these}
        and b.scheme_due <> b.scheme_share - b.moved_from_scheme + coalesce(t.amount, 0)
          - (b.credited - b.credited_share) - b.remitted - b.disallowed`,
    sql`select 'BIL-17 ' || ${named} || ' lines' from bills b
      left join (select bill_id, sum(balance) as balance, sum(settled) as settled,
          sum(credited) as credited, min(balance) as least
        from bill_items where bill_id${these} group by bill_id) i on i.bill_id = b.id
      where b.id${these} and (coalesce(i.least, 0) < 0
        or coalesce(i.balance, 0) <> b.balance or coalesce(i.credited, 0) <> b.credited
        or coalesce(i.settled, 0) <> b.paid + b.insured + b.waived)`,
    sql`select 'BIL-17 ' || ${named} || ' payments' from bills b
      left join (select a.bill_id,
          sum(case when p.method = 'Insurance' then a.amount - a.returned else a.amount end)
            as amount
        from payment_allocations a join payments p on p.id = a.payment_id
        where a.bill_id${these} and a.live group by a.bill_id) a on a.bill_id = b.id
      left join (select bill_id, sum(amount) as amount from deposit_uses
        where bill_id${these} and live group by bill_id) u on u.bill_id = b.id
      left join (select bill_id, sum(paid_part + waived_part) as amount
        from credit_notes where bill_id${these} and number is not null
        group by bill_id) c on c.bill_id = b.id
      where b.id${these}
        and coalesce(a.amount, 0) + coalesce(u.amount, 0) - coalesce(c.amount, 0)
          <> b.paid + b.insured + b.waived`,
  ],
})

const schemesOf = ({ hospital_id }: Of): Looked => ({
  records: sql`bill_schemes where hospital_id = ${hospital_id}`,
  counted: false,
  broken: (these) => [
    sql`select 'BIL-17 ' || ${named} || ' other scheme' as broken from bill_schemes s
      join bills b on b.id = s.bill_id
      left join (${tookOver(sql` in (select bill_id from bill_schemes where id${these})`)}) t
        on t.bill_id = s.bill_id and t.scheme_id = s.scheme_id
      where s.id${these} and (s.insured <> coalesce(t.amount, 0)
        or s.due <> s.insured - s.remitted - s.disallowed)`,
  ],
})

const receiptsOf = ({ hospital_id }: Of): Looked => ({
  records: sql`payments where hospital_id = ${hospital_id} and status = 'RECORDED'
    and purpose <> 'RECOVERY'`,
  counted: false,
  broken: (these) => [
    sql`select 'BIL-42 ' || coalesce(p.number, p.id) as broken from payments p
      left join (select payment_id, sum(amount) as amount, min(amount - returned) as least
        from payment_allocations where payment_id${these} and live
        group by payment_id) a on a.payment_id = p.id
      where p.id${these} and (coalesce(a.least, 0) < 0
        or coalesce(a.amount, 0) + p.kept <> p.amount + coalesce(p.withheld_tax, 0))`,
  ],
})

const depositsOf = ({ hospital_id }: Of): Looked => ({
  records: sql`deposits where hospital_id = ${hospital_id}`,
  counted: false,
  broken: (these) => [
    sql`select 'BIL-76 ' || d.number as broken from deposits d
      left join (select deposit_id,
          sum(case when status = 'PAID' then amount else 0 end) as paid,
          sum(case when status in ('REQUESTED', 'APPROVED') then amount else 0 end) as held
        from refunds where deposit_id${these} group by deposit_id) r
        on r.deposit_id = d.id
      left join (select deposit_id, sum(amount) as amount from deposit_uses
        where deposit_id${these} and live group by deposit_id) u on u.deposit_id = d.id
      left join payments p on p.id = d.payment_id and p.status = 'REVERSED'
      where d.id${these} and (d.remaining < 0
        or d.remaining <> d.amount - d.used - d.held - d.refunded
        or d.refunded <> coalesce(r.paid, 0) + case when p.id is null then 0 else d.amount end
        or coalesce(r.held, 0) <> d.held
        or coalesce(u.amount, 0) <> d.used)`,
  ],
})
