// Rules of donors and donations that ask nobody: numbers, findings, dates, groups, verdicts.

import t from 'tap'
import {
  checkCharacter,
  dinOn,
  isDin,
  readDin,
} from '../../../../db/hospital/diagnostics/blood-bank/donations/din.ts'
import {
  findingsOf,
  nextEligible,
  readAnswers,
} from '../../../../db/hospital/diagnostics/blood-bank/donations/findings.ts'
import {
  differs,
  forwardOf,
  reverseOf,
} from '../../../../db/hospital/diagnostics/blood-bank/donations/grouping.ts'
import { agreedGroup } from '../../../../db/hospital/diagnostics/blood-bank/donations/standing.ts'
import {
  type TestSeen,
  verdictOf,
} from '../../../../db/hospital/diagnostics/blood-bank/donations/verdict.ts'
import { shipped_settings as settings } from '../../../../db/hospital/diagnostics/blood-bank/settings/shipped.ts'
import { expiryOf } from '../../../../db/hospital/diagnostics/blood-bank/units/making.ts'
import { answers, exam, groupingOf } from '../../../support/desk/blood.ts'

const today = '2026-03-21'
const man = { sex: 'Male', date_of_birth: '1990-02-03' } as const
const found = (more: object = {}, by: object = {}, given: string[] = []) =>
  findingsOf(settings, {
    kind: 'VOLUNTARY',
    donor: { ...man, ...by },
    answers: answers(given) as Record<string, 'YES' | 'NO'>,
    exam: { ...exam, ...more },
    today,
  }).map(({ code, kind, until }) => [code, kind, until])

t.test('numbers and their check character (BLD-9)', async (t) => {
  t.equal(checkCharacter('G123498654321'), 'H')
  t.equal(dinOn('T0101', '26', 123), 'T010126000123')
  t.ok(isDin('T010126000123'))
  t.equal(readDin('=G12349865432100'), 'G123498654321')
  t.equal(readDin(' g123498654321H '), 'G123498654321')
  for (const typed of ['G123498654321K', 'G12349', '=G1234986543210', 'O123498654321']) {
    t.throws(() => readDin(typed), {
      status: 400,
      message: `${typed} is not a donation number: scan again.`,
    })
  }
})

t.test('every question is answered, with yes or no (BLD-3)', async (t) => {
  const asked = answers()
  t.same(readAnswers(settings, man, { ...asked, SMOKES: 'YES' }), asked, 'others are ignored')
  const { TATTOO_PIERCING: _left, ...rest } = asked
  t.throws(() => readAnswers(settings, man, rest), {
    message: 'answers: TATTOO_PIERCING is missing.',
  })
  t.throws(() => readAnswers(settings, man, { ...asked, HEART: 'perhaps' }), {
    message: 'answers: HEART must be YES or NO.',
  })
  t.notOk('BREASTFEEDING' in asked, 'a man is not asked')
})

t.test('findings: of age, examination and answers (BLD-4, BLD-6, BLD-7)', async (t) => {
  t.same(found(), [])
  t.same(found({ haemoglobin: 12.4 }), [['HAEMOGLOBIN', 'TEMPORARY', '2026-06-19']])
  t.same(found({ haemoglobin: 12.5 }), [])
  t.same(found({ systolic: 161 }), [['BLOOD_PRESSURE', 'TEMPORARY', '2026-03-22']])
  t.same(found({ temperature: 37.6 }), [['TEMPERATURE', 'TEMPORARY', '2026-04-04']])
  t.same(found({ weight_kg: 49.9 }), [['WEIGHT', 'TEMPORARY', '2026-06-19']])
  t.same(found({}, { date_of_birth: '2008-04-01' }), [['AGE', 'TEMPORARY', '2026-04-01']])
  t.same(found({}, { date_of_birth: '2008-03-21' }), [], 'of age today')
  t.same(found({}, { date_of_birth: '1960-03-20' }), [['AGE', 'PERMANENT', null]])
  t.same(found({}, {}, ['HEART']), [['HEART', 'PERMANENT', null]])
  t.same(found({}, {}, ['TOOTH']), [['TOOTH', 'TEMPORARY', '2026-03-28']])
  const own = findingsOf(settings, {
    kind: 'AUTOLOGOUS',
    donor: { ...man, date_of_birth: '1950-01-01' },
    answers: answers() as Record<string, 'YES'>,
    exam: { ...exam, weight_kg: 45 },
    today,
  })
  t.same(own, [], 'own blood skips age and weight (BLD-8)')
})

t.test('when a donor may give again (BLD-5)', async (t) => {
  t.equal(nextEligible(settings, 'Male', '2026-03-21'), '2026-06-21')
  t.equal(nextEligible(settings, 'Female', '2026-03-21'), '2026-07-21')
  t.equal(nextEligible(settings, 'Male', '2026-11-30'), '2027-02-28')
})

