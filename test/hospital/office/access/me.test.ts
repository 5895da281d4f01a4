import t from 'tap'
import { clock, instantIn } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import type { User } from '../../../../db/hospital/office/access/callers.ts'
import * as codes from '../../../../db/hospital/office/access/sign-in/codes.ts'
import { account_codes } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { account, fresh, password, signIn, someId } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

t.test('own account', async (t) => {
  const house = await boot(t)
  const hospital_id = house.hospital.id
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(60_000))
  const second = await within(() =>
    facilities.insert({
      hospital_id,
      code: 'TMK',
      name: 'Temeke',
      name_key: 'temeke',
      kind: 'CLINIC',
      status: 'ACTIVE',
      time_zone: 'Africa/Nairobi',
    }),
  )

  t.test('2.1: it is whole, and says the same as login', async (t) => {
    const user = await account(house, { roles: ['nurse'], email: 'me@example.org' })
    const ask = await signIn(house, user)
    const { status, data } = await ask.get('/auth/me')
    t.equal(status, 200)
    t.match(data, {
      user: { id: user.id, email: 'me@example.org' },
      roles: [{ code: 'nurse', name: 'Nurse' }],
      facility: { code: 'MAIN' },
      branches: null,
      country: 'TZ',
      hospital: { code: 'st-mary' },
      session: { current: true, method: 'PASSWORD' },
      two_factor: false,
      pin_set: false,
      // The first sign-in from this place.
      unread_notifications: 1,
      preferences: { language: 'en', date_format: null, landing: null, theme: null },
      support: null,
      licence: null,
      device: null,
    })
    for (const absent of ['tokens', 'session_token', 'requires_2fa', 'password']) {
      t.notOk(absent in data, absent)
    }
  })

  t.test('PLT-11: several branches are listed, the acting one follows the header', async (t) => {
    const user = await account(house, { facility_ids: [house.facility_id, second.id] })
    const ask = await signIn(house, user)
    const at_home = (await ask.get('/auth/me')).data
    t.same(
      at_home.branches.map(({ code }: { code: string }) => code),
      ['MAIN', 'TMK'],
    )
    t.equal(at_home.facility.code, 'MAIN')
    const away = await ask.with({ 'x-facility-id': second.id }).get('/auth/me')
    t.match(away.data.facility, { code: 'TMK', time_zone: 'Africa/Nairobi' })
    const nowhere = await ask.with({ 'x-facility-id': someId() }).get('/auth/me')
    t.equal(nowhere.status, 404)
    t.equal(nowhere.message, 'No such branch on your account.')
  })

  t.test('language, usual branch and preferences are one’s own to choose', async (t) => {
    const user = await account(house, { facility_ids: [house.facility_id, second.id] })
    const ask = await signIn(house, user)
    const changed = await ask.patch('/auth/me', {
      language: 'sw',
      default_facility_id: second.id,
      preferences: { date_format: 'yyyy-mm-dd', theme: 'dark' },
    })
    t.equal(changed.status, 200, changed.message)
    const wanted = { language: 'sw', date_format: 'yyyy-mm-dd', landing: null, theme: 'dark' }
    t.same(changed.data.preferences, wanted)
    t.equal(changed.data.user.language, 'sw')
    t.equal((await ask.get('/auth/me')).data.facility.code, 'TMK', 'at the next request')
    const more = await ask.patch('/auth/me', { preferences: { theme: null, landing: '/queue' } })
    t.same(more.data.preferences, { ...wanted, theme: null, landing: '/queue' })
    t.same((await ask.patch('/auth/me', {})).data.preferences, more.data.preferences)
  })

  const bad: [Record<string, unknown>, string][] = [
    [{ language: 'fr' }, 'language must be one of en, sw.'],
    [{ default_facility_id: 'x' }, 'default_facility_id is not one of the branches.'],
    [{ default_facility_id: 5 }, 'default_facility_id must be a text.'],
    [
      { preferences: { date_format: 'x' } },
      'preferences.date_format must be one of dd/mm/yyyy, dd mmm yyyy, yyyy-mm-dd, mm/dd/yyyy.',
    ],
    [{ preferences: 'x' }, 'preferences must be an object.'],
  ]
  for (const [body, message] of bad) {
    t.test(`a change is refused: ${message}`, async (t) => {
      const ask = await signIn(house, await account(house))
      const answer = await ask.patch('/auth/me', body)
      t.equal(answer.status, 400)
      t.equal(answer.message, message)
    })
  }

  t.test('PLT-32: a new contact in two steps; the old one is told', async (t) => {
    const user = await account(house, { phone: '+255712111000' })
    const ask = await signIn(house, user)
    const asked = await ask.post('/auth/me/contact', { phone: '0712 111 999', password })
    t.equal(asked.status, 200, asked.message)
    t.same(asked.data, { sent_to: '+2557•••••999', expires_at: instantIn(600_000) })
    t.equal((await fresh(user)).phone, '+255712111000', 'nothing is stored yet')
    const [row] = await account_codes.all({ hospital_id, user_id: user.id })
    t.match(row, { purpose: 'CONTACT', contact: '+255712111999' })
    const code = await reissued(user, '+255712111999')
    const wrong = code === '111111' ? '222222' : '111111'
    const refused = await ask.post('/auth/me/contact/confirm', { code: wrong })
    t.equal(refused.status, 400)
    t.equal(refused.message, 'The code is not right or has run out.')
    const done = await ask.post('/auth/me/contact/confirm', { code })
    t.equal(done.status, 200, done.message)
    t.equal(done.data.user.phone, '+255712111999')
    t.equal((await ask.post('/auth/me/contact/confirm', { code })).status, 400, 'used')
    const told = await audit_rows.all({ hospital_id, action: 'account.contact_changed' })
    t.equal(told.length, 1)
  })

  const reissued = async (user: User, contact: string): Promise<string> =>
    (await within(() => codes.issue(user, 'CONTACT', contact)))?.code ?? ''

  t.test('a new address is stored the same way', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    const code = await reissued(user, 'new@example.org')
    await ask.post('/auth/me/contact/confirm', { code })
    t.equal((await fresh(user)).email, 'new@example.org')
  })

  t.test('a fifth wrong code kills it', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    const code = await reissued(user, 'five@example.org')
    const confirm = (typed: string) => ask.post('/auth/me/contact/confirm', { code: typed })
    for (let count = 0; count < 5; count++) await confirm('x')
    t.equal((await confirm(code)).message, 'The code is not right or has run out.')
  })

  t.test('contacts that cannot be', async (t) => {
    await account(house, { email: 'taken@example.org', full_name: 'Zainab Omari' })
    const user = await account(house)
    const ask = await signIn(house, user)
    const tries: [Record<string, unknown>, number, string][] = [
      [{ password }, 400, 'email or phone is required.'],
      [
        { email: 'a@b.co', phone: '0712000000', password },
        400,
        'phone must be left out when email is given.',
      ],
      [{ email: 'nonsense', password }, 400, 'email is not an email address.'],
      [{ phone: '12', password }, 400, 'phone is not a telephone number.'],
      [{ email: 'a@b.co' }, 400, 'password is required.'],
      [{ email: 'a@b.co', password: 'not this' }, 400, 'password is not right.'],
      [
        { email: 'Taken@example.org', password },
        409,
        'Email taken@example.org belongs to Zainab Omari.',
      ],
    ]
    for (const [body, status, message] of tries) {
      const answer = await ask.post('/auth/me/contact', body)
      t.equal(answer.message, message)
      t.equal(answer.status, status)
    }
    const asks = []
    for (let count = 0; count < 4; count++) {
      asks.push(await ask.post('/auth/me/contact', { phone: '0712 000 777', password }))
    }
    t.equal(asks[2]?.status, 200)
    t.equal(asks[3]?.status, 409)
    t.equal(asks[3]?.message, 'Too many codes were asked for. Try again in an hour.')
  })
})
