import t from 'tap'
import { isZone } from '../../../../db/core/clock.ts'
import { readPhone } from '../../../../db/core/kinds/phone.ts'
import { countries, countryNamed, isCurrency } from '../../../../db/core/reference/countries.ts'
import { boot } from '../../../support/boot.ts'

t.test('reference lists', async (t) => {
  const { nobody, people } = await boot(t)

  t.test('every country of ISO 3166 is there, with what a hospital reads by it', async (t) => {
    const all = await nobody.whole('/reference/countries')
    t.equal(all.length, 249)
    const tanzania = all.find((one) => one.code === 'TZ')
    t.same(tanzania, {
      code: 'TZ',
      name: 'Tanzania',
      dial_code: '+255',
      currency: 'TZS',
      currency_decimals: 2,
      time_zones: ['Africa/Dar_es_Salaam'],
    })
    const congo = all.find((one) => one.code === 'CD')
    t.same(congo.time_zones, ['Africa/Kinshasa', 'Africa/Lubumbashi'])
    for (const country of countries) {
      t.ok(isCurrency(country.currency), `${country.code} ${country.currency}`)
      t.ok(isZone(country.time_zone), `${country.code} ${country.time_zone}`)
      t.match(country.dial_code, /^\+\d{1,4}$/, country.code)
      t.equal(countryNamed(country.name)?.code, country.code)
    }
    const names: string[] = all.map((one) => one.name)
    t.same(
      names,
      names.toSorted((a, b) => (a < b ? -1 : 1)),
      'by name',
    )
  })

  t.test('African numbers have as many digits as they have', async (t) => {
    const numbers: [string, string, string][] = [
      ['TZ', '0712 345 678', '+255712345678'],
      ['KE', '0722 123 456', '+254722123456'],
      ['UG', '0772-123456', '+256772123456'],
      ['RW', '0788 123 456', '+250788123456'],
      ['BI', '79 123 456', '+25779123456'],
      ['CD', '0812 345 678', '+243812345678'],
      ['ZM', '0977 123456', '+260977123456'],
      ['MZ', '82 123 4567', '+258821234567'],
      ['ET', '0911 123 456', '+251911123456'],
      ['NG', '0803 123 4567', '+2348031234567'],
      ['ZA', '082 123 4567', '+27821234567'],
    ]
    for (const [country, typed, kept] of numbers) t.equal(readPhone(typed, country), kept, country)
    t.equal(readPhone('0712 345 67', 'TZ'), null)
    t.equal(readPhone('07 01 02 03 04', 'CI'), '+2250701020304')
    t.equal(readPhone('06 612 3456', 'CG'), '+242066123456')
  })

  t.test('a search finds by code, name and dialling code', async (t) => {
    const found = async (search: string) =>
      (await nobody.get('/reference/countries', { search })).data.map(
        (one: { code: string }) => one.code,
      )
    t.same(await found('ivoire'), ['CI'])
    t.same(await found('côte'), ['CI'])
    t.same(await found('+255'), ['TZ'])
    t.same(await found('democratic congo'), ['CD'])
    t.same(await found('atlantis'), [])
  })

  t.test('currencies are for whoever works here', async (t) => {
    t.equal((await nobody.get('/reference/currencies')).status, 401)
    // PLT-34: a patient reaches the open routes, /auth and the portal.
    t.equal((await (await people.patient()).get('/reference/currencies')).status, 403)
    for (const person of [await people.with('nurse'), await people.with('cashier')]) {
      const { status, data } = await person.get('/reference/currencies', { search: 'shilling' })
      t.equal(status, 200)
      t.same(
        data.map(({ code, decimals }: { code: string; decimals: number }) => [code, decimals]),
        [
          ['KES', 2],
          ['SOS', 2],
          ['TZS', 2],
          ['UGX', 0],
        ],
      )
    }
  })
})
