// Clients, what they owe, and pay from the command line (commercial 8, people 8).

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operator } from '../../../db/core/caller.ts'
import { openDeployment } from '../../../db/appliance/deployment/deployment.ts'
import { raiseBill } from '../../../db/hospital/money/billing/bills/raise.ts'
import { only } from '../../../db/hospital/office/hospitals/hospitals.ts'
import { bringAreas } from '../../../db/hospital/start.ts'
import { activate } from '../../../db/hospital/trade/clients/moves.ts'
import { clients } from '../../../db/hospital/trade/clients/tables.ts'
import { within } from '../../../db/store/connection.ts'
import { configurationIn } from '../../support/programs/deployment.ts'
import { folder } from '../../support/folder.ts'
import { initialised, typed, typedJson } from '../../support/programs/typed.ts'

const dir = join(folder(t), 'data')
const at = ['--data', dir]
await initialised(dir)

const file = (name: string, ...lines: string[]): string => {
  const path = join(folder(t), name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

/** A bill of the client that is called so, and one of a name that means nobody. */
async function billed(name: string): Promise<void> {
  const opened = await openDeployment(configurationIn(dir), {
    purpose: 'write',
    command: 'a test',
    env: {},
  })
  bringAreas()
  const hospital = await only()
  const by = operator(hospital?.id ?? '', 'cli:test')
  const client = await clients.find({ hospital_id: by.hospital_id, name_key: name.toLowerCase() })
  await within(() => activate(by, client?.id ?? '', null))
  const items = [{ description: 'Health checks', quantity: 1, unit_price: 118_000 }]
  const more = { items, source: 'test', issue: true }
  await within(() =>
    raiseBill(by, { ...more, client_id: client?.id ?? '', payer: name, source_id: 'one' }),
  )
  await opened.close()
}

const head = 'name,kind,phone,credit_limit,payment_terms_days,discount_pct'

t.test('clients', async (t) => {
  t.test('a file of them: the first bad row refuses it, unless --partial is said', async (t) => {
    const path = file(
      'clients.csv',
      head,
      'CRDB Bank,CORPORATE,0712345678,"5,000,000",30,2.5',
      'Shule Bora,SCHOOLS,,,,',
    )
    const refused = await typed(['clients', 'import', path, '--yes', ...at])
    t.not(refused.code, 0)
    t.match(refused.err, /row 3: kind must be one of CORPORATE/)
    t.match((await typedJson(['clients', 'list', ...at])).data, [], 'nothing was written')
    const made = await typedJson(['clients', 'import', path, '--partial', '--yes', ...at])
    t.match(made, { data: { rows: 2, created: 1, refused: [{ row: 3 }] } })
    const again = await typedJson(['clients', 'import', path, '--partial', '--yes', ...at])
    t.match(again, { data: { created: 0, changed: 1 } })
    const bad = file('numbers.csv', head, 'Other Ltd,NGO,,much,,')
    const wrong = await typed(['clients', 'import', bad, '--yes', ...at])
    t.match(wrong.err, /row 2: credit_limit must be a number: "much"/)
  })

  t.test('one of them, held and released', async (t) => {
    const shown = await typed(['clients', 'show', 'crdb bank', ...at])
    t.equal(shown.code, 0, shown.err)
    t.match(shown.out, /CL-00001 CRDB Bank/)
    t.match(shown.out, /Limit +5,000,000/)
    const held = ['clients', 'hold', 'CL-00001', '--reason', 'Cheques bounce', ...at]
    t.match(await typed(held), { code: 0 })
    t.match((await typedJson(['clients', 'list', '--on-hold', ...at])).data, [
      { reference: 'CL-00001', holds: [{ kind: 'MANUAL', reason: 'Cheques bounce' }] },
    ])
    const release = ['clients', 'release', 'CL-00001', '--reason', 'They have paid', ...at]
    t.match(await typed(release), { code: 0 })
    t.same((await typedJson(['clients', 'list', '--on-hold', ...at])).data, [])
    t.match(await typed(['clients', 'show', 'CL-00099', ...at]), {
      err: /no client CL-00099/,
    })
    const named = ['clients', 'aliases', 'CL-00001', '--add', 'CRDB Plc', ...at]
    t.match(await typed(named), { code: 0, out: /0 open bills/ })
    t.match((await typedJson(['clients', 'show', 'crdb plc', ...at])).data, {
      payer_names: ['CRDB Plc'],
    })
    t.same((await typedJson(['clients', 'unmatched', ...at])).data, [])
  })

  t.test('what they owe, on the screen, in a file and on paper', async (t) => {
    await billed('CRDB Bank')
    const csv = join(folder(t), 'receivables.csv')
    const listed = await typed(['receivables', '--csv', csv, ...at])
    t.equal(listed.code, 0, listed.err)
    t.match(listed.out, /CL-00001 +CRDB Bank/)
    t.match(readFileSync(csv, 'utf8'), /^reference,name,not_due/)
    t.match(readFileSync(csv, 'utf8'), /CL-00001,CRDB Bank,1180,/)
    const out = join(folder(t), 'statement.pdf')
    const printed = await typed(['clients', 'statement', 'CL-00001', '--out', out, ...at])
    t.equal(printed.code, 0, printed.err)
    t.equal(readFileSync(out).subarray(0, 5).toString(), '%PDF-')
  })

  t.test('quotations and discounts', async (t) => {
    t.match(await typedJson(['quotations', 'expire', '--dry-run', ...at]), { data: [] })
    t.match(await typedJson(['quotations', 'list', ...at]), { data: [] })
    t.match(await typedJson(['discounts', 'report', '--by', 'month', ...at]), { data: [] })
  })
})

t.test('staff and pay', async (t) => {
  t.match(await typedJson(['staff', 'list', '--status', 'NOTICE', ...at]), { data: [] })
  t.match(await typed(['staff', 'show', 'ST-00099', ...at]), {
    err: /no staff member ST-00099/,
  })
  const tables = await typedJson(['payroll', 'tables', '--code', 'paye', ...at])
  const codes = (tables.data as { code: string }[]).map(({ code }) => code)
  t.same([...new Set(codes)], ['PAYE'])
  const tried = await typedJson(['payroll', 'try', '--gross', '1,500,000', ...at])
  const { gross, net } = tried.data as { gross: number; net: number }
  t.equal(gross, 1_500_000)
  t.ok(net < gross)
  t.match(await typedJson(['payroll', 'runs', ...at]), { data: [] })
  t.match(await typed(['payroll', 'status', '2026-03', ...at]), {
    err: /no payroll run 2026-03/,
  })
})
