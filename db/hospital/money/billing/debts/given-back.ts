// Two records that were one for a while (BIL-170, PAT-21): what was posted meanwhile stands on the record that was kept.
// Where bills and deposits go back, an entry brings what is owed and held for them along (P-05c); the lines of before are
// never touched.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, type Sql, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { PostingLine } from '../../accounting/entries/lines.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { postedOn } from '../../accounting/proofs/of-party.ts'
import { debt_returns } from '../bills/tables.ts'
import { debtOf } from '../payments/owing.ts'
import { open_states, type Standing, standings } from '../words.ts'

type Returned = Pick<
  RowOf<(typeof debt_returns)['columns']>,
  'facility_id' | 'from_id' | 'to_id' | 'standing' | 'amount'
>

/** Both records hold their own rows again. */
export async function debtGoesBack(
  caller: Caller,
  { from: from_id, to: to_id }: { from: string; to: string },
): Promise<void> {
  await lockHead(caller)
  for (const standing of standings) {
    const { grouping, sign, of } = kinds[standing]
    const theirs = await of(caller, to_id)
    const posted = await postedOn(caller, grouping, to_id)
    for (const facility_id of [...new Set([...theirs.keys(), ...posted.keys()])].sort()) {
      const amount = (theirs.get(facility_id) ?? 0) - sign * (posted.get(facility_id) ?? 0)
      if (amount !== 0) await given(caller, { facility_id, from_id, to_id, standing, amount })
    }
  }
}

async function given(caller: Caller, returned: Returned): Promise<void> {
  const id = newId()
  await post(caller, {
    source: 'DEBT_RETURN',
    source_id: id,
    memo: 'Of whom it was before a merge that was undone',
    lines: returnedLines(returned),
  })
  await debt_returns.insert({
    id,
    hospital_id: caller.hospital_id,
    ...returned,
    at: clock.instant(),
    by_name: caller.name,
  })
}

export function returnedLines(returned: Returned): PostingLine[] {
  const { facility_id, from_id, to_id, standing, amount } = returned
  const on = (patient_id: string) => {
    const stands = debtOf({ payer_kind: 'SELF', patient_id, client_id: null })[standing]
    return { ...stands, facility_id }
  }
  // Who owes more is debited, who has more is credited.
  const [debited, credited] =
    kinds[standing].sign * amount > 0 ? [to_id, from_id] : [from_id, to_id]
  const sum = Math.abs(amount)
  return [
    { ...on(debited), debit: sum },
    { ...on(credited), credit: sum },
  ]
}

type ByBranch = Map<string, number>

const owedBy = ({ hospital_id }: Caller, patient_id: string): Promise<ByBranch> =>
  summed(
    sql`select facility_id, balance as amount from bills
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and payer_kind <> 'CLIENT' and status${oneOf(open_states)}`,
  )

/** A refund that was approved is no longer held but to be paid out (P-08). */
const heldFor = ({ hospital_id }: Caller, patient_id: string): Promise<ByBranch> =>
  summed(
    sql`select facility_id, amount - used - refunded as amount from deposits
        where hospital_id = ${hospital_id} and patient_id = ${patient_id} and party = 'PATIENT'
      union all select facility_id, -amount from refunds
        where hospital_id = ${hospital_id} and patient_id = ${patient_id} and status = 'APPROVED'`,
  )

async function summed(each: Sql): Promise<ByBranch> {
  const found = await rows<{ facility_id: string; sum: number }>(
    sql`select facility_id, cast(sum(amount) as bigint) as sum from (${each}) as one
      group by facility_id`,
  )
  return new Map(found.map(({ facility_id, sum }) => [facility_id, Number(sum)]))
}

const kinds: Record<
  Standing,
  { grouping: string; sign: 1 | -1; of: (caller: Caller, patient_id: string) => Promise<ByBranch> }
> = {
  debt: { grouping: 'ar_patient', sign: 1, of: owedBy },
  held: { grouping: 'deposit', sign: -1, of: heldFor },
}