t.test('how long a unit keeps (BLD-31)', async (t) => {
  const until = (code: string, anticoagulant: 'CPDA1' | 'CPD_SAGM') =>
    expiryOf(settings.components.find((one) => one.code === code) ?? never(), {
      collected_on: '2026-03-21',
      made_at: '2026-03-21T07:00:00.000Z',
      anticoagulant,
      timezone: 'Africa/Dar_es_Salaam',
    })
  t.equal(until('WB', 'CPDA1'), '2026-04-25T20:59:00.000Z', '23:59 of the day')
  t.equal(until('PRC', 'CPD_SAGM'), '2026-05-02T20:59:00.000Z')
  t.equal(until('PC', 'CPDA1'), '2026-03-26T20:59:00.000Z')
  t.equal(until('FFP', 'CPDA1'), '2027-03-21T20:59:00.000Z')
  t.equal(until('WRC', 'CPDA1'), '2026-03-22T07:00:00.000Z')
})

const never = (): never => {
  throw new Error('no such component ships')
}

t.test('forward and reverse say the same (BLD-25)', async (t) => {
  for (const abo of ['A', 'B', 'AB', 'O']) {
    const one = groupingOf(`${abo}+`)
    t.equal(forwardOf(one.forward), abo)
    t.equal(reverseOf(one.reverse), abo)
    t.notOk(differs(one, 'groupings[0]'))
  }
  const off = { ...groupingOf('A+'), reverse: groupingOf('O+').reverse }
  t.ok(differs(off, 'groupings[0]'))
  t.throws(() => differs({ ...off, abo: 'B' }, 'groupings[0]'), {
    message: 'groupings[0].abo: the forward grouping says A.',
  })
  t.throws(() => differs({ ...off, rhd: 'NEG' }, 'groupings[0]'), {
    message: 'groupings[0].rhd is not what anti_d says.',
  })
})

t.test('two people, or a confirmed record, agree on a group (BLD-26)', async (t) => {
  const row = (of: string, by_id: string) => ({ ...groupingOf(of), by_id, discrepancy: false })
  t.same(agreedGroup([], null).state, 'MISSING')
  t.same(agreedGroup([row('A+', 'x')], null).state, 'ONE')
  t.same(agreedGroup([row('A+', 'x'), row('A+', 'x')], null).state, 'ONE', 'twice by one')
  t.same(agreedGroup([row('A+', 'x'), row('A+', 'y')], null), { state: 'AGREED', group: 'A+' })
  t.same(agreedGroup([row('A+', 'x'), row('O+', 'y')], null).state, 'DIFFER')
  const known = { blood_group: 'A+', group_confirmed: true } as const
  t.same(agreedGroup([row('A+', 'x')], known), { state: 'AGREED', group: 'A+' })
  t.same(agreedGroup([row('O+', 'x'), row('O+', 'y')], known).state, 'DIFFER')
})

t.test('what the tests of a marker come to (BLD-20, BLD-21, BLD-22, BLD-23)', async (t) => {
  const one = (run: TestSeen['run'], result: TestSeen['result'], verified = true): TestSeen => ({
    marker: 'HBV',
    run,
    result,
    verified,
  })
  const state = (...tests: TestSeen[]) => verdictOf(tests, 'HBV').state
  t.equal(state(), 'OPEN')
  t.equal(state(one('INITIAL', 'NON_REACTIVE', false)), 'OPEN', 'typed by one alone')
  t.equal(state(one('INITIAL', 'NON_REACTIVE')), 'NON_REACTIVE')
  t.equal(state(one('INITIAL', 'INVALID')), 'OPEN')
  const reacted = one('INITIAL', 'REACTIVE', false)
  t.equal(state(reacted), 'REPEAT', 'at once, whoever looks later')
  t.equal(state(reacted, one('REPEAT', 'NON_REACTIVE')), 'REPEAT')
  t.equal(
    state(reacted, one('REPEAT', 'NON_REACTIVE'), one('REPEAT', 'NON_REACTIVE', false)),
    'REPEAT',
  )
  const freed = verdictOf(
    [reacted, one('REPEAT', 'NON_REACTIVE'), one('REPEAT', 'NON_REACTIVE')],
    'HBV',
  )
  t.match(freed, { state: 'NON_REACTIVE', initially_reactive: true })
  t.equal(state(reacted, one('REPEAT', 'INDETERMINATE')), 'REACTIVE')
  t.equal(state(reacted, one('CONFIRMATORY', 'NON_REACTIVE')), 'REPEAT', 'never frees a unit')
})
