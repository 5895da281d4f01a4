import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { reverse } from '../../../../db/hospital/money/accounting/posting/reverse.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'
import { boot } from '../../../support/boot.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'

t.test('entries', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const auditor = await people.with('auditor')
  const year = (await today(house.system)).slice(0, 4)

  t.test('a draft is written, changed and posted (3.2)', async (t) => {
    const draft = await accountant.post('/accounting/entries', {
      memo: 'Rent of August',
      entry_date: `${year}-02-01`,
      lines: books.lines({ '6202': 300, '3101': -200 }),
    })
    t.equal(draft.status, 201, draft.message)
    t.match(draft.data, {
      status: 'DRAFT',
      reference: null,
      difference: 100,
      total: 300,
      chain_no: null,
      moves: ['post', 'discard'],
    })
    t.equal(draft.data.lines[1].department, 'General', 'ACC-5: the default department')
    t.equal(draft.data.lines[0].department, null)
    const refused = await accountant.post(`/accounting/entries/${draft.data.id}/post`)
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Debits 300.00 and credits 200.00 differ by 100.00.')
    const changed = await accountant.patch(`/accounting/entries/${draft.data.id}`, {
      lines: books.lines({ '6202': 300.5, '3101': -300.5 }),
    })
    t.match(changed.data, { difference: 0, version: 2 })
    const posted = await accountant.post(`/accounting/entries/${draft.data.id}/post`)
    t.equal(posted.status, 200, posted.message)
    t.match(posted.data, {
      id: draft.data.id,
      status: 'POSTED',
      reference: `JE-${year}-000001`,
      chain_no: 1,
      total: 300.5,
      previous_hash: '0'.repeat(64),
      map_version: 1,
    })
    const patched = await accountant.patch(`/accounting/entries/${draft.data.id}`, {
      memo: 'Other',
    })
    t.equal(patched.message, `Entry JE-${year}-000001 is POSTED. It can: reverse.`)
    const discarded = await accountant.post(`/accounting/entries/${draft.data.id}/discard`, {
      reason: 'no more',
    })
    t.equal(discarded.message, `Entry JE-${year}-000001 is POSTED. It can: reverse.`)
    t.equal((await auditor.get(`/accounting/entries/${draft.data.id}`)).data.total, 300.5)
  })

  const bad: [string, () => Record<string, unknown>, number, string][] = [
    ['no memo', () => ({ memo: undefined }), 400, 'memo is required.'],
    ['no lines', () => ({ lines: undefined }), 400, 'lines is required.'],
    [
      'one line',
      () => ({ lines: [{ account_id: books.id('1110'), debit: 5 }] }),
      400,
      'lines needs at least two lines.',
    ],
    [
      'more lines than an entry has',
      () => ({
        lines: Array.from({ length: 5001 }, () => ({ account_id: books.id('1110'), debit: 5 })),
      }),
      400,
      'lines must be at most 5000.',
    ],
    [
      'debit and credit on one line',
      () => ({
        lines: [
          { account_id: books.id('1110'), debit: 5 },
          { account_id: books.id('3101'), debit: 5, credit: 5 },
        ],
      }),
      400,
      'lines[1]: give debit or credit, above 0.',
    ],
    [
      'a line of nothing',
      () => ({
        lines: [{ account_id: books.id('1110') }, { account_id: books.id('3101'), credit: 5 }],
      }),
      400,
      'lines[0]: give debit or credit, above 0.',
    ],
    [
      'a negative',
      () => ({
        lines: [
          { account_id: books.id('1110'), debit: -5 },
          { account_id: books.id('3101'), credit: 5 },
        ],
      }),
      400,
      'lines[0]: give debit or credit, above 0.',
    ],
    [
      'three decimals',
      () => ({ lines: books.lines({ '1110': 5.123, '3101': -5.123 }) }),
      400,
      'lines[0].debit has more decimals than TZS allows.',
    ],
    [
      'more than the books hold',
      () => ({ lines: books.lines({ '1110': 1e21, '3101': -5 }) }),
      400,
      'lines[0].debit must be a number up to 90,071,992,547,409.91.',
    ],
    [
      'a text',
      () => ({
        lines: [
          { account_id: books.id('1110'), debit: '12,5' },
          { account_id: books.id('3101'), credit: 5 },
        ],
      }),
      400,
      'lines[0].debit must be a number up to 90,071,992,547,409.91.',
    ],
    ...['NaN', Number.NaN, 'Infinity'].map((debit): (typeof bad)[number] => [
      `${typeof debit} ${debit}`,
      () => ({
        lines: [
          { account_id: books.id('1110'), debit },
          { account_id: books.id('3101'), credit: 5 },
        ],
      }),
      400,
      // JSON knows no NaN: it comes as null, which is no amount at all.
      Number.isNaN(debit)
        ? 'lines[0]: give debit or credit, above 0.'
        : 'lines[0].debit must be a number up to 90,071,992,547,409.91.',
    ]),
    [
      'unequal sides (ACC-2)',
      () => ({ lines: books.lines({ '1110': 100, '3101': -90 }) }),
      400,
      'Debits 100.00 and credits 90.00 differ by 10.00.',
    ],
    [
      'a heading (ACC-4)',
      () => ({ lines: books.lines({ '1100': 100, '3101': -100 }) }),
      409,
      '1100 Cash and cash equivalents is a heading: choose an account under it.',
    ],
    [
      'an unknown account',
      () => ({
        lines: [
          { account_id: '01a20000-1de4-7573-b853-57b97905f91d', debit: 5 },
          { account_id: books.id('3101'), credit: 5 },
        ],
      }),
      404,
      'lines[0].account_id: no such account.',
    ],
    [
      'a date of other people',
      () => ({ entry_date: '31/12/2026' }),
      400,
      'entry_date must be a date (YYYY-MM-DD).',
    ],
    [
      'a day that is none',
      () => ({ entry_date: '2026-02-30' }),
      400,
      'entry_date must be a date (YYYY-MM-DD).',
    ],
    [
      'a year that is none (ACC-7)',
      () => ({ entry_date: '1999-05-05' }),
      409,
      'No fiscal year covers 1999-05-05.',
    ],
    [
      'the future (ACC-7)',
      () => ({ entry_date: `${year}-12-31` }),
      409,
      `${year}-12-31 is in the future: keep it as a draft.`,
    ],
    [
      'a source of the house',
      () => ({ source: 'BILL_ISSUE' }),
      400,
      'source must be MANUAL or OPENING.',
    ],
    [
      'stock by hand (ACC-9)',
      () => ({ lines: books.lines({ '1401': 100, '3101': -100 }) }),
      409,
      '1401 moves only through stock.',
    ],
    [
      'patients by hand (ACC-9)',
      () => ({ lines: books.lines({ '1201': 100, '3101': -100 }) }),
      403,
      'Your role may not post to party accounts by hand.',
    ],
    [
      'a department of nobody (ACC-5)',
      () => ({ lines: books.lines({ '6202': 100, '3101': -100 }, 'Nowhere') }),
      400,
      'lines[1].department "Nowhere" is not known.',
    ],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`an entry is refused: ${what}`, async (t) => {
      const before = (await auditor.get('/accounting/entries')).meta?.total
      const refused = await accountant.post('/accounting/entries', {
        memo: 'A test',
        lines: books.lines({ '1110': 100, '3101': -100 }),
        post: true,
        ...body(),
      })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.equal((await auditor.get('/accounting/entries')).meta?.total, before)
    })
  }

  t.test('posting at once asks for entry:post too', async (t) => {
    const writer = await people.holding('entry:create')
    const refused = await books.post(writer, { '1110': 5, '3101': -5 })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs entry:post.')
  })

  t.test('a party account asks for the party, of the one who may (ACC-9)', async (t) => {
    const lines = books.lines({ '1201': 100, '3101': -100 }) as object[]
    const body = { memo: 'By hand', post: true, lines }
    t.equal(
      (await chief.post('/accounting/entries', body)).message,
      'lines[0].party_id is required.',
    )
    const party_id = '01a20000-1de4-7573-b853-57b97905f91d'
    const posted = await chief.post('/accounting/entries', {
      ...body,
      lines: [{ ...lines[0], party_kind: 'PATIENT', party_id }, lines[1]],
    })
    t.equal(posted.status, 201, posted.message)
    t.match(posted.data.lines[0], { party_kind: 'PATIENT', party_id })
  })

  t.test('a department on a balance-sheet line is dropped and named (ACC-5)', async (t) => {
    const made = await accountant.post('/accounting/entries', {
      memo: 'With too much',
      lines: books.lines({ '1110': 5, '3101': -5 }, 'General'),
    })
    t.match(made.data.dropped, [/^lines\[0\]\.department: 1110/, /^lines\[1\]/])
  })

  t.test('reversing writes the mirror, once (3.2)', async (t) => {
    const posted = await books.post(
      accountant,
      { '1110': 70, '3101': -70 },
      {
        entry_date: `${year}-03-03`,
      },
    )
    const path = `/accounting/entries/${posted.data.id}/reverse`
    t.equal((await accountant.post(path, {})).message, 'reason is required.')
    t.equal(
      (await accountant.post(path, { reason: 'wrong bank', date: `${year}-03-01` })).message,
      `date must not be before ${year}-03-03.`,
    )
    const reversed = await accountant.post(path, { reason: 'wrong bank' })
    t.equal(reversed.status, 200, reversed.message)
    t.match(reversed.data.entry, {
      status: 'REVERSED',
      reversed_by_reference: reversed.data.reversal.reference,
      moves: [],
    })
    t.match(reversed.data.reversal, {
      kind: 'REVERSAL',
      status: 'POSTED',
      entry_date: `${year}-03-03`,
      reverses_reference: posted.data.reference,
      moves: [],
    })
    t.equal(reversed.data.reversal.lines[0].credit, 70)
    const again = await accountant.post(path, { reason: 'wrong bank' })
    t.equal(
      again.message,
      `Entry ${posted.data.reference} is REVERSED. Nothing more can be done with it.`,
    )
    const back = await accountant.post(`/accounting/entries/${reversed.data.reversal.id}/reverse`, {
      reason: 'and back',
    })
    t.equal(back.message, 'A reversal is not reversed: post it anew.')
    t.equal(back.status, 409)
  })

  t.test('the list shows drafts and the journal, cut to a page', async (t) => {
    const all = await auditor.get('/accounting/entries')
    t.equal(all.status, 200, all.message)
    t.ok((all.meta?.total ?? 0) >= 5)
    const dates = all.data.map((entry: { entry_date: string }) => entry.entry_date)
    t.same(dates, dates.toSorted().toReversed())
    const reversed = await auditor.get('/accounting/entries', { status: 'REVERSED' })
    t.same(
      reversed.data.map(({ status }: { status: string }) => status),
      ['REVERSED'],
    )
    const found = await auditor.get('/accounting/entries', { search: 'rent of', totals: 'true' })
    t.equal(found.meta?.total, 1)
    t.same((found.meta as unknown as { totals: unknown }).totals, { total: 300.5 })
    const bank = await auditor.get('/accounting/entries', {
      account_id: books.id('1110'),
      status: 'DRAFT',
    })
    t.equal(bank.meta?.total, 1)
    t.equal((await auditor.get('/accounting/entries', { min_amount: '300' })).meta?.total, 1)
  })

  t.test('a draft is discarded with a reason and leaves the list', async (t) => {
    const draft = await accountant.post('/accounting/entries', {
      memo: 'Never mind',
      lines: books.lines({ '1110': 5, '3101': -5 }),
    })
    const path = `/accounting/entries/${draft.data.id}`
    t.equal((await accountant.post(`${path}/discard`, {})).message, 'reason is required.')
    const gone = await accountant.post(`${path}/discard`, { reason: 'a slip' })
    t.match(gone.data, { status: 'DISCARDED', discard_reason: 'a slip', moves: [] })
    t.equal((await auditor.get('/accounting/entries', { search: 'never mind' })).meta?.total, 0)
    t.match(
      (await accountant.post(`${path}/post`)).message,
      / is DISCARDED\. Nothing more can be done with it\.$/,
    )
  })

  t.test('an area posts once per source, and takes it back once (ACC-11, ACC-12)', async (t) => {
    const posting = {
      source: 'BILL_ISSUE',
      source_id: 'bill-1',
      memo: 'Bill INV-1',
      document: { kind: 'bill', id: 'bill-1', reference: 'INV-1', path: '/billing/bills/bill-1' },
      lines: [
        { role: 'ar_patient', debit: 20_000, party: { kind: 'PATIENT' as const, id: 'p1' } },
        { account_id: books.id('4101'), credit: 16_949, department: 'General' },
        { role: 'vat_out', credit: 3_051, tax_code: 'VAT-S' },
        { role: 'discount', debit: 0 },
      ],
    }
    const first = await within(() => post(house.system, posting))
    t.equal(first.lines.length, 3)
    const again = await within(() => post(house.system, posting))
    t.equal(again.id, first.id)
    await t.rejects(
      within(() =>
        post(house.system, {
          ...posting,
          lines: [
            { role: 'ar_patient', debit: 1 },
            { role: 'vat_out', credit: 1 },
          ],
        }),
      ),
      { status: 409, message: 'This was already posted differently.' },
    )
    const by_hand = await accountant.post(`/accounting/entries/${first.id}/reverse`, {
      reason: 'wrong way',
    })
    t.equal(by_hand.message, `${first.reference} belongs to bill INV-1: reverse it there.`)
    const back = await within(() => reverse(house.system, 'BILL_ISSUE', 'bill-1', 'cancelled'))
    const twice = await within(() => reverse(house.system, 'BILL_ISSUE', 'bill-1', 'cancelled'))
    t.equal(twice.id, back.id)
    t.equal(back.source, 'BILL_ISSUE_REVERSAL')
    t.equal(await books.balance(chief, '2301'), 0)
  })

  t.test('a refused posting takes no number with it (ACC-13)', async (t) => {
    const numbers = async () =>
      (await auditor.get('/accounting/entries', { per_page: '200' })).data
        .map(({ reference }: { reference: string | null }) => reference)
        .filter((reference: string | null) => reference !== null)
        .sort()
    const before = await numbers()
    await t.rejects(
      within(async () => {
        await post(house.system, {
          source: 'CASH_MOVEMENT',
          source_id: 'm1',
          memo: 'Will be undone',
          lines: [
            { role: 'prepaid', debit: 5 },
            { role: 'accrual', credit: 5 },
          ],
        })
        throw new Error('undone')
      }),
    )
    const next = await books.post(accountant, { '1110': 1, '3101': -1 })
    const after = await numbers()
    t.equal(after.length, before.length + 1)
    t.equal(Number(next.data.reference.slice(-6)), after.length)
  })

  t.test('what is posted never changes, not even by SQL (ACC-105, ALL-12)', async (t) => {
    const { run } = await import('../../../../db/store/connection.ts')
    const { sql } = await import('../../../../db/store/sql.ts')
    for (const statement of [
      sql`update journal_entries set memo = 'x'`,
      sql`delete from journal_lines`,
      sql`update journal_lines set debit = 5`,
    ]) {
      await t.rejects(within(() => run(statement)))
    }
  })

  t.test('another hospital’s entry is not found', async (t) => {
    const nobody = await accountant.get('/accounting/entries/01a20000-1de4-7573-b853-57b97905f91d')
    const there = await neighbourOf(house)
    const { data } = await (await ledgerOf(there)).post(
      await there.people.with('chief_accountant'),
      { '1110': 100, '3101': -100 },
    )
    const path = `/accounting/entries/${data.id}`
    const answers = [
      nobody,
      await accountant.get(path),
      await accountant.patch(path, { memo: 'Ours' }),
      await chief.post(`${path}/reverse`, { reason: 'Not ours' }),
    ]
    for (const { status, message } of answers) {
      t.equal(status, 404)
      t.equal(message, 'No such entry.')
    }
  })
})
