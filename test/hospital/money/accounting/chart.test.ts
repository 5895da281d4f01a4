import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

t.test('chart', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const chief = await people.with('chief_accountant')
  const cashier = await people.with('cashier')

  t.test('the chart of 2.2 is there with the hospital, in order (ACC-24)', async (t) => {
    const all = await cashier.whole('/accounting/accounts')
    t.ok(all.length > 180)
    const codes = all.map((account: { code: string }) => account.code)
    t.same(codes.slice(0, 4), ['1000', '1100', '1101', '1102'])
    t.ok(codes.indexOf('1556') < codes.indexOf('1600'))
    t.match(
      all.find((account) => account.code === '5101'),
      {
        name: 'Medicines',
        kind: 'EXPENSE',
        role: 'POSTING',
        statement_section: 'COST_OF_SALES',
        parent_name: 'Cost of stock used',
        full_code_path: '5000 / 5100 / 5101',
        depth: 3,
        balance: 0,
        line_count: 0,
        manual: 'OPEN',
      },
    )
    const tree = await cashier.get('/accounting/accounts', { tree: 'true', kind: 'EQUITY' })
    t.equal(tree.data.length, 1)
    t.equal(tree.data[0].children[0].code, '3100')
    const found = await cashier.get('/accounting/accounts', { search: '4102' })
    t.same(
      found.data.map((account: { name: string }) => account.name),
      ['Laboratory'],
    )
  })

  t.test('an account takes the kind of its parent, whatever is said (ACC-21)', async (t) => {
    const made = await chief.post('/accounting/accounts', {
      name: 'Dental',
      code: '4112',
      role: 'POSTING',
      kind: 'ASSET',
      parent_id: books.id('4100'),
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, { kind: 'INCOME', postable: true, sort_order: 4112, version: 1 })
    const renamed = await chief.patch(`/accounting/accounts/${made.data.id}`, {
      name: 'Dental and eye',
      grouping: 'revenue',
    })
    t.match(renamed.data, { name: 'Dental and eye', grouping: 'revenue', version: 2 })
    const stale = await chief
      .with({ 'if-match': '1' })
      .patch(`/accounting/accounts/${made.data.id}`, { name: 'Other' })
    t.equal(stale.status, 409)
  })

  const bad: [string, () => Record<string, unknown>, number, string][] = [
    // ACC-22, from here on.
    ['no code', () => ({ role: 'POSTING', kind: 'ASSET' }), 400, 'A posting account needs a code.'],
    ['no kind', () => ({ role: 'POSTING', code: '9' }), 400, 'kind is required.'],
    [
      'a code that is taken',
      () => ({ role: 'POSTING', code: '4102', kind: 'INCOME' }),
      409,
      'Code 4102 is already Laboratory.',
    ],
    [
      'a GROUP with a parent',
      () => ({ role: 'GROUP', parent_id: books.id('1000') }),
      400,
      'A GROUP tops a tree: it has no parent.',
    ],
    [
      'under a posting account',
      () => ({ role: 'POSTING', code: '41021', parent_id: books.id('4102') }),
      409,
      '4102 Laboratory takes lines: it cannot have accounts under it.',
    ],
    [
      'a section on an asset',
      () => ({ role: 'POSTING', code: '9', kind: 'ASSET', statement_section: 'OPERATING' }),
      400,
      'Only an expense account has a statement_section.',
    ],
    [
      'bank statements of an expense',
      () => ({ role: 'POSTING', code: '9', kind: 'EXPENSE', is_bank: true }),
      400,
      'Only a posting account of assets has is_bank.',
    ],
    [
      'a parent of nobody',
      () => ({ role: 'POSTING', code: '9', parent_id: '01a20000-1de4-7573-b853-57b97905f91d' }),
      404,
      'No such account.',
    ],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`an account is refused: ${what}`, async (t) => {
      const refused = await chief.post('/accounting/accounts', { name: 'Something', ...body() })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('an account cannot stand under itself', async (t) => {
    const refused = await chief.patch(`/accounting/accounts/${books.id('1100')}`, {
      parent_id: books.id('1102'),
    })
    t.equal(refused.message, 'An account cannot stand under itself.')
    t.equal(refused.status, 409)
  })

  t.test('what holds lines keeps its role, what holds money stays in use', async (t) => {
    const posted = await books.post(chief, { '1101': 120_000, '3101': -120_000 })
    t.equal(posted.status, 201, posted.message)
    t.equal(await books.balance(cashier, '1101'), 120_000)
    t.equal(await books.balance(cashier, '1000'), 120_000, 'a heading adds up what is under it')
    t.equal(await books.balance(cashier, '3101'), 120_000, 'equity rises by credit')
    const role = await chief.patch(`/accounting/accounts/${books.id('1101')}`, {
      role: 'CONTROL',
    })
    t.equal(role.message, '1101 Main safe has 1 line: its role stays.')
    const ended = await chief.patch(`/accounting/accounts/${books.id('1101')}`, { active: false })
    t.equal(ended.message, '1101 Main safe still holds 120,000.')
    const mapped = await chief.patch(`/accounting/accounts/${books.id('4101')}`, {
      active: false,
    })
    t.equal(mapped.message, '4101 is used by category Consultation.')
    const heading = await chief.patch(`/accounting/accounts/${books.id('4400')}`, {
      active: false,
    })
    t.equal(heading.message, '4400 Other income still has active accounts under it.')
  })

  t.test('the chart is at most six levels deep (ACC-23)', async (t) => {
    let parent_id = books.id('6300')
    for (let level = 3; level <= 7; level++) {
      const made = await chief.post('/accounting/accounts', {
        name: `Level ${level}`,
        role: 'CONTROL',
        parent_id,
      })
      if (level === 7) t.equal(made.message, 'The chart has at most 6 levels.')
      else parent_id = made.data.id
    }
  })

  t.test('a ledger gives opening, lines with their balance, closing (ACC-20)', async (t) => {
    await books.post(chief, { '1110': 500, '3101': -500 }, { entry_date: '2026-03-02' })
    await books.post(chief, { '1110': 250, '3101': -250 }, { entry_date: '2026-04-10' })
    await books.post(chief, { '3101': 100, '1110': -100 }, { entry_date: '2026-04-20' })
    const path = `/accounting/accounts/${books.id('1110')}/lines`
    const april = await cashier.get(path, { from: '2026-04-01', to: '2026-04-30' })
    t.equal(april.status, 200, april.message)
    t.match(april.data, { opening: 500, closing: 650, meta: { total: 2 } })
    t.same(
      april.data.lines.map(({ balance }: { balance: number }) => balance),
      [750, 650],
    )
    const second = await cashier.get(path, { page: '2', per_page: '1' })
    t.equal(second.data.lines[0].balance, 750, 'the balance goes on over pages')
    t.equal((await cashier.get(path, { to: '2026-04-15' })).data.closing, 750)
    t.equal((await cashier.get(path, { from: '31/12/2026' })).status, 400)
  })
})
