// What an order would be, before anybody gives it (DIA-29).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('an order that is only checked (DIA-29)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor } = lab
  const rich = await house.people.holding('diagnostic:order', 'diagnostic:read', 'bill:read')
  await priced(house, [
    { code: 'K', name: 'Potassium', category: 'Laboratory', price: 3_000_00 },
    { code: 'NA', name: 'Sodium', category: 'Laboratory', price: 8_000_00 },
  ])
  const { patient_id } = await lab.visiting({ sex: 'Female', birth_date: '1996-02-01' })
  const body = { patient_id, test_codes: ['K', 'NA', 'RETIC'], check_only: true }

  t.test('nothing is written, and everything is told', async (t) => {
    const before = await rowCounts()
    const got = await rich.post('/diagnostics/orders', body)
    t.match(got, { status: 200, message: 'Nothing is ordered yet.' })
    t.same(await rowCounts(), before)
    t.same(
      got.data.items.map(({ code, price, covered, due }: Data) => [code, price, covered, due]),
      [
        ['K', 3000, 0, 3000],
        ['NA', 8000, 0, 8000],
        ['RETIC', null, null, null],
      ],
    )
    t.match(got.data.items[0], {
      name: 'Potassium',
      gate: [],
      duplicates: [],
      available: true,
      consent_required: false,
      safety_questions: [],
    })
    t.match(
      got.data.containers.map(({ type, for: codes }: Data) => [type, codes]),
      [
        ['Serum', ['K', 'NA']],
        ['EDTA whole blood', ['RETIC']],
      ],
      'the tubes that it needs',
    )
    t.same(got.data.warnings, [])
  })

  t.test('no prices for who reads no bills', async (t) => {
    const plain = await house.people.holding('diagnostic:order', 'diagnostic:read')
    const { items } = await done(plain.post('/diagnostics/orders', body))
    t.match(items[0], { code: 'K', price: null, covered: null, due: null })
  })

  t.test('what was ordered a short while ago', async (t) => {
    await lab.order(patient_id, ['K'])
    const { items } = await done(doctor.post('/diagnostics/orders', body))
    t.match(items[0], {
      gate: [{ gate: 'DIA_DUPLICATE', level: 'BLOCK_WITH_OVERRIDE', subject: 'K' }],
      duplicates: [/^Potassium was ordered today at 09:00 by /],
    })
    t.match(items[1], { gate: [], duplicates: [] })
  })

  t.test('of an image what must be asked first', async (t) => {
    const asked = { patient_id, test_codes: ['CT-ABDPEL'], check_only: true }
    const { items, containers } = await done(doctor.post('/diagnostics/orders', asked))
    t.match(items[0], { code: 'CT-ABDPEL', preparation: /Nothing to eat/ })
    t.ok(items[0].safety_questions.includes('pregnancy'))
    t.same(containers, [])
  })

  t.test('what an order refuses is refused', async (t) => {
    t.match(await doctor.post('/diagnostics/orders', { ...body, test_codes: ['HB1'] }), {
      status: 400,
      message: 'test_codes: HB1 is not in the catalogue.',
    })
  })
})
