// A program under test: what it prints, when it ends, and waiting for things by condition.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const POLL_MS = 5

const running = new Set()
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export const seconds = (count) => setTimeout(count * 1000)

export function begin(file, args, options) {
  const started = performance.now()
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  }
  const run = {
    pid: child.pid,
    output: () => output,
    ms: () => (run.end ?? performance.now()) - started,
    kill: (signal) => child.kill(signal),
    ended: new Promise((done, failed) => {
      child.on('error', failed)
      child.on('close', (code, signal) => {
        run.end = performance.now()
        done(signal ?? code)
      })
    }),
  }
  running.add(child)
  run.ended.finally(() => running.delete(child)).catch(() => {})
  return run
}

// Whatever `ask` gives that is not empty, or an error with all that the program has printed.
export async function until(ask, what, run) {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const answer = await ask()
    if (answer) return answer
    if (run.end) throw new Error(`The program ended before ${what}:\n${run.output()}`)
    await setTimeout(POLL_MS)
  }
  throw new Error(`Waited ${PATIENCE_MS / 1000} s until ${what}:\n${run.output()}`)
}

export function opened(port) {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => done(true)).on('error', () => done(false))
    socket.on('connect', () => socket.destroy())
  })
}
