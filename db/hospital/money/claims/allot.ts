// The lines of a remittance, allotted to the lines of the claims they name (BIL-121).

import type { Caller } from '../../../core/caller.ts'
import { conflict } from '../../../core/refusal.ts'
import type { Purse } from '../accounting/purse.ts'
import { claim_life, type ClaimRow, type LineRow, linesOf } from './rows.ts'
import { largestRemainder } from '../../../core/kinds/spread.ts'
import { claims, type RemittanceLine } from './tables.ts'
import { payable_states } from './words.ts'

export interface Answer {
  claim: ClaimRow
  line: LineRow
  paid: number
  denied: number
  /** The answer to an appeal. */
  appealed: boolean
  reason_code: string | null
  note: string | null
}

/** By line of the claim: those that are named, else spread over what is pending. */
export async function answersOf(
  caller: Caller,
  purse: Purse,
  row: { lines: readonly RemittanceLine[] },
): Promise<Answer[]> {
  const { hospital_id } = caller
  const ids = [...new Set(row.lines.map(({ claim_id }) => claim_id))].sort()
  const found = await claims.all({ hospital_id, id: ids }, { order: ['id'], lock: true })
  const by_id = new Map(found.map((claim) => [claim.id, claim]))
  const lines = Map.groupBy(await linesOf(caller, ids), ({ claim_id }) => claim_id)
  const left = new Map<string, number>()
  const answers: Answer[] = []
  for (const said of row.lines) {
    const claim = by_id.get(said.claim_id) as ClaimRow
    if (!payable_states.includes(claim.status)) {
      throw claim_life.refusal(claim.status, claim.number)
    }
    const appealed = claim.status === 'APPEALED'
    const own = (lines.get(claim.id) ?? []).filter(
      ({ id }) => said.line_id === null || id === said.line_id,
    )
    const open = own.map((line) => ({
      line,
      pending:
        left.get(line.id) ?? (appealed ? line.appealed : line.amount - line.paid - line.denied),
    }))
    const all = open.reduce((sum, { pending }) => sum + pending, 0)
    if (said.paid + said.denied > all) {
      throw conflict(`Claim ${claim.number}: only ${purse.said(all)} is pending.`, 'too_much')
    }
    const paid = largestRemainder(
      said.paid,
      open.map(({ pending }) => pending),
    )
    const rest = open.map(({ pending }, at) => pending - (paid[at] ?? 0))
    const denied = largestRemainder(said.denied, rest)
    for (const [at, { line, pending }] of open.entries()) {
      const [in_money, no_money] = [paid[at] ?? 0, denied[at] ?? 0]
      left.set(line.id, pending - in_money - no_money)
      if (in_money + no_money === 0) continue
      const { reason_code, note: words } = said
      const answer = { claim, line, paid: in_money, denied: no_money, appealed }
      answers.push({ ...answer, reason_code: no_money > 0 ? reason_code : null, note: words })
    }
  }
  return answers
}
