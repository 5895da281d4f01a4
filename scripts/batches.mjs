// How the whole suite is laid out: what starts programs or takes long goes first and alone, and files that
// ask the house in their own process share one, a folder at a time (batch.mjs).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const together = /^test\/(?:hospital|messaging|db|files|timetable|templates)\//
const at_most = 8
const folder = '.tap/batches'

/** What tap is to run for these files. */
export function laidOut(files) {
  const shared = files.filter((file) => together.test(file))
  const alone = files.filter((file) => !together.test(file))
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  return [...alone, ...inBatches(shared).map(written)]
}

function inBatches(files) {
  const batches = []
  for (const file of files.toSorted()) {
    const last = batches.at(-1)
    const area = areaOf(file)
    if (last?.area === area && last.files.length < at_most) last.files.push(file)
    else batches.push({ area, files: [file] })
  }
  return batches
}

const areaOf = (file) => dirname(file).split('/').slice(1, 3).join('-')

function written({ area, files }, number) {
  const path = `${folder}/${String(number).padStart(3, '0')}-${area}.mjs`
  const text = `import { batch } from '../../scripts/batch.mjs'\n\nawait batch(${JSON.stringify(files, null, 2)})\n`
  writeFileSync(join(root, path), text)
  return path
}
