// `reactive`: over random orders of tests, repeats, verifications, groupings, releases, holds and clearings
// no unit of a donation that reacted is ever AVAILABLE (BLD-22, BLD-24). REACTIVE_RUNS says how many.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork, groupingOf, infection, markers } from '../../../support/desk/blood.ts'

const runs = Number(process.env['REACTIVE_RUNS'] ?? 12)
const moves = 24

/** The same walk on every machine. */
function drawing(seed: number) {
  let state = seed
  const next = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  return { next, of: <T>(list: readonly T[]): T => list[next(list.length)] as T }
}

const results = [
  'NON_REACTIVE',
  'NON_REACTIVE',
  'NON_REACTIVE',
  'REACTIVE',
  'INDETERMINATE',
  'INVALID',
]

t.test('reactive never available', async (t) => {
  const house = await boot(t)
  const bank = await bloodAtWork(house)
  const people = [bank.one, bank.other]
  let released = 0
  let rejected = 0

  const isReactive = (tests: Data[]) =>
    markers.some((marker) => {
      const own = tests.filter((one) => one.marker === marker && one.run !== 'CONFIRMATORY')
      const bad = ({ result }: Data) => result === 'REACTIVE' || result === 'INDETERMINATE'
      const repeats = own.filter(({ run }) => run === 'REPEAT')
      if (repeats.some(bad)) return true
      const good = repeats.filter((one) => one.result === 'NON_REACTIVE' && one.verified_by_name)
      return own.some((one) => one.run === 'INITIAL' && bad(one)) && good.length < 2
    })

  for (let run = 1; run <= runs; run += 1) {
    const draw = drawing(run * 7919)
    const donation = await bank.bled(await bank.donor())
    const path = `/blood-bank/donations/${donation.id}`
    for (let move = 0; move < moves; move += 1) {
      const by = draw.of(people)
      const how = draw.next(10)
      if (how < 4) {
        // Mostly clean, so that many come as far as the release.
        const kind = draw.of(['INITIAL', 'INITIAL', 'INITIAL', 'REPEAT', 'CONFIRMATORY'])
        const result = draw.next(3) === 0 ? draw.of(results) : 'NON_REACTIVE'
        await by.post(`${path}/tests`, { tests: [infection(draw.of(markers), result, kind)] })
      } else if (how < 6) await by.post(`${path}/tests`, { verify: [draw.of(markers)] })
      else if (how < 7) await by.post(`${path}/tests`, { groupings: [groupingOf('O+')] })
      else if (how < 8) {
        const unit_ids = [donation.units[0].id]
        await by.post('/blood-bank/units/hold', {
          unit_ids,
          hold: draw.next(2) === 0,
          reason: 'Drawn',
          note: 'Drawn',
        })
      } else await bank.head.post(`${path}/release`, {})
      const { data } = await bank.one.get(path)
      const out = data.units.filter(({ status }: Data) => status === 'AVAILABLE')
      if (out.length > 0 && isReactive(data.tests)) t.fail(`run ${run}, move ${move}`)
    }
    const { data } = await bank.one.get(path)
    if (data.status === 'RELEASED') released += 1
    if (data.status === 'REJECTED') rejected += 1
  }
  t.comment(`${runs} walks: ${released} released, ${rejected} rejected`)
  t.ok(rejected > 0, 'some of them reacted')
  const wrong = await rows<{ number: string }>(
    sql`select u.number from blood_units u join donations d on d.id = u.donation_id
      where u.status = 'AVAILABLE' and d.status <> 'RELEASED'`,
  )
  t.same(wrong, [], 'nothing is available that was not released')
})
