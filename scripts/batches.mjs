// How the whole suite is laid out: what kills programs, installs them, tells a whole story, works screens or
// looks at a clock is alone, and files that ask the house in their own process share one, eight at a time (batch.mjs).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const together =
  /^test\/(?:hospital|messaging(?!\/drain)|db|files|timetable|templates|cli(?!\/screens)|daemon|tui)\//
const at_most = 8
const folder = '.tap/batches'

/** What tap is to run for these files. */
export function laidOut(files) {
  const { alone, batches } = dealt(files)
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  return [...alone, ...batches.map(written)]
}

/** Each file once. */
export function dealt(files) {
  const shared = files.filter((file) => together.test(file)).toSorted()
  const batches = []
  while (shared.length > 0) batches.push(shared.splice(0, at_most))
  return { alone: files.filter((file) => !together.test(file)), batches }
}

function written(files, number) {
  const area = dirname(files[0]).split('/').slice(1).join('-')
  const path = `${folder}/${String(number + 1).padStart(2, '0')}-${area}.mjs`
  const text = `import { batch } from '../../scripts/batch.mjs'\n\nawait batch(${JSON.stringify(files, null, 2)})\n`
  writeFileSync(join(root, path), text)
  return path
}
