import t from 'tap'
import { canMeet, mayRepeat } from '../../../../db/hospital/office/sequences/meeting.ts'
import {
  checkForm,
  fill,
  type Form,
  periodOf,
} from '../../../../db/hospital/office/sequences/patterns.ts'

const form = (
  pattern: string,
  scope: Form['scope'] = 'HOSPITAL',
  reset: Form['reset'] = 'NEVER',
): Form => ({ pattern, scope, reset })

t.test('patterns of references (PLT-70)', async (t) => {
  t.test('a pattern is filled in', async (t) => {
    const at = { day: '2027-03-09', facility_code: 'TMK' }
    t.equal(fill('PUR-{SEQ:6}', 123, at), 'PUR-000123')
    t.equal(fill('{FAC}/{YY}{MM}{DD}.{SEQ:1}', 12, at), 'TMK/270309.12')
    t.equal(fill('{YYYY}-{SEQ:3}', 12_345, at), '2027-12345', 'it grows, it does not wrap')
  })

  t.test('periods', async (t) => {
    t.same(
      (['NEVER', 'YEARLY', 'MONTHLY', 'DAILY'] as const).map((reset) =>
        periodOf(reset, '2027-03-09'),
      ),
      ['*', '2027', '2027-03', '2027-03-09'],
    )
  })

  const bad: [Form, string][] = [
    [form('PT-'), 'pattern must hold {SEQ:n}.'],
    [form('{SEQ:3}{SEQ:3}'), 'pattern must hold {SEQ:n} exactly once.'],
    [form('{SEQ:0}'), 'pattern must hold {SEQ:n} with n from 1 to 10.'],
    [form('{SEQ:11}'), 'pattern must hold {SEQ:n} with n from 1 to 10.'],
    ...[
      'PT_{SEQ:3}',
      'PT {SEQ:3}',
      '{SEQ}',
      '{YEAR}-{SEQ:3}',
      'ÄÖ{SEQ:3}',
      '{SEQ:3',
      '}{SEQ:3}',
    ].map((pattern): [Form, string] => [
      form(pattern),
      'pattern may hold A–Z, a–z, 0–9, -, / and . and the tokens {FAC}, {YYYY}, {YY}, {MM}, {DD} and {SEQ:n}.',
    ]),
    [form('A-{SEQ:3}', 'FACILITY'), 'pattern would repeat references: add {FAC}.'],
    [form('A-{SEQ:3}', 'HOSPITAL', 'YEARLY'), 'pattern would repeat references: add {YYYY}.'],
    [form('{YY}-{SEQ:3}', 'HOSPITAL', 'MONTHLY'), 'pattern would repeat references: add {MM}.'],
    [form('{YY}{DD}-{SEQ:3}', 'HOSPITAL', 'DAILY'), 'pattern would repeat references: add {MM}.'],
    [form('{YY}{MM}-{SEQ:3}', 'HOSPITAL', 'DAILY'), 'pattern would repeat references: add {DD}.'],
    ...['{FAC}{SEQ:3}', '{SEQ:3}{FAC}', '{FAC}0{SEQ:3}', '{FAC}{YYYY}{SEQ:3}'].map(
      (pattern): [Form, string] => [
        form(pattern),
        'pattern would repeat references: add - between {FAC} and {SEQ:n}.',
      ],
    ),
    [
      form('ABCDEFGHIJKLMNOPQRSTUVWXYZ-{SEQ:6}'),
      'pattern must be at most 32 characters when filled.',
    ],
  ]
  for (const [wrong, message] of bad) {
    t.test(`${wrong.pattern} ${wrong.reset}: ${message}`, async (t) => {
      t.throws(() => checkForm(wrong), { message, status: 400 })
    })
  }

  t.test('two patterns that can never make the same reference, and two that can', async (t) => {
    const apart: [string, string][] = [
      ['PT-{SEQ:6}', 'HN-{SEQ:6}'],
      ['R-{YYYY}-{SEQ:6}', 'R-{YYYY}{MM}-{SEQ:6}'],
      ['R-{YYYY}-{SEQ:6}', 'R-{FAC}-{YYYY}-{SEQ:6}'],
      ['A{MM}{SEQ:1}', 'A9{SEQ:2}'],
      ['a{SEQ:1}', 'A{SEQ:1}'],
    ]
    const together: [string, string][] = [
      ['PT-{SEQ:6}', 'PT-{SEQ:8}'],
      ['A{SEQ:6}', 'A{YYYY}{SEQ:2}'],
      ['{FAC}-{SEQ:3}', 'MAIN-{SEQ:3}'],
      ['{FAC}-{SEQ:3}', '{YYYY}-{SEQ:3}'],
    ]
    for (const [one, other] of apart) {
      t.notOk(canMeet(one, other), `${one} and ${other}`)
      t.notOk(canMeet(other, one), `${other} and ${one}`)
    }
    for (const [one, other] of together) {
      t.ok(canMeet(one, other), `${one} and ${other}`)
      t.ok(canMeet(other, one), `${other} and ${one}`)
    }
    t.notOk(mayRepeat(form('PT-{SEQ:6}'), form('PT-{SEQ:8}')), 'a wider number counts on')
    t.ok(
      mayRepeat(form('{YYYY}-{SEQ:3}'), form('{YYYY}-{SEQ:3}', 'HOSPITAL', 'YEARLY')),
      'a count that starts again does not',
    )
  })
})
