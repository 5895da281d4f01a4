// What control says of lines of results (DIA-106): of their instrument, else of the bench of their section.

import type { Caller } from '../../../../core/caller.ts'
import { type Bench, type LineRow, partsOf } from '../results/lines.ts'
import { instruments } from '../instruments/tables.ts'
import { lastPoints, type Standing, standingOf } from './state.ts'

const not_needed: Standing = {
  state: 'NOT_NEEDED',
  instrument: null,
  at: null,
  last_run_id: null,
  due_at: null,
  broken: [],
}

export async function controlOf(
  caller: Caller,
  bench: Bench,
): Promise<(line: LineRow) => Standing> {
  const needed = [...bench.tests.values()].filter(({ qc_required }) => qc_required)
  if (needed.length === 0) return () => not_needed
  const { hospital_id } = caller
  const points = await lastPoints(
    caller,
    needed.map(({ code }) => code),
  )
  const ids = [...new Set(points.map(({ instrument_id }) => instrument_id))]
  const known = new Map(
    (await instruments.all({ hospital_id, id: ids })).map((one) => [one.id, one]),
  )
  return (line) => {
    const { test, item } = partsOf(bench, line)
    if (!test.qc_required) return not_needed
    const of_test = points.filter(({ test_code }) => test_code === test.code)
    const at_bench = of_test
      .filter((one) => known.get(one.instrument_id)?.section_id === item.section_id)
      .toSorted((a, b) => b.at.localeCompare(a.at))[0]?.instrument_id
    const instrument_id = line.instrument_id ?? at_bench
    const own = of_test.filter((one) => one.instrument_id === instrument_id)
    return standingOf(known.get(instrument_id ?? '') ?? null, own, test)
  }
}
