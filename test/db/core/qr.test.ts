import { createHash } from 'node:crypto'
import t from 'tap'
import { qrCode, qrSvg } from '../../../db/core/qr.ts'

// These were read back letter for letter by a decoder of another hand, as were 123 lengths up to
// 1,500 letters; what is pinned here is that they stay as they were.
const read_back: [string, number, string][] = [
  ['KITUO', 21, '576cd6e9387bba6e'],
  ['x'.repeat(62), 33, '9040f52bb1e8a298'],
  ['Daktari, karibu! '.repeat(12), 57, '39449cf6439c1d8c'],
  ['é'.repeat(400), 109, '0e5c9c4947fab601'],
]

t.test('a code is the one that was read back', async (t) => {
  for (const [text, size, hash] of read_back) {
    const grid = qrCode(text)
    t.equal(grid.length, size)
    const lines = grid.map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
    const made = createHash('sha256').update(lines.join('\n')).digest('hex')
    t.equal(made.slice(0, 16), hash, text.slice(0, 10))
  }
})

t.test('the picture has its quiet zone', async (t) => {
  t.match(qrSvg('KITUO'), 'viewBox="0 0 29 29"')
})

t.test('what no code can hold is an error', async (t) => {
  t.throws(() => qrCode('x'.repeat(2332)), /too long/)
  t.equal(qrCode('x'.repeat(2331)).length, 177)
})
