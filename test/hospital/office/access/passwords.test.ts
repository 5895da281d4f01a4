import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import type { User } from '../../../../db/hospital/office/access/callers.ts'
import * as codes from '../../../../db/hospital/office/access/sign-in/codes.ts'
import { hashPassword } from '../../../../db/hospital/office/access/sign-in/passwords.ts'
import { account_codes } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { outbox_messages } from '../../../../db/hospital/office/outbox/tables.ts'
import { unseal } from '../../../../db/appliance/secrets/seal.ts'
import { Ask } from '../../../support/ask.ts'
import {
  account,
  fresh,
  login,
  password,
  secure,
  setUser,
  signIn,
} from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const sent = 'If an account has this address or number, a code is on its way.'
const dead = 'The code is not right or has run out.'
const better = 'nine brown herons'

t.test('passwords', async (t) => {
  const house = await boot(t)
  const { nobody, hospital } = house
  const hospital_id = hospital.id
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(60_000))

  const issue = async (user: User, purpose: codes.Purpose = 'RESET'): Promise<string> =>
    (await within(() => codes.issue(user, purpose, user.email)))?.code ?? ''
  const reset = (contact: string, code: string, new_password = better) =>
    nobody.post('/auth/reset-password', { contact, code, new_password })
  const warned = async (user: User, warning: string) =>
    (await audit_rows.all({ hospital_id, entity_id: user.id, action: `account.${warning}` })).length

  t.test('PLT-27: a change closes every other session and tells the owner', async (t) => {
    const user = await account(house, { email: 'a1@example.org' })
    const here = await signIn(house, user)
    const there = await signIn(house, user)
    t.equal((await there.get('/auth/me')).status, 200)
    const answer = await here.post('/auth/change-password', {
      current_password: password,
      new_password: better,
    })
    t.equal(answer.status, 200, answer.message)
    t.same(answer.data, { closed_sessions: 1 })
    t.equal((await here.get('/auth/me')).status, 200)
    t.equal((await there.get('/auth/me')).message, 'Your session has ended. Sign in again.')
    t.equal(await warned(user, 'password_changed'), 1)
    t.equal((await login(house, user)).status, 401)
    t.equal((await login(house, user, better)).status, 200)
  })

  t.test('PLT-27: the present one must be right', async (t) => {
    const ask = await signIn(house, await account(house))
    const answer = await ask.post('/auth/change-password', {
      current_password: 'not this',
      new_password: better,
    })
    t.equal(answer.status, 400)
    t.equal(answer.message, 'current_password is not right.')
  })

  t.test('PLT-26: what a new password may not be', async (t) => {
    const user = await account(house, {
      username: 'fatuma',
      email: 'f.abdallah@example.org',
      phone: '+255712345679',
    })
    const ask = await signIn(house, user)
    const bad: [unknown, string][] = [
      ['ninechars', 'new_password must be between 10 and 200 characters.'],
      ['x'.repeat(201), 'new_password must be between 10 and 200 characters.'],
      ['🦩'.repeat(9), 'new_password must be between 10 and 200 characters.'],
      ['password12', 'new_password is too common.'],
      ['PassWord123', 'new_password is too common.'],
      ['1234567890', 'new_password is too common.'],
      ['qwertyuiop', 'new_password is too common.'],
      ['I am Fatuma!', 'new_password must not contain your username.'],
      ['mail f.Abdallah', 'new_password must not contain your email address.'],
      ['call 712345679', 'new_password must not contain your telephone number.'],
      ['at St Mary Hospital', 'new_password must not contain the name of the hospital.'],
      ['working at ST-MARY', 'new_password must not contain the code of the hospital.'],
      [password, 'new_password is the one you have now.'],
      [undefined, 'new_password is required.'],
      [1234567890, 'new_password must be a text.'],
    ]
    for (const [new_password, message] of bad) {
      const answer = await ask.post('/auth/change-password', {
        current_password: password,
        new_password,
      })
      t.equal(answer.status, 400, String(new_password))
      t.equal(answer.message, message, String(new_password))
    }
    for (const good of ['          x', '🦩'.repeat(10), 'x'.repeat(200)]) {
      const { tokens } = (await login(house, user)).data ?? {}
      const again = new Ask(house.app, tokens.access_token)
      const answer = await again.post('/auth/change-password', {
        current_password: password,
        new_password: good,
      })
      t.equal(answer.status, 200, answer.message)
      t.equal((await login(house, user, good)).status, 200, 'and it signs in')
      await setUser(user, { password: await hashPassword(password) })
    }
  })

  t.test('PLT-28: the answer is the same in every case, and takes as long', async (t) => {
    const user = await account(house, { email: 'known@example.org', phone: '+255713000001' })
    await account(house, { email: 'closed@example.org', status: 'CLOSED' })
    await account(house, { email: 'suspended@example.org', status: 'SUSPENDED' })
    const contacts = ['known@example.org', 'nobody@example.org', 'closed@example.org']
    for (const contact of [...contacts, 'suspended@example.org', '0713 000 001', '12', 'admin']) {
      const began = performance.now()
      const answer = await nobody.post('/auth/forgot-password', { contact })
      t.ok(performance.now() - began > 200, contact)
      t.equal(answer.status, 200)
      t.equal(answer.message, sent)
      t.equal(answer.data, null)
    }
    const rows = await account_codes.all({ hospital_id })
    t.same(
      rows.map(({ user_id, purpose, contact }) => [user_id, purpose, contact]),
      [
        [user.id, 'RESET', 'known@example.org'],
        [user.id, 'RESET', '+255713000001'],
      ],
      'by the contact that was named',
    )
    t.equal((await nobody.post('/auth/forgot-password', {})).message, 'contact is required.')
    t.equal(
      (await nobody.post('/auth/forgot-password', { contact: ' ' })).message,
      'contact is required.',
    )
  })

  t.test(
    'PLT-28, PLT-29: the code that was sent opens the way; a patient’s names its number',
    async (t) => {
      const lastTo = async (contact: string): Promise<string> => {
        const sent = await outbox_messages.all(
          { hospital_id, contact },
          { order: ['-id'], limit: 1 },
        )
        return unseal(sent[0]?.sealed ?? '')
      }
      const staff = await account(house, { phone: '+255713000010' })
      await nobody.post('/auth/forgot-password', { contact: '0713000010' })
      const text = await lastTo('+255713000010')
      t.match(text, /your code is \d{6}\. It lasts 10 minutes/)
      const code = /\d{6}/.exec(text)?.[0] ?? ''
      t.equal((await reset('0713000010', code)).status, 200)
      t.equal((await login(house, staff, better)).status, 200)
      t.match(await lastTo('+255713000010'), 'your account was used from a new address or browser')
      const patient = { kind: 'PATIENT' as const, facility_ids: [], username: 'p-77' }
      await account(house, { ...patient, phone: '+255713000011', language: 'sw' })
      await nobody.post('/auth/forgot-password', { contact: '0713000011' })
      t.match(await lastTo('+255713000011'), /namba yako ya siri ni \d{6} \(p-77\)/)
    },
  )

  t.test('PLT-28: one live code, at most three an hour', async (t) => {
    const user = await account(house, { email: 'many@example.org' })
    const first = await issue(user)
    const second = await issue(user)
    t.match(second, /^\d{6}$/)
    t.equal((await reset('many@example.org', first)).message, dead, 'the first one died')
    await issue(user)
    t.equal(await issue(user), '', 'the fourth is not sent')
    clock.advance(3_600_001)
    t.match(await issue(user), /^\d{6}$/)
  })

  t.test('PLT-28: each patient of a shared number gets a code, unless staff has it', async (t) => {
    const patient = { kind: 'PATIENT' as const, phone: '+255713000002', facility_ids: [] }
    const mother = await account(house, { ...patient, username: 'p-1' })
    const child = await account(house, { ...patient, username: 'p-2' })
    const codesOf = async (user: User) =>
      (await account_codes.all({ hospital_id, user_id: user.id })).length
    await nobody.post('/auth/forgot-password', { contact: '0713000002' })
    t.same([await codesOf(mother), await codesOf(child)], [1, 1])
    const staff = await account(house, { phone: patient.phone })
    await nobody.post('/auth/forgot-password', { contact: '0713000002' })
    t.same([await codesOf(mother), await codesOf(child), await codesOf(staff)], [1, 1, 1])
  })

  t.test('PLT-29: a reset closes all sessions, lifts the lock, leaves two-factor', async (t) => {
    const user = await account(house, { email: 'reset@example.org', totp_enabled_at: null })
    const ask = await signIn(house, user)
    for (let count = 0; count < 5; count++) await login(house, user, 'not this')
    t.equal((await login(house, user)).status, 429)
    const code = await issue(user)
    const answer = await reset(' Reset@Example.org ', code)
    t.equal(answer.status, 200, answer.message)
    t.equal(answer.data, null)
    t.equal((await ask.get('/auth/me')).message, 'Your session has ended. Sign in again.')
    t.equal((await login(house, user, better)).status, 200)
    t.equal(await warned(user, 'password_changed'), 1)
    t.equal((await reset('reset@example.org', code, 'another long one')).message, dead, 'used')
  })

  t.test(
    'PLT-29: wrong, dead and foreign codes answer alike; the fifth wrong one kills',
    async (t) => {
      const user = await account(house, { email: 'wrong@example.org' })
      const other = await account(house, { email: 'other@example.org' })
      const code = await issue(user)
      const foreign = await issue(other)
      const not_this = code === '111111' ? '222222' : '111111'
      t.equal((await reset('nobody@example.org', code)).message, dead)
      for (const wrong of [foreign, not_this, '', 'abc']) {
        const answer = await reset('wrong@example.org', wrong)
        t.equal(answer.status, 400)
        t.equal(answer.message, dead)
      }
      const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
      t.equal(
        (await reset('wrong@example.org', spaced, 'password12')).message,
        'new_password is too common.',
      )
      t.equal(
        (await reset('wrong@example.org', spaced, password)).message,
        'new_password is the one you have now.',
      )
      t.equal((await reset('wrong@example.org', not_this)).message, dead, 'the fifth')
      t.equal((await reset('wrong@example.org', code)).message, dead, 'is dead')
      t.equal((await reset('other@example.org', foreign)).status, 200)
      const late = await issue(user)
      clock.advance(10 * 60_000)
      t.equal((await reset('wrong@example.org', late)).message, dead, 'after ten minutes')
    },
  )

  t.test('PLT-29: many guesses at once are no more than five', async (t) => {
    const user = await account(house, { email: 'guess@example.org' })
    const code = await issue(user)
    const wrong = Array.from({ length: 20 }, (_, n) => String(n).padStart(6, '0'))
    await Promise.all(
      wrong.filter((guess) => guess !== code).map((guess) => reset('guess@example.org', guess)),
    )
    t.equal((await reset('guess@example.org', code)).message, dead)
    const [kept] = await account_codes.all({ hospital_id, user_id: user.id })
    t.ok((kept?.tries ?? 0) >= 5)
  })

  t.test('PLT-29: one code, twice at once, is used once', async (t) => {
    clock.advance(60_000)
    const user = await account(house, { email: 'twice@example.org' })
    const code = await issue(user)
    const answers = await Promise.all([
      reset('twice@example.org', code, 'the first of the two'),
      reset('twice@example.org', code, 'the second of the two'),
    ])
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    )
  })

  t.test('PLT-29: an invitation’s code opens the account', async (t) => {
    const user = await account(house, {
      email: 'invited@example.org',
      status: 'INVITED',
      password: null,
    })
    const code = await issue(user, 'INVITATION')
    t.match(code, /^\d{8}$/)
    clock.advance(71 * 3_600_000)
    const answer = await reset('invited@example.org', code)
    t.equal(answer.status, 200, answer.message)
    t.equal((await fresh(user)).status, 'ACTIVE')
    t.equal((await login(house, user, better)).status, 200)
    const [row] = await audit_rows.all({
      hospital_id,
      entity_id: user.id,
      action: 'auth.reset-password',
    })
    t.match(row, { from_state: 'INVITED', to_state: 'ACTIVE' })
    const late = await account(house, {
      email: 'late@example.org',
      status: 'INVITED',
      password: null,
    })
    const second = await issue(late, 'INVITATION')
    clock.advance(72 * 3_600_000)
    t.equal((await reset('late@example.org', second)).message, dead)
  })

  t.test('fields of a reset', async (t) => {
    const body = { contact: 'x@example.org', code: '1', new_password: better }
    for (const field of Object.keys(body)) {
      const answer = await nobody.post('/auth/reset-password', { ...body, [field]: undefined })
      t.equal(answer.status, 400)
      t.equal(answer.message, `${field} is required.`)
    }
    t.equal(
      (await reset('x@example.org', '1', 'ninechars')).message,
      'new_password must be between 10 and 200 characters.',
    )
  })

  t.test('PLT-21: a password over its age must be changed', async (t) => {
    await secure(house, { password_max_age_days: 30 })
    t.teardown(() => secure(house))
    const user = await account(house)
    t.equal((await login(house, user)).message, 'Signed in.')
    clock.advance(31 * 86_400_000)
    const old = await login(house, user)
    t.equal(old.message, 'Choose a new password before you go on.')
    t.same(old.data.permissions, [])
  })
})
