import t from 'tap'
import {
  type CoverLine,
  decideCover,
  type Facts,
  type RuleRow,
  type Use,
} from '../../../../db/hospital/money/insurance/engine.ts'
import { ageOn, yearFrom } from '../../../../db/hospital/money/insurance/facts.ts'

// Shillings in cents throughout, quantities in thousandths.
const tzs = (shillings: number): number => Math.round(shillings * 100)

const line = (amount: number, more: Partial<CoverLine> = {}): CoverLine => ({
  code: 'FBC',
  category: 'Laboratory',
  quantity: 1000,
  amount: tzs(amount),
  listed: true,
  ...more,
})

const rule = (more: Partial<RuleRow> = {}): RuleRow =>
  ({
    id: 'rule',
    plan_id: null,
    code: null,
    category: null,
    covered: true,
    coverage_bp: null,
    copay_amount: null,
    item_ceiling: null,
    max_quantity: null,
    per: null,
    preauth_required: false,
    preauth_above: null,
    visit_class: null,
    sex: null,
    age_from: null,
    age_to: null,
    waiting_days: null,
    diagnosis_codes: null,
    effective_from: '2026-01-01',
    effective_to: null,
    ...more,
  }) as RuleRow

const plan = (more: object = {}): Facts['plan'] =>
  ({
    id: 'plan',
    coverage_bp: null,
    copay_amount: null,
    visit_ceiling: null,
    day_ceiling: null,
    admission_ceiling: null,
    year_ceiling: null,
    outpatient: true,
    inpatient: true,
    maternity: true,
    dental: true,
    optical: true,
    waiting_days: 0,
    shared_year: false,
    ...more,
  }) as Facts['plan']

const use = (more: Partial<Use> = {}): Use => ({
  code: 'FBC',
  category: 'Laboratory',
  visit_id: null,
  admission_id: null,
  service_date: '2026-03-01',
  own: true,
  quantity: 1000,
  covered: 0,
  visit_copay: 0,
  ...more,
})

const facts = (more: object = {}, terms: object = {}): Facts => ({
  scheme: {
    name: 'NHIF',
    coverage_bp: null,
    copay_amount: null,
    preauth_above: null,
    ...terms,
  } as Facts['scheme'],
  closed: null,
  member: { id: 'member', valid_from: '2026-01-01' } as Facts['member'],
  plan: null,
  rules: [],
  uses: [],
  ever: [],
  preauths: [],
  day: '2026-03-10',
  year_from: '2026-01-01',
  visit_id: 'visit',
  admission_id: null,
  visit_class: 'OUTPATIENT',
  approval_may_follow: false,
  sex: 'Female',
  age: 30,
  diagnoses: [],
  ...more,
})

const decided = (given: Facts, ...lines: CoverLine[]) =>
  decideCover(given, lines).lines.map(({ covered, patient_share, reason }) => [
    covered / 100,
    patient_share / 100,
    reason,
  ])

t.test('the examples of the chapter come out to the cent (BIL-102)', async (t) => {
  const all = line(100_000)
  t.same(decided(facts({}, { coverage_bp: 8000 }), all), [[80_000, 20_000, 'PERCENT']])
  t.same(decided(facts({}, { coverage_bp: 8000, copay_amount: tzs(5000) }), all), [
    [75_000, 25_000, 'COPAY'],
  ])
  const ceiling = plan({ visit_ceiling: tzs(50_000) })
  t.same(decided(facts({ plan: ceiling }, { coverage_bp: 8000 }), all), [
    [50_000, 50_000, 'CEILING'],
  ])
  const six = rule({ code: 'FBC', max_quantity: 6000, per: 'MONTH', coverage_bp: 10_000 })
  const two_used = [use({ quantity: 2000 })]
  t.same(decided(facts({ rules: [six], uses: two_used }), line(10_000, { quantity: 10_000 })), [
    [4000, 6000, 'LIMIT'],
  ])
  t.same(decided(facts({}, { coverage_bp: 3333 }), line(999.99, { quantity: 3000 })), [
    [333.3, 666.69, 'PERCENT'],
  ])
  t.same(decided(facts(), all), [[100_000, 0, 'FULL']])
})

t.test('the rule that names most speaks, of two the later (BIL-100, step 2)', async (t) => {
  const steps = [
    rule({ id: '1', plan_id: 'plan', code: 'FBC', coverage_bp: 1000 }),
    rule({ id: '2', code: 'FBC', coverage_bp: 2000 }),
    rule({ id: '3', plan_id: 'plan', category: 'Laboratory', coverage_bp: 3000 }),
    rule({ id: '4', category: 'laboratory', coverage_bp: 4000 }),
    rule({ id: '5', plan_id: 'plan', coverage_bp: 5000 }),
    rule({ id: '6', coverage_bp: 6000 }),
  ]
  for (const [at, { id, coverage_bp }] of steps.entries()) {
    const given = facts({ plan: plan({ coverage_bp: 7000 }), rules: steps.slice(at) })
    t.equal(decideCover(given, [line(1000)]).lines[0]?.rule_id, id)
    t.equal(decided(given, line(1000))[0]?.[0], (coverage_bp ?? 0) / 10)
  }
  t.same(decided(facts({ plan: plan({ coverage_bp: 7000 }) }, { coverage_bp: 100 }), line(1000)), [
    [700, 300, 'PERCENT'],
  ])
  const later = rule({ id: 'later', code: 'FBC', effective_from: '2026-03-01' })
  const ended = rule({ id: 'ended', code: 'FBC', effective_to: '2026-03-09' })
  const coming = rule({ id: 'coming', code: 'FBC', effective_from: '2026-03-11' })
  const given = facts({ rules: [ended, steps[1], later, coming] })
  t.equal(decideCover(given, [line(1)]).lines[0]?.rule_id, 'later')
})

