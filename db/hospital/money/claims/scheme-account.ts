// What a scheme owes over time (5.7): the lines of the ledger on its name, and how old its claims are
// against the days in which it pays (BIL-136).

import type { Caller } from '../../../core/caller.ts'
import { rows } from '../../../store/connection.ts'
import {
  choice,
  Day,
  listOf,
  Money,
  named,
  partial,
  type Static,
  shape,
  Text,
} from '../../../core/kinds/kinds.ts'
import { invalid } from '../../../core/refusal.ts'
import { sql } from '../../../store/sql.ts'
import { partyLedger, type PartyLine } from '../accounting/reports/party-ledger.ts'
import { purseOf } from '../accounting/purse.ts'
import { AccountLine, Ages, type Bucket, buckets } from '../billing/debts/debtor-shapes.ts'
import { ageOf } from '../billing/debts/statement-facts.ts'
import { today } from '../../office/hospitals/hospitals.ts'
import { schemeRecord } from '../tariff/schemes.ts'

export const SchemeAccount = named(
  'SchemeAccount',
  shape({
    scheme: Text(0, 160),
    opening: Money,
    lines: listOf(AccountLine, 100_000),
    closing: Money,
    under_appeal: Money,
    ageing: Ages,
  }),
)
export type SchemeAccount = Static<typeof SchemeAccount>

export const SchemeAccountAsked = partial({ from: Day, to: Day, format: choice(['json', 'csv']) })

export async function schemeAccount(
  caller: Caller,
  id: string,
  asked: { from?: string; to?: string },
): Promise<SchemeAccount> {
  const { name } = await schemeRecord.get(caller, id)
  const purse = await purseOf(caller)
  const day = await today(caller)
  const to = asked.to ?? day
  if (asked.from !== undefined && asked.from > to) throw invalid('from', 'is after to.')
  const period = { from: asked.from, to }
  const party = { kind: 'SCHEME' as const, id }
  const owed = await partyLedger(caller, 'ar_scheme', party, period)
  const disputed = await partyLedger(caller, 'ar_scheme_dispute', party, period)
  const shown = (line: PartyLine) => ({
    date: line.on,
    number: line.document ?? line.reference,
    description: line.memo,
    debit: purse.major(line.debit),
    credit: purse.major(line.credit),
    balance: purse.major(line.balance),
  })
  const ages = await agesOf(caller, id, day)
  return {
    scheme: name,
    opening: purse.major(owed.opening),
    lines: owed.lines.map(shown),
    closing: purse.major(owed.closing),
    under_appeal: purse.major(disputed.closing),
    ageing: Object.fromEntries(
      buckets.map((bucket) => [bucket, purse.major(ages[bucket])]),
    ) as SchemeAccount['ageing'],
  }
}

/** What is not sent yet is not due. */
async function agesOf(
  { hospital_id }: Caller,
  scheme_id: string,
  day: string,
): Promise<Record<Bucket, number>> {
  const ages = { not_due: 0, d1_30: 0, d31_60: 0, d61_90: 0, d91_180: 0, over_180: 0 }
  const found = await rows<{ due_on: string | null; pending: number }>(
    sql`select due_on, cast(sum(claimed - paid - denied) as bigint) as pending from claims
      where hospital_id = ${hospital_id} and scheme_id = ${scheme_id}
        and status not in ('CANCELLED', 'CLOSED') group by due_on`,
  )
  for (const { pending, due_on } of found) ages[ageOf(due_on ?? day, day)] += Number(pending)
  return ages
}
