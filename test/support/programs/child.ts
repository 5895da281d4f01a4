// A program of the tests in a process of its own, so that it can die at any step.

import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** A program of this folder; how it ended and what it said. */
export function runToEnd(
  program: string,
  words: readonly string[],
): Promise<{ signal: string | null; said: string }> {
  const child = spawn(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, program), ...words],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  return new Promise((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => void (said += bytes.toString()))
    child.on('close', (_code, signal) => resolve({ signal, said: said.trim() }))
  })
}
