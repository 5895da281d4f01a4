import t from 'tap'
import { clock, nextDay } from '../../../../db/core/clock.ts'
import { today } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { pricesNeedTwo, tariffsUsed } from '../../../../db/hospital/neighbours/billing.ts'
import { priceForClient } from '../../../../db/hospital/neighbours/commercial.ts'
import { priceOf } from '../../../../db/hospital/money/tariff/prices.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { multipart } from '../../../support/files.ts'

const nobody_id = '01a20000-1de4-7573-b853-57b97905f91d'
const path = '/billing/tariffs'

t.test('price lists', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-10T09:00:00.000Z')
  const day = await today(system)
  const manager = await people.with('manager')
  const other = await people.with('manager')
  const cashier = await people.with('cashier')
  const add = async (body: Record<string, unknown>) => {
    const made = await manager.post(path, body)
    t.equal(made.status, 201, made.message)
    return made.data
  }
  const cost = async (code: string, more: Partial<Parameters<typeof priceOf>[1]> = {}) => {
    const { price, reason } = await priceOf(system, { code, date: day, ...more })
    return [price, reason]
  }

  t.test('a price is a row of one code for one payer from a day on', async (t) => {
    const made = await add({ code: 'cons-1', name: 'Consultation', price: 10_000 })
    t.match(made, {
      code: 'cons-1',
      price: 10_000,
      category: 'Other',
      payer: null,
      effective_from: day,
      status: 'CURRENT',
      pending: false,
      version: 1,
    })
    const found = await cashier.get(path, { search: 'cons' })
    t.same(
      found.data.map(({ id }: { id: string }) => id),
      [made.id],
    )
    const one = await cashier.get(`${path}/${made.id}`)
    t.equal(one.data.versions.length, 1)
    t.equal((await cashier.post(path, { code: 'X', name: 'X' })).status, 403)
  })

  const bad: [string, Record<string, unknown>, number, string][] = [
    ['no code', { code: undefined }, 400, 'code is required.'],
    ['a price below nothing', { price: -1 }, 400, 'price must not be negative.'],
    ['a price that is a word', { price: 'abc' }, 400, 'price must be a number.'],
    [
      'more decimals than the currency has',
      { price: 10.005 },
      400,
      'price has more decimals than TZS allows.',
    ],
    ['another category', { category: 'Food' }, 400, ''],
    ['a day that is none', { effective_from: '2026-02-30' }, 400, ''],
    [
      'a price from before today, and nobody says why (BIL-165)',
      { effective_from: '2026-03-09' },
      400,
      'reason is required for a price from before today.',
    ],
    [
      'an end before the beginning',
      { effective_from: '2026-03-10', effective_to: '2026-03-09' },
      400,
      'effective_to is before effective_from.',
    ],
    ['an unknown department', { department: 'Nowhere' }, 400, 'department "Nowhere" is not known.'],
    ['an unknown tax', { tax_code: 'NONE' }, 404, 'tax_code: no such tax rate.'],
    ['an unknown account', { account_id: nobody_id }, 404, 'account_id: no such account.'],
    [
      'contents nobody has',
      { contents: [{ code: 'NOPE', quantity: 1 }] },
      404,
      'contents[0].code: no such code in the price list.',
    ],
    [
      'a code and day twice',
      { code: 'Cons-1', effective_from: '2026-03-10' },
      409,
      'CONS-1 for everybody already has a price from 2026-03-10.',
    ],
  ]
  for (const [what, body, status, message] of bad) {
    t.test(`a price is refused: ${what}`, async (t) => {
      const before = await rowCounts()
      const refused = await manager.post(path, { code: 'BAD', name: 'Bad', price: 1, ...body })
      t.equal(refused.status, status, refused.message)
      if (message !== '') t.equal(refused.message, message)
      t.same(await rowCounts(), before, 'a refusal leaves nothing behind')
    })
  }

  t.test('the payer’s own list comes before the general one (BIL-18)', async (t) => {
    await add({ code: 'LAB-1', name: 'Malaria', price: 4000, emergency_pct: 12.5 })
    await add({ code: 'LAB-1', name: 'Malaria', price: 3000, payer: 'Jubilee  Insurance' })
    const payer = { kind: 'OTHER', name: 'JUBILEE insurance' } as const
    t.same(await cost('LAB-1'), [400_000, 'GENERAL'])
    t.same(await cost('lab-1', { payer }), [300_000, 'PAYER'])
    t.same(await cost('LAB-1', { visit_class: 'EMERGENCY' }), [450_000, 'EMERGENCY'])
    t.same(await cost('LAB-1', { payer, visit_class: 'EMERGENCY' }), [300_000, 'PAYER'])
    t.same(await cost('LAB-1', { payer: { kind: 'OTHER', name: 'Cash' } }), [400_000, 'GENERAL'])
    t.same(await cost('NONE'), [null, 'NONE'])
    answering(t, priceForClient, async () => ({
      unit_price: 250_000,
      source: 'CONTRACT',
      discountable: false,
    }))
    const client = { kind: 'CLIENT', client_id: nobody_id, name: 'Brewery' } as const
    t.same(await cost('LAB-1', { payer: client }), [250_000, 'CLIENT'])
    const resolved = await cashier.get(`${path}/resolve`, {
      code: 'LAB-1',
      payer: 'jubilee insurance',
    })
    t.match(resolved.data, { price: 3000, payer_used: 'Jubilee  Insurance', reason: 'PAYER' })
  })

  t.test('of prices in force the latest counts, and one with an end gives way again', async (t) => {
    const before = { reason: 'the list on paper' }
    await add({ code: 'BED', name: 'Bed', price: 100, effective_from: '2026-01-01', ...before })
    const sale = await add({
      code: 'BED',
      name: 'Bed',
      price: 80,
      effective_from: '2026-03-01',
      effective_to: '2026-03-31',
      ...before,
    })
    const days: [string, number | null][] = [
      ['2025-12-31', null],
      ['2026-01-01', 10_000],
      ['2026-02-28', 10_000],
      ['2026-03-01', 8000],
      ['2026-03-31', 8000],
      ['2026-04-01', 10_000],
    ]
    for (const [date, price] of days) t.same((await cost('BED', { date }))[0], price, date)
    const now = await cashier.get(path, { search: 'bed' })
    t.same(
      now.data.map(({ id }: { id: string }) => id),
      [sale.id],
    )
    const past = await cashier.get(path, { search: 'bed', status: 'PAST' })
    t.same(
      past.data.map(({ price }: { price: number }) => price),
      [100],
    )
  })

  t.test('a new price is a new row; the old one ends the day before (BIL-165)', async (t) => {
    const made = await add({
      code: 'XR',
      name: 'X-ray',
      price: 500,
      effective_from: '2026-01-01',
      reason: 'on paper',
    })
    const next = await manager.patch(`${path}/${made.id}`, { price: 600 })
    t.equal(next.status, 200, next.message)
    t.not(next.data.id, made.id)
    t.match(next.data, { price: 600, effective_from: day, status: 'CURRENT' })
    const file = await cashier.get(`${path}/${made.id}`)
    t.match(file.data, { price: 500, effective_to: nextDay(day, -1), status: 'PAST' })
    t.equal(file.data.versions.length, 2)
    t.same(await cost('XR', { date: '2026-02-01' }), [50_000, 'GENERAL'])
    const again = await manager.patch(`${path}/${next.data.id}`, { price: 650 })
    t.equal(again.data.id, next.data.id, 'a row of today that priced nothing is mended')
    answering(t, tariffsUsed, async () => new Set([next.data.id]))
    const used = await manager.patch(`${path}/${next.data.id}`, { price: 700 })
    t.equal(used.message, `XR for everybody already has a price from ${day}.`)
    const later = await manager.patch(`${path}/${next.data.id}`, {
      price: 700,
      effective_from: '2026-04-01',
    })
    t.match(later.data, { price: 700, status: 'FUTURE', effective_from: '2026-04-01' })
    const named = await manager.patch(`${path}/${next.data.id}`, { name: 'X-ray, chest' })
    t.match(named.data, { id: next.data.id, name: 'X-ray, chest', price: 650 })
  })

  t.test('a price from a day that is past needs a reason', async (t) => {
    const made = await add({
      code: 'US',
      name: 'Scan',
      price: 500,
      effective_from: '2026-01-01',
      reason: 'on paper',
    })
    const change = { price: 600, effective_from: '2026-03-01' }
    const refused = await manager.patch(`${path}/${made.id}`, change)
    t.equal(refused.message, 'reason is required for a price from before today.')
    const done = await manager.patch(`${path}/${made.id}`, { ...change, reason: 'Agreed late' })
    t.match(done.data, { effective_from: '2026-03-01', reason: 'Agreed late' })
  })

  t.test('a price keeps its code and payer, and the version that was opened', async (t) => {
    const made = await add({ code: 'KEEP', name: 'Keep', price: 1 })
    for (const body of [{ code: 'OTHER' }, { payer: 'Jubilee' }]) {
      const refused = await manager.patch(`${path}/${made.id}`, body)
      t.equal(refused.message, 'A price keeps its code and payer: add another one.')
    }
    const stale = await manager.with({ 'if-match': '7' }).patch(`${path}/${made.id}`, { name: 'K' })
    t.equal(stale.status, 409)
    t.equal((await manager.patch(`${path}/${nobody_id}`, {})).message, 'No such tariff.')
  })

  t.test('where two must set a price, it waits for another holder (BIL-165)', async (t) => {
    const made = await add({
      code: 'TWO',
      name: 'Two',
      price: 100,
      effective_from: '2026-01-01',
      reason: 'on paper',
    })
    answering(t, pricesNeedTwo, async () => true)
    const asked = await manager.patch(`${path}/${made.id}`, { price: 200 })
    t.match(asked.data, { price: 200, pending: true, status: 'FUTURE' })
    t.same(await cost('TWO'), [10_000, 'GENERAL'], 'what waits prices nothing')
    const own = await manager.patch(`${path}/${asked.data.id}`, { confirm: true })
    t.equal(own.message, 'You asked for this: somebody else must decide.')
    const done = await other.patch(`${path}/${asked.data.id}`, { confirm: true })
    t.match(done.data, { pending: false, status: 'CURRENT' })
    t.same(await cost('TWO'), [20_000, 'GENERAL'])
    const twice = await other.patch(`${path}/${asked.data.id}`, { confirm: true })
    t.equal(twice.message, 'The price of TWO waits for nobody.')
  })

  t.test('a package holds codes of the list, and no other package (BIL-140)', async (t) => {
    const contents = [{ code: 'lab-1', quantity: 2 }]
    const made = await add({ code: 'PACK', name: 'Check-up', price: 9, contents, valid_days: 30 })
    t.match(made, { contents: [{ code: 'LAB-1', quantity: 2 }], valid_days: 30 })
    const nested = await manager.post(path, {
      code: 'PACK2',
      name: 'Two',
      contents: [{ code: 'PACK', quantity: 1 }],
    })
    t.equal(nested.message, 'contents[0].code: PACK is a package itself.')
  })

  const bringIn = (csv: string, more: Record<string, string> = {}) =>
    manager.inject({
      method: 'POST',
      url: '/api/v1/billing/tariffs/import',
      ...multipart([...Object.entries(more), ['file', ['prices.csv', Buffer.from(csv)]]]),
    })

  t.test('a list comes in whole, or not at all', async (t) => {
    const csv = 'code,name,price,category\nIM-1,One,100,Laboratory\nIM-2,Two,250.50,\nBED,Bed,80,\n'
    const tried = await bringIn(csv, { dry_run: 'true' })
    t.equal(tried.status, 200, tried.message)
    t.same(tried.data, { added: 2, changed: 0, same: 1, errors: [] })
    t.same(await cost('IM-1'), [null, 'NONE'], 'a dry run writes nothing')
    t.same((await bringIn(csv)).data, { added: 2, changed: 0, same: 1, errors: [] })
    t.same(await cost('IM-2'), [25_050, 'GENERAL'])
    const next = csv.replace('100', '110')
    t.same((await bringIn(next, { effective_from: '2026-05-01' })).data, {
      added: 0,
      changed: 1,
      same: 2,
      errors: [],
    })
    t.same(await cost('IM-1'), [10_000, 'GENERAL'])
    t.same(await cost('IM-1', { date: '2026-05-01' }), [11_000, 'GENERAL'])
  })

  t.test('one bad row refuses all of a list', async (t) => {
    const before = await rowCounts()
    const refused = await bringIn(
      'code,name,price,department\nIM-9,Nine,9,\nIM-8,Eight,-1,\nIM-7,Seven,x,\nIM-6,Six,1,Nowhere\nIM-9,Nine,9,\n',
    )
    t.same(
      refused.data.errors.map((one: Record<string, unknown>) => [one['row'], one['message']]),
      [
        [3, 'price must not be negative.'],
        [4, 'price must be a number.'],
        [5, 'department "Nowhere" is not known.'],
        [6, 'code IM-9 is in the file twice.'],
      ],
    )
    t.same(await rowCounts(), before)
    t.equal((await bringIn('code,name\nA,B\n')).message, 'file has no column price.')
    t.equal((await bringIn(' ')).message, 'file is empty.')
  })
})
