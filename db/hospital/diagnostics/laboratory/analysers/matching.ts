// Whose value is it (DIA-135, DIA-136)? Of the specimen that is named, in this hospital, received, with a
// line of that test that waits. Nothing else is written, and nothing is guessed.

import type { Caller } from '../../../../core/caller.ts'
import { goOn } from '../automatic/automatic.ts'
import { clock } from '../../../../core/clock.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import type { Row as TestRow } from '../catalogue/read.ts'
import type { InstrumentRow } from '../instruments/record.ts'
import type { Mapped } from '../instruments/tables.ts'
import { diagnostic_items } from '../orders/tables.ts'
import { holdOfResults } from '../people.ts'
import { judgeFor } from '../results/judging.ts'
import { type Bench, benchFor, type LineRow as ResultRow, partsOf } from '../results/lines.ts'
import { diagnostic_results } from '../results/tables.ts'
import type { Value } from '../results/value.ts'
import { follow, runOf, writeLine } from '../results/writing.ts'
import { isSpecimenNumber } from '../specimens/numbers.ts'
import type { SpecimenRow } from '../specimens/record.ts'
import { specimens } from '../specimens/tables.ts'
import type { AnalyserProblem } from '../words.ts'
import { mappingOf, type Numbered } from './controls.ts'
import type { NewLine } from './intake.ts'
import { analyser_lines } from './tables.ts'
import { readSaid, timeSaid } from './value.ts'

export interface Target {
  line: Numbered
  number: string | null
  measured_at: string
  mapped: Mapped | undefined
  result_id: string | null
  problem: AnalyserProblem | null
}

export async function matchAll(
  caller: Caller,
  instrument: InstrumentRow,
  lines: readonly Numbered[],
): Promise<NewLine[]> {
  if (lines.length === 0) return []
  const targets = await targetsFor(caller, instrument, lines)
  return writeAll(caller, instrument, targets, {})
}

export interface Matched {
  /** A person said whose it is: it is marked so. */
  by_name?: string
  note?: string | null
}

/** Held, looked at again, written. */
export async function writeAll(
  caller: Caller,
  instrument: InstrumentRow,
  targets: readonly Target[],
  matched: Matched,
): Promise<NewLine[]> {
  const ids = [...new Set(targets.flatMap(({ result_id }) => result_id ?? []))]
  if (ids.length === 0) return targets.map((one) => kept(one, 'UNMATCHED', matched))
  await holdOfResults(caller, ids)
  const bench = await benchFor(caller, ids, 'lines')
  const { judge } = await judgeFor(caller, bench)
  const done: NewLine[] = []
  const touched = new Map<string, ResultRow>()
  for (const target of targets) {
    const line = bench.lines.find(({ id }) => id === target.result_id)
    const verdict = await verdictOf(caller, bench, instrument, target, line, matched)
    if (verdict.value !== undefined && line !== undefined) {
      const now = entered(caller, bench, instrument, target, line, verdict.value, matched)
      const { id: _id, version: _version, ...changes } = now
      const judged = judge(now, verdict.value.verdict)
      await writeLine(caller, bench, line, { ...changes, ...judged })
      touched.set(line.id, line)
    }
    done.push({ ...kept({ ...target, problem: verdict.problem }, verdict.state, matched) })
  }
  if (touched.size > 0) await follow(caller, bench, [...touched.values()], 'result.analyser')
  await goOn(caller, bench, [...touched.keys()])
  return done
}

interface Verdict {
  state: NewLine['state']
  problem: AnalyserProblem | null
  value?: Value
}

async function verdictOf(
  caller: Caller,
  bench: Bench,
  instrument: InstrumentRow,
  target: Target,
  line: ResultRow | undefined,
  matched: Matched,
): Promise<Verdict> {
  const { problem } = target
  if (target.mapped?.ignore === true) return { state: 'IGNORED', problem: null }
  if (problem !== null || line === undefined) return { state: 'UNMATCHED', problem }
  if (isLeftOut(target.line, line)) return { state: 'IGNORED', problem: null }
  if (line.status === 'CANCELLED') return { state: 'UNMATCHED', problem: 'NOT_ORDERED' }
  if (matched.by_name === undefined && (await saidBefore(caller, instrument, target))) {
    return { state: 'IGNORED', problem: null }
  }
  if (!mayWrite(instrument, target, line)) return { state: 'LATE', problem: null }
  const { test } = partsOf(bench, line)
  const read = readSaid(test, target.mapped ?? plainMapping(test), target.line)
  if ('problem' in read) return { state: 'UNMATCHED', problem: read.problem }
  return { state: 'MATCHED', problem: null, value: read.value }
}

const plainMapping = ({ code }: TestRow): Mapped => ({
  analyser_code: code,
  test_code: code,
  unit: null,
  factor: 1,
  offset: 0,
  answers: {},
  ignore: false,
})

/** OBX-11 and R-9: finished and corrected ones are taken, of what is preliminary nothing is written. */
function isLeftOut({ status, is_file }: Numbered, { value_type }: ResultRow): boolean {
  if (is_file || value_type === 'CULTURE' || value_type === 'CALCULATED') return true
  return status !== null && !['F', 'C', 'V', 'R'].includes(status)
}

/** One that waits, or one that this instrument said before; never what a person has looked at. */
function mayWrite(instrument: InstrumentRow, { measured_at }: Target, line: ResultRow): boolean {
  if (line.status === 'PENDING') return true
  if (line.status !== 'ENTERED' || line.source !== 'ANALYSER') return false
  return line.instrument_id === instrument.id && measured_at > (line.measured_at ?? '')
}

