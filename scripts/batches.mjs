// How the whole suite is laid out. What kills programs, fills disks or drains queues stands in a lane (lane.mjs), one
// file at a time beside everything else; what tells a whole story, installs, brings in versions, works screens, looks
// at a clock or at all that its process has counted is alone; files that ask the house in their own process share one,
// two dozen at a time (batch.mjs), and of those that type commands or walk every route, which take long, eight. What
// takes long comes first, so that nobody waits for one at the end, and whatever waits for a condition, however slow the
// machine, need not stand in the lane.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './runtime.mjs'

const together =
  /^test\/(?:hospital|messaging(?!\/drain)|db|files|timetable|templates|cli(?!\/screens)|daemon(?!\/watching\/metrics)|tui)\//
const sweeps = /^test\/(?:access|privacy|seeds|faults\/(?:six\/|bad-))/
const in_lane =
  /^test\/(?:faults\/(?!six\/|bad-|six-in-pieces|fits|noticed)|messaging\/drain\/|tui\/terminal)|killed|two-daemons|stand-aside|races-of-daemons/
/** Takes minutes, each in a process of its own. */
const long = /^test\/(?:stories|release|install|faults)\//
const commands = /^test\/(?:cli|daemon|db)\//
const at_most = 24
const at_most_of_long_ones = 8
const folder = '.tap/batches'

/** The lists to be run side by side: the lane, if any of these files stands in it, and all others. */
export function laidOut(files) {
  const { lane, alone, batches } = dealt(files)
  rmSync(join(root, folder), { recursive: true, force: true })
  mkdirSync(join(root, folder), { recursive: true })
  const beside = [
    ...alone.filter((file) => long.test(file)),
    ...batches.map(written),
    ...alone.filter((file) => !long.test(file)),
  ]
  // As many as there are processors, and the lane beside them: more than that wait for each other, and for their limits.
  const lists = { lane: [lane, 1], beside: [beside, availableParallelism()] }
  return Object.entries(lists)
    .filter(([, [of_it]]) => of_it.length > 0)
    .map(([name, given]) => ({ name, path: list(name, 'lane', given) }))
}

/** Each file once. */
export function dealt(files) {
  const lane = files.filter((file) => in_lane.test(file)).toSorted()
  const others = files.filter((file) => !in_lane.test(file))
  const alone = others.filter((file) => !together.test(file) && !sweeps.test(file))
  const shared = others.filter((file) => together.test(file))
  const batches = [
    ...inBatches(
      others.filter((file) => sweeps.test(file)),
      at_most_of_long_ones,
    ),
    ...inBatches(
      shared.filter((file) => commands.test(file)),
      at_most_of_long_ones,
    ),
    ...inBatches(
      shared.filter((file) => !commands.test(file)),
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
  return list(`${String(number + 1).padStart(3, '0')}-${area}`, 'batch', [files])
}

function list(name, kind, given) {
  const path = `${folder}/${name}.mjs`
  const words = given.map((one) => JSON.stringify(one, null, 2)).join(', ')
  writeFileSync(
    join(root, path),
    `import { ${kind} } from '../../scripts/${kind}.mjs'\n\nawait ${kind}(${words})\n`,
  )
  return path
}
