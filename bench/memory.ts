// Memory through a drain: a house of its own accepts so many messages and drains them over SMPP;
// what it holds while it does (M20: under 400 MiB while draining 1,000,000).
//   MESSAGES=1000000 npm run bench -- memory

import { readFileSync } from 'node:fs'
import { openLab } from '../cli/messaging-lab.ts'
import { fill, firm } from '../cli/messaging-measures.ts'
import { must, openLinkTo } from '../cli/messaging-stage.ts'
import type { SmscCounts } from '../daemon/smsc/server.ts'
import { child } from './harness/child.ts'
import { report } from './harness/report.ts'

const messages = Number(process.env['MESSAGES'] ?? 100_000)
const look_ms = 250

const lab = await openLab()
const operator = await child<number>('./operator.ts')
/** Resident now and at its highest since the start, in MiB. */
function resident(): { now: number; highest: number } {
  const status = readFileSync(`/proc/${lab.pid()}/status`, 'utf8')
  const of = (name: string): number =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024)
  return { now: of('VmRSS'), highest: of('VmHWM') }
}

try {
  const key = await firm(lab)
  await openLinkTo(lab, operator.said)
  const idle = resident().now
  await must(lab, 'queue', 'pause', '--reason', 'a measure of memory')
  await fill({ lab, messages, progress: () => undefined }, key)
  const accepted = resident()
  await must(lab, 'queue', 'resume')
  const began = performance.now()
  let peak = 0
  for (;;) {
    peak = Math.max(peak, resident().now)
    const { taken } = await operator.ask<SmscCounts>('counts')
    if (taken >= messages) break
    if (performance.now() - began > 120_000 + messages * 20)
      throw new Error(`only ${taken} of ${messages}`)
    await new Promise((resolve) => setTimeout(resolve, look_ms))
  }
  const took_s = (performance.now() - began) / 1000
  report(
    'memory',
    {
      'at rest': { MiB: idle },
      'after accepting them': { MiB: accepted.now },
      'highest while accepting': { MiB: accepted.highest },
      'highest while draining': { MiB: peak },
      'messages drained': { count: messages, 'a second': Math.round(messages / took_s) },
    },
    ['Goal: under 400 MiB resident while draining 1,000,000 messages (M20).'],
  )
} finally {
  await lab.close()
  await operator.end()
}
