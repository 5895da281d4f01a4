// Bills, shifts and debtors from the command line (billing 8).

import { join } from 'node:path'
import t from 'tap'
import { operator } from '../../../db/core/caller.ts'
import { days, instantIn } from '../../../db/core/clock.ts'
import { run, within } from '../../../db/store/connection.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { charge } from '../../../db/hospital/money/billing/charges/charge.ts'
import { issue } from '../../../db/hospital/money/billing/bills/issue.ts'
import { only } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { registerUnknown } from '../../../db/hospital/desk/patients/register/unknown.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { tariffs } from '../../../db/hospital/money/tariff/tables.ts'
import { sql } from '../../../db/store/sql.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const dir = join(folder(t), 'data')
const at = ['--data', dir]
await initialised(dir)

/** An issued bill, and an order that nobody came for since a month. */
async function billed(): Promise<string> {
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  bringAreas()
  const hospital = await only()
  const by = operator(hospital?.id ?? '', 'cli:test')
  const number = await within(async () => {
    const { hospital_id } = by
    await tariffs.insert({
      hospital_id,
      code: 'FBC',
      name: 'Full blood count',
      category: 'Laboratory',
      price: 500_000,
      payer: null,
      payer_key: '',
      effective_from: '2020-01-01',
      changed_by_name: 'test',
    })
    const patient = await registerUnknown(by, { sex: 'Female', unknown_label: 'Woman, market' })
    const order = { patient_id: patient.id, code: 'FBC', quantity: 1, source: 'order' }
    const first = await charge(by, { ...order, source_id: 'one' })
    const bill = await issue(by, first.bill_id)
    await charge(by, { ...order, source_id: 'two' })
    return bill.number ?? ''
  })
  await within(() =>
    run(sql`update bill_items set created_at = ${instantIn(-days(30))},
      service_date = ${instantIn(-days(30)).slice(0, 10)} where source_id = 'two'`),
  )
  await opened.close()
  return number
}

t.test('bills, shifts and debtors', async (t) => {
  const number = await billed()
  t.test('bills show prints a bill with its lines', async (t) => {
    const shown = await typed(['bills', 'show', number.toLowerCase(), ...at])
    t.equal(shown.code, 0, shown.err)
    t.match(shown.out, new RegExp(`^${number} .*ISSUED`))
    t.match(shown.out, /Full blood count +1 +5,000 +5,000 +PENDING/)
    t.match(shown.out, /Total 5,000 {3}paid 0 {3}owed 5,000/)
    const json = await typedJson(['bills', 'show', number, ...at])
    t.match(json.data, { number, status: 'ISSUED', balance: 5_000 })
    const none = await typed(['bills', 'show', 'INV-1999-000001', ...at])
    t.not(none.code, 0)
    t.match(none.err, /No such bill/)
  })
  t.test('bills lapse --dry-run names what the night takes off; once it is off', async (t) => {
    const looked = await typed(['bills', 'lapse', '--dry-run', ...at])
    t.equal(looked.code, 0, looked.err)
    t.match(looked.out + looked.err, /take off Full blood count/)
    const done = await typedJson(['bills', 'lapse', '--yes', ...at])
    t.match(done.data, { dropped: 1, credited: 0, kept: 0 })
    t.match(await typedJson(['bills', 'lapse', '--yes', ...at]), { meta: { changed: false } })
  })
  t.test('shifts and debtors', async (t) => {
    const shifts = await typedJson(['shifts', 'list', '--open', ...at])
    t.same(shifts.data, [])
    const debtors = await typedJson(['debtors', 'list', ...at])
    t.match(debtors.data, [{ balance: 5_000, not_due: 5_000 }])
    t.match((await typed(['debtors', 'list', ...at])).out, /Owed/)
  })
})
