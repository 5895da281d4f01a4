// Ranges were written anew: what is not released is judged by them, what is released stays (DIA-20).

import type { Caller } from '../../../../core/caller.ts'
import { fresh } from '../../../../core/versions.ts'
import { replaceRanges } from '../catalogue/ranges.ts'
import type { RangesInput } from '../catalogue/shapes.ts'
import { diagnostic_tests } from '../catalogue/tables.ts'
import { noted, testRecord } from '../catalogue/tests.ts'
import { openOrWithdraw } from '../critical/opening.ts'
import { judgeFor } from './judging.ts'
import { benchOf } from './lines.ts'
import { diagnostic_results } from './tables.ts'
import { writeLine } from './writing.ts'

export async function setRanges(caller: Caller, id: string, { ranges, reason }: RangesInput) {
  const test = await testRecord.locked(caller, id)
  fresh(caller, test)
  const written = await replaceRanges(caller, test, ranges)
  const { hospital_id } = caller
  await diagnostic_tests.change({ hospital_id, id }, { unconfirmed: false })
  noted(caller, 'diagnostic_test.ranges', test, undefined, reason ?? null)
  return { ranges: written, rejudged: await rejudge(caller, id) }
}

async function rejudge(caller: Caller, test_id: string): Promise<number> {
  const { hospital_id } = caller
  const waiting = await diagnostic_results.all({
    hospital_id,
    test_id,
    status: ['ENTERED', 'VERIFIED'],
  })
  if (waiting.length === 0) return 0
  const bench = await benchOf(
    caller,
    waiting.map(({ order_id }) => order_id),
  )
  const { judge } = await judgeFor(caller, bench)
  const lines = bench.lines.filter(
    (line) => line.test_id === test_id && ['ENTERED', 'VERIFIED'].includes(line.status),
  )
  for (const line of lines) {
    const { held: _, ...judged } = judge(line, line.value_num === null ? line.flag : null)
    await writeLine(caller, bench, line, judged)
  }
  await openOrWithdraw(caller, bench)
  return lines.length
}
