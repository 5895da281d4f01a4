// Values are entered into the lines that wait for them (DIA-60 to DIA-66, DIA-69), all or nothing.

import { type Caller, can } from '../../../../core/caller.ts'
import { clock, timeIn } from '../../../../core/clock.ts'
import { conflict, invalidAs, notPermitted } from '../../../../core/refusal.ts'
import { gate } from '../../../desk/gates/gate.ts'
import type { Override } from '../../../desk/gates/shapes.ts'
import { goOn } from '../automatic/automatic.ts'
import { practisingSigner } from '../../../desk/amendments/practising.ts'
import { hospitalOf } from '../../../office/hospitals/hospitals.ts'
import { instrumentsById } from '../instruments/instruments.ts'
import { judgeFor } from './judging.ts'
import { type Bench, benchFor, type LineRow, partsOf } from './lines.ts'
import { releaseNow } from './releasing.ts'
import type { ResultInput, ResultsInput } from './shapes.ts'
import { isEmpty, outsideOf, readValue, type Value, withUnit } from './value.ts'
import { emptied, follow, linesNow, runOf, writeLine } from './writing.ts'

interface Read {
  line: LineRow
  input: ResultInput
  where: string
  /** Undefined: nothing was said of it; null: it is cleared. */
  value: Value | null | undefined
}

export async function enter(
  caller: Caller,
  { results, overrides }: ResultsInput,
): Promise<LineRow[]> {
  await practisingSigner(caller)
  const ids = results.map(({ id }) => id)
  const bench = await benchFor(caller, ids, 'results')
  const read: Read[] = []
  for (const [at, line] of bench.named.entries()) {
    const input = results[at] as ResultInput
    const where = `results[${at}]`
    await mayEnter(caller, bench, line, input)
    read.push({ line, input, where, value: valueOf(bench, line, input, where) })
  }
  await instrumentsKnown(caller, results)
  const invalid = await passInvalid(caller, bench, read, overrides ?? [])
  const { judge } = await judgeFor(caller, bench)
  for (const one of read) {
    const now = entered(caller, bench, one, invalid.has(one.line.id))
    const judged = now.status === 'PENDING' ? {} : judge(now, verdictOf(one))
    await writeLine(caller, bench, one.line, { ...changesOf(one.line, now), ...judged })
  }
  await follow(caller, bench, bench.named, 'result.enter')
  await releaseNow(caller, bench, bedsideOf(bench, ids))
  await goOn(caller, bench, ids)
  return linesNow(bench, ids)
}

async function instrumentsKnown(caller: Caller, results: readonly ResultInput[]): Promise<void> {
  const named = results.flatMap(({ instrument_id }) => instrument_id ?? [])
  if (named.length === 0) return
  const known = await instrumentsById(caller, named)
  for (const [at, { instrument_id }] of results.entries()) {
    if (instrument_id && !known.has(instrument_id)) {
      throw invalidAs(`results[${at}]`, 'instrument_id is not known.')
    }
  }
}

/** What stays as it was keeps what its answer or its enterer said. */
const verdictOf = ({ value, line }: Read) =>
  value === undefined ? line.flag : (value?.verdict ?? null)

const changesOf = (before: LineRow, now: LineRow): Partial<LineRow> =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => before[key as keyof LineRow] !== value),
  ) as Partial<LineRow>

