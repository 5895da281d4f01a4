import t from 'tap'
import type { Ask } from '../../../support/ask.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { tamper } from '../../../support/programs/tamper.ts'
import { boot } from '../../../support/boot.ts'
import { keep } from '../../../support/desk/kept-pictures.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'
import { minorOf } from '../../../../db/hospital/money/accounting/bank/statement-files.ts'
import { today } from '../../../../db/hospital/office/places/hours.ts'

const multipart = (fields: Record<string, string>, file_name: string, text: string | Buffer) => {
  const edge = 'edgeofparts'
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${edge}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="${file_name}"\r\nContent-Type: text/plain\r\n\r\n`
  return {
    payload: Buffer.concat([
      Buffer.from(parts.join('') + head),
      Buffer.from(text),
      Buffer.from(`\r\n--${edge}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${edge}`,
  }
}
const send = (by: Ask, fields: Record<string, string>, name: string, text: string | Buffer) => {
  const { payload, type } = multipart(fields, name, text)
  return by.raw('POST', '/accounting/statement-imports', payload, type)
}

t.test('amounts are read from text, to the unit', async (t) => {
  for (const [typed, decimal, minor] of [
    ['1,234.50', '.', 123_450],
    ['1.234,50', ',', 123_450],
    ['(20)', '.', -2_000],
    ['20.00-', '.', -2_000],
    ['20.00 DR', '.', -2_000],
    ['+7', '.', 700],
    ['90071992547409.91', '.', 9_007_199_254_740_991],
    ['1.2.3', '.', null],
    ['1,23.00', '.', null],
    ['0.001', '.', null],
    ['abc', '.', null],
    ['', '.', null],
  ] as const) {
    t.equal(minorOf(typed, decimal, 2), minor, typed)
  }
})

t.test('bank', async (t) => {
  const house = await boot(t)
  const { people } = house
  const books = await ledgerOf(house)
  const accountant = await people.with('accountant')
  const chief = await people.with('chief_accountant')
  const year = (await today(house.system)).slice(0, 4)
  const day = (rest: string) => `${year}-${rest}`
  const bank_account_id = books.id('1110')
  const entries: Record<string, { id: string; reference: string; line: string }> = {}
  const post = async (name: string, date: string, amounts: Record<string, number>) => {
    const posted = await books.post(accountant, amounts, { entry_date: day(date) })
    t.equal(posted.status, 201, posted.message)
    const line = posted.data.lines.find(
      ({ account_code }: { account_code: string }) => account_code === '1110',
    )
    entries[name] = { id: posted.data.id, reference: posted.data.reference, line: line?.id ?? '' }
  }
  await post('capital', '01-02', { '1110': 10_000, '3101': -10_000 })
  await post('rent', '01-10', { '1110': -3_000, '6202': 3_000 })
  await post('cheque', '01-30', { '1110': -500, '6303': 500 })
  await post('payroll', '01-31', { '1111': 50, '3101': -50 })

  const csv = [
    'Date,Details,Debit,Credit,Reference',
    `${day('01-03')},Capital paid in,,"10,000.00",TX1`,
    `${day('01-11')},Rent,3000.00,,TX2`,
    `${day('01-12')},Charge,5.00,,TX3`,
    `${day('01-12')},Charge,5.00,,TX3`,
    '',
  ].join('\n')

  t.test('a statement is looked at, brought in once, and known again (ACC-59)', async (t) => {
    const fields = { bank_account_id, format: 'CSV' }
    const dry = await send(accountant, { ...fields, dry_run: 'true' }, 'jan.csv', csv)
    t.equal(dry.status, 201, dry.message)
    t.match(dry.data, { id: null, dry_run: true, lines: 4, new: 4, duplicates: 0 })
    t.equal((await accountant.get('/accounting/statement-lines')).meta?.total, 0)
    const made = await send(accountant, fields, 'jan.csv', csv)
    t.match(made.data, { lines: 4, new: 4, from: day('01-03'), to: day('01-12') })
    t.match(made.data.preview[0], { amount: 10_000, bank_reference: 'TX1' })
    const again = await send(accountant, fields, 'jan.csv', csv)
    t.equal(again.status, 409)
    t.match(again.message, /^This file was imported on \d{4}-\d\d-\d\d\.$/)
    const longer = await send(
      accountant,
      fields,
      'jan2.csv',
      `${csv}${day('01-20')},Fee,1.00,,TX9\n`,
    )
    t.match(longer.data, { lines: 5, new: 1, duplicates: 4 })
  })

  const bad: [string, Record<string, string>, string, number, string][] = [
    [
      'a row that cannot be read',
      {},
      `Date,Amount\n${Array.from({ length: 12 }, () => `${day('01-05')},5`).join('\n')}\n${day('01-05')},1.2.3\n`,
      400,
      'Row 14, column amount: "1.2.3" is not a number.',
    ],
    ['no account', { bank_account_id: '' }, csv, 400, 'bank_account_id is required.'],
    [
      'an expense (ACC-58)',
      { bank_account_id: 'expense' },
      csv,
      409,
      '4102 has no bank statements.',
    ],
    [
      'another format',
      { format: 'PDF' },
      csv,
      400,
      'format must be one of CSV, OFX, MT940, CAMT053.',
    ],
    [
      'a wrong date',
      {},
      'Date,Amount\n31/12/2026,5\n',
      400,
      'Row 2, column value_date: "31/12/2026" is not a date.',
    ],
    ['no amounts', {}, 'Date,Details\n2026-01-01,x\n', 400, 'file has no column amount.'],
    ['nothing', {}, 'Date,Amount\n', 400, 'file holds no lines that can be read.'],
  ]
  for (const [what, fields, text, status, message] of bad) {
    t.test(`a statement is refused: ${what}`, async (t) => {
      const wanted = { bank_account_id, format: 'CSV', ...fields }
      if (wanted.bank_account_id === 'expense') wanted.bank_account_id = books.id('4102')
      const refused = await send(accountant, wanted, 'x.csv', text)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('OFX, MT940 and CAMT.053 are read too', async (t) => {
    const d = year.slice(2)
    const ofx = `<OFX><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${year}0201120000<TRNAMT>12.34<FITID>F1<NAME>Ofx in</STMTTRN></OFX>`
    const mt = `:20:X\n:60F:C${d}0201TZS100,00\n:61:${d}02010201D25,50NTRFNONREF//BR1\n:86:Mt out\n:62F:C${d}0201TZS74,50\n`
    const camt = `<Document><Stmt><Ntry><Amt Ccy="TZS">7.50</Amt><CdtDbtInd>DBIT</CdtDbtInd><ValDt><Dt>${year}-02-02</Dt></ValDt><AcctSvcrRef>C1</AcctSvcrRef><AddtlNtryInf>Camt &amp; out</AddtlNtryInf></Ntry></Stmt></Document>`
    const account = { bank_account_id: books.id('1112') }
    t.match((await send(accountant, { ...account, format: 'OFX' }, 'a.ofx', ofx)).data.preview, [
      { amount: 12.34, description: 'Ofx in', bank_reference: 'F1' },
    ])
    const read = await send(accountant, { ...account, format: 'MT940' }, 'a.mt', mt)
    t.match(read.data, { opening_balance: 100, closing_balance: 74.5 }, read.message)
    t.match(read.data.preview, [{ amount: -25.5, description: 'Mt out', bank_reference: 'BR1' }])
    t.match(
      (await send(accountant, { ...account, format: 'CAMT053' }, 'a.xml', camt)).data.preview,
      [{ amount: -7.5, description: 'Camt & out', value_date: `${year}-02-02` }],
    )
    const wrong = await send(
      accountant,
      { ...account, format: 'MT940' },
      'b.mt',
      mt.replace('74,50', '70,00'),
    )
    t.match(
      wrong.message,
      'The opening balance and the lines come to 74.50, the statement says 70.',
    )
  })

  const lines = async () =>
    (await accountant.get('/accounting/statement-lines', { bank_account_id })).data
  const lineOf = async (words: string) =>
    (await lines()).find(({ description }: { description: string }) => description === words)

  t.test('lines are matched with the ledger, part by part (ACC-60)', async (t) => {
    const capital = await lineOf('Capital paid in')
    t.equal(capital.suggestions, 1)
    const path = (id: string) => `/accounting/statement-lines/${id}`
    const refuse = async (body: unknown, message: string, status = 409) => {
      const refused = await accountant.post(`${path(capital.id)}/match`, body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    await refuse({ lines: [] }, 'lines must be a list of 1 to 100.', 400)
    await refuse({ lines: [{ line_id: capital.id }] }, 'No such posted line.', 404)
    const payroll = (await accountant.get(`/accounting/entries/${entries['payroll']?.id}`)).data
      .lines[0]
    await refuse(
      { lines: [{ line_id: payroll.id }] },
      `Line ${entries['payroll']?.reference} is on 1111, the statement on 1110.`,
    )
    await refuse(
      { lines: [{ line_id: entries['rent']?.line }] },
      'The statement pays in, the line pays out.',
    )
    const out = await lineOf('Rent')
    const other_way = await accountant.post(`${path(out.id)}/match`, {
      lines: [{ line_id: entries['capital']?.line }],
    })
    t.equal(other_way.message, 'The statement pays out, the line pays in.')
    t.equal(other_way.status, 409)
    await refuse(
      { lines: [{ line_id: entries['capital']?.line, amount: 10_001 }] },
      'Only 10,000 of that line is open.',
    )
    const part = await accountant.post(`${path(capital.id)}/match`, {
      lines: [{ line_id: entries['capital']?.line, amount: 4_000 }],
    })
    t.equal(part.status, 200, part.message)
    t.match(part.data, { status: 'PART_MATCHED', matched_amount: 4_000 })
    const whole = await accountant.post(`${path(capital.id)}/match`, {
      lines: [{ line_id: entries['capital']?.line }],
    })
    t.match(whole.data, {
      status: 'MATCHED',
      matched_amount: 10_000,
      matched_entry_reference: entries['capital']?.reference,
      matched_line_id: entries['capital']?.line,
    })
    t.match(
      (
        await accountant.post(`${path(capital.id)}/match`, {
          lines: [{ line_id: entries['capital']?.line }],
        })
      ).message,
      / is MATCHED\. It can: unmatch\.$/,
    )
    const back = await accountant.post(`${path(capital.id)}/unmatch`)
    t.match(back.data, { status: 'NEW', matched_amount: null, matches: [] })
    await accountant.post(`${path(capital.id)}/match`, {
      lines: [{ line_id: entries['capital']?.line }],
    })
    const rent = await lineOf('Rent')
    await accountant.post(`${path(rent.id)}/match`, { lines: [{ line_id: entries['rent']?.line }] })
    const ledger = await accountant.get(`/accounting/accounts/${bank_account_id}/lines`, {
      matched: 'false',
    })
    t.equal(ledger.data.meta.total, 1, 'the cheque alone is open')
  })

  t.test('matched above its amount is named by the proof (ACC-128)', async (t) => {
    const { id } = await lineOf('Capital paid in')
    const set = (by: string) =>
      tamper(house, [
        `update statement_lines set matched_amount = matched_amount ${by} where id = '${id}'`,
      ])
    await set('+ 1')
    t.match(await verify(house.system, { only: ['ACC-128'] }), { failed: 1 })
    await set('- 1')
    t.match(await verify(house.system, { only: ['ACC-128'] }), { failed: 0 })
  })

  t.test('a reversed entry lets its match go (3.2)', async (t) => {
    await post('slip', '01-12', { '1110': -5, '6401': 5 })
    const charge = await lineOf('Charge')
    const path = `/accounting/statement-lines/${charge.id}`
    await accountant.post(`${path}/match`, { lines: [{ line_id: entries['slip']?.line }] })
    const reversed = await accountant.post(`/accounting/entries/${entries['slip']?.id}/reverse`, {
      reason: 'booked twice',
    })
    t.equal(reversed.status, 200, reversed.message)
    t.equal((await lineOf('Charge')).status, 'NEW')
  })

  t.test('a reconciliation comes to one figure, and is approved by another (ACC-65)', async (t) => {
    const body = {
      bank_account_id,
      statement_date: day('01-31'),
      opening_balance: 0,
      closing_balance: 6_989,
    }
    const made = await accountant.post('/accounting/reconciliations', body)
    t.equal(made.status, 201, made.message)
    const path = `/accounting/reconciliations/${made.data.id}`
    t.match(made.data, { status: 'OPEN', lines_total: 6_989, book_balance: 6_500 })
    const submitted = await accountant.post(`${path}/submit`)
    t.match(submitted.data, { status: 'SUBMITTED' }, submitted.message)
    const apart = await chief.post(`${path}/approve`)
    t.match(apart.message, /^The difference is -?[\d,.]+\.$/)
    t.equal(apart.status, 409)
    for (const [name, amount] of [
      ['Charge', 5],
      ['Charge', 5],
      ['Fee', 1],
    ] as const) {
      const line = (await lines()).find(
        (one: { description: string; status: string }) =>
          one.description === name && one.status === 'NEW',
      )
      await post('cost', '01-20', { '1110': -amount, '6401': amount })
      const done = await accountant.post(`/accounting/statement-lines/${line.id}/match`, {
        lines: [{ line_id: entries['cost']?.line }],
      })
      t.equal(done.data.status, 'MATCHED', done.message)
    }
    const own = await people.with('accountant', 'chief_accountant')
    const whole = await chief.post(`${path}/approve`)
    t.equal(whole.status, 200, whole.message)
    t.match(whole.data, { status: 'APPROVED', outstanding_payments: 505, uncleared_receipts: 5 })
    t.match(whole.data, { book_balance: 6_489, adjusted_bank: 6_489, difference: 0 }, 'as approved')
    t.match((await accountant.get(path, { format: 'json' })).data, { id: made.data.id })
    t.match(await accountant.get(path, { format: 'csv' }), {
      status: 400,
      message: /^format must be one of json, pdf/,
    })
    const stranger = await people.with('nurse')
    t.equal((await stranger.get(path, { format: 'pdf' })).status, 403)
    if (needsPoppler.skip === false) {
      const paper = await accountant.get(path, { format: 'pdf', lang: 'en' })
      keep('bank-reconciliation', paper.raw)
      const text = textOf(paper.raw).replace(/\s+/g, ' ')
      for (const said of [
        'Bank reconciliation',
        'Approved by',
        chief.user.full_name,
        'Payments that the bank has not made yet',
        'On the statement of the bank 6,989.00',
        'Less payments to come -505.00',
        'Plus receipts to come 5.00',
        'Bank, adjusted 6,489.00',
        'In the books 6,489.00',
        'Difference 0.00',
      ]) {
        t.ok(text.includes(said), said)
      }
      const swahili = textOf((await accountant.get(path, { format: 'pdf', lang: 'sw' })).raw)
      t.match(swahili, 'Usuluhishi wa benki')
    }
    const fixed = await accountant.post(
      `/accounting/statement-lines/${(await lineOf('Rent')).id}/unmatch`,
    )
    t.equal(fixed.message, `The reconciliation to ${day('01-31')} is APPROVED.`)
    const earlier = await accountant.post('/accounting/reconciliations', {
      ...body,
      statement_date: day('01-15'),
    })
    t.equal(
      earlier.message,
      `The statement to ${day('01-31')} is approved: reconcile in order.`,
      'ACC-66',
    )
    const next = await own.post('/accounting/reconciliations', {
      ...body,
      statement_date: day('02-10'),
      opening_balance: 1,
    })
    t.equal(next.message, 'The statement before ended with 6,989.')
    const good = await own.post('/accounting/reconciliations', {
      ...body,
      statement_date: day('02-10'),
      opening_balance: 6_989,
      closing_balance: 6_989,
    })
    await own.post(`/accounting/reconciliations/${good.data.id}/submit`)
    t.equal(
      (await own.post(`/accounting/reconciliations/${good.data.id}/approve`)).message,
      'You handed this in: somebody else must approve it.',
    )
    t.equal((await accountant.get('/accounting/reconciliations')).meta?.total, 2)
    const funding = await accountant.get('/accounting/funding-accounts', { kind: 'bank' })
    t.equal(funding.data[0].last_statement_on, day('01-31'))
  })

  t.test('a transfer meets two statements, each leg on its own day (ACC-61)', async (t) => {
    const posted = await books.post(
      accountant,
      { '1111': -7, '1112': 7 },
      { entry_date: day('02-10') },
    )
    t.equal(posted.status, 201, posted.message)
    const legOf = (code: string): string =>
      posted.data.lines.find((line: { account_code: string }) => line.account_code === code).id
    for (const [code, amount, on] of [
      ['1111', '-7.00', '02-10'],
      ['1112', '7.00', '02-12'],
    ] as const) {
      const account = { bank_account_id: books.id(code) }
      const text = `Date,Details,Amount\n${day(on)},Between our banks,${amount}\n`
      const sent = await send(accountant, { ...account, format: 'CSV' }, `${code}.csv`, text)
      t.equal(sent.status, 201, sent.message)
      const all = (await accountant.get('/accounting/statement-lines', account)).data
      const line = all.find(
        ({ description }: { description: string }) => description === 'Between our banks',
      )
      const matched = await accountant.post(`/accounting/statement-lines/${line.id}/match`, {
        lines: [{ line_id: legOf(code) }],
      })
      t.match(matched.data, { status: 'MATCHED', matched_line_id: legOf(code) }, matched.message)
    }
  })

  t.test('a file that is sent four times at once is brought in once (ACC-59)', async (t) => {
    const fields = { bank_account_id: books.id('1112'), format: 'CSV' }
    const text = `Date,Details,Amount\n${day('02-13')},Stamp,-2.00\n`
    const sent = await Promise.all(
      Array.from({ length: 4 }, () => send(accountant, fields, 'stamp.csv', text)),
    )
    const statuses = sent.map(({ status }) => status)
    t.same(
      statuses.toSorted((a, b) => a - b),
      [201, 409, 409, 409],
    )
    for (const { status, message } of sent) {
      if (status === 409) t.match(message, /^This file was imported on /)
    }
  })
})
