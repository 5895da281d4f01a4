// The checks of medicines (CAR-75 to CAR-83) as one pure engine, with every worked example of the chapter.

import t from 'tap'
import { clearance } from '../../../../db/hospital/care/medicines/checks/kidneys.ts'
import { inRange } from '../../../../db/hospital/care/medicines/checks/person.ts'
import { surface } from '../../../../db/hospital/care/medicines/checks/doses.ts'
import { checkLines } from '../../../../db/hospital/care/medicines/checks/engine.ts'
import type {
  CheckedLine,
  CheckedMedicine,
  KnownAllergy,
  Situation,
} from '../../../../db/hospital/care/medicines/checks/situation.ts'
import { shipped_ingredients } from '../../../../db/hospital/care/medicines/formulary/shipped/ingredients.ts'
import type { SafetyRules } from '../../../../db/hospital/care/medicines/safety/bodies.ts'
import { shippedRows } from '../../../../db/hospital/care/medicines/safety/shipped.ts'

const classes = new Map(
  shipped_ingredients
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map(([code = '', , of = '']) => [code, of.split(' ').filter(Boolean)]),
)
const rulesWith = (adopted: boolean): SafetyRules =>
  Object.fromEntries(
    Object.entries(shippedRows()).map(([table, rows]) => [
      table,
      [...rows.values()].map((body) => ({ ...body, adopted })),
    ]),
  ) as unknown as SafetyRules
const adopted = rulesWith(true)

const medicine = (
  name: string,
  code: string,
  amount = 500,
  more: Partial<CheckedMedicine> = {},
): CheckedMedicine => ({
  id: null,
  name,
  ingredients: [
    {
      ingredient_code: code,
      name: name.split(' ')[0] ?? '',
      amount,
      unit: 'MG',
      classes: classes.get(code) ?? [],
    },
  ],
  classes: [],
  pregnancy: { t1: 'SAFE', t2: 'SAFE', t3: 'SAFE' },
  lactation: 'SAFE',
  aware: null,
  controlled: 'NONE',
  levels: [],
  cadres: [],
  specialities: [],
  in_formulary: true,
  confirmed: true,
  ...more,
})
const line = (of: CheckedMedicine, more: Partial<CheckedLine> = {}): CheckedLine => ({
  medicine: of,
  at: 'Line 1',
  route: 'PO',
  per_dose: 1,
  doses_a_day: 1,
  start: '2026-03-01T08:00:00.000Z',
  end: '2026-03-06T08:00:00.000Z',
  once: false,
  when_needed: false,
  indication: 'Pain',
  duration_days: 5,
  ...more,
})
const grown = {
  age_days: 40 * 365.25,
  sex: 'Male',
  weight_kg: 70,
  weight_days: 3,
  height_cm: 170,
}
const of = (more: Partial<Situation> = {}): Situation => ({
  person: grown,
  allergies: [],
  allergies_asked: true,
  pregnancy: null,
  creatinine: null,
  kidney_problem: false,
  conditions: [],
  prescriber: { level: null, cadre: null, department: null },
  standing: [],
  rules: adopted,
  settings: {
    weight_needed_under_years: 12,
    weight_max_age_days: { under_1y: 7, under_5y: 30, under_12y: 60 },
    creatinine_max_age_days: 90,
    controlled_days: 7,
  },
  ...more,
})
const told = (lines: CheckedLine[], situation: Situation): [string, string | null, string][] =>
  checkLines(lines, situation).findings.map(({ gate, severity, what }) => [gate, severity, what])
const allergy = (more: Partial<KnownAllergy>): KnownAllergy => ({
  substance: 'Penicillin',
  ingredient_code: null,
  class_code: 'PENICILLINS',
  classes: [],
  severity: 'SEVERE',
  reactions: ['Rash'],
  ...more,
})
const amoxicillin = medicine('Amoxicillin 250 mg capsule', 'amoxicillin', 250)
const paracetamol = medicine('Paracetamol 500 mg tablet', 'paracetamol')
const paracetamol_daily = (per_dose: number, doses_a_day: number, more = {}) =>
  line(paracetamol, { per_dose, doses_a_day, ...more })

