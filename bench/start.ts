// What starting costs (goals P10 and P16): the version, the status of a house that rests and of one
// that runs, and from `serve` on a database that is there to the first answer, every route mounted.
// The packaged program when there is one (npm run package), else the clone.
//   npm run bench -- start [rounds, 5]

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { env, program, which, wordsOf } from './harness/program.ts'
import { type Figures, median, report } from './harness/report.ts'

const rounds = Number(process.argv[2] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'kituo-bench-start-'))
const data = join(folder, 'data')
const address = `127.0.0.1:${await freePort()}`

const ask = (...args: string[]): ChildProcess =>
  spawn(program, wordsOf(args), { env, stdio: 'ignore' })

async function took(...args: string[]): Promise<number> {
  const began = performance.now()
  await once(ask(...args), 'exit')
  return performance.now() - began
}

interface Served {
  child: ChildProcess
  ms: number
}

async function serve(...more: string[]): Promise<Served> {
  const began = performance.now()
  const child = ask('serve', '--allow-root', '--listen', address, '--data', data, ...more)
  for (;;) {
    const answered = await fetch(`http://${address}/api/v1`).then(
      (reply) => reply.ok,
      () => false,
    )
    if (answered) return { child, ms: performance.now() - began }
    if (child.exitCode !== null) throw new Error(`the house ended with ${child.exitCode}`)
    await pause(5)
  }
}

/** MB in memory, and seconds of a processor since the start. */
function usedBy({ child }: Served): { rss: number; cpu_s: number } {
  if (!existsSync(`/proc/${child.pid}/status`)) return { rss: 0, cpu_s: 0 }
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
  return { rss: rss / 1e6, cpu_s: (Number(fields[11]) + Number(fields[12])) / 100 }
}

async function stop({ child }: Served): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

const first_run = await serve('--first-run')
await stop(first_run)
const times: Record<string, number[]> = {}
const note = (name: string, value: number): number => (times[name] ??= []).push(value)
for (let round = 0; round < rounds; round++) {
  note('kituo --version', await took('--version'))
  note('kituo status, at rest', await took('status', '--data', data))
  const served = await serve()
  note('serve to first answer', served.ms)
  note('serve, processor', usedBy(served).cpu_s * 1000)
  note('kituo status, running', await took('status', '--data', data))
  await pause(1500)
  note('memory, idle (MB)', usedBy(served).rss)
  await stop(served)
}
rmSync(folder, { recursive: true, force: true })

const goals: Record<string, number> = {
  'kituo --version': 250,
  'kituo status, at rest': 500,
  'kituo status, running': 500,
  'serve to first answer': 1000,
  'memory, idle (MB)': 200,
}
const rows = Object.fromEntries(
  Object.entries(times).map(([name, found]): [string, Figures] => [
    name,
    {
      n: found.length,
      median: Math.round(median(found)),
      least: Math.round(Math.min(...found)),
      most: Math.round(Math.max(...found)),
      goal: goals[name] ?? '',
    },
  ]),
)
rows['first run, empty folder'] = { n: 1, median: Math.round(first_run.ms) }
report('start', rows, [`${which}; ms, or MB.`])

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
