// Posting what a scheme paid (BIL-121, BIL-123, P-25): claims, bills, batches and ledger in one
// transaction, and all of it back again.

import type { Caller } from '../../../core/caller.ts'
import { clock } from '../../../core/clock.ts'
import { conflict } from '../../../core/refusal.ts'
import { fundingOf } from '../accounting/funding/funding.ts'
import { post } from '../accounting/posting/post.ts'
import { purseOf } from '../accounting/purse.ts'
import { reverse as reverseEntry } from '../accounting/posting/reverse.ts'
import { schemePaid } from '../billing/schemes/for-areas.ts'
import { schemeRecord, type SchemeRow } from '../tariff/schemes.ts'
import { type Answer, answersOf } from './allot.ts'
import { settled } from './batches.ts'
import { remittanceLines } from './ledger.ts'
import {
  covers,
  find,
  note,
  refuseSpent,
  type RemittanceRow,
  remittanceRecord,
} from './remittances.ts'
import { remittance_life } from './remittance-life.ts'
import type { RemittanceOpened } from './remittance-shapes.ts'
import { claim_life, claimRecord, type ClaimRow, type LineRow, linesOf } from './rows.ts'
import { claim_decisions, claim_lines, claims, remittance_lines, remittances } from './tables.ts'
import type { ClaimState } from './words.ts'

export async function postRemittance(caller: Caller, id: string): Promise<RemittanceOpened> {
  const { hospital_id } = caller
  const row = await remittanceRecord.locked(caller, id)
  const status = remittance_life.move('post', row.status, row.number)
  const purse = await purseOf(caller)
  covers(purse, row)
  if (row.amount + row.withheld_tax === 0 && row.lines.length === 0)
    throw conflict(`Remittance ${row.number} holds no money and answers no line.`, 'empty')
  await refuseSpent(caller, purse, row)
  const scheme = await schemeRecord.get(caller, row.scheme_id)
  const answers = await answersOf(caller, purse, row)
  const entry_reference = await booked(caller, row, scheme, answers)
  await remittance_lines.insertMany(
    answers.map(({ claim, line, paid, denied, appealed, reason_code, note: said }) => ({
      hospital_id,
      remittance_id: row.id,
      claim_id: claim.id,
      line_id: line.id,
      paid,
      denied,
      appealed,
      reason_code,
      note: said,
    })),
  )
  await apply(caller, answers, row.received_on, 1)
  await remittances.change(
    { hospital_id, id },
    { status, entry_reference, posted_at: clock.instant() },
  )
  note(caller, 'remittance.post', { ...row, status }, { status: [row.status, status] })
  return find(caller, id)
}

/** An answer without money denies, and the books have nothing to say to it yet. */
async function booked(
  caller: Caller,
  row: RemittanceRow,
  scheme: SchemeRow,
  answers: readonly Answer[],
): Promise<string | null> {
  if (row.amount + row.withheld_tax === 0) return null
  const entry = await post(caller, {
    source: 'REMITTANCE',
    source_id: row.id,
    date: row.received_on,
    memo: `Remittance ${row.number} of ${scheme.name}, ${row.reference}`,
    document: {
      kind: 'remittance',
      id: row.id,
      reference: row.number,
      path: `/billing/remittances/${row.id}`,
    },
    lines: remittanceLines(row, scheme, await moneyOf(caller, row), answers),
  })
  return entry.reference
}

/** Into the account it came to, or out of what nobody knew yet (BIL-124). */
async function moneyOf(
  caller: Caller,
  row: Pick<RemittanceRow, 'account_id' | 'statement_line_id'>,
): Promise<{ role?: string; account_id?: string }> {
  if (row.statement_line_id !== null) return { role: 'suspense' }
  const funding = await fundingOf(caller, row.account_id)
  return { account_id: funding?.account_id ?? row.account_id }
}

/** Onto lines, claims, bills and batches; with −1 off them again. */
async function apply(
  caller: Caller,
  answers: readonly Answer[],
  answered_on: string,
  sign: 1 | -1,
): Promise<void> {
  const { hospital_id } = caller
  for (const answer of answers) {
    await claim_lines.change(
      { hospital_id, id: answer.line.id },
      answered(answer, answered_on, sign),
    )
  }
  await schemePaid(
    caller,
    answers.map(({ line: { bill_id, scheme_id }, paid }) => ({
      bill_id,
      scheme_id,
      amount: sign * paid,
    })),
  )
  const touched = new Map(answers.map(({ claim }) => [claim.id, claim]))
  const lines = Map.groupBy(await linesOf(caller, [...touched.keys()]), ({ claim_id }) => claim_id)
  for (const claim of touched.values()) {
    await restated(caller, claim, lines.get(claim.id) ?? [], {
      answered_on,
      again: answers.some((one) => one.claim.id === claim.id && one.appealed),
    })
  }
  const batches = [...touched.values()].flatMap(({ batch_id }) => batch_id ?? [])
  await settled(caller, [...new Set(batches)].sort())
}

