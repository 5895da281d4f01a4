// ACC-93: what the documents say, held against what stands; and every way in which they can differ.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { run, within } from '../../../../db/store/connection.ts'
import { post } from '../../../../db/hospital/money/accounting/posting/post.ts'
import { replay } from '../../../../db/hospital/money/accounting/proofs/replay.ts'
import { ledger_heads } from '../../../../db/hospital/money/accounting/tables.ts'
import { payments } from '../../../../db/hospital/money/billing/payments/tables.ts'
import { newId } from '../../../../db/core/ids.ts'
import { sql } from '../../../../db/store/sql.ts'
import { ledgerOf } from '../../../support/money/books.ts'
import { boot } from '../../../support/boot.ts'
import { priced } from '../../../support/money/prices.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('the entries are built anew from their documents', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  const { hospital_id } = system
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const clerk = await people.with('reception')
  const cashier = await people.with('cashier')
  const biller = await people.with('billing')
  const books = await ledgerOf(house)
  const head = async () => (await ledger_heads.find({ hospital_id }))?.chain_no ?? 0
  const billed = async (code: string) => {
    const { id } = await somebody(clerk)
    const made = await biller.post('/billing/bills', { patient_id: id, items: [{ code }] })
    return (await biller.post(`/billing/bills/${made.data.id}/issue`)).data
  }
  let slips = 0
  const paid = async (bill_id: string, amount: number) => {
    slips += 1
    const body = { amount, method: 'Card', reference: `SLIP-${slips}` }
    return (await cashier.post(`/billing/bills/${bill_id}/payments`, body)).data.payment
  }
  const taxed = await billed('TAXED')
  const other = await billed('FBC')
  const first = await paid(taxed.id, 1_000)
  const before = await head()
  const second = await paid(other.id, 9_000)
  const found = async (from = 1, to?: number) =>
    replay(system, { from, ...(to === undefined ? {} : { to }) })

  t.test('nothing differs, and a part of the chain is a part of them', async (t) => {
    t.match(await found(), { entries: 4, count: 0, differences: [] })
    t.match(await found(before + 1), { entries: 1, count: 0 })
    t.match(await found(1, before), { entries: 3, count: 0 })
  })

  t.test('an amount that was changed in a document is told by account', async (t) => {
    const share = (by: number) =>
      within(() =>
        run(sql`update bills set patient_share = patient_share + ${by} where id = ${taxed.id}`),
      )
    await share(25)
    const { differences, count } = await found()
    t.equal(count, 1)
    t.match(differences[0], {
      what: 'amount',
      source: 'BILL_ISSUE',
      document: taxed.number,
      entry: /^JE-2026-/,
    })
    const [one] = differences
    t.equal(Math.round(((one?.replayed ?? 0) - (one?.ledger ?? 0)) * 100), 25)
    await share(-25)
    t.equal((await found()).count, 0)
  })

  t.test('so is a day', async (t) => {
    const dated = (day: string) =>
      within(() => payments.change({ hospital_id, id: first.id }, { business_date: day }))
    await dated('2026-03-30')
    const { differences } = await found()
    t.match(differences, [
      { what: 'date', source: 'PAYMENT', document: first.number, where: '2026-03-31 / 2026-03-30' },
    ])
    await dated('2026-03-31')
  })

  t.test('a document without its entry is missing in the books', async (t) => {
    const row = await payments.find({ hospital_id, id: second.id })
    if (row === undefined) throw new Error('there is no receipt')
    const { id: _id, created_at: _c, updated_at: _u, version: _v, ...rest } = row
    const id = newId()
    await within(() => payments.insert({ ...rest, id, number: 'LOST', reference_key: null }))
    const { count, differences } = await found()
    t.equal(count, 3, 'money, bill and what was kept')
    for (const one of differences) {
      t.match(one, {
        what: 'missing',
        source: 'PAYMENT',
        document: 'LOST',
        entry: null,
        ledger: null,
      })
    }
    await within(() => payments.remove({ hospital_id, id }))
  })

  t.test('an entry of a posting event that no document gave is one too many', async (t) => {
    const source_id = newId()
    const { reference } = await within(() =>
      post(system, {
        source: 'WRITE_OFF',
        source_id,
        memo: 'A stranger',
        lines: [
          { account_id: books.id('1110'), debit: 5, facility_id: house.facility_id },
          { account_id: books.id('3101'), credit: 5, facility_id: house.facility_id },
        ],
      }),
    )
    t.match(await found(), {
      count: 1,
      differences: [{ what: 'extra', source: 'WRITE_OFF', document: source_id, entry: reference }],
    })
    t.equal((await found(1, before)).count, 0, 'outside the part that is asked for')
  })
})
