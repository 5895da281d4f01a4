// Whether the place of a repository answers at all (operations 6.2): a mount that hangs is asked in a
// thread of its own before anything is read there, so that it holds up this backup and nobody else.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../refusal.ts'
import { seconds } from '../clock.ts'

const patience_ms = seconds(60)

export async function placeAnswers(dir: string, within_ms: number = patience_ms): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), within_ms)
  })
  // What it answers is looked at by whoever opens the repository.
  const answer = readFile(join(dir, 'config.json')).then(
    () => 'answered',
    () => 'answered',
  )
  const found = await Promise.race([answer, late]).finally(() => clearTimeout(timer))
  if (found !== 'late') return
  throw new Refusal(
    503,
    'repository.away',
    `${dir} does not answer: nothing moved for ${Math.round(within_ms / 1000)} s.`,
  )
}
