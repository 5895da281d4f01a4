// The rules of labour against worked courses (MAT-13 to MAT-15), the dates of a pregnancy (MAT-2), Robson's groups
// (MAT-21). No house: nothing here asks a database.

import t from 'tap'
import {
  frequency_rows,
  limit_rows,
} from '../../../../db/hospital/modules/maternity/chosen/limits.ts'
import {
  clocksOf,
  type Course,
  judge,
  lateOf,
  secondStage,
  stageBy,
} from '../../../../db/hospital/modules/maternity/labours/course.ts'
import { type Robson, robsonOf } from '../../../../db/hospital/modules/maternity/labours/robson.ts'
import {
  datedBy,
  gestationOn,
} from '../../../../db/hospital/modules/maternity/pregnancies/dates.ts'
import { settings_table } from '../../../../db/hospital/modules/maternity/chosen/tables.ts'
import { type DueFacts, dueOf } from '../../../../db/hospital/modules/maternity/pregnancies/due.ts'
import { courses, type Worked } from './courses.ts'

const at = (time: string): string => `2026-03-10T${time}:00.000Z`

function courseOf({ chart = 'LCG', first_birth = false, seen }: Worked): Course {
  const observed = seen.map(([time, measures], index) => ({
    id: `${index}`,
    at: at(time),
    measures,
  }))
  return { chart, first_birth, observed }
}

t.test('MAT-13, MAT-14, MAT-15: worked courses', async (t) => {
  t.ok(courses.length >= 60, `${courses.length} courses`)
  for (const worked of courses) {
    const course = courseOf(worked)
    const raised = course.observed.flatMap((one, index) => {
      const so_far = { ...course, observed: course.observed.slice(0, index + 1) }
      const found = judge(limit_rows, so_far, one).raised
      return found.map(({ field, level }) => `${one.at.slice(11, 16)} ${field} ${level}`)
    })
    t.same(raised.toSorted(), [...worked.raises].toSorted(), worked.says)
    if (worked.stage !== undefined) t.equal(stageBy(course), worked.stage, worked.says)
    if (worked.late !== undefined) {
      const since = course.observed[0]?.at ?? ''
      const late = lateOf(frequency_rows, stageBy(course), since, course, at(worked.late.at))
      t.same(
        late.map(({ what }) => what),
        worked.late.what,
        worked.says,
      )
    }
    if (worked.second_stage !== undefined) {
      const { full_at } = clocksOf(course)
      const found = secondStage(limit_rows, course, full_at, at(worked.second_stage.at))
      t.equal(found !== null, worked.second_stage.raised, worked.says)
    }
  }
})

t.test('MAT-14: what is as it should be is told, so that its alert ends', async (t) => {
  const one = { id: 'a', at: at('08:00'), measures: { pulse: 80, baseline_fhr: 170 } }
  const found = judge(limit_rows, { chart: 'LCG', first_birth: true, observed: [one] }, one)
  t.same(found.sound, ['pulse'])
  t.match(found.raised, [{ field: 'baseline_fhr', value: '170', threshold: '≥ 160' }])
})

t.test('MAT-2: the day of birth and how far she is', async (t) => {
  const lmp = { lmp: '2026-01-04', lmp_sure: true, ultrasound: null }
  t.same(datedBy(lmp), { edd: '2026-10-11', edd_basis: 'LMP' })
  const scan = { on: '2026-03-30', weeks: 13, days: 3 }
  t.same(datedBy({ ...lmp, ultrasound: scan }), { edd: '2026-10-02', edd_basis: 'ULTRASOUND' })
  t.equal(
    datedBy({ ...lmp, ultrasound: { ...scan, weeks: 13, days: 1 } }).edd_basis,
    'LMP',
    '7 days',
  )
  const later = { on: '2026-05-18', weeks: 20, days: 4 }
  t.equal(datedBy({ ...lmp, ultrasound: later }).edd_basis, 'LMP', 'ten days at 19 weeks')
  t.equal(datedBy({ ...lmp, ultrasound: { ...later, weeks: 20, days: 5 } }).edd_basis, 'ULTRASOUND')
  const late = { on: '2026-07-05', weeks: 30, days: 0 }
  t.equal(datedBy({ ...lmp, ultrasound: late }).edd_basis, 'LMP', 'from 22 weeks the first stays')
  t.equal(datedBy({ ...lmp, lmp_sure: false, ultrasound: late }).edd_basis, 'ULTRASOUND')
  const height = { lmp: null, lmp_sure: false, ultrasound: null }
  t.same(datedBy({ ...height, fundal_height: { cm: 30, on: '2026-08-02' } }), {
    edd: '2026-10-11',
    edd_basis: 'FUNDAL_HEIGHT',
  })
  t.same(datedBy({ ...height, fundal_height: { cm: 19, on: '2026-08-02' } }).edd, null)
  t.same(gestationOn('2026-10-11', '2026-03-30'), { weeks: 12, days: 1 })
})

t.test('MAT-21: Robson’s ten groups', async (t) => {
  const plain: Robson = {
    first_birth: true,
    babies: 1,
    presentation: 'CEPHALIC',
    weeks: 39,
    previous_sections: 0,
    not_spontaneous: false,
  }
  const groups: readonly (readonly [number | null, Partial<Robson>])[] = [
    [1, {}],
    [2, { not_spontaneous: true }],
    [3, { first_birth: false }],
    [4, { first_birth: false, not_spontaneous: true }],
    [5, { first_birth: false, previous_sections: 1 }],
    [6, { presentation: 'BREECH' }],
    [7, { presentation: 'BREECH', first_birth: false, previous_sections: 1 }],
    [8, { babies: 2, presentation: 'BREECH' }],
    [9, { presentation: 'OBLIQUE' }],
    [10, { weeks: 36, first_birth: false, previous_sections: 1 }],
    [null, { weeks: null }],
  ]
  for (const [group, more] of groups) t.equal(robsonOf({ ...plain, ...more }), group, `${group}`)
})

t.test('MAT-4: anti-D is due at 28 weeks and after the birth, until it is given', async (t) => {
  const [settings] = settings_table.shipped
  if (settings === undefined) throw new Error('no settings ship')
  const facts: DueFacts = {
    status: 'OPEN',
    edd: '2026-10-11',
    booked_on: '2026-03-01',
    delivered_on: null,
    contacts: [],
    rhesus_negative: true,
    hiv_negative_on: null,
    hiv_known: false,
    today: '2026-07-19',
  }
  const anti_d = (more: Partial<DueFacts>) =>
    dueOf(settings, { ...facts, ...more }).find(({ rule }) => rule === 'ANTI_D')
  t.match(anti_d({}), { due_on: '2026-07-19', state: 'DUE' })
  t.equal(anti_d({ rhesus_negative: false }), undefined)
  const given = {
    kind: 'ANTENATAL',
    number: 1,
    seen_on: '2026-07-19',
    gestation: { weeks: 28, days: 0 },
    measures: { anti_d: true },
  } as const
  t.equal(anti_d({ contacts: [given] }), undefined)
  const born = { status: 'POSTPARTUM', delivered_on: '2026-10-11' } as const
  t.match(anti_d(born), { due_on: '2026-10-14', state: 'PLANNED' })
})
