// Where money lies and how it moves: funding accounts, moves, drawers, parties (ACC-49, P-60 to P-63).

import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { fundingAccountFor } from '../../../../db/hospital/money/accounting/funding/funding.ts'
import {
  balanceOf,
  createDrawerAccount,
} from '../../../../db/hospital/money/accounting/posting/offers.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { replay } from '../../../../db/hospital/money/accounting/proofs/replay.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('money', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const year = (await today(house.system)).slice(0, 4)
  await books.post(accountant, { '1110': 100_000, '3101': -100_000 })

  t.test('funding accounts are there from the first day, with their balance', async (t) => {
    const all = await accountant.get('/accounting/funding-accounts')
    t.equal(all.status, 200, all.message)
    t.same(
      all.data.map(({ account_code, kind, balance }: Record<string, unknown>) => [
        account_code,
        kind,
        balance,
      ]),
      [
        ['1110', 'bank', 100_000],
        ['1101', 'cash', 0],
        ['1120', 'mobile', 0],
      ],
    )
    const found = await fundingAccountFor(house.system, 'Mobile Money', nobody_id)
    t.equal(found.account_id, books.id('1120'), 'the main branch’s default serves the others')
    t.equal((await fundingAccountFor(house.system, 'Card', facility_id)).id, null)
  })

  const bad: [string, () => Record<string, unknown>, number, string][] = [
    [
      'a heading',
      () => ({ account_id: books.id('1100') }),
      409,
      '1100 Cash and cash equivalents is a heading.',
    ],
    [
      'an expense',
      () => ({ account_id: books.id('6401') }),
      409,
      '6401 Bank charges is not an account of assets.',
    ],
    [
      'one in use',
      () => ({ account_id: books.id('1110') }),
      409,
      '1110 is already Bank – operating.',
    ],
    ['a wallet', () => ({ kind: 'wallet' }), 400, 'kind must be one of cash, bank, mobile.'],
    ['nobody’s account', () => ({ account_id: nobody_id }), 404, 'account_id: no such account.'],
    ['another currency', () => ({ currency: 'USD' }), 400, 'currency must be TZS.'],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`a funding account is refused: ${what}`, async (t) => {
      const refused = await chief.post('/accounting/funding-accounts', {
        account_id: books.id('1111'),
        name: 'NMB payroll',
        kind: 'bank',
        is_default: false,
        ...body(),
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('a new default takes the place of the old one (ACC-49)', async (t) => {
    const made = await chief.post('/accounting/funding-accounts', {
      account_id: books.id('1111'),
      name: 'NMB payroll',
      kind: 'bank',
      is_default: true,
    })
    t.equal(made.status, 201, made.message)
    const banks = await accountant.get('/accounting/funding-accounts', { kind: 'bank' })
    t.same(
      banks.data.map(({ name, is_default }: Record<string, unknown>) => [name, is_default]),
      [
        ['Bank – operating', false],
        ['NMB payroll', true],
      ],
    )
  })

  const moves = '/accounting/funding-moves'
  const refused_moves: [string, string, () => Record<string, unknown>, number, string][] = [
    ['deposit', 'of nothing (ACC-50)', () => ({ amount: 0 }), 400, 'amount must be more than 0.'],
    ['deposit', 'without a note (ACC-50)', () => ({ note: undefined }), 400, 'note is required.'],
    [
      'deposit',
      'to a branch (ACC-54)',
      () => ({ to_facility_id: nobody_id }),
      400,
      'to_facility_id belongs to a transfer alone.',
    ],
    [
      'deposit',
      'from another funding account (ACC-51)',
      () => ({ to_account_id: books.id('1111') }),
      409,
      'That is a transfer.',
    ],
    ['transfer', 'to nowhere', () => ({}), 400, 'to_account_id is required.'],
    [
      'transfer',
      'to itself',
      () => ({ to_account_id: books.id('1110') }),
      400,
      'Choose two different accounts.',
    ],
    [
      'transfer',
      'to no funding account',
      () => ({ to_account_id: books.id('6401') }),
      409,
      'to_account_id is not a funding account.',
    ],
    [
      'withdraw',
      'of more than there is (ACC-10, ACC-56)',
      () => ({ amount: 100_001 }),
      409,
      'Bank – operating holds 100,000.',
    ],
    ['withdraw', 'from nobody', () => ({ account_id: nobody_id }), 404, 'No such funding account.'],
    [
      'withdraw',
      'into stock',
      () => ({ to_account_id: books.id('1401') }),
      409,
      '1401 moves only through stock.',
    ],
  ]
  for (const [move, what, body, status, message] of refused_moves) {
    t.test(`a move is refused: ${move} ${what}`, async (t) => {
      const refused = await accountant.post(`${moves}/${move}`, {
        account_id: books.id('1110'),
        amount: 10,
        note: 'A move',
        ...body(),
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('money comes in, goes out and across (P-60, P-61, P-62)', async (t) => {
    const came = await accountant.post(`${moves}/deposit`, {
      account_id: books.id('1110'),
      amount: 500,
      note: 'Somebody paid in',
    })
    t.equal(came.status, 201, came.message)
    t.match(came.data, { number: `FM-${year}-000001`, kind: 'DEPOSIT', status: 'POSTED' })
    t.equal(came.data.entry_references.length, 1)
    t.equal(await books.balance(accountant, '2901'), 500, 'unidentified receipts')
    const went = await accountant.post(`${moves}/withdraw`, {
      account_id: books.id('1110'),
      amount: 200,
      note: 'To be accounted for',
    })
    t.equal(went.status, 201, went.message)
    t.equal(await books.balance(accountant, '1308'), 200, 'ACC-52: to be accounted for')
    const across = await accountant.post(`${moves}/transfer`, {
      account_id: books.id('1110'),
      to_account_id: books.id('1101'),
      amount: 300,
      note: 'To the safe',
    })
    t.equal(across.status, 201, across.message)
    t.match(across.data, { account_name: 'Bank – operating', to_account_name: 'Main safe' })
    t.equal(await books.balance(accountant, '1101'), 300)
    t.equal((await accountant.get(moves)).meta?.total, 3)
    t.equal((await accountant.get(moves, { account_id: books.id('1101') })).meta?.total, 1)
  })

  t.test('of two withdrawals of the last money one is refused (ACC-123)', async (t) => {
    const answers = await Promise.all(
      [1, 2].map(() =>
        accountant.post(`${moves}/withdraw`, {
          account_id: books.id('1101'),
          amount: 300,
          note: 'All of it',
        }),
      ),
    )
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    )
  })

  t.test('what is sent to a branch is on the way until it is received (P-63)', async (t) => {
    const officer = await people.with('system_administrator')
    const branch = await officer.post('/facilities', {
      code: 'ANX',
      name: 'Annex',
      kind: 'CLINIC',
    })
    const account = await chief.post('/accounting/accounts', {
      name: 'Annex safe',
      code: '1104',
      role: 'POSTING',
      grouping: 'cash',
      parent_id: books.id('1100'),
    })
    const safe = await chief.post('/accounting/funding-accounts', {
      account_id: account.data.id,
      name: 'Annex safe',
      kind: 'cash',
      facility_id: branch.data.id,
      is_default: true,
    })
    t.equal(safe.status, 201, safe.message)
    const body = { account_id: books.id('1110'), amount: 1000, note: 'Float of the annex' }
    const here = await accountant.post(`${moves}/transfer`, {
      ...body,
      to_account_id: safe.data.id,
    })
    t.equal(here.message, 'Annex safe belongs to Annex.')
    const sent = await accountant.post(`${moves}/transfer`, {
      ...body,
      to_account_id: safe.data.id,
      to_facility_id: branch.data.id,
    })
    t.equal(sent.data.status, 'IN_TRANSIT', sent.message)
    t.equal(await books.balance(accountant, '1132'), 1000)
    t.equal(
      await books.balance(accountant, '1309'),
      0,
      'the branches owe each other nothing in sum',
    )
    t.equal(
      await books.balance(accountant, '1309', { facility_id: branch.data.id }),
      -1000,
      'ACC-3: each branch balances by itself',
    )
    const path = `${moves}/${sent.data.id}/receive`
    t.equal((await chief.post(path, { amount: 1000 })).message, 'Annex must receive it.')
    const { user_facilities } = await import('../../../../db/hospital/office/access/tables.ts')
    for (const { user } of [accountant, chief]) {
      await within(() =>
        user_facilities.insert({
          hospital_id: house.hospital.id,
          user_id: user.id,
          facility_id: branch.data.id,
        }),
      )
    }
    const { forgetCallersNow } = await import('../../../../db/hospital/office/access/callers.ts')
    forgetCallersNow()
    const there = { 'x-facility-id': branch.data.id }
    t.equal(
      (await accountant.with(there).post(path, { amount: 1000 })).message,
      'Somebody else must receive what you sent.',
    )
    t.equal(
      (await chief.with(there).post(path, { amount: 900 })).message,
      '1,000 was sent: count again.',
    )
    const got = await chief.with(there).post(path, { amount: 1000 })
    t.equal(got.status, 200, got.message)
    t.match(got.data, { status: 'RECEIVED', received_by_name: chief.user.full_name })
    t.equal(await books.balance(accountant, '1132'), 0)
    t.equal(await books.balance(accountant, '1104'), 1000)
    t.match(
      (await chief.with(there).post(path, { amount: 1000 })).message,
      / is RECEIVED\. Nothing/,
    )
  })

  t.test('a drawer gets an account of its own', async (t) => {
    const first = await within(() =>
      createDrawerAccount(house.system, { name: 'Drawer 1', facility_id }),
    )
    await within(() => createDrawerAccount(house.system, { name: 'Drawer 2', facility_id }))
    const drawers = await accountant.get('/accounting/accounts', { grouping: 'cash_drawer' })
    t.same(
      drawers.data.map(({ code, manual }: Record<string, string>) => [code, manual]),
      [
        ['1102-01', 'NEVER'],
        ['1102-02', 'NEVER'],
      ],
    )
    await t.rejects(
      within(() =>
        post(house.system, {
          source: 'REFUND_PAY',
          source_id: 'r1',
          memo: 'Too much',
          lines: [
            { role: 'refund_due', debit: 5 },
            { account_id: first, credit: 5 },
          ],
        }),
      ),
      { message: 'Drawer 1 holds 0.' },
    )
  })

  t.test('what a patient owes is known by the party', async (t) => {
    await within(() =>
      post(house.system, {
        source: 'BILL_ISSUE',
        source_id: 'b9',
        memo: 'Bill',
        lines: [
          { role: 'ar_patient', debit: 700, party: { kind: 'PATIENT', id: nobody_id } },
          { account_id: books.id('4102'), credit: 700 },
        ],
      }),
    )
    const party = { kind: 'PATIENT' as const, id: nobody_id }
    t.equal(await balanceOf(house.system, books.id('1201'), { party }), 700)
    t.equal(await balanceOf(house.system, books.id('4102'), {}), 700)
  })

  t.test(
    'moves of money give their entries anew; strangers are one too many (ACC-93)',
    async (t) => {
      const { entries, differences } = await replay(house.system, { from: 1 })
      t.equal(entries, 6, 'deposit, withdrawal, transfers, sent and received')
      const told = differences.map(({ what, document }) => `${what} ${document}`)
      t.same(told, ['extra b9'])
    },
  )
})
