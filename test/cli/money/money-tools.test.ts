// Policy, prices, schemes, drawers, payments and papers from the command line (billing 8).

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run } from '../../../db/store/connection.ts'
import { open as writeBill } from '../../../db/hospital/money/billing/charges/by-hand.ts'
import { issue } from '../../../db/hospital/money/billing/bills/issue.ts'
import { pay } from '../../../db/hospital/money/billing/payments/payments.ts'
import { open as openDrawer } from '../../../db/hospital/money/drawers/drawers.ts'
import { open as openShift } from '../../../db/hospital/money/drawers/shifts.ts'
import { open as openScheme } from '../../../db/hospital/money/tariff/schemes.ts'
import { sql } from '../../../db/store/sql.ts'
import { moneyDesk } from '../../support/money/money-desk.ts'
import { textOf } from '../../support/pdf.ts'

t.setTimeout(600_000)
const desk = await moneyDesk(t, { juma: ['cashier'], rehema: ['supervisor'], peter: ['reception'] })
const juma = desk.person('juma')
const path = (name: string): string => join(desk.dir, '..', `${desk.hospital_id}-${name}`)
const file = (name: string, text: string): string => {
  writeFileSync(path(name), text)
  return path(name)
}

const { shift, bill, receipt } = await desk.work(async () => {
  const { patient_id, facility_id } = desk
  const drawer = await openDrawer(juma, { name: 'Window 1', facility_id })
  const opened = await openShift(juma, {
    drawer_id: drawer.id,
    denominations: [{ value: 10_000, count: 2 }],
    reason: 'The float of the test',
  })
  const { id } = await writeBill(juma, { patient_id, items: [{ code: 'FBC' }, { code: 'ESR' }] })
  const issued = await issue(juma, id)
  const paid = await pay(juma, id, { amount: 5000, method: 'Cash' })
  await openScheme(juma, { code: 'NHIF', name: 'National fund', kind: 'NATIONAL' })
  return { shift: opened.number, bill: issued.number ?? '', receipt: paid.payment.number ?? '' }
})

t.test('billing policy: one field at a time', async (t) => {
  t.match(await desk.json('billing', 'policy', 'get'), { data: { refund_people: 3 } })
  t.match(await desk.type('billing', 'policy', '--field', 'data.refund_people'), { out: '3\n' })
  const set = (...words: string[]) => desk.type('billing', 'policy', 'set', ...words)
  t.match(await set('refund_people', '2', '--dry-run'), { code: 0, out: /set refund_people to 2/ })
  t.match(await set('refund_people', '2'), { code: 0 })
  t.match(await set('two_person.waiver', 'off'), { code: 0 })
  t.match(await set('reminder_days', '5, 20'), { code: 0 })
  t.match(await desk.json('billing', 'policy', 'get'), {
    data: {
      refund_people: 2,
      two_person: { waiver: false, expense: true },
      reminder_days: [5, 20],
    },
  })
  t.match(await set('refund_people', 'null'), { code: 0 }, 'back to what is shipped')
  for (const [words, said] of [
    [['refund_people', '9'], /^kituo: refund_people must/],
    [['refund_people', 'three'], /^kituo: refund_people must/],
    [['refund_peopel', '2'], /there is no field refund_peopel in the policy.*refund_people/],
    [['waiver', 'off'], /there is no field waiver/],
    [['two_person', 'off'], /there is no field two_person/],
    [['two_person.gardener', 'off'], /gardener/],
    [['waiver_self_limit', '-1'], /waiver_self_limit must not be negative/],
  ] as const) {
    t.match(await set(...words), { code: 2, err: said }, words.join(' '))
  }
  t.match(await set('refund_people', '2', ...desk.as('peter')), { code: 9 })
})

t.test('billing flow: what a patient pays first', async (t) => {
  const set = (...words: string[]) => desk.type('billing', 'flow', 'set', ...words)
  t.match(await set(), { code: 2, err: /needs --consultation/ })
  t.match(await set('--consultation', 'NOWHERE'), { code: 3, err: /not in the price list/ })
  t.match(await set('--pay-first', 'maybe'), { code: 2 })
  t.match(await set('--consultation', 'fbc', '--pay-first', 'on'), { code: 0 })
  t.match(await desk.type('billing', 'flow', 'show'), {
    code: 0,
    out: /Consultation +FBC Full blood count 5,000\n[^]*Paid before service +yes/,
  })
})

