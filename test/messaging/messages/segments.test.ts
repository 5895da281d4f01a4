// How long a text is (MSG 4.7): the table of the chapter, every character of the alphabet, and the
// cuts that the drain will make.

import t from 'tap'
import { measure, smartened, split } from '../../../db/messaging/messages/segments.ts'

const times = (text: string, count: number): string => text.repeat(count)

t.test('segments: the table of MSG-222', async (t) => {
  const table: [text: string, encoding: string, units: number, segments: number][] = [
    [times('a', 160), 'GSM-7', 160, 1],
    [times('a', 161), 'GSM-7', 161, 2],
    [times('a', 306), 'GSM-7', 306, 2],
    [times('a', 307), 'GSM-7', 307, 3],
    [times('a', 1530), 'GSM-7', 1530, 10],
    [times('a', 1531), 'GSM-7', 1531, 11],
    [times('€', 80), 'GSM-7', 160, 1],
    [times('€', 81), 'GSM-7', 162, 2],
    [times(']', 153), 'GSM-7', 306, 3],
    [times('€', 760), 'GSM-7', 1520, 10],
    [times('€', 761), 'GSM-7', 1522, 11],
    [times('ж', 70), 'UCS-2', 70, 1],
    [times('ж', 71), 'UCS-2', 71, 2],
    [times('ж', 134), 'UCS-2', 134, 2],
    [times('ж', 135), 'UCS-2', 135, 3],
    [times('ж', 670), 'UCS-2', 670, 10],
    [times('ж', 671), 'UCS-2', 671, 11],
    [times('😀', 35), 'UCS-2', 70, 1],
    [times('😀', 67), 'UCS-2', 134, 3],
    [times('😀', 330), 'UCS-2', 660, 10],
    [times('😀', 331), 'UCS-2', 662, 11],
    [`${times('a', 80)}\r\n${times('a', 79)}`, 'GSM-7', 161, 2],
    [times('é', 70), 'GSM-7', 70, 1],
    [times('e\u0301', 70), 'UCS-2', 140, 3],
    ['', 'GSM-7', 0, 1],
  ]
  for (const [text, encoding, units, segments] of table) {
    const measured = measure(text)
    const name = `${[...text][0]}×${[...text].length}`
    t.match(measured, { encoding, units, segments }, name)
  }
})

t.test('segments: every character of GSM 03.38 and nothing else (MSG-221)', async (t) => {
  const basic =
    '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
  t.equal(basic.length, 127, 'the table without its escape')
  const extension = '\f^{}\\[~]|€'
  for (let code = 0; code < 0xd800; code++) {
    const letter = String.fromCharCode(code)
    const units = basic.includes(letter) ? 1 : extension.includes(letter) ? 2 : null
    const measured = measure(letter)
    if (measured.encoding !== (units === null ? 'UCS-2' : 'GSM-7')) t.fail(`U+${code.toString(16)}`)
    if (units !== null && measured.units !== units) t.fail(`U+${code.toString(16)} has ${units}`)
  }
  for (const letter of ['`', '\t', '‘', '’', '“', '”', '–', '—', 'ç', '\u0301', '😀', 'á'])
    t.equal(measure(letter).encoding, 'UCS-2', letter)
})

t.test('segments: the first character that forced UCS-2 is named (MSG-223)', async (t) => {
  t.same(measure('abcжdé😀').because, { character: 'ж', position: 4 })
  t.same(measure('😀').because, { character: '😀', position: 1 })
  t.same(measure('😀😀ж').because, { character: '😀', position: 1 })
  t.equal(measure('abc').because, null)
})

t.test('segments: parts join to the text, fit, and part no pair (MSG-225)', async (t) => {
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % below
  }
  const alphabets = ['ab€]~é ', 'abж😀€x', '😀', '€']
  for (let round = 0; round < 2000; round++) {
    const letters = [...(alphabets[round % alphabets.length] as string)]
    const text = Array.from({ length: random(700) }, () => letters[random(letters.length)]).join('')
    const { encoding, segments } = measure(text)
    const parts = split(text, encoding)
    const most =
      parts.length === 1 ? (encoding === 'GSM-7' ? 160 : 70) : encoding === 'GSM-7' ? 153 : 67
    const fits =
      parts.join('') === text &&
      parts.length === segments &&
      parts.every((part) => part.isWellFormed()) &&
      parts.every((part) => unitsOf(part, encoding) <= most)
    if (!fits) t.fail(JSON.stringify({ text, segments, parts }))
  }
  t.pass('two thousand texts')
})

const unitsOf = (part: string, encoding: string): number =>
  encoding === 'UCS-2'
    ? part.length
    : [...part].reduce((sum, one) => sum + ('\f^{}\\[~]|€'.includes(one) ? 2 : 1), 0)

t.test('segments: smart encoding replaces what has a plain cousin (MSG-224)', async (t) => {
  t.same(smartened('“Habari” – ni ‘wewe’…'), { text: '"Habari" - ni \'wewe\'...', replaced: 6 })
  t.same(smartened('e\u0301 n\u0303'), { text: 'é ñ', replaced: 2 })
  t.same(smartened('• moja\u00a0mbili'), { text: '* moja mbili', replaced: 2 })
  t.same(smartened('plain €'), { text: 'plain €', replaced: 0 })
  t.same(smartened('ж😀'), { text: 'ж😀', replaced: 0 }, 'what has none stays')
})
