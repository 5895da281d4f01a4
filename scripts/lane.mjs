// Test files in processes of their own, in the order in which they are given. Those that kill programs, fill disks and
// drain queues run one after the other: several at once would ask a small machine for a dozen daemons, and wait for
// each other's. (tap's own runner begins files in whatever order the system tells of them, and what takes longest began
// last, alone.)
import { resolve } from 'node:path'
import t from 'tap'
import { root, testArguments } from './runtime.mjs'

const hours_ms = 14_400_000
// A hundred kills take their time (`npm run kills`).
const one_alone_ms = process.env.KITUO_KILLS === undefined ? 900_000 : hours_ms
const one_of_several_ms = 600_000

/** The files of a batch have limits of their own. */
function limitOf(file, at_once) {
  if (file.startsWith('.tap/')) return hours_ms
  return at_once > 1 ? one_of_several_ms : one_alone_ms
}

export async function lane(files, at_once = 1) {
  t.jobs = at_once
  t.setTimeout(files.length * hours_ms)
  const buffered = at_once > 1
  const running = []
  for (const file of files) {
    const line = ['--no-warnings', ...testArguments, resolve(root, file)]
    const timeout = limitOf(file, at_once)
    running.push(t.spawn(process.execPath, line, { cwd: root, timeout, buffered }, file))
    if (!buffered) await running.at(-1)
  }
  await Promise.all(running)
}
