// How many answers of a run were held against the description of their route (test/support/sweeps/described.ts).
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Each process of the tests leaves its count; they are taken away. */
export function answersJudged(run) {
  const shelf = join(tmpdir(), `kituo-answers-${run}`)
  if (!existsSync(shelf)) return 0
  const counts = readdirSync(shelf).map((name) => Number(readFileSync(join(shelf, name), 'utf8')))
  rmSync(shelf, { recursive: true, force: true })
  return counts.reduce((sum, one) => sum + one, 0)
}
