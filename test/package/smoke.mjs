// Proves the packaged program alone (OPS-188): node test/package/smoke.mjs dist/kituo
// From HTTP and the command line alone, in an empty folder (place.mjs). What it measures goes into
// report.json beside the binary, and is judged (OPS-189, decision 0260).
import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { judgedSizes, judgedTimes, told, writeReport } from '../../scripts/pack/figures.mjs'
import { backsUp, databaseHolds } from './backup.mjs'
import { sendsMessage } from './message.mjs'
import { layOut, say, withoutNetwork } from './place.mjs'
import { sells } from './sale.mjs'
import { drawsScreens } from './screens.mjs'
import { hearsNoDebugger, runsFirst, signsIn, startsAgain } from './starting.mjs'
import { stops, tellsVersion } from './starting.mjs'
import { certifiesWorkstation } from './workstation.mjs'
import { yardstick } from './yardstick.mjs'

await withoutNetwork()

const binary = resolve(process.argv[2] ?? 'dist/kituo')
const place = layOut(binary)
const sizes = { binary_mb: statSync(binary).size / 1e6 }
const times = {}
const measure = yardstick(place.place)

/** What one run of `work` takes, with a run of the yardstick beside it. */
async function time(name, work) {
  times[name] ??= { runs: [], beside: [] }
  times[name].beside.push(await measure())
  times[name].runs.push(await work())
}

const parts = {
  'its version': tellsVersion,
  'the first run in an empty folder': runsFirst,
  'an administrator signs in': signsIn,
  'the screens on a terminal': drawsScreens,
  'a patient, a counter sale and its receipt': sells,
  'a message to the simulator and its webhooks': sendsMessage,
  'a workstation and its certificate': certifiesWorkstation,
  'a backup, proved by a start on it': backsUp,
  'no debugger at SIGUSR1': hearsNoDebugger,
  'an end at SIGTERM': stops,
  'starts on a database that is there': startsAgain,
  'the check of the database': databaseHolds,
  'nothing is left outside': () => place.leavesNothing(),
  'sizes and times': judges,
}

const house = { ...place, sizes, time }
let part
try {
  for (part of Object.keys(parts)) {
    const began = performance.now()
    await parts[part](house)
    say(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${part}`)
  }
  say('The packaged program holds.')
} catch (error) {
  say(`The packaged program fails at: ${part}\n${error.stack}`)
  process.exitCode = 1
} finally {
  await place.clear()
}

function judges() {
  const judged = [...judgedSizes(sizes), ...judgedTimes(times)]
  writeReport(dirname(binary), judged)
  const { lines, over } = told(judged)
  for (const line of lines) say(line)
  if (over.length > 0) throw new Error(over.join('\n'))
}
