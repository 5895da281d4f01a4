import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { hashPassword } from '../../../../db/hospital/office/access/sign-in/passwords.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { hospitals } from '../../../../db/hospital/office/hospitals/tables.ts'
import { openHospital } from '../../../../db/hospital/tenants/provisioning/provision.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'

t.test('system settings', async (t) => {
  const { people, nobody, hospital } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const patch = (body: object) => officer.patch('/settings/system', body)
  t.teardown(() => setDeployment('single'))

  t.test(
    'without a token they answer, without what only the house may know (PLT-60)',
    async (t) => {
      const { status, data } = await nobody.get('/settings/system')
      t.equal(status, 200)
      t.same(data, {
        accent: 'teal',
        country: 'TZ',
        currency: 'TZS',
        date_format: 'dd/mm/yyyy',
        document_accent: null,
        document_footer: null,
        document_theme: 'plain',
        invoice_due_days: '30',
        invoice_notice: null,
        invoice_terms: null,
        login_message: null,
        name: 'St Mary Hospital',
        short_name: null,
        support_email: null,
        support_phone: null,
        tagline: null,
        timezone: 'Africa/Dar_es_Salaam',
        code: 'st-mary',
        deployment: 'single',
        logo_url: null,
        icon_url: null,
        currency_decimals: 2,
        dial_code: '+255',
        languages: ['en', 'sw'],
        password_rules: { min_length: 10, max_length: 200 },
        api: 'v1.0.0',
      })
      const bad_token = await nobody
        .with({ authorization: 'Bearer x' })
        .get('/settings/system', { workspace: 'nobody' })
      t.equal(bad_token.status, 200, 'a bad token and a word too many (ALL-3) are ignored')
      t.equal(bad_token.data.build, undefined)
      const inside = await nurse.get('/settings/system')
      t.match(inside.data, { build: /^\d+\.\d+\.\d+/, version: hospital.version })
    },
  )

  t.test('a change keeps what was not said, and answers the whole (PLT-59)', async (t) => {
    const changed = await patch({
      name: '  St Mary Mission ',
      tagline: 'Healing since 1952',
      accent: 'rose',
      document_accent: '#0A0b0C',
      document_footer: 'one\ntwo',
      document_theme: 'band',
      invoice_due_days: '0',
      support_email: 'Help@StMary.example',
      support_phone: '0712 345 678',
      login_message: 'Mind the queue.',
    })
    t.equal(changed.status, 200, changed.message)
    t.match(changed.data, {
      name: 'St Mary Mission',
      tagline: 'Healing since 1952',
      accent: 'rose',
      document_accent: '#0A0b0C',
      document_footer: 'one\ntwo',
      document_theme: 'band',
      invoice_due_days: '0',
      support_email: 'help@stmary.example',
      support_phone: '+255712345678',
      country: 'TZ',
      version: hospital.version + 1,
    })
    t.match(changed.data.updated_by_name, /^Person/)
    t.equal((await nobody.get('/settings/system')).data.name, 'St Mary Mission')
    const same = await patch({ name: 'St Mary Mission' })
    t.equal(same.data.version, changed.data.version, 'nothing changed, nothing moved')
  })

  t.test('branding sent empty goes back to its default (PLT-59)', async (t) => {
    for (const empty of ['', null]) {
      await patch({ accent: 'gold', tagline: 'x', invoice_due_days: '9', document_theme: 'ruled' })
      const emptied = await patch({
        accent: empty,
        document_accent: empty,
        document_footer: empty,
        document_theme: empty,
        invoice_due_days: empty,
        login_message: empty,
        support_email: empty,
        support_phone: empty,
        tagline: empty,
      })
      t.match(emptied.data, {
        accent: 'teal',
        document_accent: null,
        document_theme: 'plain',
        invoice_due_days: '30',
        tagline: null,
        support_phone: null,
      })
    }
  })

  const bad: [object, string][] = [
    ...(['name', 'country', 'currency', 'date_format', 'timezone'] as const).flatMap(
      (field): [object, string][] => [
        [{ [field]: '' }, `${field} cannot be empty.`],
        [{ [field]: '   ' }, `${field} cannot be empty.`],
      ],
    ),
    [{ accent: 'pink' }, 'accent must be one of gold, blue, teal, violet, emerald, rose.'],
    [{ name: 'x'.repeat(121) }, 'name must be between 1 and 120 characters.'],
    [{ timezone: 'GMT+3' }, 'timezone is not a time zone like Africa/Dar_es_Salaam.'],
    [{ timezone: '+03:00' }, 'timezone is not a time zone like Africa/Dar_es_Salaam.'],
    [{ invoice_due_days: 'soon' }, 'invoice_due_days must be a number of days from 0 to 365.'],
    [{ invoice_due_days: '400' }, 'invoice_due_days must be a number of days from 0 to 365.'],
    [{ invoice_due_days: '-1' }, 'invoice_due_days must be a number of days from 0 to 365.'],
    [{ invoice_due_days: 30 }, 'invoice_due_days must be a text.'],
    [{ country: 'Tanganyika' }, 'country is not a country, like TZ or Tanzania.'],
    [{ currency: 'TSH' }, 'currency is not a currency, like TZS.'],
    [
      { date_format: 'd/m/y' },
      'date_format must be one of dd/mm/yyyy, dd mmm yyyy, yyyy-mm-dd, mm/dd/yyyy.',
    ],
    [{ document_theme: 'fancy' }, 'document_theme must be one of plain, band, ruled.'],
    [
      { document_accent: '#12' },
      'document_accent must be #RRGGBB or one of gold, blue, teal, violet, emerald, rose.',
    ],
    [{ document_footer: 'a\n'.repeat(7) + 'b' }, 'document_footer must be at most 6 lines.'],
    [{ document_footer: 'x'.repeat(501) }, 'document_footer must be between 0 and 500 characters.'],
    [{ support_email: 'nobody' }, 'support_email is not an email address.'],
    [{ support_phone: '12' }, 'support_phone is not a telephone number.'],
    [{ short_name: 'x'.repeat(31) }, 'short_name must be between 0 and 30 characters.'],
    [{ login_message: 'a\u0000b' }, 'login_message holds a character that cannot be kept.'],
  ]
  for (const [body, message] of bad) {
    t.test(`refused: ${message} ${JSON.stringify(body).slice(0, 40)}`, async (t) => {
      const before = (await officer.get('/settings/system')).data
      const refused = await patch({ tagline: 'left behind', ...body })
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
      t.same((await officer.get('/settings/system')).data, before, 'nothing was left behind')
    })
  }

  t.test(
    'the country is read as code or name, and decides how numbers are read (PLT-62)',
    async (t) => {
      const kenya = await patch({
        country: 'kenya',
        support_phone: '0712 345 678',
        currency: 'kes',
      })
      t.match(kenya.data, {
        country: 'KE',
        currency: 'KES',
        dial_code: '+254',
        support_phone: '+254712345678',
        currency_decimals: 2,
      })
      const uganda = await patch({ country: 'UG', currency: 'UGX', timezone: 'Africa/Kampala' })
      t.match(uganda.data, { country: 'UG', currency_decimals: 0, timezone: 'Africa/Kampala' })
      await patch({ country: 'TZ', currency: 'TZS', timezone: 'Africa/Dar_es_Salaam' })
    },
  )

  t.test('what an area has recorded holds currency and country (PLT-61, PLT-62)', async (t) => {
    bring([
      ...brings,
      {
        area: 'test',
        locks: async (_, setting) => (setting === 'currency' ? 'bills are' : 'patients are'),
      },
    ])
    t.teardown(() => bring(brings))
    const currency = await patch({ currency: 'KES' })
    t.equal(currency.status, 409)
    t.equal(currency.message, 'The currency cannot change: money is already recorded in TZS.')
    const country = await patch({ country: 'KE' })
    t.equal(country.status, 409)
    t.equal(country.message, 'The country cannot change: patients are already recorded.')
    t.equal((await patch({ country: 'Tanzania', currency: 'TZS' })).status, 200, 'as they are')
  })

  t.test('null says nothing of what is never empty (PLT-59)', async (t) => {
    const { name, country, currency, date_format, timezone } = (
      await officer.get('/settings/system')
    ).data
    const never = { name, country, currency, date_format, timezone }
    const nulls = Object.fromEntries(Object.keys(never).map((field) => [field, null]))
    const same = await patch(nulls)
    t.equal(same.status, 200, same.message)
    t.match(same.data, never)
  })

  t.test('two people at it: the second is told (PLT-13, ALL-10)', async (t) => {
    const stale = await officer
      .with({ 'if-match': '1' })
      .patch('/settings/system', { tagline: 'x' })
    t.equal(stale.status, 409)
    const word = await officer.with({ 'if-match': 'x' }).patch('/settings/system', { tagline: 'x' })
    t.equal(word.status, 400)
  })

  t.test(
    'the history tells what was changed, by whom, on days of the hospital (PLT-59)',
    async (t) => {
      clock.freeze('2027-03-09T21:30:00.000Z')
      const evening = await people.with('system_administrator')
      await evening.patch('/settings/system', { tagline: 'on the tenth here' })
      clock.freeze('2027-03-10T21:30:00.000Z')
      const next = await people.with('system_administrator')
      await next.patch('/settings/system', { tagline: 'on the eleventh' })
      clock.release()
      const auditor = await people.with('auditor')
      const tenth = await auditor.get('/settings/history', {
        record: 'system',
        from: '2027-03-10',
        to: '2027-03-10',
      })
      t.equal(tenth.status, 200, tenth.message)
      t.equal(tenth.meta?.total, 1)
      t.match(tenth.data[0], { record: 'system', field: 'tagline', after: 'on the tenth here' })
      t.match(tenth.data[0].by_name, /^Person/)
      const both = await auditor.get('/settings/history', { from: '2027-03-10' })
      t.same(
        both.data.slice(0, 2).map((one: { before: string }) => one.before),
        ['on the tenth here', null],
        'newest first',
      )
      const wrong = await auditor.get('/settings/history', { from: '2027-03-10', to: '2027-03-09' })
      t.equal(wrong.message, 'from is after to.')
      t.equal((await auditor.get('/settings/history', { record: 'weather' })).status, 400)
      t.equal((await nurse.get('/settings/history')).status, 403)
    },
  )

  t.test('who may not is told what it needs', async (t) => {
    t.equal(
      (await nurse.patch('/settings/system', { name: 5 })).message,
      'You do not have permission to do this. It needs setting:update.',
    )
  })

  t.test(
    'a hosted deployment is asked by workspace, else it is the operator’s (PLT-60)',
    async (t) => {
      setDeployment('hosted')
      const hashed = await hashPassword('a long enough password')
      const other = await within(() =>
        openHospital(
          (id) => operator(id, 'test'),
          {
            code: 'mbeya',
            name: 'Mbeya Hospital',
            country: 'TZ',
            facility: { code: 'MB', name: 'Mbeya' },
            administrator: { username: 'admin', full_name: 'Asha Komba' },
          },
          { password: 'a long enough password', hashed },
        ),
      )
      const at = (workspace?: string) =>
        nobody.get('/settings/system', workspace === undefined ? {} : { workspace })
      t.match((await at('mbeya')).data, { name: 'Mbeya Hospital', deployment: 'hosted' })
      t.match((await at(' ST-Mary ')).data, { code: 'st-mary' })
      t.match((await at()).data, { name: 'Kituo', code: 'operator' })
      for (const unknown of ['nowhere', 'operator']) {
        t.equal((await at(unknown)).status, 404)
        t.equal((await at(unknown)).message, 'No hospital has this code.')
      }
      const own = await nurse.get('/settings/system', { workspace: 'mbeya' })
      t.equal(own.data.code, 'st-mary', 'with a token the word is ignored')
      const untouched = await hospitals.find({ id: other.hospital.id })
      t.equal(untouched?.version, 1)
      setDeployment('single')
    },
  )
})
