import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { roles, users } from '../../../../db/hospital/office/access/tables.ts'
import { base32, fromBase32, totpAt } from '../../../../db/hospital/office/access/sign-in/totp.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { Ask } from '../../../support/ask.ts'
import {
  account,
  codeOf,
  fresh,
  login,
  password,
  signIn,
  withTwoFactor,
} from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

t.test('the codes are those of RFC 6238, appendix B', async (t) => {
  const secret = base32(Buffer.from('12345678901234567890'))
  t.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  t.same(fromBase32(secret), Buffer.from('12345678901234567890'))
  const vectors: [number, string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ]
  for (const [seconds, code] of vectors) {
    t.equal(totpAt(secret, Math.floor(seconds / 30), 8), code)
  }
})

t.test('two-factor sign-in', async (t) => {
  const house = await boot(t)
  const { nobody } = house
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(20 * 60_000))
  const verify = (session_token: string, code: string) =>
    nobody.post('/auth/verify-2fa', { session_token, code })

  t.test('PLT-25: set up changes nothing until a right code enables it', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    const off = { enabled: false, enabled_at: null, recovery_codes_left: 0, required: false }
    t.same((await ask.get('/auth/2fa')).data, off)
    t.equal(
      (await ask.post('/auth/2fa/enable', { code: '123456' })).message,
      'Set up two-factor sign-in first.',
    )
    t.equal(
      (await ask.post('/auth/2fa/setup', { password: 'not this' })).message,
      'password is not right.',
    )
    const { data } = await ask.post('/auth/2fa/setup', { password })
    t.match(data.secret, /^[A-Z2-7]{32}$/)
    t.equal(
      data.otpauth_uri,
      `otpauth://totp/St%20Mary%20Hospital:${user.username}?secret=${data.secret}&issuer=St%20Mary%20Hospital&algorithm=SHA1&digits=6&period=30`,
    )
    t.match(data.qr_svg, /^<svg .*<\/svg>$/)
    t.equal(data.expires_at, '2026-05-04T08:15:00.000Z')
    t.same((await ask.get('/auth/2fa')).data, off)
    t.equal((await login(house, user)).data.requires_2fa, false)
    t.equal((await ask.post('/auth/2fa/enable', { code: '12345' })).message, 'code is not right.')
    const enabled = await ask.post('/auth/2fa/enable', { code: codeOf(data.secret) })
    t.equal(enabled.status, 200, enabled.message)
    t.equal(new Set(enabled.data.recovery_codes).size, 10)
    for (const code of enabled.data.recovery_codes) t.match(code, /^[a-z2-9]{5}-[a-z2-9]{5}$/)
    t.match((await ask.get('/auth/2fa')).data, { enabled: true, recovery_codes_left: 10 })
    t.equal((await ask.get('/auth/me')).data.two_factor, true)
    const again = await ask.post('/auth/2fa/setup', { password })
    t.equal(again.status, 409)
    t.equal(again.message, 'Two-factor sign-in is on already.')
    const kept = await fresh(user)
    t.notMatch(kept.totp_secret, data.secret, 'the secret is sealed')
    t.equal(kept.totp_pending, null)
  })

  t.test('a set-up dies after 15 minutes', async (t) => {
    const ask = await signIn(house, await account(house))
    const { secret } = (await ask.post('/auth/2fa/setup', { password })).data
    clock.advance(15 * 60_000)
    const { refresh_token } = ask
    const { tokens } = (await nobody.post('/auth/refresh', { refresh_token })).data
    const late = await new Ask(house.app, tokens.access_token).post('/auth/2fa/enable', {
      code: codeOf(secret),
    })
    t.equal(late.status, 409)
    t.equal(late.message, 'Set up two-factor sign-in first.')
  })

  t.test('2.1: with two-factor on, login gives a session token and nothing else', async (t) => {
    const user = await account(house, { roles: ['cashier'] })
    const { secret } = await withTwoFactor(house, user)
    const answer = await login(house, user)
    t.equal(answer.status, 200)
    const { session_token, ...rest } = answer.data
    t.type(session_token, 'string')
    t.same(rest, {
      requires_2fa: true,
      tokens: null,
      permissions: [],
      roles: [],
      facility: null,
      branches: [],
      country: null,
      user: null,
      hospital: null,
      must_change_password: false,
      must_set_up_2fa: false,
      device: null,
    })
    const as_access = await new Ask(house.app, session_token).get('/auth/me')
    t.equal(as_access.message, 'Your session has ended. Sign in again.')
    const entered = await verify(session_token, codeOf(secret))
    t.equal(entered.status, 200, entered.message)
    t.match(entered.data, { requires_2fa: false, session_token: null, user: { id: user.id } })
    const me = await new Ask(house.app, entered.data.tokens.access_token).get('/auth/me')
    t.equal(me.data.session.method, 'PASSWORD_2FA')
    t.equal((await verify(session_token, codeOf(secret, 1))).message, 'Sign in again.')
  })

  t.test('PLT-24: one step of drift either way, each step’s code once', async (t) => {
    const user = await account(house)
    const { secret } = await withTwoFactor(house, user)
    clock.advance(300_000)
    const enter = async (code: string) => {
      const { session_token } = (await login(house, user)).data
      return verify(session_token, code)
    }
    t.equal((await enter(codeOf(secret, -2))).message, 'The code is not right.')
    t.equal((await enter(codeOf(secret, 2))).message, 'The code is not right.')
    t.equal((await enter(codeOf(secret, -1))).status, 200)
    t.equal((await enter(codeOf(secret, -1))).message, 'The code is not right.')
    t.equal((await enter(codeOf(secret, 1))).status, 200)
    t.equal((await enter(codeOf(secret, 1))).message, 'The code is not right.')
    t.equal((await enter(codeOf(secret))).message, 'The code is not right.', 'an earlier step')
    clock.advance(60_000)
    const spaced = codeOf(secret).replace(/^(...)/, '$1 ')
    t.equal((await enter(spaced)).status, 200)
  })

  t.test('PLT-24: the same code twice at once opens one session', async (t) => {
    const user = await account(house)
    const { secret } = await withTwoFactor(house, user)
    const tokens = [(await login(house, user)).data, (await login(house, user)).data]
    const code = codeOf(secret)
    const answers = await Promise.all(
      tokens.map(({ session_token }) => verify(session_token, code)),
    )
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 401],
    )
  })

  t.test('PLT-24: the fifth wrong code, or five minutes, kill the session token', async (t) => {
    const user = await account(house)
    const { secret } = await withTwoFactor(house, user)
    const first = (await login(house, user)).data.session_token
    for (let count = 0; count < 4; count++) {
      const answer = await verify(first, '000000')
      t.equal(answer.status, 401)
      t.equal(answer.message, 'The code is not right.')
    }
    t.equal((await verify(first, '000000')).message, 'Sign in again.')
    clock.advance(15 * 60_000)
    t.equal((await verify(first, codeOf(secret))).message, 'Sign in again.')
    const second = (await login(house, user)).data.session_token
    clock.advance(5 * 60_000)
    t.equal((await verify(second, codeOf(secret))).message, 'Sign in again.')
    const unknown = await verify('no such token', codeOf(secret))
    t.equal(unknown.status, 401)
    t.equal(unknown.message, 'Sign in again.')
  })

  t.test(
    'PLT-25: a recovery code works once, and the owner is told how many are left',
    async (t) => {
      const user = await account(house)
      const { recovery_codes, ask } = await withTwoFactor(house, user)
      const [first = '', second = ''] = recovery_codes
      const enter = async (code: string) =>
        verify((await login(house, user)).data.session_token, code)
      t.equal((await enter(first.toUpperCase().replace('-', ' '))).status, 200)
      t.equal((await enter(first)).message, 'The code is not right.')
      t.equal((await ask.get('/auth/2fa')).data.recovery_codes_left, 9)
      const { hospital_id } = user
      const told = await audit_rows.all({ hospital_id, action: 'account.recovery_code_used' })
      t.equal(told.length, 1)
      const renewed = await ask.post('/auth/2fa/recovery-codes', { password, code: second })
      t.equal(renewed.status, 200, renewed.message)
      t.equal(renewed.data.recovery_codes.length, 10)
      t.equal(
        (await enter(recovery_codes[2] ?? '')).message,
        'The code is not right.',
        'the old die',
      )
      t.equal((await enter(renewed.data.recovery_codes[0])).status, 200)
    },
  )

  t.test('PLT-25: off again with password and a code; the owner is told', async (t) => {
    const user = await account(house)
    const { secret, ask } = await withTwoFactor(house, user)
    const off = (body: object) => ask.post('/auth/2fa/disable', body)
    t.equal(
      (await off({ password: 'not this', code: codeOf(secret) })).message,
      'password is not right.',
    )
    t.equal((await off({ password, code: '000000' })).message, 'code is not right.')
    t.equal((await off({ password })).message, 'code is required.')
    const done = await off({ password, code: codeOf(secret) })
    t.equal(done.status, 200, done.message)
    t.match(done.data, { enabled: false, recovery_codes_left: 0 })
    const twice = await off({ password, code: codeOf(secret) })
    t.equal(twice.status, 409)
    t.equal(twice.message, 'Two-factor sign-in is not on.')
    t.equal((await login(house, user)).data.requires_2fa, false)
    const { hospital_id, id: entity_id } = user
    t.equal(
      (await audit_rows.all({ hospital_id, entity_id, action: 'account.two_factor_off' })).length,
      1,
    )
  })

  t.test('PLT-21, PLT-25: a role may require it, then it cannot be turned off', async (t) => {
    const { hospital_id } = await account(house)
    await within(() =>
      roles.change({ hospital_id, code: 'insurance' }, { two_factor_required: true }),
    )
    const user = await account(house, { roles: ['insurance'] })
    const answer = await login(house, user)
    t.equal(answer.message, 'Set up two-factor sign-in before you go on.')
    t.match(answer.data, { must_set_up_2fa: true, permissions: [] })
    const { secret, ask } = await withTwoFactor(house, user)
    t.match((await ask.get('/auth/me')).data, { must_set_up_2fa: false })
    t.ok((await ask.get('/auth/me')).data.permissions.includes('self:use'))
    t.equal((await ask.get('/auth/2fa')).data.required, true)
    const off = await ask.post('/auth/2fa/disable', { password, code: codeOf(secret) })
    t.equal(off.status, 409)
    t.equal(off.message, 'Your role needs two-factor sign-in.')
    t.equal((await fresh(user)).totp_enabled_at !== null, true)
    await within(() => users.change({ hospital_id, id: user.id }, { must_change_password: true }))
    const { session_token } = (await login(house, user)).data
    const both = await verify(session_token, codeOf(secret))
    t.equal(both.message, 'Choose a new password before you go on.', 'password first')
  })

  t.test('PLT-20: an account suspended between the two steps stays out', async (t) => {
    const user = await account(house)
    const { secret } = await withTwoFactor(house, user)
    const { session_token } = (await login(house, user)).data
    const { hospital_id, id } = user
    await within(() => users.change({ hospital_id, id }, { status: 'SUSPENDED' }))
    const answer = await verify(session_token, codeOf(secret))
    t.equal(answer.message, 'This account is suspended. Ask your administrator.')
  })

  t.test('fields of a second step', async (t) => {
    t.equal(
      (await nobody.post('/auth/verify-2fa', { code: '1' })).message,
      'session_token is required.',
    )
    t.equal(
      (await nobody.post('/auth/verify-2fa', { session_token: 'x' })).message,
      'code is required.',
    )
  })
})
