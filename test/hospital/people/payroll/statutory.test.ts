// Statutory tables and components of pay (people 2.9, HR-92 to HR-95): the chapter's fixtures to the cent.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  inBands,
  reckon,
  type Table,
  tablesFor,
} from '../../../../db/hospital/people/payroll/reckon.ts'
import { boot } from '../../../support/boot.ts'
import { staffDesk } from '../../../support/staff.ts'

const shillings = (amount: number): number => amount * 100
const bands = [
  [0, 0],
  [270_000, 800],
  [520_000, 2000],
  [760_000, 2500],
  [1_000_000, 3000],
].map(([from = 0, bp = 0]) => ({ from: shillings(from), bp }))

t.test('bands: part by part, rounded once (HR-95)', async (t) => {
  const fixtures: [number, number][] = [
    [0, 0],
    [270_000, 0],
    [270_100, 8],
    [520_000, 20_000],
    [760_000, 68_000],
    [1_000_000, 128_000],
    [1_350_000, 233_000],
  ]
  for (const [taxable, tax] of fixtures)
    t.equal(inBands(bands, shillings(taxable), 100), shillings(tax), `${taxable}`)
  t.equal(inBands(bands, shillings(270_006), 100), 0, '0.48 goes down')
  t.equal(inBands(bands, shillings(270_007), 100), 100, '0.56 goes up')
  t.equal(inBands([{ from: 0, bp: 5000 }], 100, 100), 100, 'half goes up')
  t.equal(inBands(bands, 9_000_000_000_000_000, 100), 2_699_999_982_800_000, 'the largest sum')
})

const base: Table = {
  code: 'X',
  name: 'X',
  effective_from: '2021-07-01',
  applies: {},
  base: 'GROSS',
  employee_bp: null,
  employer_bp: null,
  cap: null,
  bands: null,
  reduces_taxable: false,
  min_headcount: null,
  round_to: 100,
}

t.test('the newest that is in force and is for this person (HR-92)', async (t) => {
  const who = {
    residency: 'RESIDENT',
    pension_scheme: 'NSSF',
    flags: [],
    secondary_employment: false,
  }
  const all = [
    { ...base, code: 'A', effective_from: '2024-07-01' },
    { ...base, code: 'A', effective_from: '2026-07-01' },
    { ...base, code: 'B', applies: { pension_scheme: 'PSSSF' } },
    { ...base, code: 'C', applies: { flag: 'nhif' } },
    { ...base, code: 'D', applies: { residency: 'RESIDENT', secondary_employment: false } },
  ]
  const codes = (day: string, more = {}) =>
    tablesFor(all, { ...who, ...more }, day).map((one) => `${one.code} ${one.effective_from}`)
  t.same(codes('2026-06-30'), ['A 2024-07-01', 'D 2021-07-01'])
  t.same(codes('2026-07-31'), ['A 2026-07-01', 'D 2021-07-01'])
  t.same(codes('2024-06-30'), ['D 2021-07-01'])
  t.same(codes('2024-06-30', { flags: ['nhif'], secondary_employment: true }), ['C 2021-07-01'])
})

t.test('a cap, a headcount, and never below nothing (HR-94)', async (t) => {
  const month = { gross: 1000, basic: 600, pensionable: 800, taxable: 1000 }
  const one = (table: Partial<Table>, headcount = 10) =>
    reckon([{ ...base, round_to: 1, ...table }], month, headcount)
  t.match(one({ employee_bp: 1000, cap: 500 }), { employee: 50, net: 950 })
  t.match(one({ employer_bp: 350, min_headcount: 10 }), { employer: 35, net: 1000 })
  t.match(one({ employer_bp: 350, min_headcount: 10 }, 9), { employer: 0 })
  t.match(one({ base: 'BASIC', employee_bp: 1000 }), { employee: 60 })
  t.match(one({ base: 'PENSIONABLE', employee_bp: 1000 }), { employee: 80 })
  const two = [
    { ...base, code: 'P', employee_bp: 10_000, reduces_taxable: true },
    { ...base, code: 'T', base: 'TAXABLE' as const, bands: [{ from: 0, bp: 3000 }] },
  ]
  t.match(reckon(two, { ...month, taxable: 500 }, 1), { taxable: 0 })
})

