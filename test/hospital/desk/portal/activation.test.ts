// Opening an account of the portal, and who gets in at all (front office POR-2, POR-3, POR-5, POR-19).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { hasConsent } from '../../../../db/hospital/desk/patients/privacy/consents.ts'
import { sql } from '../../../../db/store/sql.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

const password = 'long enough a secret'

t.test('portal accounts', async (t) => {
  const house = await boot(t)
  const { people, nobody, system } = house
  clock.freeze('2026-03-10T07:00:00.000Z')
  const desk = await people.with('reception')
  const codeFor = async (id: string, more = {}) => {
    const made = await desk.post(`/patients/${id}/portal-codes`, {
      checked_document: 'NATIONAL_ID',
      ...more,
    })
    t.equal(made.status, 201, made.message)
    return made.data.code as string
  }
  const open = (code: string, birth_date: string, more = {}) =>
    nobody.post('/portal/activate', { code, birth_date, password, accept_terms: true, ...more })

  t.test('a code opens the account once; the words are those of login', async (t) => {
    const { id, number, birth_date } = await register(desk)
    const code = await codeFor(id)
    t.match(code, /^[2-9A-HJKMNP-Z]{10}$/)
    t.equal((await desk.get(`/patients/${id}`)).data.portal, 'INVITED')
    const opened = await open(code.toLowerCase(), birth_date)
    t.equal(opened.status, 200, opened.message)
    t.match(opened.data, {
      permissions: ['portal:use'],
      user: { patient_id: id, kind: 'PATIENT', username: number.toLowerCase() },
      requires_2fa: false,
    })
    const me = await new Ask(house.app, opened.data.tokens.access_token).get('/portal/me')
    t.match(me.data, { number, acting_for: null })
    t.equal((await desk.get(`/patients/${id}`)).data.portal, 'ACTIVE')
    t.equal(await hasConsent(system, { patient_id: id, kind: 'PORTAL' }), true)
    const login = await nobody.post('/auth/login', { identifier: number, password })
    t.equal(login.status, 200, login.message)
    t.equal(login.data.user.patient_id, id)
    const again = await open(code, birth_date)
    t.equal(again.status, 401)
    t.equal(again.message, 'That code and birth date do not fit.')
    // The code stands nowhere in clear.
    const kept = await rows(sql`select * from portal_codes`)
    t.notMatch(JSON.stringify(kept), code)
    const log = await rows(sql`select * from audit_rows`)
    t.notMatch(JSON.stringify(log), new RegExp(`${code}|${password}`))
  })

  t.test('a code goes by SMS where it is asked for, and is kept nowhere in clear', async (t) => {
    const { id, birth_date } = await register(desk)
    const before = await rows(sql`select id from patient_messages where patient_id = ${id}`)
    const code = await codeFor(id, { send_sms: true })
    const [told] = await rows<{ text: string; channel: string; status: string }>(
      sql`select text, channel, status from patient_messages where patient_id = ${id}`,
    )
    t.equal(before.length, 0)
    t.match(told, { channel: 'SMS', status: 'QUEUED', text: /Your code is ••••••\. Share/ })
    t.notMatch(told?.text, /minutes|ends/i, 'it lives for days')
    const carried = await rows(sql`select * from outbox_messages where patient_id = ${id}`)
    t.equal(carried.length, 1)
    t.notMatch(JSON.stringify(carried), code)
    t.equal((await open(code, birth_date)).status, 200)

    const without = await register(desk, { phone: null })
    const counts = await rowCounts()
    const refused = await desk.post(`/patients/${without.id}/portal-codes`, {
      checked_document: 'NATIONAL_ID',
      send_sms: true,
    })
    t.match(refused, { status: 409, message: 'This patient has no mobile number.' })
    t.same(await rowCounts(), counts, 'a refusal leaves nothing')
    await codeFor(without.id, { send_sms: false })
  })

  t.test('wrong, used and expired codes answer alike, and leave nothing', async (t) => {
    const { id, birth_date } = await register(desk)
    const code = await codeFor(id)
    const before = await rowCounts()
    const wrongs = [
      await open('ABCDEFGHJK', birth_date),
      await open('x', birth_date),
      await open(code, '1999-01-01'),
    ]
    const newer = await codeFor(id)
    wrongs.push(await open(code, birth_date))
    for (const { status, message } of wrongs) {
      t.equal(status, 401)
      t.equal(message, 'That code and birth date do not fit.')
    }
    t.same({ ...(await rowCounts()), portal_codes: 0 }, { ...before, portal_codes: 0 })
    for (let n = 0; n < 5; n += 1) await open(newer, '1999-01-01')
    const dead = await open(newer, birth_date)
    t.equal(dead.status, 429)
    t.equal(dead.message, 'Too many tries. Ask for a new code.')
    const third = await codeFor(id)
    clock.advance(72 * 3_600_000)
    t.equal((await open(third, birth_date)).status, 401)
    clock.freeze('2026-03-10T07:00:00.000Z')
  })

  t.test('what is sent is looked at', async (t) => {
    const { id, birth_date } = await register(desk)
    const code = await codeFor(id)
    const bad: [Record<string, unknown>, string][] = [
      [{ accept_terms: false }, 'accept_terms must be true.'],
      [{ password: 'short' }, 'password must be between 10 and 200 characters.'],
      [{ password: 'password123' }, 'password is too common.'],
      [{ password: 'St Mary Hospital 1' }, 'password must not contain the name of the hospital.'],
      [{ phone: '12' }, 'phone is not a telephone number.'],
      [{ birth_date: '31/02/1990' }, 'birth_date must be a date like 2026-03-31.'],
      [{ language: 'fr' }, 'language must be one of en, sw.'],
    ]
    for (const [more, message] of bad) {
      const refused = await open(code, birth_date, more)
      t.equal(refused.message, message)
      t.equal(refused.status, 400)
    }
    t.equal((await nobody.post('/portal/activate', {})).message, 'code is required.')
    t.equal((await open(code, birth_date)).status, 200, 'the code was not spent')
  })

  t.test('accounts on one telephone differ in their passwords (POR-5)', async (t) => {
    const phone = '0719000123'
    const [one, two] = [
      await register(desk, { phone, phone_shared: true }),
      await register(desk, { phone, phone_shared: true }),
    ]
    t.equal((await open(await codeFor(one.id), one.birth_date)).status, 200)
    const code = await codeFor(two.id)
    const same = await open(code, two.birth_date)
    t.equal(same.status, 409)
    t.equal(same.message, 'Choose another password.')
    t.equal((await open(code, two.birth_date, { password: 'quite another secret' })).status, 200)
    const login = await nobody.post('/auth/login', {
      identifier: phone,
      password: 'quite another secret',
    })
    t.equal(login.data.user.patient_id, two.id)
  })

  t.test('a code asks for what the desk has seen, and for a living patient', async (t) => {
    const { id } = await register(desk)
    t.equal(
      (await desk.post(`/patients/${id}/portal-codes`, {})).message,
      'checked_document is required.',
    )
    t.equal(
      (await desk.post(`/patients/${id}/portal-codes`, { checked_document: 'SMILE' })).message,
      'checked_document must be one of NATIONAL_ID, VOTER_ID, INSURANCE_CARD, PHOTO, KNOWN_TO_STAFF, OTHER.',
    )
    const nurse = await people.with('nurse')
    t.equal(
      (await nurse.post(`/patients/${id}/portal-codes`, {})).message,
      'You do not have permission to do this. It needs portal:codes.',
    )
  })

  t.test('staff see no portal, patients nothing else (POR-2)', async (t) => {
    const patient = await withAccount(house, desk)
    const admin = await people.administrator()
    const staff = await admin.get('/portal/me')
    t.equal(staff.status, 403)
    t.equal(staff.message, 'This address is for patients.')
    const register_list = await patient.get('/patients')
    t.equal(register_list.status, 403)
    t.equal(register_list.message, 'You do not have permission to do this. It needs patient:read.')
    // The same at both addresses (foundations 3.13).
    const root = await patient.inject({ method: 'GET', url: '/portal/me' })
    t.equal(root.status, 200)
    t.equal(root.data.number, patient.number)
  })

  t.test('switched off, it is shut for everybody, open routes too (POR-19)', async (t) => {
    const patient = await withAccount(house, desk)
    const admin = await people.administrator()
    t.match((await nobody.get('/portal/info')).data, {
      hospital: 'St Mary Hospital',
      enabled: true,
    })
    const off = await admin.patch('/portal-settings', { portal_enabled: false })
    t.match(off.data, { portal_enabled: false, child_age_limit: 14, proxy_end_age: 18 })
    for (const answer of [
      await patient.get('/portal/me'),
      await nobody.get('/portal/info'),
      await open('ABCDEFGHJK', '1990-01-01'),
    ]) {
      t.equal(answer.status, 403)
      t.equal(answer.message, 'The patient portal is switched off.')
    }
    await admin.patch('/portal-settings', { portal_enabled: true })
    t.equal((await patient.get('/portal/me')).status, 200)
    t.equal(
      (await admin.patch('/portal-settings', { child_age_limit: 3 })).message,
      'child_age_limit must be between 10 and 18.',
    )
    t.equal((await desk.get('/portal-settings')).status, 403)
  })

  t.test('an account is suspended, restored and closed (3.7)', async (t) => {
    const patient = await withAccount(house, desk)
    const admin = await people.administrator()
    const listed = await desk.get('/portal-accounts', { search: patient.number })
    t.equal(listed.meta?.total, 1)
    t.match(listed.data, [
      { identifier: patient.number, status: 'ACTIVE', activated_by: 'STAFF_CODE', proxies: 0 },
    ])
    const path = `/portal-accounts/${listed.data[0].id}`
    const gone = await admin.post(`${path}/suspend`, { reason: 'lost telephone' })
    t.match(gone.data, { status: 'SUSPENDED' })
    t.equal((await patient.get('/portal/me')).status, 401)
    const again = await admin.post(`${path}/suspend`, { reason: 'lost telephone' })
    t.equal(again.message, `Account ${patient.number} is SUSPENDED. It can: restore, close.`)
    t.match((await admin.post(`${path}/restore`, { reason: 'found' })).data, { status: 'ACTIVE' })
    const back = await nobody.post('/auth/login', {
      identifier: patient.number,
      password: patient.password,
    })
    t.equal(back.status, 200, back.message)
    await admin.post(`${path}/close`, { reason: 'wish' })
    t.equal(
      (
        await nobody.post('/auth/login', {
          identifier: patient.number,
          password: patient.password,
        })
      ).status,
      401,
    )
    // A new code opens it again.
    const { birth_date } = (await desk.get(`/patients/${patient.id}`)).data
    t.equal((await open(await codeFor(patient.id), birth_date)).status, 200)
  })
})
