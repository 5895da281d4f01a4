// How the whole suite is laid out. What kills programs, fills disks or drains queues stands in a lane (lane.mjs), one
// file at a time beside everything else; what tells a whole story, installs, brings in versions, works screens or looks
// at a clock is alone; files that ask the house in their own process share one, two dozen at a time (batch.mjs),
// and of the sweeps, which take long, eight: whatever looks at an answer is made ready once. Lane and others end at about the same time: whatever waits for a
// condition, however slow the machine, need not stand in the lane.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const together =
  /^test\/(?:hospital|messaging(?!\/drain)|db|files|timetable|templates|cli(?!\/screens)|daemon|tui)\//
const sweeps = /^test\/(?:access|privacy|seeds|faults\/(?:six\/|bad-))/
const in_lane =
  /^test\/(?:faults\/(?!six\/|bad-|six-in-pieces|fits|noticed)|messaging\/drain\/|tui\/terminal)|killed|two-daemons|stand-aside|races-of-daemons/
/** Takes minutes, each in a process of its own. They come first, so that nobody waits for one at the end. */
const long = /^test\/(?:stories|release|install|faults)\//
const at_most = 24
const sweeps_at_most = 8
const folder = '.tap/batches'

/** What is to be run for these files: the lane, if any of them stands in it, and what tap runs beside it. */
export function laidOut(files) {
  const { lane, alone, batches } = dealt(files)
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  const first = alone.filter((file) => long.test(file)).map((file) => [file])
  return {
    lane: lane.length === 0 ? null : laneOf(lane),
    // tap runs them in the order of their names: numbered, and before what lies in `test`.
    files: [...[...first, ...batches].map(written), ...alone.filter((file) => !long.test(file))],
  }
}

/** Each file once. */
export function dealt(files) {
  const lane = files.filter((file) => in_lane.test(file)).toSorted()
  const others = files.filter((file) => !in_lane.test(file))
  const alone = others.filter((file) => !together.test(file) && !sweeps.test(file))
  const batches = [
    ...inBatches(
      others.filter((file) => sweeps.test(file)),
      sweeps_at_most,
    ),
    ...inBatches(
      others.filter((file) => together.test(file)),
      at_most,
    ),
  ]
  return { lane, alone, batches }
}

function inBatches(files, most) {
  const left = files.toSorted()
  const batches = []
  while (left.length > 0) batches.push(left.splice(0, most))
  return batches
}

function written(files, number) {
  const area = dirname(files[0]).split('/').slice(1).join('-')
  return list(`${String(number + 1).padStart(3, '0')}-${area}`, 'batch', files)
}

const laneOf = (files) => list('lane', 'lane', files)

function list(name, kind, files) {
  const path = `${folder}/${name}.mjs`
  const text = `import { ${kind} } from '../../scripts/${kind}.mjs'\n\nawait ${kind}(${JSON.stringify(files, null, 2)})\n`
  writeFileSync(join(root, path), text)
  return path
}