t.test('allergies, by ingredient and class, never by text (CAR-75)', async (t) => {
  const check = (what: CheckedMedicine, known: Partial<KnownAllergy>) =>
    told([line(what, { per_dose: null })], of({ allergies: [allergy(known)] }))
  t.same(check(amoxicillin, {}), [
    [
      'RX_ALLERGY_EXACT',
      'SEVERE',
      'Line 1, Amoxicillin 250 mg capsule: allergy to penicillin (rash, severe).',
    ],
  ])
  t.same(check(medicine('Cefalexin 250 mg capsule', 'cefalexin'), {}), [
    [
      'RX_ALLERGY_CLASS',
      'POSSIBLE',
      'Line 1, Cefalexin 250 mg capsule: allergy to penicillin; cefalexin 250 mg capsule may cross-react.',
    ],
  ])
  const of_ingredient = {
    substance: 'Ampicillin',
    ingredient_code: 'ampicillin',
    class_code: null,
    classes: ['PENICILLINS'],
  }
  t.match(check(amoxicillin, of_ingredient), [['RX_ALLERGY_EXACT']], 'one of the same class')
  t.match(
    check(medicine('Ibuprofen 400 mg tablet', 'ibuprofen'), {
      substance: 'Aspirin',
      ingredient_code: 'aspirin',
      class_code: null,
      classes: ['NSAID', 'SALICYLATES'],
    }),
    [['RX_ALLERGY_CLASS', 'LIKELY']],
  )
  const in_words = { substance: 'Amoxicillin 250 mg capsule', class_code: null }
  t.same(check(amoxicillin, in_words), [], 'a text alone is no allergy to it')
  t.same(told([line(amoxicillin, { per_dose: null })], of({ allergies_asked: false })), [
    ['RX_ALLERGY_UNKNOWN', null, 'Nobody has asked about allergies.'],
  ])
})

t.test('twice the same, and twice of one class (CAR-76)', async (t) => {
  const active = paracetamol_daily(1, 3, {
    at: 'RX-2026-000007',
    end: '2026-03-12T08:00:00.000Z',
  })
  const standing = [active]
  t.match(told([paracetamol_daily(1, 3)], of({ standing })), [
    [
      'RX_DUPLICATE',
      null,
      /: paracetamol is already active \(RX-2026-000007, until 2026-03-12\)\./,
    ],
  ])
  const over = [{ ...active, end: '2026-02-28T08:00:00.000Z' }]
  t.same(told([paracetamol_daily(1, 3)], of({ standing: over })), [], 'one that is over')
  t.match(told([paracetamol_daily(1, 1, { once: true })], of({ standing })), [
    ['RX_DUPLICATE_CLASS', 'WARN'],
  ])
  const ibuprofen = line(medicine('Ibuprofen 400 mg tablet', 'ibuprofen', 400))
  const diclofenac = line(medicine('Diclofenac 50 mg tablet', 'diclofenac', 50), { at: 'Line 2' })
  t.match(
    told([ibuprofen, diclofenac], of()).filter(([gate]) => gate === 'RX_DUPLICATE_CLASS'),
    [
      [
        'RX_DUPLICATE_CLASS',
        'REFUSE',
        'Line 2, Diclofenac 50 mg tablet: NSAID already with Ibuprofen 400 mg tablet.',
      ],
    ],
  )
})

t.test('every pair is held against the table; the worst is told (CAR-77)', async (t) => {
  const pair = (a: string, b: string, more = {}) =>
    checkLines(
      [
        line(medicine(`${a} tablet`, a), { per_dose: null }),
        line(medicine(`${b} tablet`, b), { per_dose: null, at: 'Line 2', ...more }),
      ],
      of(),
    ).findings.filter(({ gate }) => gate === 'RX_INTERACTION')
  t.match(pair('warfarin', 'metronidazole'), [
    {
      line: 1,
      severity: 'MAJOR',
      what: 'Line 2, metronidazole tablet with warfarin tablet: bleeding.',
      mend: 'Halve the dose and check INR.',
    },
  ])
  t.match(pair('simvastatin', 'clarithromycin'), [{ severity: 'CONTRAINDICATED' }], 'of a class')
  t.match(pair('ciprofloxacin', 'haloperidol'), [{ severity: 'MAJOR' }], 'class with class')
  t.match(
    pair('ciprofloxacin', 'ferrous_sulfate'),
    [{ severity: 'MODERATE', mend: /2 hours apart/ }],
    'what is only kept apart in time',
  )
  t.same(pair('paracetamol', 'amoxicillin'), [])
  t.same(pair('haloperidol', 'haloperidol'), [], 'nothing interacts with itself')
})

