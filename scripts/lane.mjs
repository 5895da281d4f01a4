// Test files in processes of their own, in the order in which they are given. Those that kill programs, fill disks and
// drain queues run one after the other: several at once would ask a small machine for a dozen daemons, and wait for
// each other's. (tap's own runner begins files in whatever order the system tells of them, and what takes longest began
// last, alone.)
import { resolve } from 'node:path'
import t from 'tap'
import { root, testArguments } from './runtime.mjs'

// A hundred kills take their time (`npm run kills`).
const one_file_ms = process.env.KITUO_KILLS === undefined ? 900_000 : 14_400_000
/** The files of a batch have limits of their own. */
const batch_ms = 14_400_000

export async function lane(files, at_once = 1) {
  t.jobs = at_once
  t.setTimeout(files.length * batch_ms)
  const buffered = at_once > 1
  const running = []
  for (const file of files) {
    const line = ['--no-warnings', ...testArguments, resolve(root, file)]
    const timeout = file.startsWith('.tap/') ? batch_ms : one_file_ms
    running.push(t.spawn(process.execPath, line, { cwd: root, timeout, buffered }, file))
    if (!buffered) await running.at(-1)
  }
  await Promise.all(running)
}
