// Two records that were one for a while (BIL-170, PAT-21): what was posted meanwhile stands on the record that was kept.
// Where bills go back, an entry brings what is owed for them along (P-05c); the lines of before are never touched.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { newId } from '../../../../core/ids.ts'
import { rows } from '../../../../store/connection.ts'
import { oneOf, sql } from '../../../../store/sql.ts'
import type { RowOf } from '../../../../store/table.ts'
import type { PostingLine } from '../../accounting/entries/lines.ts'
import { lockHead, post } from '../../accounting/posting/post.ts'
import { postedOn } from '../../accounting/proofs/of-party.ts'
import { debt_returns } from '../bills/tables.ts'
import { debtOf } from '../payments/owing.ts'
import { open_states } from '../words.ts'

type Returned = Pick<
  RowOf<(typeof debt_returns)['columns']>,
  'facility_id' | 'from_id' | 'to_id' | 'amount'
>

/** Both records hold their own rows again. */
export async function debtGoesBack(
  caller: Caller,
  { from: from_id, to: to_id }: { from: string; to: string },
): Promise<void> {
  await lockHead(caller)
  const owed = await owedBy(caller, to_id)
  const posted = await postedOn(caller, 'ar_patient', to_id)
  for (const facility_id of [...new Set([...owed.keys(), ...posted.keys()])].sort()) {
    const amount = (owed.get(facility_id) ?? 0) - (posted.get(facility_id) ?? 0)
    if (amount !== 0) await given(caller, { facility_id, from_id, to_id, amount })
  }
}

async function given(caller: Caller, returned: Returned): Promise<void> {
  const id = newId()
  await post(caller, {
    source: 'DEBT_RETURN',
    source_id: id,
    memo: 'Owed by whom it was before a merge that was undone',
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

export function returnedLines({ facility_id, from_id, to_id, amount }: Returned): PostingLine[] {
  const on = (patient_id: string) => {
    const { debt } = debtOf({ payer_kind: 'SELF', patient_id, client_id: null })
    return { ...debt, facility_id }
  }
  const [to, from] = amount > 0 ? [to_id, from_id] : [from_id, to_id]
  const sum = Math.abs(amount)
  return [
    { ...on(to), debit: sum },
    { ...on(from), credit: sum },
  ]
}

async function owedBy({ hospital_id }: Caller, patient_id: string): Promise<Map<string, number>> {
  const found = await rows<{ facility_id: string; owed: number }>(
    sql`select facility_id, cast(sum(balance) as bigint) as owed from bills
      where hospital_id = ${hospital_id} and patient_id = ${patient_id}
        and payer_kind <> 'CLIENT' and status${oneOf(open_states)} group by facility_id`,
  )
  return new Map(found.map(({ facility_id, owed }) => [facility_id, Number(owed)]))
}