t.test('a rule speaks only of whom it is for (BIL-100, step 2)', async (t) => {
  const only: [Partial<RuleRow>, boolean][] = [
    [{ visit_class: 'OUTPATIENT' }, true],
    [{ visit_class: 'INPATIENT' }, false],
    [{ sex: 'Female' }, true],
    [{ sex: 'Male' }, false],
    [{ age_from: 30, age_to: 30 }, true],
    [{ age_from: 31 }, false],
    [{ age_to: 29 }, false],
    [{ diagnosis_codes: ['b54'] }, true],
    [{ diagnosis_codes: ['J18'] }, false],
  ]
  for (const [more, fits] of only) {
    const given = facts({ rules: [rule({ covered: false, ...more })], diagnoses: ['B54'] })
    const [found] = decided(given, line(100))
    t.same(found, fits ? [0, 100, 'EXCLUDED'] : [100, 0, 'FULL'], JSON.stringify(more))
  }
  t.equal(ageOn('2000-03-10', '2026-03-10'), 26)
  t.equal(ageOn('2000-03-11', '2026-03-10'), 25)
})

t.test('what is shut out pays nothing and says why (BIL-100, steps 1, 3, 4)', async (t) => {
  const waiting = plan({ waiting_days: 90 })
  const cases: [string, Facts, Partial<CoverLine>, string][] = [
    ['no scheme', facts({ closed: 'SCHEME_LAPSED' }), {}, 'NO_SCHEME'],
    ['no such benefit', facts({ plan: plan({ outpatient: false }) }), {}, 'EXCLUDED'],
    [
      'no dental benefit',
      facts({ plan: plan({ dental: false }) }),
      { department: 'Dental clinic' },
      'EXCLUDED',
    ],
    ['not on its list', facts(), { listed: false }, 'NOT_LISTED'],
    ['too early', facts({ plan: waiting }), {}, 'WAITING'],
  ]
  for (const [what, given, more, reason] of cases) {
    t.same(decided(given, line(100, more)), [[0, 100, reason]], what)
  }
  t.same(decided(facts({ plan: waiting, day: '2026-04-01' }), line(100)), [[100, 0, 'FULL']])
  t.same(decided(facts({ plan: waiting, visit_class: 'EMERGENCY' }), line(100)), [[100, 0, 'FULL']])
  const own = rule({ code: 'FBC', waiting_days: 0 })
  t.same(decided(facts({ plan: waiting, rules: [own] }), line(100)), [[100, 0, 'FULL']])
})

t.test('a co-pay of the visit is taken once, one of a rule from its line (step 7)', async (t) => {
  const terms = { copay_amount: tzs(5000) }
  t.same(decided(facts({}, terms), line(3000), line(4000), line(1000)), [
    [0, 3000, 'COPAY'],
    [2000, 2000, 'COPAY'],
    [1000, 0, 'FULL'],
  ])
  const before = [use({ visit_id: 'visit', visit_copay: tzs(4000) })]
  t.same(decided(facts({ uses: before }, terms), line(3000)), [[2000, 1000, 'COPAY']])
  const own = rule({ code: 'FBC', copay_amount: tzs(500) })
  const given = facts({ rules: [own] }, terms)
  t.same(decided(given, line(3000), line(9000, { code: 'XRAY' })), [
    [2500, 500, 'COPAY'],
    [4000, 5000, 'COPAY'],
  ])
  const none = rule({ code: 'FBC', copay_amount: 0 })
  t.same(decided(facts({ rules: [none] }, terms), line(3000)), [[3000, 0, 'FULL']])
})

t.test('every ceiling cuts to what is left of it (step 8, BIL-103)', async (t) => {
  const given = facts({
    plan: plan({ day_ceiling: tzs(900), year_ceiling: tzs(2000) }),
    rules: [rule({ code: 'FBC', item_ceiling: tzs(500) })],
    uses: [
      use({ covered: tzs(1000), service_date: '2026-02-01' }),
      use({ covered: tzs(7000), service_date: '2025-12-31' }),
      use({ covered: tzs(50), own: false }),
    ],
  })
  t.same(decided(given, line(800), line(800), line(800)), [
    [500, 300, 'CEILING'],
    [400, 400, 'CEILING'],
    [0, 800, 'CEILING'],
  ])
  t.same(decideCover(given, [line(800)]).ceilings, [
    { name: 'day', limit: tzs(900), used: 0, left_after: tzs(400) },
    { name: 'year', limit: tzs(2000), used: tzs(1000), left_after: tzs(500) },
  ])
  const shared = plan({ year_ceiling: tzs(2000), shared_year: true })
  t.same(decided({ ...given, plan: shared, rules: [] }, line(2000)), [[950, 1050, 'CEILING']])
  const stay = facts({ admission_id: 'stay', plan: plan({ admission_ceiling: tzs(10) }) })
  t.same(decided(stay, line(800)), [[10, 790, 'CEILING']])
  t.equal(yearFrom('2020-06-15', '2026-06-14'), '2025-06-15')
  t.equal(yearFrom('2020-06-15', '2026-06-15'), '2026-06-15')
})

