import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { verify } from '../../../../db/hospital/money/accounting/proofs/verify.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'
import { insured } from '../../../support/money/insured.ts'
import { priced } from '../../../support/money/prices.ts'

t.test('the account of a scheme (5.7, ACC-109)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  await priced(house)
  const desk = await insured(house)
  const { officer, cashier, clerk } = desk
  const biller = await house.people.with('billing')
  const supervisor = await house.people.with('supervisor')
  const { id, name } = await desk.scheme({ coverage_pct: 80 })
  const path = `/billing/schemes/${id}/account`
  t.match((await officer.get(path)).data, { scheme: name, opening: 0, lines: [], closing: 0 })
  const one = await desk.visit(id)
  const line = await one.charge('XRAY')
  const issued = await cashier.post(`/billing/bills/${line.bill_id}/issue`)
  t.match(issued.data, { scheme_share: 20_000, scheme_due: 20_000 }, issued.message)
  const account = await officer.get(path)
  t.match(account.data, {
    closing: 20_000,
    lines: [{ number: issued.data.number, debit: 20_000, credit: 0, balance: 20_000 }],
    under_appeal: 0,
    ageing: { not_due: 20_000, d1_30: 0, over_180: 0 },
  })
  const proof = async () => {
    const { checks } = await verify(house.system)
    t.same(
      checks.filter(({ state }) => state === 'FAILED'),
      [],
    )
    return checks.find((check) => check.id === 'ACC-109')
  }
  t.match(await proof(), { state: 'OK' }, 'bills and ledger say the same of each scheme')
  const note = await biller.post('/billing/credit-notes', {
    bill_id: line.bill_id,
    reason: 'Half of it was not done',
    reason_code: 'NOT_DONE',
    lines: [{ item_id: line.item_id, amount: 12_500 }],
  })
  t.equal((await supervisor.post(`/billing/credit-notes/${note.data.id}/issue`)).status, 200)
  t.match((await officer.get(path)).data, { closing: 10_000, ageing: { not_due: 10_000 } })
  await proof()
  const sheet = await officer.get(path, { format: 'csv' })
  t.match(sheet.headers['content-type'], /^text\/csv/)
  t.match(await officer.get(path, { from: '2026-04-02', to: '2026-04-01' }), {
    status: 400,
    message: 'from is after to.',
  })
  t.equal((await officer.get(`/billing/schemes/${newId()}/account`)).status, 404)
  t.equal((await clerk.get(path)).status, 403)
})