t.test('limits of dose: the narrowest row, all lines of a day (CAR-78)', async (t) => {
  const when_needed = paracetamol_daily(1, 4, { at: 'RX-2026-000001', when_needed: true })
  const dose = (lines: CheckedLine[], situation = of()) =>
    told(lines, situation).filter(([gate]) => gate === 'RX_MAX_DOSE')
  t.same(dose([paracetamol_daily(2, 4)]), [], '1 g four times a day is 4 g')
  t.match(dose([paracetamol_daily(2, 4)], of({ standing: [when_needed] })), [
    [
      'RX_MAX_DOSE',
      'ABOVE',
      'Line 1, Paracetamol 500 mg tablet: 6 g a day is above the limit of 4 g for paracetamol.',
    ],
  ])
  const nine = [paracetamol_daily(2, 9)]
  t.same(dose(nine), [
    [
      'RX_MAX_DOSE',
      'HARD',
      'Line 1, Paracetamol 500 mg tablet: 9 g a day is above twice the limit of 4 g.',
    ],
  ])
  t.match(dose(nine, of({ rules: rulesWith(false) })), [['RX_MAX_DOSE', 'ABOVE']])
  const soft = checkLines(nine, of({ rules: rulesWith(false) })).findings
  t.match(soft[0]?.mend, 'Default table, not yet adopted by this hospital.')
  t.match(dose([paracetamol_daily(3, 1)]), [['RX_MAX_DOSE', 'ABOVE', /1.5 g at once/]])
  const child = { ...grown, age_days: 4 * 365.25, weight_kg: 16, weight_days: 2 }
  t.same(dose([paracetamol_daily(0.5, 4)], of({ person: child })), [], '250 mg of 320')
  t.match(dose([paracetamol_daily(1, 4)], of({ person: child })), [['RX_MAX_DOSE', 'ABOVE']])
  t.match(told([paracetamol_daily(0.5, 1)], of()), [['RX_LOW_DOSE']])
  t.same(checkLines([line(medicine('Zinc 20 mg tablet', 'zinc', 20))], of()).notes, [
    'No dose limit is known for Zinc 20 mg tablet.',
  ])
  t.equal(Number(surface(170, 70).toFixed(3)), 1.818, 'Mosteller')
  const own = {
    target: 'ingredient:paracetamol',
    routes: ['PO' as const],
    basis: 'PER_M2' as const,
  }
  const limit = { ...own, max_daily: 1000, unit: 'MG' as const, adopted: true }
  const rules = { ...adopted, 'dose-limits': [...adopted['dose-limits'], limit] }
  t.match(dose([paracetamol_daily(1, 4)], of({ rules })), [
    ['RX_MAX_DOSE', 'ABOVE', /2 g a day is above the limit of 1.818 g/],
  ])
})

t.test('a child is weighed before it is dosed by weight (CAR-79)', async (t) => {
  const at = (age_days: number, weight_days: number | null) =>
    told(
      [paracetamol_daily(0.25, 3)],
      of({
        person: { ...grown, age_days, weight_kg: weight_days === null ? null : 12, weight_days },
      }),
    ).filter(([gate]) => gate === 'RX_WEIGHT')
  t.match(at(6 * 365.25, 62), [['RX_WEIGHT', null, /: weight is 62 days old\./]])
  t.same(at(6 * 365.25, 60), [])
  t.match(at(200, 8), [['RX_WEIGHT']])
  t.match(at(3 * 365.25, 31), [['RX_WEIGHT']])
  t.match(at(3 * 365.25, null), [['RX_WEIGHT', null, /no weight is known/]])
  t.same(at(13 * 365.25, null), [])
})

