// Our drain beside Kannel's, over the same operator in one run: both accept the same messages over
// HTTP and bring them to one SMSC in a process of its own, which answers at once and sends a receipt
// for each; the clock runs from the first request to the last receipt taken.
//   npm run bench -- kannel      MESSAGES=5000 WINDOW=50
// Kannel keeps its queue in memory; ours commits every intent and every receipt to disk.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLab } from '../cli/messaging-lab.ts'
import { fill, firm } from '../cli/messaging-measures.ts'
import { openLinkTo } from '../cli/messaging-stage.ts'
import type { SmscCounts } from '../daemon/smsc/server.ts'
import { kannel, without_kannel } from '../test/support/kannel.ts'
import { child } from './harness/child.ts'
import { type Figures, report } from './harness/report.ts'

const messages = Number(process.env['MESSAGES'] ?? 5000)
const window = Number(process.env['WINDOW'] ?? 50)
const patience_ms = 60_000 + messages * 20
if (without_kannel !== false) {
  console.error(without_kannel)
  process.exit(1)
}

const ends: (() => Promise<void>)[] = []
const owner = { teardown: (call: () => Promise<void>) => void ends.unshift(call) }
const operator = await child<number>('./operator.ts')
const port = operator.said

/** From the first request until the operator's customer has so many receipts more. */
async function timed(accept: () => Promise<unknown>): Promise<Figures> {
  const before = await operator.ask<SmscCounts>('counts')
  const began = performance.now()
  await accept()
  const accepted_ms = performance.now() - began
  let after = await operator.ask<SmscCounts>('counts')
  while (after.taken - before.taken < messages) {
    if (performance.now() - began > patience_ms)
      throw new Error(`only ${after.taken - before.taken} of ${messages} in ${patience_ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    after = await operator.ask<SmscCounts>('counts')
  }
  const whole_ms = performance.now() - began
  return {
    'messages a second': Math.round((messages / whole_ms) * 1000),
    'all of them ms': Math.round(whole_ms),
    'of it accepting ms': Math.round(accepted_ms),
    submitted: after.submitted - before.submitted,
    receipts: after.taken - before.taken,
  }
}

const rows: Record<string, Figures> = {}
const folder = mkdtempSync(join(tmpdir(), 'kituo-kannel-'))
try {
  const theirs = await kannel(owner, { smsc: port, folder, window, quiet: true })
  rows['Kannel, queue in memory'] = await timed(async () => {
    const at_once = 100
    for (let from = 0; from < messages; from += at_once) {
      const to = Array.from(
        { length: Math.min(at_once, messages - from) },
        (_, at) => `2557${String(12_000_000 + from + at).padStart(8, '0')}`,
      ).join(' ')
      const said = await theirs.send({
        to,
        text: 'Habari, miadi yako ni kesho saa nne asubuhi.',
        'dlr-mask': '3',
      })
      if (!/Accepted|Queued|Sent/.test(said)) throw new Error(said)
    }
  })
  for (const end of ends.splice(0)) await end()

  const lab = await openLab()
  try {
    const key = await firm(lab)
    await openLinkTo(lab, port, { window, binds: 1 })
    rows['Kituo, every step on disk'] = await timed(() =>
      fill({ lab, messages, progress: () => undefined }, key),
    )
  } finally {
    await lab.close()
  }
} finally {
  for (const end of ends) await end()
  await operator.end()
  rmSync(folder, { recursive: true, force: true })
}
report('kannel', rows, [
  `One operator, one bind, window ${window}; receipts for all; both fed over HTTP as each takes it best.`,
])