t.test('pay at the door', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const { manager, payroll, officer } = await staffDesk(house)
  const pay = (body: Record<string, unknown>) => payroll.post('/hr/statutory-tables/try', body)

  t.test('the chapter’s pay of 1,500,000 (HR-93, HR-94)', async (t) => {
    const { data } = await pay({ gross: 1_500_000, pension_scheme: 'NSSF' })
    t.match(data, { taxable: 1_350_000, employee: 383_000, net: 1_117_000, employer: 210_000 })
    const of = (code: string) => data.taken.find((one: { code: string }) => one.code === code)
    t.match(of('NSSF'), { employee: 150_000, employer: 150_000, effective_from: '2021-07-01' })
    t.match(of('PAYE'), { employee: 233_000, employer: 0 })
    t.match(of('SDL'), { employee: 0, employer: 52_500 })
    t.match(of('WCF'), { employee: 0, employer: 7_500 })
    t.equal(data.taken.length, 4)
    t.match((await pay({ gross: 1_500_000, headcount: 9 })).data, { employer: 7_500 })
    const abroad = await pay({ gross: 1_000_000, residency: 'NON_RESIDENT' })
    t.match(abroad.data, { employee: 150_000 })
    const second = await pay({ gross: 1_000_000, flags: { secondary_employment: true } })
    t.match(second.data, { employee: 300_000 })
    const flagged = await pay({
      gross: 1_000_000,
      basic: 800_000,
      pension_scheme: 'PSSSF',
      flags: { nhif: true, heslb: true },
    })
    const flags = (code: string) =>
      flagged.data.taken.find((one: { code: string }) => one.code === code)
    t.match(flags('PSSSF'), { employee: 40_000, employer: 120_000 })
    t.match(flags('NHIF'), { employee: 24_000, employer: 24_000 })
    t.match(flags('HESLB'), { employee: 120_000, employer: 0 })
    t.match(flagged.data, { taxable: 960_000 })
    t.match((await pay({ gross: 0 })).data, { net: 0, employee: 0 })
    t.equal((await pay({ gross: -1 })).message, 'gross must be 0 or more.')
    t.equal((await pay({ gross: 1.005 })).message, 'gross has more decimals than TZS allows.')
    t.equal((await pay({ gross: 1, basic: 2 })).message, 'basic must be between 0 and gross.')
    t.match((await pay({ gross: 1_000_000_000_000 })).status, 200)
  })

  t.test('a later table takes the place of the one before (HR-92)', async (t) => {
    const law = {
      code: 'wcf',
      name: 'Workers Compensation Fund',
      effective_from: '2026-07-01',
      base: 'GROSS',
      employer_pct: 0.4,
      due_day: 31,
      filing_kind: 'WCF',
      source_note: 'Order of 2026',
    }
    t.equal((await officer.post('/hr/statutory-tables', law)).status, 403)
    const made = await manager.post('/hr/statutory-tables', law)
    t.equal(made.status, 201, made.message)
    t.match(made.data, { code: 'WCF', employer_pct: 0.4, effective_to: null, round_to: 1 })
    const again = await manager.post('/hr/statutory-tables', law)
    t.match(again, {
      status: 409,
      message: 'WCF of 2026-07-01 is there already: give a later date.',
    })
    const listed = (await payroll.get('/hr/statutory-tables', { code: 'wcf' })).data
    t.match(listed, [
      { effective_from: '2021-07-01', effective_to: '2026-06-30', employer_pct: 0.5 },
      { effective_from: '2026-07-01', effective_to: null },
    ])
    t.match(listed[0].source_note, 'to be confirmed before use')
    const old = await payroll.get('/hr/statutory-tables', { code: 'WCF', as_of: '2026-06-30' })
    t.equal(old.data.length, 1)
    const wcf = async (as_of: string) =>
      (await pay({ gross: 1_000_000, as_of })).data.taken.find(
        (one: { code: string }) => one.code === 'WCF',
      ).employer
    t.equal(await wcf('2026-06-30'), 5000)
    t.equal(await wcf('2026-07-31'), 4000)
    const bad: [Record<string, unknown>, string][] = [
      [
        { employer_pct: null },
        'employee_pct: give a rate of the employee, of the employer, or bands.',
      ],
      [{ bands: [{ from: 1, pct: 5 }] }, 'bands[0].from must be 0.'],
      [
        {
          bands: [
            { from: 0, pct: 5 },
            { from: 0, pct: 6 },
          ],
        },
        'bands[1].from must be above the one before.',
      ],
      [
        { employee_pct: 5, bands: [{ from: 0, pct: 5 }] },
        'bands: stand in the place of employee_pct: give one of the two.',
      ],
      [{ employer_pct: 0.001 }, 'employer_pct has more than two decimals.'],
      [{ cap: 0 }, 'cap must be more than 0.'],
      [{ source_note: '' }, 'source_note must be between 1 and 300 characters.'],
    ]
    for (const [more, message] of bad) {
      const refused = await manager.post('/hr/statutory-tables', { ...law, ...more })
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    }
    const nobody = await manager.post('/hr/statutory-tables', { ...law, liability_account_id: 'x' })
    t.match(nobody, { status: 404, message: 'No such account.' })
  })

  t.test('components: those that ship, and one’s own (2.9)', async (t) => {
    const { data } = await payroll.get('/hr/pay-components', { kind: 'EARNING' })
    t.match(data[0], { code: 'BASIC', calc: 'SYSTEM', taxable: true, prorate: true })
    t.equal((await payroll.get('/hr/pay-components')).meta?.total, 38)
    const uniform = { code: 'uniform', name: 'Uniform', kind: 'EARNING', calc: 'FIXED' }
    t.equal((await payroll.post('/hr/pay-components', uniform)).status, 403)
    const made = await manager.post('/hr/pay-components', { ...uniform, default_value: 20_000 })
    t.match(made.data, { code: 'UNIFORM', default_value: 20_000, in_gross: true })
    const twice = await manager.post('/hr/pay-components', uniform)
    t.equal(twice.message, 'There is a component UNIFORM already.')
    const part = { ...uniform, code: 'RENT', calc: 'PCT_OF_BASIC' }
    const rent = await manager.post('/hr/pay-components', { ...part, default_value: 12.5 })
    t.equal(rent.data.default_value, 12.5)
    const over = await manager.post('/hr/pay-components', {
      ...part,
      code: 'X',
      default_value: 101,
    })
    t.equal(over.message, 'default_value is a percentage of at most 100.')
    const less = await manager.post('/hr/pay-components', {
      ...uniform,
      code: 'X',
      default_value: -1,
    })
    t.equal(less.message, 'default_value must be 0 or more.')
    const law = await manager.post('/hr/pay-components', {
      ...uniform,
      code: 'X',
      calc: 'STATUTORY',
    })
    t.equal(law.message, 'calc must be one of FIXED, PCT_OF_BASIC, PCT_OF_GROSS, UNITS_X_RATE.')
  })
})
