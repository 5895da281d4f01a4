// Memory through a drain: a house of its own accepts so many messages and drains them over SMPP;
// what it holds while it does (M20: under 400 MiB while draining 1,000,000). The operator is a process
// of its own and is not counted.
//   MESSAGES=1000000 PROGRAM=dist/kituo npm run bench -- memory

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openLab } from '../cli/messaging/lab.ts'
import { fill, firm } from '../cli/messaging/measures.ts'
import { must, openLinkTo } from '../cli/messaging/stage.ts'
import type { SmscCounts } from '../daemon/sending/smsc/server.ts'
import { child } from './harness/child.ts'
import { type Figures, report } from './harness/report.ts'

const messages = Number(process.env['MESSAGES'] ?? 100_000)
const program = process.env['PROGRAM']
const look_ms = 250
const ticks_per_s = 100

const lab = await openLab(program === undefined ? {} : { program: resolve(program) })
const operator = await child<number>('./operator.ts')

/** Of the house alone: resident, how much of it is a file's, and its processor time so far. */
function held(): { all: number; mapped: number; highest: number; cpu_s: number } {
  const status = readFileSync(`/proc/${lab.pid()}/status`, 'utf8')
  const of = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
  const stat = readFileSync(`/proc/${lab.pid()}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const cpu_s = (Number(stat[11]) + Number(stat[12])) / ticks_per_s
  return { all: of('VmRSS'), mapped: of('RssFile'), highest: of('VmHWM'), cpu_s }
}
const figures = ({ all, mapped }: { all: number; mapped: number }): Figures => ({
  MiB: all,
  'of it files mapped': mapped,
})

/** The highest of each tenth of the way: flat, or growing with what was drained. */
const tenths: number[] = Array.from({ length: 10 }, () => 0)

async function drained(): Promise<void> {
  const until_ms = performance.now() + 120_000 + messages * 20
  for (let taken = 0; taken < messages; ) {
    const tenth = Math.min(9, Math.floor((taken / messages) * 10))
    tenths[tenth] = Math.max(tenths[tenth] ?? 0, held().all)
    if (performance.now() > until_ms) throw new Error(`only ${taken} of ${messages}`)
    await new Promise((done) => setTimeout(done, look_ms))
    taken = (await operator.ask<SmscCounts>('counts')).taken
  }
}

try {
  const key = await firm(lab)
  await openLinkTo(lab, operator.said)
  const rest = held()
  await must(lab, 'queue', 'pause', '--reason', 'a measure of memory')
  await fill({ lab, messages, progress: () => undefined }, key)
  const accepted = held()
  await must(lab, 'queue', 'resume')
  const began = performance.now()
  await drained()
  const took_s = (performance.now() - began) / 1000
  const end = held()
  report(
    'memory',
    {
      'at rest': figures(rest),
      'after accepting them': figures(accepted),
      'highest while accepting': { MiB: accepted.highest },
      'highest while draining': { MiB: Math.max(...tenths) },
      'highest in each tenth of it': { MiB: tenths.join(' ') },
      'messages drained': {
        count: messages,
        'a second': Math.round(messages / took_s),
        'processor µs each': Math.round(((end.cpu_s - accepted.cpu_s) / messages) * 1e6),
      },
    },
    ['Goal: under 400 MiB resident while draining 1,000,000 messages (M20).'],
  )
} finally {
  await lab.close()
  await operator.end()
}
