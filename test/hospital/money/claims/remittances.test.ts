import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { ledgerOf, rebuilt } from '../../../support/money/books.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { remitting } from '../../../support/money/remitting.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('what schemes pay and deny', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-10T09:00:00.000Z')
  const scene = await remitting(t, house)
  const { cast, bank, sent, enter, posted, claimOf, balances } = scene
  const { officer, accountant, cashier } = cast

  t.test('a remittance that says nonsense is refused', async (t) => {
    const { claim, scheme_id } = await sent()
    const other = await cast.scheme()
    const line = { claim_id: claim.id, paid: 1000 }
    const before = await rowCounts()
    const cases: [Record<string, unknown>, number, string][] = [
      [{ amount: -1 }, 400, 'amount must not be negative.'],
      [{ amount: 10.005 }, 400, 'amount has more decimals than TZS allows.'],
      [{ amount: 1, received_on: '2026-03-11' }, 400, 'received_on is in the future.'],
      [{ amount: 1, account_id: nobody_id }, 404, 'account_id: no such funding account.'],
      [
        { amount: 1, lines: [{ ...line, claim_id: nobody_id }] },
        404,
        'lines[0].claim_id: no such claim of this scheme.',
      ],
      [
        { amount: 1, lines: [{ ...line, line_id: nobody_id }] },
        404,
        'lines[0].line_id: no such line of this claim.',
      ],
      [
        { amount: 1, lines: [{ ...line, paid: 0 }] },
        400,
        'lines[0].paid or denied must be more than 0.',
      ],
      // BIL-122
      [
        { amount: 1, lines: [{ ...line, denied: 5 }] },
        400,
        'lines[0].reason_code is required with denied.',
      ],
      [
        { amount: 1, lines: [{ ...line, denied: 5, reason_code: 'ZZ' }] },
        404,
        'lines[0].reason_code: no such reason.',
      ],
      [{ amount: 999, lines: [line] }, 409, 'Lines add up to 1,000, the money is 999.'],
      [
        { amount: 40_000, lines: [{ ...line, paid: 35_001 }] },
        409,
        `Claim ${claim.number}: only 35,000 is pending.`,
      ],
    ]
    for (const [body, status, message] of cases) {
      const refused = await enter(scheme_id, body)
      t.same([refused.status, refused.message], [status, message])
    }
    t.equal((await enter(other.id, { amount: 1000, lines: [line] })).status, 404)
    t.same(await rowCounts(), before)
    const made = await enter(scheme_id, { amount: 1000, lines: [line] })
    const twice = await enter(scheme_id, {
      amount: 5,
      reference: made.data.reference.toLowerCase(),
    })
    t.equal(
      twice.message,
      `${made.data.reference.toLowerCase()} was already entered as ${made.data.number}.`,
    )
    t.equal((await officer.post(`/billing/remittances/${made.data.id}/post`)).status, 403)
    const empty = await enter(scheme_id, { amount: 0 })
    t.equal(empty.status, 201, empty.message)
    t.match(await accountant.post(`/billing/remittances/${empty.data.id}/post`), {
      status: 409,
      message: `Remittance ${empty.data.number} holds no money and answers no line.`,
    })
    const changed = await officer.patch(`/billing/remittances/${made.data.id}`, { amount: 2000 })
    t.match(changed.data, { allocated: 1000, unallocated: 1000 })
  })

  t.test('money, withheld tax and what is left over are booked (P-25, BIL-123)', async (t) => {
    const { claim, scheme_id, batch_id, bill_id } = await sent()
    const codes = ['1203', '1304', '2202']
    const before = await balances(...codes)
    const money = bank.balance
    const done = await posted(scheme_id, {
      amount: 33_000,
      withheld_tax: 3000,
      certificate_no: 'W-1',
      lines: [{ claim_id: claim.id, paid: 35_000 }],
    })
    t.match(done, { status: 'POSTED', allocated: 35_000, unallocated: 1000, moves: [] })
    t.match(await claimOf(claim.id), {
      status: 'PAID',
      paid: 35_000,
      pending: 0,
      lines: [{ paid: 10_000 }, { paid: 25_000 }],
    })
    const after = await balances(...codes)
    t.same(
      codes.map((code) => (after[code] ?? 0) - (before[code] ?? 0)),
      [-35_000, 3000, 1000],
    )
    const now = (await accountant.get('/accounting/funding-accounts', { kind: 'bank' })).data[0]
    t.equal(now.balance - money, 33_000)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, {
      scheme_due: 0,
      status: 'SETTLED',
    })
    t.match((await officer.get(`/billing/claim-batches/${batch_id}`)).data, { status: 'SETTLED' })
    const path = `/billing/remittances/${done.id}`
    t.equal(
      (await officer.patch(path, { amount: 1 })).message,
      `Remittance ${done.number} is POSTED. It can: reverse.`,
    )
    const back = await accountant.post(`${path}/reverse`, { reason: 'Other scheme' })
    t.match(back.data, { status: 'REVERSED', reverse_reason: 'Other scheme' })
    t.match(await claimOf(claim.id), { status: 'SUBMITTED', paid: 0, pending: 35_000 })
    t.same(await balances(...codes), before)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, { scheme_due: 35_000 })
    t.match((await officer.get(`/billing/claim-batches/${batch_id}`)).data, {
      status: 'PART_SETTLED',
    })
  })

  t.test(
    'what a scheme pays too much is open, and stands in no way (BIL-121, ACC-111)',
    async (t) => {
      const proved = async () => {
        const { checks } = await verify(house.system, { only: ['ACC-109', 'ACC-111'] })
        return checks.map(({ id, failed }) => [id, failed])
      }
      const even = [
        ['ACC-109', 0],
        ['ACC-111', 0],
      ]
      const before = await balances('2202')
      const { claim, scheme_id } = await sent()
      const done = await posted(scheme_id, {
        amount: claim.pending + 100,
        lines: [{ claim_id: claim.id, paid: claim.pending }],
      })
      t.equal((await balances('2202'))['2202'], (before['2202'] ?? 0) + 100)
      t.same(await proved(), even, 'the books and what claims say agree')
      const aged = await accountant.get('/accounting/reports/aged-receivables')
      const unapplied = aged.data.credits.find(
        ({ grouping }: { grouping: string }) => grouping === 'unapplied',
      )
      t.equal(unapplied.difference, 0)
      t.ok(unapplied.rows.some((row: { party_id: string }) => row.party_id === scheme_id))
      await accountant.post(`/billing/remittances/${done.id}/reverse`, { reason: 'paid twice' })
      t.same(await proved(), even)
    },
  )

  t.test('what is denied is given up, or the patient’s, or appealed (P-26 to P-28)', async (t) => {
    const { claim, scheme_id, bill_id } = await sent()
    const [fbc, xray] = claim.lines
    await posted(scheme_id, {
      amount: 15_000,
      lines: [
        { claim_id: claim.id, line_id: fbc.id, paid: 0, denied: 10_000, reason_code: 'd02' },
        { claim_id: claim.id, line_id: xray.id, paid: 15_000, denied: 10_000, reason_code: 'D04' },
      ],
    })
    t.match(await claimOf(claim.id), { status: 'PART_PAID', paid: 15_000, denied: 20_000 })
    const open = await officer.get('/billing/denials', { decided: 'false', scheme_id })
    t.equal(open.data.length, 2)
    t.match(open.data[0], { undecided: 10_000, decision: 'NONE', days: 0 })
    const path = `/billing/claims/${claim.id}`
    t.match(
      (await officer.post(`${path}/close`)).message,
      /has denied lines that nobody decided\.$/,
    )
    const codes = ['1201', '1203', '1206', '4304']
    const before = await balances(...codes)
    const moved = async () => {
      const after = await balances(...codes)
      return codes.map((code) => (after[code] ?? 0) - (before[code] ?? 0))
    }
    const decide = (line_id: string, decision: string) =>
      officer.post(`${path}/decide`, { decisions: [{ line_id, decision }] })
    const unsigned = await decide(fbc.id, 'PATIENT')
    t.equal(
      unsigned.message,
      'The patient did not sign for Name of FBC: 10,000 cannot be asked for.',
    )
    t.equal((await decide(xray.id, 'PATIENT')).status, 200)
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, {
      status: 'ISSUED',
      balance: 10_000,
      moved_from_scheme: 10_000,
      scheme_due: 10_000,
    })
    t.same(await moved(), [10_000, -10_000, 0, 0])
    t.equal((await decide(xray.id, 'NONE')).status, 200)
    t.same(await moved(), [0, 0, 0, 0])
    await decide(xray.id, 'PATIENT')
    const appealed = await officer.post(`${path}/appeal`, {
      line_ids: [fbc.id],
      note: 'The finding is attached',
    })
    t.match(appealed.data, { status: 'APPEALED' })
    t.same(await moved(), [10_000, -20_000, 10_000, 0])
    await posted(scheme_id, {
      amount: 4000,
      lines: [
        { claim_id: claim.id, line_id: fbc.id, paid: 4000, denied: 6000, reason_code: 'D02' },
      ],
    })
    t.match(await claimOf(claim.id), { status: 'DENIED_FINAL', paid: 19_000, denied: 16_000 })
    t.same(await moved(), [10_000, -20_000, 6000, 0])
    const given_up = await decide(fbc.id, 'ACCEPT')
    t.equal(given_up.status, 200, given_up.message)
    t.same(await moved(), [10_000, -20_000, 0, -6000], 'a loss stands against income')
    const closed = await officer.post(`${path}/close`)
    t.match(closed.data, { status: 'CLOSED', moves: [] })
    t.match((await cashier.get(`/billing/bills/${bill_id}`)).data, { scheme_due: 0 })
    t.equal(
      (await decide(fbc.id, 'NONE')).message,
      `Claim ${claim.number} is CLOSED. Nothing more can be done with it.`,
    )
  })

  t.test('a decision is undone on its day alone; appeals have an end (BIL-125)', async (t) => {
    const { claim, scheme_id } = await sent({ appeal_days: 10 })
    const done = await posted(scheme_id, {
      amount: 0,
      lines: [{ claim_id: claim.id, paid: 0, denied: 35_000, reason_code: 'D01' }],
    })
    t.match(await claimOf(claim.id), { status: 'DENIED', denied: 35_000 })
    const [line] = claim.lines
    const path = `/billing/claims/${claim.id}`
    const decide = (decision: string, by = officer) =>
      by.post(`${path}/decide`, { decisions: [{ line_id: line.id, decision }] })
    t.equal((await decide('NONE')).message, 'Name of FBC was not decided.')
    await decide('ACCEPT')
    t.equal((await decide('ACCEPT')).message, 'Nothing of Name of FBC is left to decide.')
    const built = await accountant.post(`/billing/remittances/${done.id}/reverse`, {
      reason: 'Mistyped',
    })
    t.match(built.message, /was decided upon after remittance/)
    clock.advance(days(11))
    const later = await house.people.with('insurance')
    t.equal(
      (await decide('NONE', later)).message,
      'Name of FBC was decided on 2026-03-10: it stands.',
    )
    const late = await later.post(`${path}/appeal`, {
      line_ids: [claim.lines[1].id],
      note: 'Too late',
    })
    t.match(late.message, /took appeals on claim .* until 2026-03-20\.$/)
    clock.freeze('2026-03-10T09:00:00.000Z')
  })

  t.test('reasons are the hospital’s own; one that was used stays', async (t) => {
    const [first] = (await officer.get('/billing/denial-reasons')).data
    t.match(first, { code: 'D01', kind: 'TECHNICAL' })
    const only = { reasons: [{ code: 'X1', name: 'Other words', kind: 'OTHER' }] }
    const refused = await officer.put('/billing/denial-reasons', only)
    t.match(refused.message, /^Reason D0\d was used: it can only be deactivated\.$/)
  })

  t.test('what schemes owe in the ledger is what their bills say (BIL-17)', async (t) => {
    const bills = (await cashier.get('/billing/bills', { per_page: '200' })).data
    const due = bills.reduce((sum: number, one: { scheme_due: number }) => sum + one.scheme_due, 0)
    const { 1203: owed = 0, 1206: appealed = 0 } = await balances('1203', '1206')
    t.equal(owed + appealed, due)
    for (const one of bills) {
      const { patient_share, moved_from_scheme, paid, balance } = one
      t.equal(patient_share + moved_from_scheme, paid + balance, one.number)
    }
  })

  t.test('a scheme in the books keeps its account (decision 0226)', async (t) => {
    const { scheme_id } = await sent({})
    const { name } = (await officer.get(`/billing/schemes/${scheme_id}`)).data
    const other = (await ledgerOf(house)).id('1204')
    for (const change of [{ account_id: other }, { kind: 'NATIONAL' }]) {
      const refused = await officer.patch(`/billing/schemes/${scheme_id}`, change)
      t.equal(refused.status, 409)
      t.equal(refused.message, `${name} has entries in the books: its account stays.`)
    }
    const kept = await officer.patch(`/billing/schemes/${scheme_id}`, { kind: 'COMMUNITY' })
    t.equal(kept.status, 200, kept.message)
    const fresh = await cast.scheme({})
    const moved = await officer.patch(`/billing/schemes/${fresh.id}`, { account_id: other })
    t.equal(moved.status, 200, moved.message)
  })

  t.test('its documents give its entries anew (ACC-93)', (t) => rebuilt(t, house))
})