t.test('tariffs: out, in, and moved all together', async (t) => {
  t.match(await desk.type('tariffs', 'export', '--out', path('prices.csv')), { code: 0 })
  const text = readFileSync(path('prices.csv'), 'utf8')
  t.match(text, 'FBC,Full blood count,5000,,,Laboratory')
  t.match(await desk.type('tariffs', 'import', path('prices.csv'), '--dry-run'), {
    code: 0,
    out: '1. 0 new prices, 0 changed, 2 as they are\n',
  })
  const bad = file('bad.csv', 'code,name,price\nNEW,New,12000\nFBC,Full blood count,-4\n')
  t.match(await desk.type('tariffs', 'import', bad, '--yes'), {
    code: 3,
    err: /row 3: price .+ Nothing was brought in/,
  })
  const good = file('good.csv', 'code,name,price,category\nNEW,New scan,12000,Radiology\n')
  t.match(await desk.type('tariffs', 'import', good), { code: 2, err: /add --yes/ })
  t.match(await desk.json('tariffs', 'import', good, '--yes'), { data: { added: 1 } })
  t.match(await desk.json('tariffs', 'import', good, '--yes'), { meta: { changed: false } })
  t.match(await desk.type('tariffs', 'list', '--category', 'Radiology'), {
    code: 0,
    out: /NEW +New scan +12,000 +Radiology/,
  })
  const adjust = ['tariffs', 'adjust', '--category', 'Laboratory', '--from', '2031-01-01']
  t.match(await desk.type(...adjust, '--pct', '5', '--round', '100', '--dry-run'), {
    code: 0,
    out: /^1\. ESR Sedimentation rate: 3,333 to 3,500\n2\. FBC Full blood count: 5,000 to 5,300\n$/,
  })
  t.match(await desk.json(...adjust, '--pct', '5', '--round', '100', '--yes'), {
    data: { changed: 2 },
  })
  t.match(await desk.json('tariffs', 'list', '--on', '2031-01-01', '--search', 'FBC'), {
    data: [{ price: 5300 }],
  })
  t.match(await desk.json('tariffs', 'list', '--search', 'FBC'), { data: [{ price: 5000 }] })
  t.match(await desk.type(...adjust, '--pct', 'five', '--yes'), { code: 2 })
  t.match(await desk.type(...adjust, '--pct', '-100', '--yes'), { code: 2 })
  t.match(await desk.type(...adjust, '--pct', '5', '--round', '0', '--yes'), { code: 2 })
})

t.test('schemes and claims', async (t) => {
  const rules = file(
    'rules.csv',
    'code,category,covered,coverage_pct,preauth_required\nFBC,,yes,80,\n,Radiology,no,,\nESR,,yes,eighty,\n',
  )
  const bring = (...words: string[]) =>
    desk.type('schemes', 'import-rules', 'nhif', rules, ...words)
  const looked = await bring('--dry-run')
  t.match(looked.out, '3 rows: 2 new, 0 changed, 0 as they are, 1 refused.')
  t.match(looked.err, /row 4: coverage_pct must/)
  t.match(await bring('--yes'), { code: 20, out: /2 new/ })
  t.match(await bring('--yes'), { code: 20, out: /0 new, 0 changed, 2 as they are/ })
  t.match(await desk.type('schemes', 'import-rules', 'AAR', rules, '--yes'), {
    code: 2,
    err: /there is no scheme AAR/,
  })
  t.match(await desk.type('schemes', 'list'), {
    code: 0,
    out: /NHIF +National fund +NATIONAL +yes/,
  })
  t.match(await desk.json('claims', 'check', '--scheme', 'NHIF', '--month', '2026-01'), {
    data: { ready: 0, with_errors: 0 },
  })
  t.match(await desk.type('claims', 'check', '--scheme', 'NHIF', '--month', 'May'), { code: 2 })
  t.match(await desk.type('claims', 'check', '--scheme', 'X', '--month', '2026-01'), { code: 2 })
  t.match(await desk.type('claims', 'submit', 'BCH-1', '--yes'), { code: 2, err: /no batch/ })
  t.same((await desk.json('claims', 'list', '--scheme', 'NHIF')).data, [])
})