t.test('clearance: thirty worked by hand, and what kidneys bear (CAR-80)', async (t) => {
  const person = (years: number, sex: string, weight_kg: number | null, height_cm = 170) => ({
    age_days: years * 365.25 + 1,
    sex,
    weight_kg,
    height_cm,
  })
  // Worked by hand from the formulas of Cockcroft and Gault, CKD-EPI 2021 and the bedside Schwartz.
  for (const [who, creatinine, wanted] of [
    [person(70, 'Male', 60), 180, 28.7],
    [person(70, 'Female', 60), 180, 24.3],
    [person(40, 'Male', 70), 88.4, 97.4],
    [person(40, 'Female', 70), 88.4, 82.4],
    [person(90, 'Female', 45), 130, 18],
    [person(25, 'Male', 100), 60, 235.8],
    [person(18, 'Male', 50), 70, 107.2],
    [person(50, 'Male', null), 88.4, 91.7],
    [person(50, 'Female', null), 88.4, 68.6],
    [person(10, 'Male', 30, 140), 50, 102.2],
    [person(17, 'Female', 50, 160), 146, 40],
    [person(1, 'Male', 10, 75), 73, 37.5],
    [person(60, 'Male', 72), 123, 57.6],
    [person(65, 'Male', 80), 150, 49.2],
    [person(65, 'Female', 55), 95, 45.2],
    [person(30, 'Female', 48), 58, 94.7],
    [person(82, 'Male', 52), 210, 17.7],
    [person(82, 'Female', 41), 164, 15.1],
    [person(45, 'Male', 90), 300, 35.1],
    [person(55, 'Female', 66), 420, 13.9],
    [person(38, 'Male', 71), 83, 107.3],
    [person(29, 'Female', 57), 61, 107.9],
    [person(20, 'Female', null), 50, 133.6],
    [person(35, 'Male', null), 70, 118.7],
    [person(60, 'Male', null), 140, 49.6],
    [person(75, 'Male', null), 250, 22.5],
    [person(80, 'Female', null), 90, 55.7],
    [person(2, 'Male', 12, 86), 35, 89.7],
    [person(15, 'Female', 48, 158), 110, 52.4],
    [person(7, 'Male', 22, 121), 39, 113.2],
  ] as const) {
    const got = clearance(who, creatinine)
    t.equal(Number(got?.toFixed(1)), wanted, `${who.age_days} ${who.sex} ${creatinine}`)
  }
  t.equal(clearance({ ...person(0, 'Male', 4), age_days: 100 }, 30), null)
  const old = { ...grown, age_days: 70 * 365.25 + 1, weight_kg: 60 }
  const ciprofloxacin = medicine('Ciprofloxacin 500 mg tablet', 'ciprofloxacin')
  const kidneys = (lines: CheckedLine[], more: Partial<Situation>) =>
    checkLines(lines, of({ person: old, creatinine: 180, ...more })).findings.filter(
      ({ gate }) => gate === 'RX_RENAL',
    )
  t.match(kidneys([line(ciprofloxacin, { doses_a_day: 2 })], {}), [
    { severity: 'ABOVE_REDUCED', what: /CrCl 29 ml\/min/, mend: 'Reduce to 500 mg a day.' },
  ])
  t.match(kidneys([line(ciprofloxacin)], {}), [{ severity: 'REDUCED' }], 'reduced already')
  const metformin = line(medicine('Metformin 500 mg tablet', 'metformin'))
  t.match(kidneys([metformin], {}), [{ severity: 'AVOID' }], 'the row for the worst kidneys')
  t.match(kidneys([metformin], { creatinine: 130 }), [{ severity: 'REDUCED' }])
  t.same(kidneys([metformin], { creatinine: 70 }), [])
  t.match(kidneys([metformin], { creatinine: null }), [
    { severity: 'MONITOR', what: /no creatinine in 90 days/ },
  ])
  t.same(kidneys([metformin], { creatinine: null, person: grown }), [])
  t.match(kidneys([metformin], { creatinine: null, person: grown, kidney_problem: true }), [
    { severity: 'MONITOR' },
  ])
})

