// Lists of a run: its register, returns, lists for cash and the bank, a year of pay (HR-114 to HR-119).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { payDesk } from '../../../support/pay.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('lists of a run of pay', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const desk = await payDesk(house)
  const { payroll, accountant } = desk
  const { officer, manager: hr } = desk.staff
  const fund = { pension_scheme: 'NSSF', pension_no: 'N-77', tin: '100-200' }
  const neema = await desk.paid(1_500_000, { ...fund, first_name: 'Neema' })
  const juma = await desk.paid(600_000, { first_name: '=Juma', tin: '300-400' })
  for (const { id } of [neema, juma]) {
    const made = await officer.post(`/hr/staff/${id}/bank-accounts`, { method: 'CASH' })
    t.equal((await hr.post(`/hr/bank-accounts/${made.data.id}/approve`, {})).status, 200)
  }
  const run = await desk.run({ period_year: 2026, period_month: 3 }, 'APPROVED')

  t.test('returns, code by code and person by person (HR-114)', async (t) => {
    const found = (await payroll.get(`${run}/returns`)).data
    t.match(found, [
      { code: 'NSSF', employees: 1, employee: 150_000, employer: 150_000, total: 300_000 },
      { code: 'PAYE', employees: 2, employee: 269_000, employer: 0 },
      { code: 'WCF', employees: 2, employee: 0, employer: 10_500 },
    ])
    t.match(await payroll.get(`${run}/returns/NSSF`), {
      status: 409,
      message: 'PR-2026-03-01 is APPROVED: returns are made of a posted run.',
    })
    t.equal((await accountant.post(`${run}/post`, {})).status, 200)
    t.equal((await payroll.get(`${run}/returns/NOTHING`)).status, 404)
    const nssf = await payroll.get(`${run}/returns/nssf`)
    t.same(nssf.raw.toString().trim().split('\r\n'), [
      'staff_number,name,member_number,basic,gross,taxable,employee,employer,total',
      `${neema.staff_number},${neema.full_name},N-77,1500000,1500000,1350000,150000,150000,300000`,
      'TOTAL,,,1500000,1500000,1350000,150000,150000,300000',
    ])
    const paye = (await payroll.get(`${run}/returns/PAYE`)).raw.toString()
    t.match(paye, '300-400')
    t.match(paye, `'${juma.full_name}`, 'nothing that a sheet would run')
    const total = paye.trim().split('\r\n').at(-1)
    const { '2303': owed } = await desk.balances()
    t.equal(Number(total?.split(',').at(-1)), -(owed ?? 0), 'what the ledger owes')
  })

  t.test('the register, in pages, as a file and on paper (people 5.10)', async (t) => {
    const rows = (await payroll.get(`${run}/register`)).data
    t.match(rows, [
      { full_name: neema.full_name, gross: 1_500_000, tax: 233_000, net: 1_117_000 },
      { full_name: juma.full_name, net: 564_000 },
    ])
    t.equal((await payroll.get(`${run}/register`, { department: 'Nowhere' })).data.length, 0)
    const file = (await payroll.get(`${run}/register-file`, { format: 'csv' })).raw.toString()
    t.match(file, 'TOTAL,,,2100000,0,2100000')
    const paper = (await payroll.get(`${run}/register-file`, { lang: 'en' })).raw
    keep('payroll-register', paper)
    for (const said of [
      'Payroll summary',
      'March 2026',
      '1,117,000',
      '1,681,000',
      'CONFIDENTIAL',
    ]) {
      t.ok(textOf(paper).includes(said), said)
    }
    const swahili = textOf((await payroll.get(`${run}/register-file`, { lang: 'sw' })).raw)
    t.match(swahili, 'Muhtasari wa mishahara')
  })

  t.test('cash is paid by a list that is signed (HR-116)', async (t) => {
    const [safe] = (await accountant.get('/accounting/funding-accounts', { kind: 'cash' })).data
    const made = await accountant.post(`${run}/payment-batches`, {
      method: 'CASH',
      funding_account_id: safe.id,
    })
    t.equal(made.status, 201, made.message)
    const path = `/hr/payment-batches/${made.data.id}/file`
    t.equal((await accountant.get(path, { format: 'csv' })).status, 409)
    const paper = await accountant.get(path, { lang: 'en' })
    t.equal(paper.status, 200)
    keep('pay-list-cash', paper.raw)
    for (const said of ['Pay list', 'Signature', neema.full_name, '564,000', '1,681,000']) {
      t.ok(textOf(paper.raw).includes(said), said)
    }
  })

  t.test('a year of one person’s pay (HR-119)', async (t) => {
    const card = await payroll.get(`/hr/staff/${neema.id}/year-card`, { year: '2026' })
    t.match(card.data, {
      year: 2026,
      months: [{ month: '2026-03', gross: 1_500_000, tax: 233_000 }],
      totals: {
        net: 1_117_000,
        components: [
          { code: 'BASIC', amount: 1_500_000 },
          { code: 'NSSF', amount: -150_000 },
          { code: 'PAYE', amount: -233_000 },
        ],
      },
    })
    t.match((await payroll.get(`/hr/staff/${neema.id}/year-card`, { year: '2025' })).data, {
      months: [],
      totals: { net: 0 },
    })
    const paper = await payroll.get(`/hr/staff/${neema.id}/tax-certificate`, { lang: 'en' })
    keep('year-card', paper.raw)
    for (const said of ['Year card of pay 2026', '100-200', 'March 2026', '233,000']) {
      t.ok(textOf(paper.raw).includes(said), said)
    }
    t.equal((await officer.get(`/hr/staff/${neema.id}/year-card`)).status, 403)
  })
})
