// A time without its zone could be two: it is refused, and the sentence shows how one is written (ruling 75).

import t from 'tap'
import { form, Instant } from '../../../../db/core/kinds/kinds.ts'
import { Moment } from '../../../../db/core/kinds/strict.ts'
import { read } from '../../../../db/core/validate.ts'

const zoned = ['2027-01-01T08:00:00Z', '2027-01-01T08:00:00.000Z', '2027-01-01T08:00:00+03:00']
const bare = ['2027-01-01T08:00:00', '2027-01-01T08:00', '2027-01-01 08:00:00', '2027-01-01']

for (const [called, at, how, sentence] of [
  ['the hospital’s', Instant, 'open', 'at must be an instant like 2026-03-31T08:30:00.000Z.'],
  [
    'the messages’',
    Moment,
    'closed',
    'at must be a time with its zone, like 2026-01-02T08:00:00Z.',
  ],
] as const) {
  t.test(`${called} API takes no time without a zone`, async (t) => {
    for (const time of zoned) t.ok(read(form({ at }), { at: time }, how), time)
    for (const time of bare)
      t.throws(
        () => read(form({ at }), { at: time }, how),
        { status: 400, message: sentence },
        time,
      )
  })
}