t.test('pregnancy by trimester, and milk (CAR-81)', async (t) => {
  const woman = { ...grown, sex: 'Female', age_days: 28 * 365.25 }
  const drug = medicine('Doxycycline 100 mg capsule', 'doxycycline', 100, {
    pregnancy: { t1: 'CAUTION', t2: 'CONTRAINDICATED', t3: 'AVOID' },
    lactation: 'AVOID',
  })
  const known = { pregnant: 'YES' as const, weeks: 10, stale: false, breastfeeding: false }
  const check = (pregnancy: Situation['pregnancy'], person = woman) =>
    told([line(drug)], of({ person, pregnancy })).map(([gate, severity]) => [gate, severity])
  t.same(check({ ...known, weeks: 13 }), [['RX_PREGNANCY', 'CAUTION']])
  t.same(check({ ...known, weeks: 14 }), [['RX_PREGNANCY', 'CONTRAINDICATED']])
  t.same(check({ ...known, weeks: 27 }), [['RX_PREGNANCY', 'CONTRAINDICATED']])
  t.same(check({ ...known, weeks: 28 }), [['RX_PREGNANCY', 'AVOID']])
  t.same(check({ ...known, weeks: null }), [['RX_PREGNANCY', 'CONTRAINDICATED']])
  t.same(check(null), [['RX_PREGNANCY_UNKNOWN', null]])
  t.same(check({ ...known, stale: true }), [['RX_PREGNANCY_UNKNOWN', null]])
  t.same(check({ ...known, pregnant: 'NO' }), [])
  t.same(check({ ...known, pregnant: 'NO', breastfeeding: true }), [['RX_LACTATION', 'AVOID']])
  t.same(check(null, grown), [], 'a man')
  t.same(check(null, { ...woman, age_days: 11 * 365.25 }), [])
  t.same(check(null, { ...woman, age_days: 50.5 * 365.25 }), [['RX_PREGNANCY_UNKNOWN', null]])
  t.same(check(null, { ...woman, age_days: 51.1 * 365.25 }), [])
})

t.test('conditions and age (CAR-82)', async (t) => {
  t.ok(inRange('J45.1', 'J45-J46') && inRange('D55.0', 'D55') && inRange('A09', 'A00-A09'))
  t.notOk(inRange('J47', 'J45-J46') || inRange('J44.9', 'J45-J46') || inRange('D56', 'D55'))
  const conditions = (name: string, code: string, codes: string[]) =>
    told([line(medicine(name, code), { per_dose: null })], of({ conditions: codes }))
  t.match(conditions('Primaquine 15 mg tablet', 'primaquine', ['D55.0']), [
    ['RX_CONDITION', 'CONTRAINDICATED', /G6PD/],
  ])
  t.match(conditions('Atenolol 50 mg tablet', 'atenolol', ['J45.9']), [['RX_CONDITION', 'CAUTION']])
  const aged = (code: string, years: number) =>
    told(
      [line(medicine(`${code} tablet`, code), { per_dose: null })],
      of({ person: { ...grown, age_days: years * 365.25 } }),
    ).filter(([gate]) => gate === 'RX_AGE')
  t.match(aged('codeine', 11.9), [['RX_AGE', 'CONTRAINDICATED']])
  t.same(aged('codeine', 12.1), [])
  t.match(aged('doxycycline', 7.9), [['RX_AGE', 'CONTRAINDICATED']])
  t.match(aged('aspirin', 15), [['RX_AGE', 'CONTRAINDICATED']])
  t.match(aged('ceftriaxone', 0.05), [['RX_AGE', 'CAUTION']])
})

t.test('who may prescribe it, and what must be written (CAR-68, CAR-69, CAR-83)', async (t) => {
  const check = (more: Partial<CheckedMedicine>, asked: Partial<CheckedLine>, who = {}) =>
    told(
      [
        line(medicine('Meropenem 1 g injection', 'meropenem', 1000, more), {
          ...asked,
          per_dose: null,
        }),
      ],
      of({ prescriber: { level: 'II', cadre: 'NURSING', department: null, ...who } }),
    )
  t.match(check({ cadres: ['MEDICAL'] }, {}), [
    ['RX_CADRE', null, /Meropenem 1 g injection is for MEDICAL\./],
  ])
  t.same(check({ cadres: ['MEDICAL'] }, {}, { cadre: 'MEDICAL' }), [])
  t.same(check({ cadres: ['MEDICAL'] }, {}, { cadre: null }), [], 'nobody keeps staff')
  t.match(check({ levels: ['III'] }, {}), [['RX_CADRE']])
  t.same(check({ specialities: ['Medicine'] }, {}, { department: 'Medicine' }), [])
  t.match(check({ aware: 'WATCH' }, { indication: null }), [
    ['RX_INDICATION', null, 'Line 1: write why: Meropenem 1 g injection is a Watch antibiotic.'],
  ])
  t.match(check({ aware: 'RESERVE' }, {}), [['RX_RESERVE']])
  t.match(check({ controlled: 'NARCOTIC' }, { duration_days: 8 }), [['RX_CONTROLLED_DAYS']])
  t.same(check({ controlled: 'NARCOTIC' }, { duration_days: 7 }), [])
  t.match(check({}, { when_needed: true, indication: null }), [['RX_INDICATION']])
  t.match(check({ in_formulary: false }, {}), [['RX_FORMULARY']])
})
