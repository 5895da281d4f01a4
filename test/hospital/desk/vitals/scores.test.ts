// Which score belongs to whom, and what a missing part means (VIT-6, VIT-7).

import t from 'tap'
import { score, scoreFor } from '../../../../db/hospital/desk/vitals/scoring.ts'
import { observe_every } from '../../../../db/hospital/desk/vitals/shipped/others.ts'
import { adult, calm, chart, who } from '../../../support/money/charts.ts'

t.test(
  'a missing part gives no total; one part that scores 3 triggers all the same (VIT-7)',
  async (t) => {
    const { respiratory_rate: _left_out, ...rest } = calm
    t.match(score(chart('NEWS2'), adult, rest, observe_every), {
      value: null,
      band: null,
      trigger: false,
      missing: ['respiratory_rate'],
      observe_every_minutes: null,
    })
    t.match(score(chart('NEWS2'), adult, { ...rest, systolic: 80 }), {
      value: null,
      band: null,
      trigger: true,
      missing: ['respiratory_rate'],
    })
    t.match(score(chart('NEWS2'), who(15), calm), {
      value: null,
      not_valid_reason: 'NEWS2 is for people from 16 years on.',
      trigger: false,
    })
    t.match(score(chart('PEWS'), adult, calm), {
      not_valid_reason: 'PEWS is for children under 16 years.',
    })
    t.match(score(chart('MEOWS'), adult, calm), {
      not_valid_reason: 'MEOWS is for pregnancy and the days after a birth.',
    })
  },
)

t.test('the score that belongs to a person (VIT-6)', async (t) => {
  t.equal(scoreFor(who(16)), 'NEWS2')
  t.equal(scoreFor(who(15.9)), 'PEWS')
  t.equal(scoreFor(who(17, { pregnant: true })), 'MEOWS')
  t.equal(scoreFor(who(15, { pregnant: true })), 'MEOWS')
})
