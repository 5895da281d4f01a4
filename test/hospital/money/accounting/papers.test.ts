// Reports of the books on paper when they are awkward: nothing in them, long names, large figures,
// names in another script, hundreds of lines (ACC-77).

import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { billingItems } from '../../../../db/hospital/neighbours/books.ts'
import { schemeNames } from '../../../../db/hospital/neighbours/parties.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { needsPoppler, pagesOf } from '../../../support/pdf.ts'
import { somebody } from '../../../support/desk/visits.ts'

const reports = [
  'trial-balance',
  'income-statement',
  'balance-sheet',
  'cash-flow',
  'general-ledger',
  'aged-receivables',
  'aged-payables',
  'budget-actual',
  'vat-return',
] as const

t.test('awkward reports on paper', needsPoppler, async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const year = Number((await today(house.system)).slice(0, 4))
  clock.freeze(`${year}-09-30T09:00:00Z`)
  const books = await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const manager = await people.with('manager', 'accountant')
  const administrator = await people.administrator()
  const asked: Record<string, Record<string, string>> = {
    'income-statement': { from: `${year}-01-01`, to: `${year}-09-30`, compare: 'last_year' },
    'cash-flow': { from: `${year}-01-01`, to: `${year}-09-30` },
    'general-ledger': { from: `${year}-01-01`, to: `${year}-09-30`, per_page: '5000' },
    'budget-actual': { year: String(year) },
    'vat-return': { year: String(year), month: '8' },
  }
  const paper = async (name: string, query: Record<string, string> = {}) => {
    const answer = await manager.get(`/accounting/reports/${name}`, {
      ...asked[name],
      ...query,
      format: 'pdf',
    })
    if (answer.status !== 200) throw new Error(`${name}: ${answer.message}`)
    return answer.raw
  }

  t.test('in the language that is asked for (BIL-155)', async (t) => {
    for (const name of ['trial-balance', 'balance-sheet']) {
      const [sw, en] = [await paper(name, { lang: 'sw' }), await paper(name, { lang: 'en' })]
      t.not(pagesOf(sw).join(''), pagesOf(en).join(''), name)
      t.match(pagesOf(en).join(''), /Total/, name)
      t.match(pagesOf(sw).join(''), /Jumla/, name)
    }
  })

  t.test('with nothing in them', async (t) => {
    for (const name of reports) {
      const pdf = await paper(name)
      keep(`empty-${name}`, pdf)
      t.ok(pagesOf(pdf).length <= 2, name)
    }
  })

  t.test('with large figures, long names and another script', async (t) => {
    await administrator.patch('/settings/system', {
      document_theme: 'band',
      document_accent: 'violet',
    })
    const clerk = await people.with('reception')
    const arabic = await somebody(clerk, { first_name: 'عبد الرحمن', last_name: 'محمد' })
    const long = await somebody(clerk, {
      first_name: 'Mwanaharusi',
      last_name: 'Bintimbarakabintisuleimanalbusaidiwazanzibar',
    })
    answering(t, schemeNames, async (_caller, ids) =>
      ids.map((id) => ({ id, name: 'National Health Insurance Fund of the United Republic' })),
    )
    answering(t, billingItems, async (_caller, grouping) =>
      grouping === 'ar_patient'
        ? [arabic, long].map(({ id, number, full_name }, index) => ({
            party_kind: 'PATIENT',
            party_id: id,
            reference: `${number} ${full_name}`,
            due_on: `${year}-0${index + 2}-01`,
            amount: 987_654_321_000 + index,
          }))
        : [],
    )
    const open = await chief.post('/accounting/accounts', {
      name: `Donations in kind from partners abroad, ${'restricted by purpose and place, '.repeat(2)}`.trim(),
      code: '4499-LONGEST-OF-ALL',
      role: 'POSTING',
      parent_id: books.id('4400'),
    })
    t.equal(open.status, 201, open.message)
    const lines = Array.from({ length: 220 }, (_, index) => index)
    for (const index of lines) {
      await within(() =>
        post(system, {
          source: 'CASH_MOVEMENT',
          source_id: `paper-${index}`,
          date: nextDay(`${year}-01-02`, index),
          memo: `Entry ${index} ${'of a long day '.repeat(index % 9)}`.trim(),
          lines: [
            { account_id: books.id('1110'), debit: 45_678_901_200 + index },
            {
              account_id: index % 2 === 0 ? books.id('4102') : open.data.id,
              credit: 45_678_901_200 + index,
              department: 'Laboratory',
            },
          ],
        }),
      )
    }
    for (const { id } of [arabic, long]) {
      await within(() =>
        post(system, {
          source: 'BILL_ISSUE',
          source_id: `bill-${id}`,
          date: `${year}-08-10`,
          memo: 'A bill',
          lines: [
            { role: 'ar_patient', debit: 987_654_321_000, party: { kind: 'PATIENT', id } },
            { account_id: books.id('4101'), credit: 836_995_187_288 },
            { role: 'vat_out', credit: 150_659_133_712, tax_code: 'VAT-S' },
          ],
        }),
      )
    }
    for (const name of reports) {
      const pdf = await paper(name)
      keep(name, pdf)
      const pages = pagesOf(pdf)
      t.ok(pages.length > 0, `${name}: ${pages.length} pages`)
      t.match(
        pages.at(-1),
        new RegExp(`(Page ${pages.length} of|Ukurasa ${pages.length} kati ya) +${pages.length}`),
        name,
      )
      t.match(pages[0], /(Chain|Mnyororo) +\d+ [0-9a-f]{12}/, name)
    }
    const ledger = pagesOf(await paper('general-ledger', { account_ids: books.id('1110') }))
    t.ok(ledger.length > 3, `${ledger.length} pages`)
    for (const page of ledger.slice(0, -1)) t.match(page, /Carried forward|Inaendelezwa mbele/)
    for (const page of ledger.slice(1)) t.match(page, /Brought forward|Imetoka ukurasa uliopita/)
    await administrator.patch('/settings/system', { document_theme: 'ruled' })
    keep('trial-balance-ruled', await paper('trial-balance'))
  })
})
