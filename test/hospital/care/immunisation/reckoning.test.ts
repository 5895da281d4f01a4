// When each dose may be given, is due and is too late, by the days that the chapter names (CAR-164, CAR-165).

import t from 'tap'
import { nextDay } from '../../../../db/core/clock.ts'
import {
  type Given,
  type Known,
  lineOn,
  linesOn,
  nextOn,
  tooEarly,
} from '../../../../db/hospital/care/immunisation/reckoning.ts'
import {
  doseCalled,
  scheduleCalled,
  shipped_schedules,
} from '../../../../db/hospital/care/immunisation/shipped/schedules.ts'
import { vaccineCalled } from '../../../../db/hospital/care/immunisation/shipped/vaccines.ts'

const born = '2026-01-01'
const on = (days: number): string => nextDay(born, days)
const dose = (dose_key: string, days: number, valid = true): Given => ({
  vaccine: doseCalled(dose_key)?.line.vaccine ?? '',
  dose_key,
  given_on: on(days),
  valid,
})
const baby = (given: readonly Given[] = [], more: Partial<Known> = {}): Known => ({
  person: { birth_date: born, sex: 'Female', pregnant: false },
  given,
  held: [],
  ...more,
})
const stateOf = (known: Known, dose_key: string, days: number) => {
  const { schedule, line } = doseCalled(dose_key)!
  return lineOn(known, on(days), schedule, line)!
}
const grace = 4

t.test('each line of the shipped schedules names a vaccine and a dose before it (CAR-164)', (t) => {
  const keys = shipped_schedules.flatMap(({ lines }) => lines.map(({ dose_key }) => dose_key))
  t.equal(new Set(keys).size, keys.length)
  for (const { lines } of shipped_schedules) {
    for (const { vaccine, after, due_days, min_days } of lines) {
      t.ok(vaccineCalled(vaccine), vaccine)
      t.ok(after === null || keys.includes(after.dose_key))
      t.ok((min_days ?? 0) <= (due_days ?? Infinity))
    }
  }
  t.end()
})

t.test('states of a child, day by day (CAR-164)', (t) => {
  // Dose, doses before it with their days, day, state, earliest and due day from birth.
  const table: [string, Given[], number, string, number, number][] = [
    ['BCG', [], 0, 'DUE', 0, 0],
    ['BCG', [], 27, 'DUE', 0, 0],
    ['BCG', [], 28, 'OVERDUE', 0, 0],
    ['BCG', [dose('BCG', 3)], 28, 'GIVEN', 0, 0],
    ['OPV0', [], 14, 'DUE', 0, 0],
    ['OPV0', [], 15, 'TOO_LATE', 0, 0],
    ['OPV1', [], 41, 'NOT_YET', 42, 42],
    ['OPV1', [], 42, 'DUE', 42, 42],
    ['OPV1', [dose('OPV0', 10)], 42, 'DUE', 42, 42],
    ['OPV1', [dose('OPV0', 20)], 42, 'NOT_YET', 48, 48],
    ['OPV1', [dose('OPV0', 20)], 48, 'DUE', 48, 48],
    ['PENTA1', [], 41, 'NOT_YET', 42, 42],
    ['PENTA1', [], 69, 'DUE', 42, 42],
    ['PENTA1', [], 70, 'OVERDUE', 42, 42],
    ['PENTA2', [], 200, 'NOT_YET', 70, 70],
    ['PENTA2', [dose('PENTA1', 42)], 69, 'NOT_YET', 70, 70],
    ['PENTA2', [dose('PENTA1', 42)], 70, 'DUE', 70, 70],
    ['PENTA2', [dose('PENTA1', 60)], 70, 'NOT_YET', 88, 88],
    ['PENTA2', [dose('PENTA1', 60)], 88, 'DUE', 88, 88],
    ['PENTA2', [dose('PENTA1', 60)], 116, 'OVERDUE', 88, 88],
    ['PENTA2', [dose('PENTA1', 20, false)], 100, 'NOT_YET', 70, 70],
    ['PENTA3', [dose('PENTA1', 42), dose('PENTA2', 70)], 98, 'DUE', 98, 98],
    ['PENTA3', [dose('PENTA1', 42), dose('PENTA2', 90)], 98, 'NOT_YET', 118, 118],
    ['ROTA1', [], 105, 'OVERDUE', 42, 42],
    ['ROTA1', [], 106, 'TOO_LATE', 42, 42],
    ['ROTA2', [dose('ROTA1', 100)], 128, 'DUE', 128, 128],
    ['ROTA2', [dose('ROTA1', 100)], 224, 'OVERDUE', 128, 128],
    ['ROTA2', [dose('ROTA1', 100)], 225, 'TOO_LATE', 128, 128],
    ['IPV1', [], 97, 'NOT_YET', 98, 98],
    ['IPV1', [], 98, 'DUE', 98, 98],
    ['IPV2', [dose('IPV1', 98)], 269, 'NOT_YET', 270, 270],
    ['IPV2', [dose('IPV1', 260)], 270, 'NOT_YET', 288, 288],
    ['MR1', [], 269, 'NOT_YET', 270, 270],
    ['MR1', [], 270, 'DUE', 270, 270],
    ['MR2', [dose('MR1', 270)], 547, 'NOT_YET', 450, 548],
    ['MR2', [dose('MR1', 270)], 548, 'DUE', 450, 548],
    ['MR2', [dose('MR1', 540)], 548, 'NOT_YET', 568, 568],
  ]
  for (const [key, given, days, state, min, due] of table) {
    const line = stateOf(baby(given), key, days)
    const said = { state, min_on: on(min), due_on: on(due) }
    t.match(
      line,
      said,
      `${key} on day ${days} after ${given.map((one) => one.dose_key).join(', ')}`,
    )
  }
  t.end()
})