function answered(
  { line, paid, denied, appealed, reason_code, note: said }: Answer,
  answered_on: string,
  sign: 1 | -1,
): Partial<LineRow> {
  if (!appealed) {
    return {
      paid: line.paid + sign * paid,
      denied: line.denied + sign * denied,
      ...(denied > 0
        ? {
            denial_reason_code: sign === 1 ? reason_code : null,
            denial_note: sign === 1 ? said : null,
            denied_on: sign === 1 ? answered_on : null,
          }
        : {}),
    }
  }
  return {
    paid: line.paid + sign * paid,
    denied: line.denied - sign * paid,
    appealed: line.appealed - sign * (paid + denied),
    on_appeal_account: line.on_appeal_account - sign * paid,
    decision: sign === 1 ? 'NONE' : 'APPEAL',
  }
}

/** BIL-123: the state follows the sums, back as well, so it is none of the moves that are asked for. */
async function restated(
  caller: Caller,
  claim: ClaimRow,
  lines: readonly LineRow[],
  { answered_on, again }: { answered_on: string; again: boolean },
): Promise<void> {
  const sum = (of: (line: LineRow) => number): number =>
    lines.reduce((all, line) => all + of(line), 0)
  const [paid, denied, appealed] = [
    sum((line) => line.paid),
    sum((line) => line.denied),
    sum((line) => line.appealed),
  ]
  const status = stateOf({ claimed: claim.claimed, paid, denied, appealed, again })
  const moves: Partial<Record<ClaimState, string>> = {
    PAID: 'pay',
    DENIED: 'deny',
    DENIED_FINAL: 'deny_again',
    SUBMITTED: 'take_back',
    APPEALED: 'appeal',
  }
  await claimRecord.changed(caller, claim, moves[status] ?? 'part_pay', {
    status,
    paid,
    denied,
    answered_on,
  })
}

function stateOf(sums: {
  claimed: number
  paid: number
  denied: number
  appealed: number
  again: boolean
}): ClaimState {
  const { claimed, paid, denied, appealed, again } = sums
  if (appealed > 0) return 'APPEALED'
  if (paid === claimed) return 'PAID'
  if (paid === 0 && denied === 0) return 'SUBMITTED'
  if (again && denied > 0) return 'DENIED_FINAL'
  return paid === 0 && denied === claimed ? 'DENIED' : 'PART_PAID'
}

/** Only while nothing was built upon it. */
export async function reverseRemittance(
  caller: Caller,
  id: string,
  reason: string,
): Promise<RemittanceOpened> {
  const { hospital_id } = caller
  const row = await remittanceRecord.locked(caller, id)
  const status = remittance_life.move('reverse', row.status, row.number)
  const given = await remittance_lines.all({ hospital_id, remittance_id: id })
  const claim_ids = [...new Set(given.map(({ claim_id }) => claim_id))].sort()
  const found = await claims.all({ hospital_id, id: claim_ids }, { order: ['id'], lock: true })
  await refuseDecided(caller, row, found)
  const lines = new Map((await linesOf(caller, claim_ids)).map((line) => [line.id, line]))
  const by_id = new Map(found.map((claim) => [claim.id, claim]))
  if (row.entry_reference !== null) await reverseEntry(caller, 'REMITTANCE', id, reason)
  const answers = given.map((one) => ({
    ...one,
    claim: by_id.get(one.claim_id) as ClaimRow,
    line: lines.get(one.line_id) as LineRow,
  }))
  await apply(caller, answers, row.received_on, -1)
  await remittances.change({ hospital_id, id }, { status, reverse_reason: reason })
  note(caller, 'remittance.reverse', { ...row, status }, { status: [row.status, status] })
  return find(caller, id)
}

async function refuseDecided(
  { hospital_id }: Caller,
  row: RemittanceRow,
  found: readonly ClaimRow[],
): Promise<void> {
  const closed = found.find(({ status }) => status === 'CLOSED')
  if (closed !== undefined) throw claim_life.refusal(closed.status, closed.number)
  const decided = await claim_decisions.all({
    hospital_id,
    claim_id: found.map(({ id }) => id),
    undone: false,
  })
  const later = decided.find(({ created_at }) => created_at >= (row.posted_at ?? ''))
  if (later === undefined) return
  const claim = found.find(({ id }) => id === later.claim_id)
  throw conflict(
    `Claim ${claim?.number} was decided upon after remittance ${row.number}.`,
    'decided',
  )
}