async function saidBefore(
  { hospital_id }: Caller,
  { id: instrument_id }: InstrumentRow,
  { line, number, measured_at }: Target,
): Promise<boolean> {
  if (line.time === null || number === null) return false
  const found = await analyser_lines.find({
    hospital_id,
    instrument_id,
    specimen_number: number,
    analyser_code: line.analyser_code,
    value: line.value,
    measured_at,
    state: 'MATCHED',
  })
  return found !== undefined
}

function entered(
  caller: Caller,
  bench: Bench,
  instrument: InstrumentRow,
  { line: said, measured_at }: Target,
  line: ResultRow,
  value: Value,
  { by_name }: Matched,
): ResultRow {
  const { test, specimen } = partsOf(bench, line)
  const { verdict: _, ...is } = value
  const flags = by_name === undefined ? said.flags : [...said.flags, `matched by ${by_name}`]
  return {
    ...line,
    ...is,
    invalid: false,
    runs: line.status === 'ENTERED' ? [...line.runs, runOf(line, 'Measured again')] : line.runs,
    status: 'ENTERED',
    unit: test.unit,
    decimals: test.decimals,
    method: test.method,
    source: 'ANALYSER',
    instrument_id: instrument.id,
    instrument_flags: flags.map((one) => one.slice(0, 80)),
    fasting: specimen?.fasting ?? null,
    measured_at,
    // Entered by nobody: whoever verifies it is the first person (DIA-74).
    entered_by_id: null,
    entered_by_name: caller.name,
    entered_at: clock.instant(),
  }
}

const kept = (
  { line, number, measured_at, result_id, problem }: Target,
  state: NewLine['state'],
  { by_name, note }: Matched,
): NewLine => ({
  no: line.no,
  kind: 'PATIENT',
  specimen_number: number?.slice(0, 80) ?? null,
  analyser_code: line.analyser_code.slice(0, 80),
  value: line.value.slice(0, 4000),
  unit: line.unit?.slice(0, 40) ?? null,
  flags: line.flags.map((one) => one.slice(0, 40)),
  measured_at,
  state,
  problem: state === 'UNMATCHED' ? (problem ?? 'NOT_ORDERED') : null,
  result_id: state === 'MATCHED' || state === 'LATE' ? result_id : null,
  run_id: null,
  decided_by_name: by_name ?? null,
  note: note ?? null,
})

/** Looked up by the numbers of this hospital alone. */
async function targetsFor(
  caller: Caller,
  instrument: InstrumentRow,
  lines: readonly Numbered[],
): Promise<Target[]> {
  const { hospital_id } = caller
  const { timezone } = await hospitalOf(caller)
  const numbers = [...new Set(lines.flatMap((line) => line.numbers.filter(isSpecimenNumber)))]
  const found = await specimens.all({ hospital_id, number: numbers })
  const tubes = new Map(found.map((one) => [one.number, one]))
  const open = await openLines(
    caller,
    found.map(({ id }) => id),
  )
  return lines.map((line) => {
    const number = line.numbers.find(isSpecimenNumber) ?? line.numbers[0] ?? null
    const tube = tubes.get(number ?? '')
    const mapped = mappingOf(instrument, line.analyser_code)
    const own = open.get(tube?.id ?? '') ?? []
    const wanted = own.filter(({ test_code }) => test_code === mapped?.test_code)
    const result = wanted.find(({ status }) => status !== 'CANCELLED') ?? wanted[0]
    const problem = problemOf(number, tube, mapped, result)
    const measured_at = measuredAt(line, tube, timezone)
    return { line, number, measured_at, mapped, problem, result_id: result?.id ?? null }
  })
}

function problemOf(
  number: string | null,
  tube: SpecimenRow | undefined,
  mapped: Mapped | undefined,
  result: ResultRow | undefined,
): AnalyserProblem | null {
  if (number === null) return 'NO_SPECIMEN'
  if (!isSpecimenNumber(number)) return 'BAD_NUMBER'
  if (tube === undefined) return 'NO_SPECIMEN'
  if (tube.status !== 'RECEIVED') return 'NOT_RECEIVED'
  if (mapped === undefined) return 'CODE_NOT_MAPPED'
  return result === undefined ? 'NOT_ORDERED' : null
}

/** An analyser's clock that is ahead, or behind the collection, says nothing. */
function measuredAt(line: Numbered, tube: SpecimenRow | undefined, timezone: string): string {
  const said = timeSaid(line.time, timezone)
  const collected = tube?.collected_at ?? null
  return said === null || (collected !== null && said < collected) ? clock.instant() : said
}

async function openLines(
  { hospital_id }: Caller,
  specimen_id: readonly string[],
): Promise<ReadonlyMap<string, ResultRow[]>> {
  if (specimen_id.length === 0) return new Map()
  const items = await diagnostic_items.all({ hospital_id, specimen_id: [...specimen_id] })
  const tube_of = new Map(items.map((one) => [one.id, one.specimen_id ?? '']))
  const lines = await diagnostic_results.all(
    { hospital_id, item_id: [...tube_of.keys()] },
    { order: ['item_id', 'position'] },
  )
  return Map.groupBy(lines, ({ item_id }) => tube_of.get(item_id) ?? '')
}
