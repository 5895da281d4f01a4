// The entries of remittances and of decided denials built anew from their records (ACC-93).

import type { Caller } from '../../../core/caller.ts'
import { dayIn } from '../../../core/clock.ts'
import { sql } from '../../../store/sql.ts'
import { funding_accounts } from '../accounting/funding/tables.ts'
import { at_once, inBatches, takenBack, withReversals } from '../accounting/proofs/replayed.ts'
import { hospitalOf } from '../../office/hospitals/hospitals.ts'
import type { Replaying, ReplayEvent } from '../../neighbours/books.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import type { SchemeRow } from '../tariff/schemes.ts'
import { decision_sources, decisionLines, remittanceLines } from './ledger.ts'
import type { ClaimRow, LineRow } from './rows.ts'
import { claim_decisions, claim_lines, claims, remittance_lines, remittances } from './tables.ts'

type Events = AsyncGenerator<readonly ReplayEvent[]>
type Schemes = ReadonlyMap<string, SchemeRow>

export const replayOfClaims = (caller: Caller): Replaying => ({
  sources: withReversals(['REMITTANCE', ...Object.values(decision_sources)]),
  events: allOf(caller),
})

async function* allOf(caller: Caller): Events {
  const { hospital_id } = caller
  const known = new Map((await schemes.all({ hospital_id })).map((row) => [row.id, row]))
  yield* paid(caller, known)
  yield* decided(caller, known)
}

async function claimsOf(
  { hospital_id }: Caller,
  ids: readonly string[],
): Promise<(id: string) => ClaimRow> {
  const found = await claims.all({ hospital_id, id: [...new Set(ids)] })
  const by_id = new Map(found.map((claim) => [claim.id, claim]))
  return (id) => by_id.get(id) as ClaimRow
}

async function* paid(caller: Caller, known: Schemes): Events {
  const { hospital_id } = caller
  const funding = await funding_accounts.all({ hospital_id })
  const accounts = new Map(funding.map(({ id, account_id }) => [id, account_id]))
  const posted = (after: string) =>
    remittances.read(
      sql`select ${remittances.selection()} from remittances where hospital_id = ${hospital_id}
        and entry_reference is not null and id > ${after} order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(posted)) {
    const ids = batch.map(({ id }) => id)
    const given = await remittance_lines.all({ hospital_id, remittance_id: ids })
    const claimOf = await claimsOf(
      caller,
      given.map(({ claim_id }) => claim_id),
    )
    const answers = Map.groupBy(
      given.map((one) => ({ ...one, claim: claimOf(one.claim_id) })),
      ({ remittance_id }) => remittance_id,
    )
    yield batch.flatMap((row) => {
      const { account_id } = row
      const scheme = known.get(row.scheme_id) as SchemeRow
      const money =
        row.statement_line_id === null
          ? { account_id: accounts.get(account_id) ?? account_id }
          : { role: 'suspense' }
      const event: ReplayEvent = {
        source: 'REMITTANCE',
        source_id: row.id,
        reference: row.number,
        date: row.received_on,
        lines: remittanceLines(row, scheme, money, answers.get(row.id) ?? []),
      }
      return row.status === 'REVERSED' ? [event, takenBack(event, null)] : [event]
    })
  }
}

async function* decided(caller: Caller, known: Schemes): Events {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const made = (after: string) =>
    claim_decisions.read(
      sql`select ${claim_decisions.selection()} from claim_decisions
        where hospital_id = ${hospital_id} and decision <> 'NONE' and id > ${after}
        order by id limit ${at_once}`,
    )
  for await (const batch of inBatches(made)) {
    const claimOf = await claimsOf(
      caller,
      batch.map(({ claim_id }) => claim_id),
    )
    const line_ids = [...new Set(batch.map(({ line_id }) => line_id))]
    const lines = await claim_lines.all({ hospital_id, id: line_ids })
    const by_id = new Map<string, LineRow>(lines.map((line) => [line.id, line]))
    yield batch.flatMap((row) => {
      const { amount, from_appeal } = row
      const decision = row.decision as keyof typeof decision_sources
      const claim = claimOf(row.claim_id)
      const scheme = known.get(claim.scheme_id) as SchemeRow
      const line = by_id.get(row.line_id) as LineRow
      const event: ReplayEvent = {
        source: decision_sources[decision],
        source_id: row.id,
        reference: claim.number,
        date: dayIn(timezone, new Date(row.created_at)),
        lines: decisionLines({ claim, scheme, line, amount, from_appeal, decision }),
      }
      // On its own day alone (BIL-125).
      return row.undone ? [event, takenBack(event, event.date)] : [event]
    })
  }
}
