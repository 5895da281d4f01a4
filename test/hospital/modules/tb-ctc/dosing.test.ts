// Weights and tablets, marks and what they add up to: rules without a house (TBC-2, TBC-4, TBC-7, TBC-8).

import t from 'tap'
import {
  bandOf,
  categoryOf,
  dosed,
  fittingRegimen,
  needsNewTablets,
  plannedMonths,
  tabletsOf,
} from '../../../../db/hospital/modules/tb-ctc/tb/dosing.ts'
import {
  lastTaken,
  plannedEnd,
  totalsOf,
} from '../../../../db/hospital/modules/tb-ctc/tb/adherence.ts'
import { plusDays } from '../../../../db/hospital/modules/tb-ctc/calendar-days.ts'
import { extended } from '../../../../db/hospital/modules/tb-ctc/tb/follow-ups.ts'
import { isPositive, resistanceOf } from '../../../../db/hospital/modules/tb-ctc/tb/results.ts'
import { tb_regimens, tb_rules } from '../../../../db/hospital/modules/tb-ctc/sheets/shipped.ts'
import type { DoseMark } from '../../../../db/hospital/modules/tb-ctc/words.ts'

const adult = tb_regimens[0] as (typeof tb_regimens)[number]
const child = tb_regimens.find(({ key }) => key === '2RHZ_4RH') as typeof adult
const [intensive] = adult.phases as [(typeof adult.phases)[number]]
const [small] = child.phases as [(typeof child.phases)[number]]

t.test('tablets by the band of the weight (TBC-4)', async (t) => {
  const of = (kg: number) => tabletsOf(intensive, kg)?.[0]?.per_dose
  t.same([25, 39.9, 39.94, 40, 54.9, 55, 70.9, 71, 120].map(of), [2, 2, 2, 3, 3, 4, 4, 5, 5])
  const children = (kg: number) => tabletsOf(small, kg)?.[0]?.per_dose
  t.same([4, 7.9, 8, 12, 16, 24.9].map(children), [1, 1, 2, 3, 4, 4])
  t.equal(bandOf(intensive, 52), '40–54.9 kg')
  t.throws(() => dosed(intensive, 24, null), {
    status: 409,
    message: '24 kg is below the table: give tablets by hand with reason.',
  })
  t.throws(() => dosed(small, 30, null), { message: /^30 kg is outside the table/ })
  const by_hand = { tablets: 1.5, reason: 'Very thin' }
  t.match(dosed(intensive, 24, by_hand), [{ per_dose: 1.5 }])
  t.equal(needsNewTablets(intensive, 54, 55.5), false, 'less than 2 kg')
  t.equal(needsNewTablets(intensive, 53, 55), true)
  t.equal(needsNewTablets(intensive, 41, 44), false, 'the same band')
})

t.test('whom a regimen is for (TBC-2)', async (t) => {
  const on = '2026-03-31'
  t.equal(categoryOf({ birth_date: '2016-03-31' }, 22, tb_rules, on), 'CHILD')
  t.equal(categoryOf({ birth_date: '2016-03-31' }, 30, tb_rules, on), 'ADULT')
  t.equal(categoryOf({ birth_date: '1980-03-31' }, 22, tb_rules, on), 'ADULT')
  t.equal(fittingRegimen(tb_regimens, '2RHZE_4RH', 'ADULT', 'SENSITIVE').title, '2RHZE/4RH')
  t.throws(() => fittingRegimen(tb_regimens, '2RHZE_4RH', 'ADULT', 'RR'), {
    status: 409,
    message: '2RHZE/4RH is not for rifampicin resistance.',
  })
  t.throws(() => fittingRegimen(tb_regimens, '2RHZE_4RH', 'CHILD', 'NOT_TESTED'), {
    message: '2RHZE/4RH is not for a child of this weight.',
  })
  t.throws(() => fittingRegimen(tb_regimens, 'NONE', 'ADULT', 'NOT_TESTED'), {
    message: /^regimen_key must be one of/,
  })
  t.throws(() => fittingRegimen(tb_regimens, 'DR_LONG', 'ADULT', 'MDR'), {
    message: 'DR long is empty: fill it in the table TB_REGIMENS.',
  })
  t.equal(plannedMonths(adult.phases), 6)
})

t.test('the example of the chapter: 50 of 54 is 92.6 (TBC-7)', async (t) => {
  const started_on = '2026-01-01'
  const marks = Array.from({ length: 56 }, (_, at) => ({
    due_on: plusDays(started_on, at),
    mark: (at < 50 ? 'SUPPORTER' : at < 52 ? 'HELD' : 'MISSED') as DoseMark,
  }))
  const found = totalsOf(marks, { started_on, today: plusDays(started_on, 55) })
  t.match(found, { due: 56, taken: 50, held: 2, missed: 4, run_of_misses: 4, adherence_pct: 92.6 })
})

t.test('days nobody marked count as missed after two (TBC-7)', async (t) => {
  const started_on = '2026-03-01'
  const found = totalsOf([{ due_on: '2026-03-01', mark: 'OBSERVED' }], {
    started_on,
    today: '2026-03-06',
  })
  t.match(found, { due: 3, taken: 1, observed: 1, unmarked: 2, missed: 2, run_of_misses: 2 })
  const end = plannedEnd(found, { started_on, doses: 10, before: 0 })
  t.equal(end, '2026-03-12', 'TBC-8: moved by the two')
  t.equal(lastTaken([{ due_on: '2026-03-01', mark: 'OBSERVED' }]), '2026-03-01')
  t.equal(totalsOf([], { started_on, today: started_on }).adherence_pct, null)
})

t.test('any marks, any day: parts add up to the whole (TBC-7)', async (t) => {
  const words: DoseMark[] = ['OBSERVED', 'SUPPORTER', 'SELF', 'MISSED', 'HELD']
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed % most
  }
  for (let run = 0; run < 500; run += 1) {
    const length = next(200)
    const marks = Array.from({ length }, (_, at) => ({
      due_on: plusDays('2026-01-01', at),
      mark: words[next(5)] as DoseMark,
    })).filter(() => next(4) > 0)
    const found = totalsOf(marks, { started_on: '2026-01-01', today: '2026-06-30' })
    const { due, taken, missed, held, adherence_pct } = found
    if (taken + missed + held !== due) t.fail(`run ${run}: ${JSON.stringify(found)}`)
    if (adherence_pct !== null && (adherence_pct < 0 || adherence_pct > 100)) t.fail(`run ${run}`)
  }
  t.pass('500 calendars')
})

t.test('what the laboratory says (TBC-1, TBC-3)', async (t) => {
  t.same(['RS', 'RR', 'P1', 'ND', 'NEG', 'INV', null].map(isPositive), [
    true,
    true,
    true,
    false,
    false,
    null,
    null,
  ])
  t.equal(resistanceOf([{ answer: 'RS' }, { answer: 'RR' }]), 'RR')
  t.equal(resistanceOf([{ answer: 'RS' }]), 'SENSITIVE')
  t.equal(resistanceOf([{ answer: 'P1' }]), null)
})

t.test('month 2 positive may extend the first phase by 28 doses (TBC-11)', async (t) => {
  const kept = { phases: adult.phases } as Parameters<typeof extended>[0]
  t.same(
    extended(kept).phases.map(({ doses }) => doses),
    [84, 112],
  )
})
