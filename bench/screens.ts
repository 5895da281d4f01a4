// The screens as a person meets them (O23): how long until the first frame stands, from a key to what it
// draws, what they take of a processor while nobody touches them, and how often they draw at most. They sit
// at a terminal of `script`, beside a house that serves.
//   npm run bench -- screens [starts, 10] [keys, 100]

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { cpuSeconds, env, passwordOf, program, serve, which, wordsOf } from './harness/program.ts'
import { at, type Figures, median, report } from './harness/report.ts'

const [starts = 10, keys = 100] = process.argv.slice(2).map(Number)
const settled_s = 20
const rest_s = 60
const storm_s = 5
/** What comes within so short a time was drawn at once. */
const one_frame_ms = 3
const nothing_ms = 1000

interface Seat {
  pid(): number
  press(keys: string): void
  /** The instant at which this stood there, of what was drawn since the last press. */
  shows(what: RegExp): Promise<number>
  /** The instant of whatever is drawn next; null when nothing is. */
  draws(): Promise<number | null>
  frames(): readonly number[]
  leave(): Promise<void>
}

const seats = new Set<ChildProcess>()
process.once('exit', () => {
  for (const one of seats) one.kill('SIGKILL')
})

function sitDown(data: string): Seat {
  const line = [program, ...wordsOf(['tui', '--data', data])].join(' ')
  const terminal = spawn('script', ['-qfc', `stty cols 100 rows 30; exec ${line}`, '/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...env, TERM: 'xterm-256color', LANG: 'C.UTF-8' },
  })
  seats.add(terminal)
  const ended = once(terminal, 'exit')
  const told = new EventEmitter()
  const frames: number[] = []
  let drawn = ''
  terminal.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const now = performance.now()
    if (now - (frames.at(-1) ?? 0) > one_frame_ms) frames.push(now)
    drawn += piece
    told.emit('drawn', now)
  })
  terminal.once('exit', () => {
    seats.delete(terminal)
    told.emit('drawn', performance.now())
  })
  return {
    pid: () =>
      Number(execFileSync('pgrep', ['-P', String(terminal.pid)], { encoding: 'utf8' }).trim()),
    press(typed_keys) {
      drawn = ''
      terminal.stdin.write(typed_keys)
    },
    async shows(what) {
      let now = performance.now()
      while (!what.test(stripVTControlCharacters(drawn))) {
        if (terminal.exitCode !== null) throw new Error(`the screens ended: ${drawn}`)
        now = ((await once(told, 'drawn')) as [number])[0]
      }
      return now
    },
    async draws() {
      const late = AbortSignal.timeout(nothing_ms)
      return once(told, 'drawn', { signal: late }).then(
        ([now]) => Number(now),
        () => null,
      )
    },
    frames: () => frames,
    async leave() {
      terminal.stdin.write('q')
      await ended
    },
  }
}

const dir = mkdtempSync(join(tmpdir(), 'kituo-bench-screens-'))
const data = join(dir, 'data')
const house = await serve(data, '--first-run')
const password = await passwordOf(house)

const first_frames: number[] = []
for (let turn = 0; turn < starts; turn++) {
  const began = performance.now()
  const seat = sitDown(data)
  first_frames.push((await seat.shows(/Sign in to the house/)) - began)
  seat.press('\u0003')
  await pause(100)
  seat.press('\u0003')
  await pause(500)
}

const seat = sitDown(data)
await seat.shows(/Sign in to the house/)
seat.press('admin\r')
await seat.shows(/Password/)
await pause(300)
seat.press(`${password}\r`)
await seat.shows(/Service/)
// What a start still compiles is not rest.
await pause(settled_s * 1000)
const pid = seat.pid()

const cpu_before = cpuSeconds(pid)
const frames_before = seat.frames().length
await pause(rest_s * 1000)
const at_rest = (100 * (cpuSeconds(pid) - cpu_before)) / rest_s
const frames_at_rest = (seat.frames().length - frames_before) / rest_s

// Of the list of schedules: the mark goes down and up, so that each key draws something.
seat.press('6')
await pause(2000)
const answered: number[] = []
let nothing = 0
for (let turn = 0; turn < keys; turn++) {
  // Not in step with the screens' own second.
  await pause(230 + Math.random() * 60)
  const next = seat.draws()
  const began = performance.now()
  seat.press(turn % 2 === 0 ? '\u001b[B' : '\u001b[A')
  const drawn_at = await next
  if (drawn_at === null) nothing += 1
  else answered.push(drawn_at - began)
}

await pause(1000)
const storm_from = seat.frames().length
const storm_cpu = cpuSeconds(pid)
const until = performance.now() + storm_s * 1000
for (let turn = 0; performance.now() < until; turn++) {
  seat.press(turn % 2 === 0 ? '\u001b[B' : '\u001b[A')
  await pause(10)
}
const stormed = seat.frames().slice(storm_from)
const storm_share = (100 * (cpuSeconds(pid) - storm_cpu)) / storm_s
const in_a_second = Math.max(
  ...stormed.map((began) => stormed.filter((one) => one >= began && one < began + 1000).length),
)
await seat.leave()
await house.stop()
rmSync(dir, { recursive: true, force: true })

const figures = (all: readonly number[], goal: string): Figures => ({
  median: Math.round(median(all)),
  p95: Math.round(at(0.95, all)),
  most: Math.round(Math.max(...all)),
  goal,
})
const one = (value: number, goal: string): Figures => ({
  median: Math.round(value * 10) / 10,
  p95: '',
  most: '',
  goal,
})
report(
  'screens',
  {
    'first frame, ms': figures(first_frames, '700'),
    'key to frame, ms': figures(answered, '50'),
    'of a core at rest, %': one(at_rest, '3'),
    'frames a second at rest': one(frames_at_rest, '10'),
    'frames in the fullest second, 100 keys a second': one(in_a_second, '10'),
    'of a core under those keys, %': one(storm_share, ''),
  },
  [`${which}; a terminal of 100 by 30. ${nothing} of ${keys} keys drew nothing.`],
)