t.test('a limit counts this bill and its own period (step 5)', async (t) => {
  const once = (per: RuleRow['per']) => [rule({ code: 'FBC', max_quantity: 1000, per })]
  t.same(decided(facts({ rules: once('VISIT') }), line(10), line(10)), [
    [10, 0, 'FULL'],
    [0, 10, 'LIMIT'],
  ])
  const used = (more: Partial<Use>) => [use(more)]
  const counts: [RuleRow['per'], Partial<Use>, boolean][] = [
    ['VISIT', { visit_id: 'visit' }, true],
    ['VISIT', { visit_id: 'other' }, false],
    ['DAY', { service_date: '2026-03-10' }, true],
    ['DAY', {}, false],
    ['MONTH', {}, true],
    ['MONTH', { service_date: '2026-02-28' }, false],
    ['YEAR', { service_date: '2026-01-01' }, true],
    ['YEAR', { service_date: '2025-12-31' }, false],
    ['YEAR', { own: false }, false],
  ]
  for (const [per, more, counted] of counts) {
    const found = decided(facts({ rules: once(per), uses: used(more) }), line(10))
    t.same(found, counted ? [[0, 10, 'LIMIT']] : [[10, 0, 'FULL']], `${per} ${more.service_date}`)
  }
  const ever = [{ code: 'FBC', category: 'Laboratory', quantity: 1000 }]
  t.same(decided(facts({ rules: once('LIFETIME'), ever }), line(10)), [[0, 10, 'LIMIT']])
})

t.test('what needs an approval is covered as far as it goes (step 9, BIL-109)', async (t) => {
  const always = { rules: [rule({ code: 'FBC', preauth_required: true })] }
  t.same(decided(facts(always), line(100)), [[0, 100, 'PREAUTH_MISSING']])
  t.match(decideCover(facts(always), [line(100)]), {
    warnings: ['PREAUTH_MISSING'],
    lines: [{ preauth_needed: true, unapproved: tzs(100) }],
  })
  t.same(decided(facts({ ...always, approval_may_follow: true }), line(100)), [[100, 0, 'FULL']])
  const terms = { preauth_above: tzs(100) }
  t.same(decided(facts({}, terms), line(60), line(30), line(20), line(5)), [
    [60, 0, 'FULL'],
    [30, 0, 'FULL'],
    [10, 10, 'PREAUTH_MISSING'],
    [0, 5, 'PREAUTH_MISSING'],
  ])
  const left = { item_id: 'i', preauth_id: 'p', code: 'FBC', quantity: 2000, amount: tzs(150) }
  const approved = facts({ ...always, preauths: [left] })
  t.same(decided(approved, line(100), line(100)), [
    [100, 0, 'FULL'],
    [50, 50, 'PREAUTH_MISSING'],
  ])
  t.same(decided(approved, line(400, { quantity: 4000 })), [[150, 250, 'PREAUTH_MISSING']])
  const rule_above = facts({ rules: [rule({ code: 'FBC', preauth_above: tzs(70) })] }, terms)
  t.same(decided(rule_above, line(90)), [[70, 20, 'PREAUTH_MISSING']])
})

t.test('random bills: nothing is lost, no ceiling is passed (BIL-101)', async (t) => {
  let seed = 20_260_310
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let run = 0; run < 2000; run++) {
    const ceilings = plan({
      coverage_bp: random(10_001),
      visit_ceiling: random(100_000),
      year_ceiling: random(200_000),
    })
    const spent = [use({ covered: random(100_000), service_date: '2026-01-05' })]
    const given = facts(
      { plan: ceilings, uses: spent, rules: [rule({ max_quantity: 3333, per: 'YEAR' })] },
      { copay_amount: random(9000), preauth_above: random(90_000) },
    )
    const lines = Array.from({ length: 1 + random(6) }, () =>
      line(random(90_000) / 100, { quantity: 1 + random(5000) }),
    )
    const cover = decideCover(given, lines)
    const whole = cover.lines.every(
      ({ covered, patient_share }, at) =>
        covered >= 0 && patient_share >= 0 && covered + patient_share === lines[at]?.amount,
    )
    const sum = cover.lines.reduce((all, one) => all + one.covered, 0)
    const within = sum <= (ceilings?.visit_ceiling ?? 0)
    const left = cover.ceilings.every(({ left_after }) => left_after >= 0)
    if (!whole || !within || !left) t.fail(`run ${run}: ${JSON.stringify(cover)}`)
  }
})
