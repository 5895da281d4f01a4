// Barcodes: what is printed on packs, and of which product and lot it is (STK-106 to STK-109).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { isRefusal } from '../../../../db/core/refusal.ts'
import {
  checkDigit,
  dayOf,
  readCode,
} from '../../../../db/hospital/goods/stock/barcodes/elements.ts'
import { boot } from '../../../support/boot.ts'
import { shelfOf } from '../../../support/goods.ts'

const gtin = (digits: string): string => `${digits}${checkDigit(digits)}`
const number = gtin('0629000012345')

t.test('elements (STK-106, STK-107)', async (t) => {
  const elements = [
    { ai: '01', value: number },
    { ai: '17', value: '280200' },
    { ai: '10', value: '1AB12' },
    { ai: '21', value: 'S9' },
  ]
  const strung = (prefix: string, gs: string) => `${prefix}01${number}17280200101AB12${gs}21S9`
  for (const [prefix, gs] of [
    [']d2', '<GS>'],
    [']C1', '\u001d'],
    [']Q3', '{GS}'],
    [']e0', String.raw`\u001d`],
    ['', '<GS>'],
  ] as const)
    t.same(readCode(strung(prefix, gs)), { format: 'GS1', elements }, `${prefix} ${gs}`)
  t.same(readCode(`(01)${number}(17)280200(10)1AB12(21)S9`), { format: 'GS1', elements })
  t.match(readCode('96385074'), { format: 'EAN8', elements: [{ value: '00000096385074' }] })
  t.match(readCode('036000291452'), { format: 'UPCA' })
  t.match(readCode('4006381333931'), { format: 'EAN13' })
  t.match(readCode(number), { format: 'GTIN14' })
  t.same(readCode('SHELF-7'), { format: 'TEXT', elements: [] })
  t.match(readCode('3103001250').elements, [{ ai: '3103', value: '001250' }])
  t.match(readCode('700326050412344141234567890128').elements, [{ ai: '7003' }, { ai: '414' }])
})

t.test('what cannot be read is said (6)', async (t) => {
  for (const [code, message] of [
    [`01${number}99X`, 'Unknown element (99) at position 17.'],
    [`]d201${number.slice(0, 13)}`, 'Element (01) at position 1 is not whole.'],
    ['4006381333932', "The barcode's check digit is wrong: scan again."],
    [`01${number.slice(0, 13)}${(Number(number.at(-1)) + 1) % 10}`, /check digit is wrong/],
    [']d217AB0101', 'Element (17) at position 1 is not whole.'],
    ['(17)280100(10)', 'Element (10) at position 11 is not whole.'],
  ] as const)
    t.throws(() => readCode(code), { status: 400, message }, code)
})

t.test('days and centuries (STK-108)', async (t) => {
  const on = (value: string, today = '2026-05-04') => dayOf(value, today, '17')
  t.equal(on('280200'), '2028-02-29', 'day 00 is the last of the month')
  t.equal(on('761231'), '2076-12-31', '50 years on')
  t.equal(on('771231'), '1977-12-31', '51 years on is the last century')
  t.equal(on('200101', '2099-01-01'), '2120-01-01', '79 years back is the next')
  for (const value of ['281301', '280230', '280001']) t.throws(() => on(value), /is not a date/)
})

t.test('10,000 strings of anything are read or refused', async (t) => {
  let state = 11
  const roll = (sides: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  const letters = '0123456789()]dC1Q3e0\u001d<GS>AB{}\\ü€ '
  const faults: string[] = []
  for (let at = 0; at < 10_000; at += 1) {
    const code = Array.from({ length: 1 + roll(40) }, () => letters[roll(letters.length)]).join('')
    try {
      readCode(code)
    } catch (error) {
      if (!isRefusal(error)) faults.push(code)
    }
  }
  t.same(faults, [])
})

t.test('of which product and lot it is (STK-109)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-05-04T08:00:00Z')
  const shelf = await shelfOf(house)
  const { keeper, manager } = shelf
  const product = await shelf.product()
  const units = [
    { unit: 'tablet', factor: 1 },
    { unit: 'box', factor: 30, barcode: number.replace(/^0+/, '') },
  ]
  await manager.post('/stock/units', { code: 'box', name: 'Box', plural: 'Boxes' })
  const set = await manager.put(`/stock/products/${product.id}/units`, { units })
  t.equal(set.status, 200, set.message)
  await shelf.lay(product, 10, { lot: '1AB12', expiry: '2028-02-29' })
  const read = async (code: string) => keeper.post('/stock/barcodes/parse', { code })
  const code = `]d201${number}17280200101AB12<GS>21S9`
  t.match((await read(code)).data, {
    format: 'GS1',
    gtin: number,
    lot: '1AB12',
    expiry: '2028-02-29',
    serial: 'S9',
    product: { id: product.id },
    unit: 'box',
    factor: 30,
    batch: { lot: '1AB12' },
    warnings: [],
  })
  t.match((await read(`01${number}17280100101ab12`)).data?.warnings, ['LOT_EXPIRY_DIFFERS'])
  t.match((await read(`01${number}17260430`)).data, { warnings: ['EXPIRED'], batch: null })
  t.match((await read('4006381333931')).data, { product: null, warnings: ['UNKNOWN_PRODUCT'] })
  const scanned = await read(`01${number}17280200101AB12\u001d21S9`)
  t.match(scanned.data, { lot: '1AB12', serial: 'S9' }, scanned.message)
  t.match((await read('SHELF-7')).data, { format: 'TEXT', warnings: ['UNKNOWN_PRODUCT'] })
  const { batch } = (await read(code)).data
  await keeper.post(`/stock/batches/${batch.id}/hold`, { reason: 'Broken seal' })
  t.match((await read(code)).data?.warnings, ['ON_HOLD'])
  t.match(await read(''), { status: 400 })
  t.match(await read('4006381333932'), { status: 400, message: /scan again/ })
})
