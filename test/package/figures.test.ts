// What a release is judged by (OPS-189, decision 0260): times by how slow the machine is at that
// moment, sizes as they are.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'

interface Judged {
  name: string
  value: number
  at_most: number
  slower?: number
}
interface Figures {
  TIMES: { first_answer_ms: number }
  YARDSTICK_MS: number
  judgedTimes: (times: Record<string, { runs: number[]; beside: number[] }>) => Judged[]
  judgedSizes: (sizes: Record<string, number>) => Judged[]
  told: (judged: Judged[]) => { lines: string[]; over: string[] }
  weighArchive: (dist: string, archive: string) => { lines: string[]; over: string[] }
  writeReport: (dist: string, judged: Judged[]) => void
}
const figures = (await import('../../scripts/pack/figures.mjs' as string)) as Figures
const { YARDSTICK_MS: usual, judgedTimes, judgedSizes, told } = figures
const goal = figures.TIMES.first_answer_ms

const starts = (runs: number[], ...beside: number[]) =>
  judgedTimes({ first_answer_ms: { runs, beside } })

t.test('on the machine of the goals the least run is held to the goal itself', async (t) => {
  const well = starts([goal + 900, goal, goal + 400], usual + 70, usual, usual + 40)
  t.match(well, [{ value: goal, at_most: goal, slower: 1, median: goal + 400 }])
  t.same(told(well).over, [])
  const late = told(starts([goal + 900, goal + 1, goal + 400], usual))
  t.same(late.over, ['first_answer_ms is 1001, at most 1000 is allowed'])
})

t.test('on a slower one in proportion, and a line says so', async (t) => {
  const slow = starts([goal * 1.8, goal * 3], usual * 5, usual * 1.8)
  t.match(slow, [{ at_most: goal * 1.8, slower: 1.8 }])
  t.same(told(slow).over, [])
  t.match(told(slow).lines.join('\n'), /up to 1\.8 times slower than the one the goals are for/)
  t.not(told(starts([goal * 1.8 + 1], usual * 1.8)).over.length, 0)
})

t.test('a faster one has no stricter goal, and nothing is said of it', async (t) => {
  const fast = starts([goal], usual / 3)
  t.match(fast, [{ at_most: goal, slower: 1 }])
  t.same(told(fast), {
    lines: [`first_answer_ms ${goal} (at most ${goal})`],
    over: [],
  })
})

t.test('each time is judged by the yardstick beside it', async (t) => {
  const judged = judgedTimes({
    version_ms: { runs: [100], beside: [usual] },
    first_frame_ms: { runs: [100], beside: [usual * 2] },
  })
  t.match(judged, [{ slower: 1 }, { slower: 2 }])
})

t.test('sizes hold on every machine, and one that was not measured does not pass', async (t) => {
  t.same(told(judgedSizes({ binary_mb: 200, resident_mb: 220 })).over, [])
  t.same(told(judgedSizes({ binary_mb: 200.1, resident_mb: Number.NaN })).over, [
    'binary_mb is 200.1, at most 200 is allowed',
    'resident_mb is NaN, at most 220 is allowed',
  ])
})

t.test('the archive is weighed into the report that is there', async (t) => {
  const dist = folder(t)
  figures.writeReport(dist, judgedSizes({ binary_mb: 161 }))
  const archive = join(dist, 'archive')
  writeFileSync(archive, Buffer.alloc(61e6))
  t.same(figures.weighArchive(dist, archive).over, ['archive_mb is 61, at most 60 is allowed'])
  t.match(JSON.parse(readFileSync(join(dist, 'report.json'), 'utf8')), {
    runtime: process.version,
    binary_mb: { value: 161, at_most: 200 },
    archive_mb: { value: 61, at_most: 60 },
  })
})
