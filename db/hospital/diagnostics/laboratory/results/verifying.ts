// Verified is technically sound (DIA-72); returned is not (3.3). Both are all or nothing.

import { type Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict } from '../../../../core/refusal.ts'
import { goOn } from '../automatic/automatic.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import type { GateResult, Override } from '../../../desk/gates/shapes.ts'
import { reasonOf } from '../catalogue/lists.ts'
import { tellAlerts } from '../critical/telling.ts'
import { commentFor, mustBe, passChecks } from './checking.ts'
import { type Bench, benchFor, type LineRow } from './lines.ts'
import type { ReturnInput, VerifyInput } from './shapes.ts'
import { emptied, follow, linesNow, writeLine } from './writing.ts'

export interface Moved {
  lines: LineRow[]
  warnings: GateResult[]
}

export async function verify(caller: Caller, input: VerifyInput): Promise<Moved> {
  await practisingSigner(caller)
  const bench = await benchFor(caller, input.ids, 'ids')
  if (input.seen === true) return seen(caller, bench)
  for (const line of bench.named) mustBe(line, ['ENTERED'], 'verify')
  const lines = bench.named.map((line) => ({ ...line, comment: commentFor(input.comments, line) }))
  const overrides = input.overrides ?? []
  const { warnings, alone } = await passChecks(caller, bench, 'result.verify', lines, overrides)
  for (const line of lines) {
    await writeLine(caller, bench, line, {
      ...verifiedBy(caller, line, overrides),
      comment: line.comment,
      single_handed: line.single_handed || alone.has(line.id),
    })
  }
  await follow(caller, bench, lines, 'result.verify')
  await tellAlerts(caller, lines)
  await goOn(caller, bench, input.ids)
  return { lines: linesNow(bench, input.ids), warnings }
}

export const verifiedBy = (
  caller: Caller,
  line: LineRow,
  overrides: readonly Override[],
): Partial<LineRow> => ({
  status: 'VERIFIED',
  verified_by_id: caller.user_id,
  verified_by_name: caller.name,
  verified_at: clock.instant(),
  ...dismissed(caller, line, overrides),
})

/** An override that let the line through answers for its delta from then on. */
export function dismissed(
  { name }: Caller,
  line: LineRow,
  overrides: readonly Override[],
): Partial<LineRow> {
  const held = line.held.filter((one) => one === 'DELTA' && line.delta?.state === 'ACTIVE')
  if (line.delta?.state !== 'ACTIVE') return { held }
  const said = overrides.find(
    ({ gate, subject }) => gate === 'DIA_DELTA' && (!subject || subject === line.id),
  )
  if (said === undefined) return { held }
  const reason = [said.reason_code, said.reason].filter(Boolean).join(': ').slice(0, 300)
  const delta = { ...line.delta, state: 'DISMISSED' as const, reason, by_name: name }
  return { delta, held: [] }
}

/** Somebody else has looked at what one person did alone (DIA-55). */
async function seen(caller: Caller, bench: Bench & { named: LineRow[] }): Promise<Moved> {
  for (const line of bench.named) {
    if (!line.single_handed) throw conflict(`${line.test_code} was not done single-handed.`)
    if (line.released_by_id === caller.user_id) {
      throw conflict('You released this result: somebody else must look at it.', 'second_person')
    }
  }
  for (const line of bench.named) {
    await writeLine(caller, bench, line, { seen_by_name: caller.name })
  }
  await follow(caller, bench, bench.named, 'result.seen')
  return {
    lines: linesNow(
      bench,
      bench.named.map(({ id }) => id),
    ),
    warnings: [],
  }
}

/** Back to who entered it; with `repeat` it is measured anew, and the value stays among its runs. */
export async function giveBack(caller: Caller, input: ReturnInput): Promise<LineRow[]> {
  const reason = await reasonOf(caller, 'RETURN', input)
  const bench = await benchFor(caller, input.ids, 'ids')
  const from = input.repeat === true ? ['ENTERED', 'VERIFIED'] : ['VERIFIED']
  for (const line of bench.named) mustBe(line, from, 'return')
  for (const line of bench.named) {
    const changes: Partial<LineRow> =
      input.repeat === true
        ? emptied(line, `Repeat: ${reason.code}`)
        : { status: 'ENTERED', verified_by_id: null, verified_by_name: null, verified_at: null }
    await writeLine(caller, bench, line, changes)
  }
  const why = [reason.code, input.note].filter(Boolean).join(': ')
  await follow(caller, bench, bench.named, 'result.return', why)
  return linesNow(bench, input.ids)
}
