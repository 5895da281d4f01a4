// A culture is written as a whole, as often as it changes, until it is out as final (DIA-91, DIA-95).

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { conflict, invalid } from '../../../../core/refusal.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { mayEnter } from '../results/entering.ts'
import { judgeFor } from '../results/judging.ts'
import { type Bench, benchFor, type LineRow, partsOf } from '../results/lines.ts'
import { follow, linesNow, runOf, writeLine } from '../results/writing.ts'
import { holdOfResults } from '../people.ts'
import { type Culture, flagOfCulture, summaryOf } from './culture.ts'
import { readCulture } from './reading.ts'
import type { CultureInput } from './shapes.ts'

export async function writeCulture(
  caller: Caller,
  id: string,
  input: CultureInput,
): Promise<LineRow> {
  await practisingSigner(caller)
  await holdOfResults(caller, [id])
  const bench = await benchFor(caller, [id], 'ids')
  const line = bench.named[0] as LineRow
  await mayWrite(caller, bench, line, input.version)
  const culture = await readCulture(caller, input, partsOf(bench, line).specimen)
  const comment = input.comment === undefined ? line.comment : input.comment || null
  if (line.status === 'RELEASED') {
    // What is out stays as it is until this is released in its place.
    await writeLine(caller, bench, line, { culture_draft: culture })
  } else await enter(caller, bench, { ...line, comment }, culture)
  await follow(caller, bench, [line], 'result.culture')
  return linesNow(bench, [id])[0] as LineRow
}

async function mayWrite(
  caller: Caller,
  bench: Bench,
  line: LineRow,
  version: number | undefined,
): Promise<void> {
  if (line.value_type !== 'CULTURE') throw invalid('growth', `${line.test_code} is no culture.`)
  if (line.status !== 'RELEASED') return mayEnter(caller, bench, line, { version })
  if (!line.preliminary) throw conflict(`${line.test_code} is RELEASED. It can: amend.`, 'state')
  if (version !== undefined && version < line.version) {
    const by = (line.culture_draft ?? line.culture)?.by_name ?? 'the house'
    throw conflict(`${line.test_code} was changed by ${by} since.`, 'changed')
  }
}

async function enter(caller: Caller, bench: Bench, line: LineRow, culture: Culture): Promise<void> {
  const { specimen, test } = partsOf(bench, line)
  const { judge } = await judgeFor(caller, bench)
  const now: LineRow = {
    ...line,
    culture,
    value_text: summaryOf(culture),
    runs: line.status === 'ENTERED' ? [...line.runs, runOf(line, 'Corrected')] : line.runs,
    status: 'ENTERED',
    method: test.method,
    source: 'MANUAL',
    measured_at: clock.instant(),
    fasting: specimen?.fasting ?? null,
    entered_by_id: caller.user_id,
    entered_by_name: caller.name,
    entered_at: clock.instant(),
  }
  const { id: _id, version: _version, ...changes } = now
  await writeLine(caller, bench, line, {
    ...changes,
    ...judge(now, flagOfCulture(culture, false)),
  })
}