t.test('drawers, payments and a bill on paper', async (t) => {
  t.match(await desk.json('drawers', 'list'), {
    data: [{ name: 'Window 1', branch: 'MAIN', shift, expected: 25_000 }],
  })
  t.match(await desk.type('payments', 'list'), { code: 0, out: new RegExp(`${receipt} .+5,000`) })
  t.match(await desk.type('payments', 'show', receipt.toLowerCase()), {
    code: 0,
    out: new RegExp(`Receipt +${receipt}[^]+${bill} +5,000`),
  })
  t.match(await desk.type('payments', 'show', 'RCT-1999-000001'), { code: 2 })
  t.match(await desk.type('payments', 'list', '--from', 'monday'), { code: 2 })

  const draw = (number: string, name: string, ...words: string[]) =>
    desk.type('documents', 'render', number, '--out', path(name), ...words)
  t.match(await draw(bill, 'invoice.pdf', '--lang', 'en', '--theme', 'ruled'), { code: 0 })
  t.match(textOf(readFileSync(path('invoice.pdf'))), bill)
  t.match(await draw(receipt, 'receipt.pdf', '--paper', 'ROLL80', '--lang', 'sw'), { code: 0 })
  t.match(await draw(receipt, 'receipt.pdf'), { code: 2, err: /is there already/ })
  t.match(await draw('INV-1999-000001', 'none.pdf'), { code: 2, err: /there is no paper/ })
  t.match(await draw(bill, 'none.pdf', '--theme', 'floral'), { code: 2 })
  t.match(await draw(shift, 'none.pdf'), { code: 3, err: /not closed yet/ })
  t.notOk(existsSync(path('none.pdf')))
})

t.test('shifts: a supervisor closes the one of somebody who went away; its Z report', async (t) => {
  const shut = (...words: string[]) => desk.type('shifts', 'force-close', shift, ...words)
  const why = ['--reason', 'went home ill']
  t.match(await desk.type('shifts', 'z', shift, '--out', path('z.pdf')), { code: 3 })
  t.match(await shut('--counted', '24000', '--yes'), { code: 2, err: /--reason/ })
  t.match(await shut('--counted', 'all', '--yes', ...why), { code: 2 })
  t.match(await shut('--counted', '24003', '--yes', ...why), { code: 2, err: /no coins and notes/ })
  t.match(await shut('--counted', '24000', '--piece', '5000:1', '--yes', ...why), { code: 2 })
  t.match(await shut('--counted', '24000', '--left', '30000', '--yes', ...why), { code: 2 })
  t.match(await shut('--counted', '24000', '--yes', ...why, ...desk.as('juma')), { code: 9 })
  t.match(await shut('--counted', '24,000', '--dry-run', ...why), {
    code: 0,
    out: /close .+ with 24,000; 25,000 is expected/,
  })
  const closed = await shut(
    '--counted',
    '24000',
    '--left',
    '4000',
    '--yes',
    ...why,
    ...desk.as('rehema'),
  )
  t.match(closed, { code: 0, out: `${shift} is closed, Z 1: 24,000 counted, 25,000 expected.\n` })
  t.match(await shut('--counted', '24000', '--yes', ...why), { code: 3 })
  t.same((await desk.json('shifts', '--open')).data, [])
  t.match(await desk.type('shifts', 'z', shift, '--out', path('z.pdf'), '--lang', 'en'), {
    code: 0,
  })
  t.match(textOf(readFileSync(path('z.pdf'))), shift)
  t.match(await desk.type('shifts', 'z', 'SHF-1999-1', '--out', path('y.pdf')), { code: 2 })
  t.match(await desk.type('books', 'verify'), { code: 0, out: / 0 fail\.\n$/ })
})

t.test('shifts --open: the limit counts the open ones alone', async (t) => {
  const open = await desk.work(async () => {
    const { facility_id } = desk
    const drawer = await openDrawer(juma, { name: 'Window 2', facility_id })
    const { number, id } = await openShift(juma, {
      drawer_id: drawer.id,
      denominations: [{ value: 10_000, count: 1 }],
      reason: 'The float of the test',
    })
    await run(sql`update shifts set opened_at = '2020-01-01T06:00:00.000Z' where id = ${id}`)
    return number
  })
  t.match(await desk.json('shifts', '--limit', '1'), { data: [{ number: shift }] })
  t.match(await desk.json('shifts', '--open', '--limit', '1'), {
    message: '1 open.',
    data: [{ number: open, status: 'OPEN' }],
    meta: { total: 1 },
  })
})

t.test('documents samples: every paper in each look and language', async (t) => {
  const out = path('samples')
  t.match(await desk.type('documents', 'samples', '--out', out), { code: 0, out: /84 papers/ })
  const names = readdirSync(out)
  t.equal(names.length, 84)
  for (const name of names) {
    t.equal(readFileSync(join(out, name)).subarray(0, 5).toString(), '%PDF-', name)
  }
  const text = textOf(readFileSync(join(out, 'invoice-500-lines-band-en.pdf')))
  t.match(text, /Carried(?: forward)?/)
  t.match(text, /Brought(?: forward)?/)
})
