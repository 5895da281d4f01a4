// Debts by age (BIL-136): what each patient still owes, by how long ago it was due.

import type { Caller } from '../../../../core/caller.ts'
import { row, rows } from '../../../../store/connection.ts'
import { type Page, paged, type PageAsked } from '../../../../store/pages.ts'
import { lastSent } from '../../../desk/patient-messages/message.ts'
import { notByName } from '../../../desk/patients/privacy/lists.ts'
import { matching } from '../../../../store/search.ts'
import { oneOf, raw, type Sql, sql, when, where } from '../../../../store/sql.ts'
import { purseOf } from '../../accounting/purse.ts'
import { actingBranch } from '../../accounting/posting/post.ts'
import { today } from '../../../office/hospitals/hospitals.ts'
import { scopeOf } from '../../../office/places/facilities.ts'
import { aged } from './ages.ts'
import {
  type Bucket,
  buckets,
  type Debtor,
  type DebtorFilter,
  type PatientAccount,
} from './debtor-shapes.ts'
import { reminder } from './remind.ts'
import { statementOf } from './statement-facts.ts'

type Owing = Record<Bucket | 'balance', number> & {
  patient_id: string
  number: string | null
  full_name: string
}

export async function list(caller: Caller, asked: DebtorFilter & PageAsked): Promise<Page<Debtor>> {
  const purse = await purseOf(caller)
  const from = await owing(caller, asked, purse.minor)
  const sorted =
    asked.sort === '-oldest' ? raw('oldest, d.patient_id') : raw('d.balance desc, d.patient_id')
  const found = await paged<Owing>(asked, {
    select: sql`d.*, p.number, p.full_name`,
    from,
    order: sql` order by ${sorted}`,
  })
  const sums = await row<Record<Bucket | 'balance', number>>(
    sql`select ${raw(
      [...buckets, 'balance']
        .map((name) => `cast(coalesce(sum(d.${name}), 0) as bigint) as ${name}`)
        .join(', '),
    )}${from}`,
  )
  const ids = found.rows.map(({ patient_id }) => patient_id)
  const deposits = await heldFor(caller, ids)
  const paid = await lastPaid(caller, ids)
  const reminded = await lastSent(caller, reminder, ids)
  const inMajor = (one: Record<Bucket | 'balance', number>) =>
    Object.fromEntries(
      [...buckets, 'balance' as const].map((name) => [name, purse.major(Number(one[name]))]),
    ) as Record<Bucket | 'balance', number>
  const totals = sums === undefined ? {} : inMajor(sums)
  return {
    rows: found.rows.map((one) => ({
      patient: { id: one.patient_id, number: one.number, name: one.full_name },
      ...inMajor(one),
      deposits: purse.major(deposits.get(one.patient_id) ?? 0),
      last_payment: paid.get(one.patient_id) ?? null,
      last_reminder: reminded.get(one.patient_id) ?? null,
    })),
    meta: Object.assign(found.meta, { totals }),
  }
}

async function owing(
  caller: Caller,
  asked: DebtorFilter,
  minor: (field: string, amount: number) => number,
): Promise<Sql> {
  const { hospital_id } = caller
  const scope = await scopeOf(caller, asked.facility_id)
  const day = asked.as_of ?? (await today(caller))
  const least = asked.min_amount === undefined ? undefined : minor('min_amount', asked.min_amount)
  const bills = where([
    sql`b.hospital_id = ${hospital_id}`,
    sql`b.balance > 0 and b.status in ('ISSUED', 'PART_PAID')`,
    sql`b.payer_kind <> 'CLIENT' and b.patient_id is not null`,
    scope === 'all' ? undefined : sql`b.facility_id${oneOf(scope)}`,
    asked.held === undefined ? undefined : asked.held ? sql`b.held` : sql`not b.held`,
    when(
      asked.department,
      sql`exists (select 1 from bill_items i where i.bill_id = b.id and i.balance > 0
        and lower(i.department) = ${asked.department?.toLowerCase()})`,
    ),
  ])
  return sql` from (select b.patient_id, min(b.due_on) as oldest, ${aged(day)},
      cast(sum(b.balance) as bigint) as balance from bills b${bills} group by b.patient_id) d
    join patients p on p.id = d.patient_id${where([
      when(least !== undefined, sql`d.balance >= ${least ?? 0}`),
      when(asked.bucket, sql`${raw(`d.${asked.bucket ?? 'balance'}`)} > 0`),
      matching('patients', asked.search, 'p'),
      notByName(caller, asked.search, ['p.number'], 'p.id'),
    ])}`
}

async function heldFor(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ patient_id: string; held: number }>(
    sql`select patient_id, cast(sum(remaining) as bigint) as held from deposits
      where hospital_id = ${hospital_id} and patient_id${oneOf(ids)} group by patient_id`,
  )
  return new Map(found.map(({ patient_id, held }) => [patient_id, Number(held)]))
}

async function lastPaid(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await rows<{ patient_id: string; at: string }>(
    sql`select patient_id, max(received_at) as at from payments
      where hospital_id = ${hospital_id} and patient_id${oneOf(ids)} and status = 'RECORDED'
        and method not in ('Waiver', 'Insurance') group by patient_id`,
  )
  return new Map(found.map(({ patient_id, at }) => [patient_id, at]))
}

/** BIL-135: the same rows as the statement on paper. */
export async function accountOf(
  caller: Caller,
  patient_id: string,
  asked: { from?: string; to?: string },
): Promise<PatientAccount> {
  const purse = await purseOf(caller)
  const { facts } = await statementOf(caller, patient_id, await actingBranch(caller), asked)
  const shown = (line: (typeof facts.lines)[number]) => ({
    date: line.on,
    number: line.number,
    description: line.memo,
    debit: purse.major(line.debit),
    credit: purse.major(line.credit),
    balance: purse.major(line.balance),
  })
  const { ageing } = facts
  return {
    opening: purse.major(facts.opening),
    lines: facts.lines.map(shown),
    closing: purse.major(facts.closing),
    deposits: { lines: facts.deposits.lines.map(shown), held: purse.major(facts.deposits.held) },
    ageing: Object.fromEntries(
      buckets.map((name) => [name, purse.major(ageing[name])]),
    ) as PatientAccount['ageing'],
  }
}
