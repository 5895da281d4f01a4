// Accounting, from the source document of the hospital API alone. Each test is named by the sentence
// it proves.

import t from 'tap'
import { echoed, fields, paged, refused, succeeded, withNulls } from './reading.ts'
import { consoleOf } from './console.ts'

const account = {
  id: 'string',
  name: 'string',
  code: 'string?',
  kind: ['ASSET', 'LIABILITY', 'EQUITY', 'INCOME', 'EXPENSE'],
  role: ['GROUP', 'CONTROL', 'POSTING'],
  parent_id: 'string?',
  postable: 'boolean',
  active: 'boolean',
  is_bank: 'boolean',
  grouping: 'string?',
  notes: 'string?',
  sort_order: 'integer',
  statement_section: ['COST_OF_SALES', 'OPERATING', null],
  balance: 'number',
  line_count: 'integer',
} as const

t.test('accounting', async (t) => {
  const { who, other } = await consoleOf(t)
  const chart = async (query: Record<string, string> = {}) =>
    (await who.get('/accounting/accounts', { per_page: '200', ...query })).data
  const posting = async (kind: string) =>
    (await chart({ kind, postable: 'true' }))[0] as { id: string; code: string; name: string }
  let count = 0
  const code = (): string => {
    count += 1
    return `sx${count}`
  }

  t.test('"**Account** (one line of the chart of accounts)"', async (t) => {
    const listed = await who.get('/accounting/accounts')
    paged(t, listed)
    for (const one of listed.data) fields(t, one, account)
  })

  t.test('"per_page default 50", "per_page maximum 200": accounts', async (t) => {
    const first = await who.get('/accounting/accounts')
    t.match(first.meta, { current_page: 1, per_page: 50 })
    t.equal(first.data.length, 50)
    const most = await who.get('/accounting/accounts', { per_page: '1000' })
    t.equal(most.meta?.per_page, 200)
    const second = await who.get('/accounting/accounts', { page: '2', per_page: '7' })
    t.match(second.meta, { current_page: 2, per_page: 7 })
    t.equal(second.data.length, 7)
    t.notMatch(second.data[0].id, first.data[0].id)
  })

  t.test('"a posting account needs one, a heading does not": code', async (t) => {
    const [heading] = await chart({ role: 'GROUP', kind: 'ASSET' })
    const made = await who.post('/accounting/accounts', {
      name: 'H',
      role: 'GROUP',
      kind: 'ASSET',
      code: null,
    })
    succeeded(t, made, 201)
    fields(t, made.data, account)
    const without = await who.post('/accounting/accounts', {
      name: 'No code',
      role: 'POSTING',
      parent_id: heading.id,
      kind: 'ASSET',
    })
    refused(t, without, 400)
  })

  t.test(
    '"under a parent the account takes the parent\'s kind whatever is chosen": kind',
    async (t) => {
      const [heading] = await chart({ role: 'GROUP', kind: 'EXPENSE' })
      const made = await who.post('/accounting/accounts', {
        name: 'Taken for income',
        role: 'POSTING',
        code: code(),
        kind: 'INCOME',
        parent_id: heading.id,
      })
      succeeded(t, made, 201)
      t.equal(made.data.kind, 'EXPENSE')
    },
  )

  t.test('"`?` after a type means the field is nullable": an account', async (t) => {
    const body = () => ({ name: 'Nulls', role: 'POSTING', code: code(), kind: 'EXPENSE' })
    for (const [field, sent] of withNulls(body(), [
      'parent_id',
      'grouping',
      'notes',
      'statement_section',
      'active',
      'is_bank',
      'sort_order',
    ])) {
      const made = await who.post('/accounting/accounts', { ...sent, code: code() })
      t.equal(made.status, 201, `${field}: ${made.message}`)
    }
  })

  t.test('"statement_section enum `COST_OF_SALES`,`OPERATING` ?": null in a change', async (t) => {
    const made = await who.post('/accounting/accounts', {
      name: 'Section',
      role: 'POSTING',
      code: code(),
      kind: 'EXPENSE',
      statement_section: 'COST_OF_SALES',
    })
    t.equal(made.data.statement_section, 'COST_OF_SALES')
    const cleared = await who.patch(`/accounting/accounts/${made.data.id}`, {
      statement_section: null,
    })
    // An expense stands in one of the two: null is refused in words, never passed over.
    if (cleared.status === 200) t.equal(cleared.data.statement_section, null)
    else refused(t, cleared, 400)
    t.equal(
      (await who.get('/accounting/accounts', { search: 'Section' })).data[0].statement_section,
      cleared.status === 200 ? null : 'COST_OF_SALES',
    )
  })

  t.test('"only this role takes a line": POSTING', async (t) => {
    const [heading] = await chart({ role: 'GROUP' })
    const income = await posting('INCOME')
    const entry = await who.post('/accounting/entries', {
      memo: 'On a heading',
      lines: [
        { account_id: heading.id, debit: 100, credit: 0 },
        { account_id: income.id, debit: 0, credit: 100 },
      ],
      post: true,
      source: 'MANUAL',
    })
    t.match(String(entry.status), /^4/)
    refused(t, entry, entry.status)
  })

  t.test(
    '"sum of posted lines, positive for a debit balance on asset/expense": balance, line_count',
    async (t) => {
      const debit = await who.post('/accounting/accounts', {
        name: 'Spent',
        role: 'POSTING',
        code: code(),
        kind: 'EXPENSE',
      })
      const credit = await who.post('/accounting/accounts', {
        name: 'Earned',
        role: 'POSTING',
        code: code(),
        kind: 'INCOME',
      })
      const entry = await who.post('/accounting/entries', {
        entry_date: null,
        memo: 'm',
        lines: [
          {
            account_id: debit.data.id,
            debit: 250.5,
            credit: 0,
            department: null,
            description: null,
          },
          { account_id: credit.data.id, debit: 0, credit: 250.5, department: 'General' },
        ],
        post: true,
        source: 'MANUAL',
        source_id: null,
      })
      succeeded(t, entry, 201)
      for (const { data } of [debit, credit]) {
        const [now] = (await who.get('/accounting/accounts', { search: data.name })).data
        t.equal(now.balance, 250.5, data.name)
        t.equal(now.line_count, 1)
      }
    },
  )

  t.test('"post immediately rather than leave as draft": EntryInput.post', async (t) => {
    const [expense, income] = [await posting('EXPENSE'), await posting('INCOME')]
    const body = {
      memo: 'x',
      lines: [
        { account_id: expense.id, debit: 1, credit: 0 },
        { account_id: income.id, debit: 0, credit: 1 },
      ],
      source: 'MANUAL',
    }
    const draft = await who.post('/accounting/entries', { ...body, post: false })
    succeeded(t, draft, 201)
    t.equal(draft.data.status, 'DRAFT')
    const posted = await who.post('/accounting/entries', { ...body, post: true })
    succeeded(t, posted, 201)
    t.equal(posted.data.status, 'POSTED')
    t.equal(posted.data.memo, 'x')
    paged(t, await who.get('/accounting/entries'))
  })

  t.test('"`MANUAL`|`OPENING`": EntryInput.source', async (t) => {
    const [expense, income] = [await posting('EXPENSE'), await posting('INCOME')]
    const lines = [
      { account_id: expense.id, debit: 1, credit: 0 },
      { account_id: income.id, debit: 0, credit: 1 },
    ]
    const another = await who.post('/accounting/entries', { memo: 'y', lines, source: 'SALE' })
    refused(t, another, 400)
    const [cash] = await chart({ postable: 'true', kind: 'ASSET' })
    const [equity] = await chart({ postable: 'true', kind: 'EQUITY' })
    const opening = await who.post('/accounting/entries', {
      memo: 'Opening',
      source: 'OPENING',
      lines: [
        { account_id: cash.id, debit: 5, credit: 0 },
        { account_id: equity.id, debit: 0, credit: 5 },
      ],
      post: false,
    })
    succeeded(t, opening, 201)
    t.equal(opening.data.source, 'OPENING')
  })

  t.test('"**FiscalYearInput**: name, starts_on, ends_on (strings)"', async (t) => {
    paged(t, await who.get('/accounting/fiscal-years'))
    const { data } = await who.get('/accounting/fiscal-years', { per_page: '1' })
    const year = Number(data[0].ends_on.slice(0, 4))
    const made = await who.post('/accounting/fiscal-years', {
      name: 'F',
      starts_on: `${year + 1}-01-01`,
      ends_on: `${year + 1}-12-31`,
    })
    succeeded(t, made, 201)
    echoed(t, made.data, {
      name: 'F',
      starts_on: `${year + 1}-01-01`,
      ends_on: `${year + 1}-12-31`,
    })
    const listed = await who.get('/accounting/fiscal-years', { per_page: '1', page: '2' })
    t.match(listed.meta, { current_page: 2, per_page: 1 })
  })

  t.test('"**FundingInput**": an account of one\'s own, of each kind', async (t) => {
    for (const kind of ['cash', 'bank', 'mobile']) {
      const own = await who.post('/accounting/accounts', {
        name: `Own ${kind}`,
        role: 'POSTING',
        code: code(),
        kind: 'ASSET',
      })
      const body = {
        account_id: own.data.id,
        name: 'N',
        currency: 'TZS',
        kind,
        is_default: false,
        active: null,
        branch_name: null,
        institution: null,
        number: null,
        notes: null,
      }
      const made = await who.post('/accounting/funding-accounts', body)
      succeeded(t, made, 201)
      const { active: _, ...said } = body
      echoed(t, made.data, said)
      t.equal(made.data.active, true)
      const [now] = (await who.get('/accounting/accounts', { search: `Own ${kind}` })).data
      t.equal(now.grouping, kind, 'the house sets its grouping from kind')
    }
    paged(t, await who.get('/accounting/funding-accounts'))
  })

  t.test('"one shape for deposit, withdrawal and transfer": moveRequest', async (t) => {
    const own = async (kind: string) => {
      const { data } = await who.post('/accounting/accounts', {
        name: `Move ${kind} ${code()}`,
        role: 'POSTING',
        code: code(),
        kind: 'ASSET',
      })
      await who.post('/accounting/funding-accounts', {
        account_id: data.id,
        name: `Move ${data.code}`,
        currency: 'TZS',
        kind,
        is_default: false,
      })
      return data.id as string
    }
    const [cash, bank] = [await own('cash'), await own('bank')]
    const move = {
      account_id: cash,
      amount: 100,
      note: 'n',
      to_account_id: null,
      to_facility_id: null,
    }
    const equity = await posting('EQUITY')
    const deposit = await who.post('/accounting/funding-moves/deposit', {
      ...move,
      to_account_id: equity.id,
    })
    succeeded(t, deposit, 201)
    const plain = await who.post('/accounting/funding-moves/deposit', move)
    succeeded(t, plain, 201)
    const withdrawal = await who.post('/accounting/funding-moves/withdraw', move)
    succeeded(t, withdrawal, 201)
    const transfer = await who.post('/accounting/funding-moves/transfer', {
      ...move,
      to_account_id: bank,
    })
    succeeded(t, transfer, 201)
    t.equal(transfer.data.amount, 100)
    t.equal(transfer.data.note, 'n')
    paged(t, await who.get('/accounting/funding-moves'))
  })

  t.test(
    '"Every field is optional; absent means leave alone, explicit null means clear": PreferencesInput',
    async (t) => {
      const none = await who.patch('/accounting/preferences', {})
      succeeded(t, none)
      const locked = await who.patch('/accounting/preferences', { lock_date: '2020-01-31' })
      succeeded(t, locked)
      t.equal(locked.data.lock_date, '2020-01-31')
      const alone = await who.patch('/accounting/preferences', { allow_negative_funding: true })
      t.equal(alone.data.lock_date, '2020-01-31', 'absent is left alone')
      const cleared = await who.patch('/accounting/preferences', { lock_date: null })
      succeeded(t, cleared)
      t.equal(cleared.data.lock_date, null)
      const all = await who.patch('/accounting/preferences', {
        allow_negative_funding: null,
        cash_group_id: null,
        lock_date: null,
      })
      succeeded(t, all)
      t.match(all.data, { cash_group_id: null, lock_date: null, allow_negative_funding: false })
    },
  )

  t.test('"**TaxRateInput**": code and name as typed, every nullable field null', async (t) => {
    const body = { code: 'low1', name: 'L', rate: 12.5 }
    const made = await who.post('/accounting/tax-rates', {
      ...body,
      active: null,
      inclusive: null,
      liability_account_id: null,
      notes: null,
    })
    succeeded(t, made, 201)
    echoed(t, made.data, { ...body, active: true, liability_account_id: null, notes: null })
    t.type(made.data.inclusive, 'boolean')
    const again = await who.post('/accounting/tax-rates', { ...body, code: 'LOW1' })
    refused(t, again, 409)
    const changed = await who.patch(`/accounting/tax-rates/${made.data.id}`, {
      ...body,
      active: null,
      inclusive: null,
      liability_account_id: null,
      notes: null,
    })
    succeeded(t, changed)
    t.equal(changed.data.active, true)
    const found = await who.get('/accounting/tax-rates', { code: 'Low1' })
    paged(t, found)
    t.equal(found.data[0].code, 'low1')
  })

  t.test(
    '"for example a payroll or value-added tax kind, or whatever else the country asks to be filed": FilingInput',
    async (t) => {
      for (const [at, kind] of ['Payroll', 'vat', 'SDL levy', 'x'].entries()) {
        const body = {
          kind,
          period_year: 2026,
          period_month: at === 0 ? null : at,
          due_on: '2026-12-20',
          amount_due: 100,
          notes: null,
        }
        const made = await who.post('/accounting/filings', body)
        succeeded(t, made, 201)
        echoed(t, made.data, body)
      }
      const found = await who.get('/accounting/filings', { kind: 'payroll' })
      paged(t, found)
      t.equal(found.data[0].kind, 'Payroll')
    },
  )

  t.test('"kind and period do not change": FilingChange', async (t) => {
    const { data } = await who.post('/accounting/filings', {
      kind: 'Levy',
      period_year: 2026,
      period_month: 3,
      due_on: '2026-12-20',
      amount_due: 100,
      notes: 'n',
    })
    const changed = await who.patch(`/accounting/filings/${data.id}`, {
      amount_due: 90,
      due_on: '2026-12-21',
      notes: null,
      kind: 'Other',
      period_month: 4,
    })
    succeeded(t, changed)
    t.match(changed.data, {
      kind: 'Levy',
      period_month: 3,
      amount_due: 90,
      due_on: '2026-12-21',
      notes: null,
    })
  })

  t.test('"**Budget** (line beside its actual)"', async (t) => {
    const expense = await posting('EXPENSE')
    const made = await who.post('/accounting/budgets', {
      account_id: expense.id,
      period_year: 2026,
      period_month: null,
      department: null,
      amount: 0,
      notes: null,
    })
    succeeded(t, made, 201)
    const listed = await who.get('/accounting/budgets', { year: '2026' })
    paged(t, listed)
    for (const one of listed.data) {
      fields(t, one, {
        id: 'string',
        account_id: 'string',
        account_code: 'string',
        account_name: 'string',
        kind: 'string',
        amount: 'number',
        actual: 'number',
        variance: 'number',
        used_pct: 'integer?',
        department: 'string?',
        notes: 'string?',
        period_year: 'integer',
        period_month: 'integer?',
      })
    }
    const [zero] = listed.data
    t.equal(zero.used_pct, null, '"null when the budget is zero"')
    t.ok(other)
  })

  t.test('"**StatementLine** (one bank statement line)"', async (t) => {
    paged(t, await who.get('/accounting/statement-lines'))
  })
})