t.test('women: counted from the dose before, five in all (CAR-164)', (t) => {
  const days = [0, 28, 210, 575, 940]
  const woman = (given: Given[], pregnant = true): Known =>
    baby(given, { person: { birth_date: '1996-01-01', sex: 'Female', pregnant } })
  const given: Given[] = []
  for (const [index, day] of days.entries()) {
    const key = `TD${index + 1}`
    if (index > 0) t.equal(stateOf(woman(given), key, day - 1).state, 'NOT_YET', key)
    t.equal(stateOf(woman(given), key, day).state, 'DUE', key)
    given.push(dose(key, day))
  }
  t.same(
    linesOn(woman([], false), on(0)).map(({ line }) => line.dose_key),
    [],
    'nobody who is not pregnant and has not begun',
  )
  t.equal(linesOn(woman([dose('TD1', 0)], false), on(40)).length, 5, 'who has begun goes on')
  t.equal(linesOn(woman([], false), on(0), scheduleCalled('TZ_TD')).length, 5, 'or is asked for')
  t.end()
})

t.test(
  'a course that begins with its first dose: another bite is another course (CAR-164)',
  (t) => {
    const man = baby([dose('RABIES_IM1', 0), dose('RABIES_IM2', 3)], {
      person: { birth_date: null, sex: 'Male', pregnant: false },
    })
    t.match(stateOf(man, 'RABIES_IM3', 7), { state: 'DUE', due_on: on(7) })
    t.equal(stateOf(man, 'RABIES_IM4', 7).state, 'NOT_YET')
    t.equal(stateOf(man, 'RABIES_IM1', 60).state, 'GIVEN')
    t.equal(stateOf(man, 'RABIES_IM1', 120).state, 'DUE')
    t.match(tooEarly(man, on(5), doseCalled('RABIES_IM3')!, grace), { why: 'IMM_GAP' }, 'no grace')
    t.end()
  },
)

t.test('what was written down, and a child that is expected (CAR-164, CAR-166)', (t) => {
  const held = (kind: 'CONTRAINDICATED' | 'DEFERRED' | 'REFUSED', until: string | null = null) => [
    { dose_key: null, vaccine: 'PENTA', kind, until },
  ]
  const of = (more: Partial<Known>) => stateOf(baby([], more), 'PENTA1', 50).state
  t.equal(of({ held: held('CONTRAINDICATED') }), 'CONTRAINDICATED')
  t.equal(of({ held: held('DEFERRED', on(60)) }), 'DEFERRED')
  t.equal(of({ held: held('DEFERRED', on(49)) }), 'DUE')
  t.equal(of({ held: held('REFUSED') }), 'DEFERRED')
  const mother = { birth_date: '2000-01-01', sex: 'Female', pregnant: true }
  t.equal(stateOf(baby([], { person: mother }), 'YF1', 0).state, 'CONTRAINDICATED')
  t.equal(stateOf(baby([], { person: mother }), 'TD1', 0).state, 'DUE')
  t.end()
})

t.test('valid from four days before the earliest day (CAR-165)', (t) => {
  const early = (given: Given[], key: string, days: number) =>
    tooEarly(baby(given), on(days), doseCalled(key)!, grace)
  const first = [dose('PENTA1', 42)]
  t.equal(early(first, 'PENTA2', 66), null)
  t.match(early(first, 'PENTA2', 65), {
    why: 'IMM_GAP',
    from: { on: on(70), reason: '28 days after PENTA1' },
  })
  t.equal(early([], 'MR1', 266), null)
  t.match(early([], 'MR1', 265), { why: 'IMM_MIN_AGE', from: { reason: '270 days after birth' } })
  t.match(early([], 'PENTA2', 100), { why: 'IMM_GAP', missing: 'PENTA1' })
  t.match(early([], 'PENTA1', 37), { why: 'IMM_MIN_AGE' })
  const live = [dose('BCG', 300)]
  t.match(early(live, 'MR1', 327), { from: { on: on(328), reason: '28 days after BCG' } })
  t.equal(early(live, 'MR1', 328), null)
  t.equal(early(live, 'MR1', 300), null, 'on one day')
  t.equal(early([dose('OPV1', 300)], 'MR1', 310), null, 'by mouth')
  t.end()
})

t.test('a child that comes on each due day is done, and nothing was early (CAR-164)', (t) => {
  let known = baby()
  let visits = 0
  for (let next = nextOn(linesOn(known, on(0))); next !== null; visits += 1) {
    const today = next
    const due = linesOn(known, today).filter(({ state }) => state === 'DUE')
    t.ok(due.length > 0, today)
    for (const { schedule, line } of due) {
      t.equal(tooEarly(known, today, { schedule, line }, 0), null, line.dose_key)
    }
    const given = due.map(({ line }) => ({
      vaccine: line.vaccine,
      dose_key: line.dose_key,
      given_on: today,
      valid: true,
    }))
    known = { ...known, given: [...known.given, ...given] }
    next = nextOn(linesOn(known, today))
  }
  t.equal(visits, 6, 'birth, 6, 10, 14 weeks, 9 and 18 months')
  t.equal(known.given.length, 17)
  t.end()
})
