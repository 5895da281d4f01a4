import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'

t.test('how money is handled (2.13)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const cashier = await house.people.with('cashier')
  const manager = await house.people.with('manager')

  t.test('what nobody has set counts as shipped', async (t) => {
    const { status, data } = await cashier.get('/billing/policy')
    t.equal(status, 200)
    t.match(data, {
      use_drawers: true,
      blind_count: true,
      shift_difference_limit: 5_000,
      shortage_to: 'EXPENSE',
      denominations: [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50],
      after_credit: 'DEPOSIT',
      petty_cash_limit: 50_000,
      refund_people: 3,
      reverse_days: 30,
      document_language: 'sw',
      show_decimals: false,
      reminder_days: [7, 30, 60],
    })
    const walk_in = await (await house.people.with('reception')).get(
      `/patients/${data.walk_in_patient_id}`,
    )
    t.equal(walk_in.data.full_name, 'Walk-in customer')
    const again = await cashier.get('/billing/policy')
    t.equal(again.data.walk_in_patient_id, data.walk_in_patient_id, 'one of them')
  })

  t.test('absent leaves alone, null goes back to what is shipped', async (t) => {
    const set = await manager.patch('/billing/policy', {
      shift_difference_limit: 750,
      two_person: { shift: false },
      denominations: [500, 1_000],
    })
    t.equal(set.status, 200, set.message)
    t.match(set.data, { shift_difference_limit: 750, denominations: [1_000, 500] })
    t.match(set.data.two_person, { shift: false, waiver: true })
    const back = await manager.patch('/billing/policy', {
      shift_difference_limit: null,
      denominations: null,
      two_person: null,
    })
    t.match(back.data, { shift_difference_limit: 5_000, two_person: { shift: true } })
    t.equal(back.data.denominations.length, 8)
  })

  const bad: [string, Record<string, unknown>, string][] = [
    ['a limit below nothing', { petty_cash_limit: -1 }, 'petty_cash_limit must not be negative.'],
    ['a word', { shortage_to: 'NOBODY' }, 'shortage_to must be one of EXPENSE, CASHIER.'],
    ['too many days', { reverse_days: 366 }, 'reverse_days must be between 0 and 365.'],
    ['four people', { refund_people: 4 }, 'refund_people must be between 2 and 3.'],
    [
      'half a cent',
      { waiver_self_limit: 0.001 },
      'waiver_self_limit has more decimals than TZS allows.',
    ],
    [
      'a note twice',
      { denominations: [500, 500] },
      'denominations[1] must be above 0, and there once.',
    ],
  ]
  t.test('bad input', async (t) => {
    for (const [what, body, message] of bad) {
      const refused = await manager.patch('/billing/policy', body)
      t.equal(refused.message, message, what)
      t.equal(refused.status, 400, what)
    }
    t.equal((await cashier.patch('/billing/policy', { use_drawers: false })).status, 403)
  })
})
