import t from 'tap'
import { wishOf } from '../../db/messaging/opt-out-words.ts'

const lists = { out: ['STOP', 'ACHA', 'Jiondoe'], in: ['START', 'ANZA'], help: ['HELP', 'MSAADA'] }

t.test('opt-out words: the whole text, folded, without punctuation (MSG-451)', async (t) => {
  const cases: [string, 'out' | 'in' | 'help' | null, string | null][] = [
    ['ACHA', 'out', null],
    ['acha', 'out', null],
    [' Acha. ', 'out', null],
    ['"STOP!"', 'out', null],
    ['St\u00f3p', 'out', null],
    ['S.T.O.P', 'out', null],
    ['STOP\n', 'out', null],
    ['STOP 🛑', 'out', null],
    ['\u200eSTOP\u200f', 'out', null],
    ['jiondoe', 'out', null],
    ['ACHA KLINIKI', 'out', 'KLINIKI'],
    ['stop  kliniki!', 'out', 'KLINIKI'],
    ['ANZA', 'in', null],
    ['msaada?', 'help', null],
    ['Naomba ACHA kunipigia', null, null],
    ['ACHA KLINIKI SASA', null, null],
    ['STOPS', null, null],
    ['NDIYO', null, null],
    ['', null, null],
    ['...', null, null],
    [`STOP${'.'.repeat(200)}`, null, null],
  ]
  for (const [text, asks, keyword] of cases) {
    const wish = wishOf(text, lists)
    t.equal(wish?.asks ?? null, asks, JSON.stringify(text))
    if (wish !== null) t.equal(wish.keyword, keyword, JSON.stringify(text))
  }
})
