// Numbers checked and texts counted, in process and by processor time (messaging M22).
//   npm run bench -- numbers

import { measure } from '../db/messaging/messages/segments.ts'
import { readNumber } from '../db/messaging/routing/numbers.ts'
import { report } from './harness/report.ts'

const rounds = 5
const numbers = Array.from({ length: 200_000 }, (_, at) =>
  at % 2 === 0 ? `0712${String(at).padStart(6, '0')}` : `+255 754 ${String(at).padStart(6, '0')}`,
)
const text = 'Habari, miadi yako ni kesho saa nne asubuhi katika kliniki ya Mwananchi. '
const texts = Array.from({ length: 50_000 }, (_, at) =>
  `${text.repeat(3).slice(0, 150)}${String(at).padStart(10, '0')}`.slice(0, 160),
)

/** How many in a second of the processor: the best round, the others were disturbed. */
function perSecond(list: readonly string[], each: (one: string) => unknown): number {
  let best = 0
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    for (const one of list) each(one)
    const { user, system } = process.cpuUsage(before)
    best = Math.max(best, list.length / ((user + system) / 1e6))
  }
  return Math.round(best)
}

report(
  'numbers',
  {
    'numbers checked': { 'a second': perSecond(numbers, readNumber) },
    'texts of 160 counted': { 'a second': perSecond(texts, measure) },
  },
  ['Goals: 1,000,000 numbers and 50,000 texts a second (M22).'],
)
