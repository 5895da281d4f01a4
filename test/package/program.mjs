// A program under test: what it prints, when it ends, and waiting for things by condition.
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const POLL_MS = 5

const running = new Map()
const killAll = () => running.forEach((run) => run.kill('SIGKILL'))
process.on('exit', killAll)

export const seconds = (count) => setTimeout(count * 1000)

/** `input` is what it reads; without, it is given nothing. */
export function begin(file, args, { input, ...options } = {}) {
  const started = performance.now()
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options })
  let printed = ''
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => (output += text))
  // Whoever does not read ends before all is written; how it ended says enough.
  child.stdin.on('error', () => {}).end(input)
  const run = {
    pid: child.pid,
    /** Without what it said on standard error. */
    printed: () => printed,
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
  running.set(child, run)
  run.ended.finally(() => running.delete(child)).catch(() => {})
  return run
}

/** However it went: nothing writes any more where things are about to be taken away. */
export async function endAll() {
  killAll()
  await Promise.allSettled([...running.values()].map(({ ended }) => ended))
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
