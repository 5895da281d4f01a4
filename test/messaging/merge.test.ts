import t from 'tap'
import { piecesOf } from '../../db/messaging/templates/templates.ts'
import { isOdd, merged, namesOf, type Piece, readMerge } from '../../db/messaging/merge.ts'

const read = (text: string): Piece[] => {
  const pieces = readMerge(text)
  if (isOdd(pieces)) throw new Error(`unclosed at ${pieces.position}`)
  return pieces
}

t.test('merge: values, defaults and what is missing (MSG-470)', async (t) => {
  const cases: [string, Record<string, string | number | boolean | null>, string, string[]][] = [
    ['Habari', {}, 'Habari', []],
    ['', {}, '', []],
    ['Habari {{firstName}}', { firstName: 'Asha' }, 'Habari Asha', []],
    ['Habari {{firstName|mteja}}', {}, 'Habari mteja', []],
    ['Habari {{firstName|mteja}}', { firstName: 'Asha' }, 'Habari Asha', []],
    ['Habari {{firstName|}}!', {}, 'Habari !', []],
    ['Habari {{firstName|mteja}}', { firstName: '' }, 'Habari mteja', []],
    ['Habari {{firstName|mteja}}', { firstName: null }, 'Habari mteja', []],
    ['Habari {{firstName}}', {}, 'Habari ', ['firstName']],
    ['{{a}}{{b}}{{a}}', { b: 'x' }, 'x', ['a']],
    ['{{ visits }} mara', { visits: 3 }, '3 mara', []],
    ['{{zero}} {{no}}', { zero: 0, no: false }, '0 false', []],
    ['{{a|b|c}}', {}, 'b|c', []],
    // A value is never read as a field again.
    ['{{firstName}}', { firstName: '{{phone}}', phone: '255' }, '{{phone}}', []],
    ['{ {a}} }} {', {}, '{ {a}} }} {', []],
    // What every object has by birth is no value.
    ['{{toString|none}} {{constructor|none}}', {}, 'none none', []],
  ]
  for (const [text, values, expected, missing] of cases) {
    t.strictSame(merged(read(text), values), { text: expected, missing }, JSON.stringify(text))
  }
})

t.test('merge: the names in it, each once', async (t) => {
  t.strictSame(namesOf(read('{{b}} {{a|x}} {{b}}')), ['b', 'a'])
})

t.test('merge: braces that are not closed or hold no name, with their place', async (t) => {
  const cases: [string, number][] = [
    ['{{firstName', 1],
    ['Habari {{firstName}', 8],
    ['😀 {{', 3],
    ['{{}}', 1],
    ['{{ }}', 1],
    ['{{First}}', 1],
    ['{{first name}}', 1],
    ['{{1a}}', 1],
    ['{{a.b}}', 1],
    ['{{__proto__}}', 1],
    ['ok {{a}} {{b', 10],
    ['{{a|{{b}}}}', 1],
    [`{{${'a'.repeat(41)}}}`, 1],
  ]
  for (const [text, position] of cases) {
    const pieces = readMerge(text)
    t.ok(isOdd(pieces), text)
    if (!isOdd(pieces)) continue
    t.equal(pieces.position, position, text)
    const close = text.indexOf('}}', text.indexOf('{{', position - 1))
    t.equal(pieces.inside === null, close === -1, text)
  }
})

t.test('merge: what is wrong with braces is said (MSG-470)', async (t) => {
  const cases: [string, RegExp][] = [
    [
      'Habari {{first name}}',
      /^message has no merge field \{\{first name\}\} \(position 8\): write \{\{firstName\}\}/,
    ],
    ['{{}}', /^message has no merge field \{\{\}\} \(position 1\)/],
    ['Habari {{firstName', /^message has braces that are not closed at position 8\.$/],
  ]
  for (const [text, message] of cases) t.throws(() => piecesOf(text), { message }, text)
})

t.test('merge: a text with a million fields is read once, not once for each of them', async (t) => {
  // Were the rest looked through from every brace, this would take longer than any test may.
  t.ok(isOdd(readMerge('{{a|'.repeat(1_000_000))))
})
