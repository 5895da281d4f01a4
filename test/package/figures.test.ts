// What a release is judged by (OPS-189, decision 0260).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { folder } from '../support/folder.ts'

interface Judged {
  name: string
  value: number
  at_most: number
}
interface Figures {
  judgedTimes: (times: Record<string, number[]>) => Judged[]
  judgedSizes: (sizes: Record<string, number>) => Judged[]
  told: (judged: Judged[]) => { lines: string[]; over: string[] }
  weighArchive: (dist: string, archive: string) => { lines: string[]; over: string[] }
  writeReport: (dist: string, judged: Judged[]) => void
}
const figures = (await import('../../scripts/pack/figures.mjs' as string)) as Figures
const { judgedTimes, judgedSizes, told } = figures

t.test('of several runs the least is held to the goal', async (t) => {
  const well = judgedTimes({ first_answer_ms: [1900, 1000, 1400] })
  t.match(well, [{ value: 1000, at_most: 1000, median: 1400, runs: [1900, 1000, 1400] }])
  t.same(told(well), {
    lines: ['first_answer_ms 1000 (at most 1000, the least of 3, median 1400)'],
    over: [],
  })
  const late = told(judgedTimes({ first_answer_ms: [1900, 1001, 1400] }))
  t.same(late.over, ['first_answer_ms is 1001, at most 1000 is allowed'])
})

t.test('a size that is worse, or was not measured, does not pass', async (t) => {
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
