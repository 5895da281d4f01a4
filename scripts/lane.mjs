// Test files that kill programs, fill disks and drain queues, one after the other, each in a process of its
// own: several at once would ask a small machine for a dozen daemons, and wait for each other's.
import { resolve } from 'node:path'
import t from 'tap'
import { root, testArguments } from './runtime.mjs'

// A hundred kills take their time (`npm run kills`).
const one_file_ms = process.env.KITUO_KILLS === undefined ? 900_000 : 14_400_000

export async function lane(files) {
  t.setTimeout(files.length * one_file_ms)
  for (const file of files) {
    const line = ['--no-warnings', ...testArguments, resolve(root, file)]
    await t.spawn(process.execPath, line, { cwd: root, timeout: one_file_ms }, file)
  }
}
