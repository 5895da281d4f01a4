// The end of the process, with the exit code it is to have. Node waits for the threads of its pool, and
// one that hangs in a mount never ends: then another program is put in its place, which ends at once.

import { isStuck } from '../../db/appliance/backups/answers.ts'

export function end(code: number): void {
  if (!isStuck()) process.exit(code)
  try {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {})
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}

let spoilt = 0

/** What was said is not there to be read: whatever the command did, it does not end well. */
export function spoil(code: number): void {
  spoilt = code
  process.exitCode = code
}

/** What is left to do is done by itself, unless it never will be. */
export function endWith(code: number): void {
  const last = spoilt === 0 ? code : spoilt
  process.exitCode = last
  if (isStuck()) end(last)
}
