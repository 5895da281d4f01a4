// Our drain beside Kannel's, over the same operator in one run: all accept the same messages over
// HTTP and bring them to one SMSC in a process of its own, which answers at once and sends a receipt
// for each; the clock runs from the first request to the last receipt taken (P7).
//   npm run bench -- kannel      MESSAGES=5000 WINDOW=50 ROUNDS=3
// Kannel is tried with its queue in memory, in one file, and with queue and receipts as spooled files;
// it syncs none of them to the disk. Ours commits every intent and every receipt to the disk.
// With a window of 50 or less Kannel waits 40 ms a window for an acknowledgement that TCP delays;
// WINDOW=100 shows what it can do.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLab } from '../cli/messaging/lab.ts'
import { fill, firm } from '../cli/messaging/measures.ts'
import { openLinkTo } from '../cli/messaging/stage.ts'
import type { SmscCounts } from '../daemon/sending/smsc/server.ts'
import { kannel, type KannelOptions, without_kannel } from '../test/support/messaging/kannel.ts'
import { child } from './harness/child.ts'
import { type Figures, inTurn, report } from './harness/report.ts'

const messages = Number(process.env['MESSAGES'] ?? 5000)
const window = Number(process.env['WINDOW'] ?? 50)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const at_once = 100
const patience_ms = 60_000 + messages * 20
if (without_kannel !== false) {
  console.error(without_kannel)
  process.exit(1)
}

const operator = await child<number>('./operator.ts')
const port = operator.said

interface Round {
  per_s: number
  whole_ms: number
  accepting_ms: number
  submitted: number
  receipts: number
}

/** From the first request until the operator's customer has so many receipts more. */
async function timed(accept: () => Promise<unknown>): Promise<Round> {
  const before = await operator.ask<SmscCounts>('counts')
  const began = performance.now()
  await accept()
  const accepting_ms = performance.now() - began
  let after = await operator.ask<SmscCounts>('counts')
  while (after.taken - before.taken < messages) {
    if (performance.now() - began > patience_ms)
      throw new Error(`only ${after.taken - before.taken} of ${messages} in ${patience_ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    after = await operator.ask<SmscCounts>('counts')
  }
  const whole_ms = performance.now() - began
  return {
    per_s: (messages / whole_ms) * 1000,
    whole_ms,
    accepting_ms,
    submitted: after.submitted - before.submitted,
    receipts: after.taken - before.taken,
  }
}

async function theirs(store: NonNullable<KannelOptions['store']>): Promise<Round> {
  const ends: (() => Promise<void>)[] = []
  const owner = { teardown: (call: () => Promise<void>) => void ends.unshift(call) }
  const folder = mkdtempSync(join(tmpdir(), 'kituo-kannel-'))
  try {
    const gateway = await kannel(owner, { smsc: port, folder, window, quiet: true, store })
    return await timed(async () => {
      for (let from = 0; from < messages; from += at_once) {
        const to = Array.from(
          { length: Math.min(at_once, messages - from) },
          (_, at) => `2557${String(12_000_000 + from + at).padStart(8, '0')}`,
        ).join(' ')
        const said = await gateway.send({
          to,
          text: 'Habari, miadi yako ni kesho saa nne asubuhi.',
          'dlr-mask': '3',
        })
        if (!/Accepted|Queued|Sent/.test(said)) throw new Error(said)
      }
    })
  } finally {
    for (const end of ends) await end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ours(): Promise<Round> {
  const lab = await openLab()
  try {
    const key = await firm(lab)
    await openLinkTo(lab, port, { window, binds: 1 })
    return await timed(() => fill({ lab, messages, progress: () => undefined }, key))
  } finally {
    await lab.close()
  }
}

try {
  const found = await inTurn<Round>(rounds, {
    'Kannel, queue in memory': () => theirs('memory'),
    'Kannel, queue in one file': () => theirs('file'),
    'Kannel, queue and receipts spooled': () => theirs('spool'),
    'Kituo, every step on disk': ours,
  })
  const of = (name: string): number => found[name]?.per_s ?? 0
  const rows = Object.entries(found).map(([name, one]): [string, Figures] => [
    name,
    {
      'messages a second': Math.round(one.per_s),
      'of Kannel with a file': Number((one.per_s / of('Kannel, queue in one file')).toFixed(2)),
      'of it accepting ms': Math.round(one.accepting_ms),
      submitted: one.submitted,
      receipts: one.receipts,
    },
  ])
  report('kannel', Object.fromEntries(rows), [
    `One operator, one bind, window ${window}; receipts for all; each fed over HTTP as it takes it best; the median of ${rounds} rounds in turn.`,
    'Goal: twice Kannel with its queue in a file (P7).',
  ])
} finally {
  await operator.end()
}
