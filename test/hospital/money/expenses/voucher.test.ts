// The voucher of an expense (billing 4.19, BIL-134, BIL-160, BIL-161).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { codeOn, read } from '../../../support/money/money-papers.ts'
import { factsOf, markOn, needsPoppler, pagesOf } from '../../../support/pdf.ts'

t.test('vouchers of expenses', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people, nobody } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const nurse = await people.with('nurse')
  const manager = await people.with('manager')
  const director = await people.holding('expense:approve', 'expense:read')
  const accountant = await people.with('accountant')
  const administrator = await people.administrator()
  const books = await ledgerOf(house)
  await books.post(accountant, { '1110': 9_000_000, '3101': -9_000_000 })
  const submitted = async (more: Record<string, unknown> = {}) => {
    const made = await nurse.post('/billing/expenses', {
      description: 'Fuel for the generator',
      amount: 20_000,
      category: 'Utilities',
      payee: 'Oil House',
      payee_tin: '100-200-300',
      method: 'Bank Transfer',
      wht_pct: 5,
      ...more,
    })
    await nurse.post(`/billing/expenses/${made.data.id}/submit`)
    return `/billing/expenses/${made.data.id}`
  }
  const voucher = (path: string, query: Record<string, string> = {}) =>
    accountant.get(`${path}/voucher`, query)

  t.test('who may have it, and when', async (t) => {
    const path = await submitted()
    t.match(await voucher(path), { status: 409, message: 'This expense is not approved.' })
    await manager.post(`${path}/approve`, {})
    t.equal((await nobody.get(`${path}/voucher`)).status, 401)
    t.equal((await nurse.get(`${path}/voucher`)).status, 403, 'expense:read')
    t.match(await voucher(path, { paper: 'ROLL80' }), { status: 400 })
    t.match(await voucher('/billing/expenses/01900000-0000-7000-8000-000000000000'), {
      status: 404,
      message: 'No such expense.',
    })
  })

  t.test('it says what 4.19 asks of it', async (t) => {
    const account = (await accountant.get('/accounting/accounts', { search: '6201' })).data[0]
    const budget = await accountant.post('/accounting/budgets', {
      account_id: account.id,
      amount: 100_000,
      period_year: 2026,
    })
    t.equal(budget.status, 201, budget.message)
    const agreed = await manager.post(`/accounting/budgets/${budget.data.id}/approve`)
    t.equal(agreed.status, 200, agreed.message)
    await administrator.post('/departments', { code: 'LAB', name: 'Laboratory', kind: 'CLINICAL' })
    const path = await submitted({ department: 'Laboratory' })
    const yes = await manager.post(`${path}/approve`, {})
    t.equal(yes.data.account_id, account.id, 'it keeps the account it was booked to')
    const paid = await accountant.post(`${path}/pay`, { reference: 'TT-9' })
    t.equal(paid.status, 200, paid.message)
    const answer = await voucher(path, { lang: 'en' })
    keep('voucher', answer.raw)
    t.equal(answer.headers['content-type'], 'application/pdf')
    t.equal(
      answer.headers['content-disposition'],
      `inline; filename="${paid.data.number}.pdf"`,
      'BIL-154',
    )
    const text = read(answer)
    for (const words of [
      `Payment voucher ${paid.data.number}`,
      'Paid to Oil House',
      'TIN 100-200-300',
      'Category Utilities',
      'Account 6201 Utilities',
      'Department Laboratory',
      'Method Bank transfer',
      'Reference TT-9',
      'Paid from Bank – operating',
      'Spent on 31/03/2026',
      'Fuel for the generator',
      'Amount 20,000',
      'Tax withheld 5 % -1,000',
      'Payable 19,000',
      'Nineteen thousand shillings only',
      'Budget 100,000',
      '% used',
      'Requested by',
      'Checked by',
      'Approved by',
      'Paid by',
      'Received by',
      manager.user.full_name,
      accountant.user.full_name,
      ...paid.data.entry_references,
    ]) {
      t.match(text, words)
    }
    const looked = await nobody.get(`/billing/verify/${codeOn(text)}`)
    t.equal(looked.status, 200, `${looked.message} ${text.slice(text.indexOf('Genuine'))}`)
    t.match(looked.data, {
      genuine: true,
      kind: 'Payment voucher',
      number: paid.data.number,
      amount: 19_000,
      status: 'VALID',
    })
    t.match(markOn((await voucher(path, { lang: 'en' })).raw), /^COPY1/)
    await accountant.post(`${path}/reverse`, { reason: 'Paid twice' })
    const reversed = await voucher(path, { lang: 'en' })
    keep('voucher-reversed', reversed.raw)
    t.match(markOn(reversed.raw), /^REVERSED/, 'BIL-134')
    t.match((await nobody.get(`/billing/verify/${codeOn(text)}`)).data, { status: 'REVERSED' })
  })

  t.test('two approvers, the word CANCELLED, the small sheet, three themes', async (t) => {
    await administrator.patch('/billing/policy', { expense_second_limit: 10_000 })
    for (const theme of ['plain', 'band', 'ruled']) {
      await administrator.patch('/settings/system', { document_theme: theme })
      const path = await submitted({
        payee: 'Kampuni ya Usafirishaji na Uchukuzi wa Mizigo ya Kilimanjaro na Meru '.repeat(2),
        description: 'የኤሌክትሪክ ጄኔሬተር ነዳጅ – وقود المولد – 发电机燃料 – Mafuta ya jenereta. '.repeat(
          4,
        ),
      })
      t.equal((await manager.post(`${path}/approve`, {})).data.status, 'SUBMITTED')
      const second = await director.post(`${path}/approve`, {})
      t.equal(second.data.status, 'APPROVED', second.message)
      const answer = await voucher(path, { lang: 'sw', paper: theme === 'ruled' ? 'A5' : 'A4' })
      keep(`voucher-${theme}-sw`, answer.raw)
      const text = read(answer)
      for (const words of [
        'Hati ya malipo VCH-2026-',
        'Aina Umeme, maji na simu',
        'Shilingi elfu kumi na tisa tu',
        'Aliyeomba',
        'Aliyekagua',
        manager.user.full_name,
        director.user.full_name,
        'Aliyelipa',
        'Aliyepokea',
      ]) {
        t.match(text, words, theme)
      }
      t.equal(pagesOf(answer.raw).length, 1, theme)
      if (theme === 'ruled') t.match(factsOf(answer.raw)['Page size'], /^419\.5\d* x 595/)
      await accountant.post(`${path}/cancel`, { reason: 'Bought elsewhere' })
      t.match(markOn((await voucher(path)).raw), /^IMEFUTWA/)
    }
  })
})