export async function mayEnter(
  caller: Caller,
  bench: Bench,
  line: LineRow,
  input: { version?: number | undefined },
): Promise<void> {
  const { item, specimen, test } = partsOf(bench, line)
  if (!can(caller, 'result:enter') && test.entry_by === 'LAB') throw notPermitted('result:enter')
  const { test_code: code, status } = line
  if (status === 'VERIFIED') throw conflict(`${code} is VERIFIED. It can: return.`, 'state')
  if (status === 'RELEASED') throw conflict(`${code} is RELEASED. It can: amend.`, 'state')
  if (status === 'CANCELLED') {
    throw conflict(`${code} is CANCELLED. Nothing more can be done with it.`, 'state')
  }
  if (input.version !== undefined && input.version < line.version && line.entered_at !== null) {
    const by = line.entered_by_name ?? 'the house'
    const { timezone } = await hospitalOf(caller)
    const at = timeIn(timezone, new Date(line.entered_at))
    throw conflict(`${code} was changed by ${by} at ${at}: ${withUnit(line)}.`, 'changed')
  }
  if (!item.bedside && specimen?.status !== 'RECEIVED') {
    throw conflict(`${specimen?.number ?? code} has not been received.`, 'not_received')
  }
}

function valueOf(
  bench: Bench,
  line: LineRow,
  input: ResultInput,
  where: string,
): Value | null | undefined {
  const given = [input.value_num, input.value_text, input.answer_code]
  const { test, specimen } = partsOf(bench, line)
  measuredWhen(input, specimen?.collected_at ?? null, where)
  if (given.every((one) => one === undefined)) return undefined
  if (isEmpty(input) && given.every((one) => one === null)) return null
  return readValue(test, input, where)
}

/** DIA-65. */
function measuredWhen(
  { measured_at }: ResultInput,
  collected_at: string | null,
  where: string,
): void {
  if (!measured_at) return
  const at = new Date(measured_at).toISOString()
  if (at > clock.instant()) throw invalidAs(where, 'measured_at is in the future.')
  if (collected_at !== null && at < collected_at) {
    throw invalidAs(where, 'measured_at is before the collection.')
  }
}

/** Kept by an override, and marked: the ids of lines outside what can be measured (DIA-62). */
async function passInvalid(
  caller: Caller,
  bench: Bench,
  read: readonly Read[],
  overrides: readonly Override[],
): Promise<ReadonlySet<string>> {
  const bites = read.flatMap(({ line, value }) => {
    const what = value ? outsideOf(partsOf(bench, line).test, value) : null
    return what === null ? [] : [{ subject: line.id, what, line }]
  })
  for (const { line, what } of bites) {
    await gate(caller, {
      action: 'result.enter',
      subject: {
        patient_id: line.patient_id,
        by_gate: { DIA_INVALID: [{ subject: line.id, what }] },
      },
      overrides,
      entity: { type: 'diagnostic_result', id: line.id, patient_id: line.patient_id },
    })
  }
  return new Set(bites.map(({ subject }) => subject))
}

function entered(
  caller: Caller,
  bench: Bench,
  { line, input, value }: Read,
  invalid: boolean,
): LineRow {
  const comment = input.comment === undefined ? line.comment : input.comment || null
  if (value === null) return { ...line, ...emptied(line, 'Cleared'), comment }
  const measured_at = input.measured_at
    ? new Date(input.measured_at).toISOString()
    : line.measured_at
  if (value === undefined) return { ...line, comment, measured_at }
  const { item, specimen, test } = partsOf(bench, line)
  const { verdict: _, ...is } = value
  const runs = line.status === 'ENTERED' ? [...line.runs, runOf(line, 'Corrected')] : line.runs
  return {
    ...line,
    ...is,
    comment,
    measured_at,
    runs,
    invalid,
    status: 'ENTERED',
    unit: test.unit,
    decimals: test.decimals,
    method: test.method,
    source: item.bedside ? 'POC' : 'MANUAL',
    instrument_id: input.instrument_id ?? line.instrument_id,
    fasting: specimen?.fasting ?? null,
    entered_by_id: caller.user_id,
    entered_by_name: caller.name,
    entered_at: clock.instant(),
  }
}

/** DIA-69: at the bedside one person enters and releases, where nothing holds the line. */
const bedsideOf = (bench: Bench, ids: readonly string[]): LineRow[] =>
  linesNow(bench, ids).filter(
    (line) =>
      line.status === 'ENTERED' && line.held.length === 0 && partsOf(bench, line).item.bedside,
  )
