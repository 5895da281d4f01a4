// Signing in, from the source document of the hospital API alone. Each test is named by the sentence
// it proves.

import t from 'tap'
import { Ask } from '../support/ask.ts'
import { account, codeOf, password, withTwoFactor } from '../support/accounts.ts'
import { consoleOf } from './console.ts'
import { fields, refused, succeeded } from './reading.ts'

t.test('signing in', async (t) => {
  const house = await consoleOf(t)
  const { nobody } = house
  let count = 0
  const somebody = () => {
    count += 1
    return account(house, {
      email: `staff${count}@example.org`,
      phone: `+25571300${String(1000 + count)}`,
      roles: ['nurse'],
    })
  }
  const bearer = (access_token: string): Ask => new Ask(house.app, access_token)

  t.test('"any of identifier, username, email or phone; all mean the same thing"', async (t) => {
    const user = await somebody()
    for (const name of ['identifier', 'username']) {
      succeeded(t, await nobody.post('/auth/login', { [name]: user.username, password }))
    }
    succeeded(t, await nobody.post('/auth/login', { email: user.email, password }))
    succeeded(t, await nobody.post('/auth/login', { phone: user.phone, password }))
    succeeded(t, await nobody.post('/auth/login', { identifier: user.phone, password }))
    succeeded(t, await nobody.post('/auth/login', { identifier: user.email, password }))
  })

  t.test('"**loginRequest**": workspace and platform may be sent, as null too', async (t) => {
    const user = await somebody()
    const body = { identifier: user.username, password }
    for (const more of [
      { workspace: null, platform: null, username: null, email: null, phone: null },
      { platform: false },
      { workspace: house.hospital.code },
    ]) {
      const answer = await nobody.post('/auth/login', { ...body, ...more })
      t.equal(answer.status, 200, `${JSON.stringify(more)}: ${answer.message}`)
    }
  })

  t.test('"**Login reply data**"', async (t) => {
    const user = await somebody()
    const answer = await nobody.post('/auth/login', { identifier: user.username, password })
    succeeded(t, answer)
    fields(t, answer.data, {
      requires_2fa: 'boolean',
      tokens: 'object',
      permissions: 'list',
      roles: 'list',
      facility: 'object',
    })
    t.equal(answer.data.requires_2fa, false)
    fields(t, answer.data.tokens, {
      access_token: 'string',
      refresh_token: 'string',
      expires_in: 'integer',
    })
    t.ok(Object.hasOwn(answer.data, 'country'), 'country (for phone formatting)')
    t.ok(answer.data.permissions.length > 0)
    t.match(
      answer.data.permissions[0],
      /^[a-z0-9_-]+:[a-z0-9_-]+$/,
      '"of the form `<area>:<action>`"',
    )
  })

  t.test(
    '"If the account has two-factor on, the reply has requires_2fa true and a session_token and issues no tokens"',
    async (t) => {
      const user = await somebody()
      const { secret } = await withTwoFactor(house, user)
      const first = await nobody.post('/auth/login', { identifier: user.username, password })
      succeeded(t, first)
      t.equal(first.data.requires_2fa, true)
      t.type(first.data.session_token, 'string')
      t.notOk(first.data.tokens)
      const wrong = await nobody.post('/auth/verify-2fa', {
        code: '000000',
        session_token: first.data.session_token,
      })
      refused(t, wrong, 401)
      const second = await nobody.post('/auth/verify-2fa', {
        code: codeOf(secret),
        session_token: first.data.session_token,
      })
      succeeded(t, second)
      fields(t, second.data, { tokens: 'object', permissions: 'list', roles: 'list' })
      succeeded(t, await bearer(second.data.tokens.access_token).get('/auth/me'))
    },
  )

  t.test(
    '"Every later request carries header `Authorization: Bearer <ACCESS_TOKEN>`"',
    async (t) => {
      const user = await somebody()
      const { data } = await nobody.post('/auth/login', { identifier: user.username, password })
      const me = await bearer(data.tokens.access_token).get('/auth/me')
      succeeded(t, me)
      t.same(
        me.data.permissions.toSorted(),
        data.permissions.toSorted(),
        '"the caller\'s permissions"',
      )
    },
  )

  t.test('"A 401 means no token, invalid or expired"', async (t) => {
    refused(t, await nobody.get('/auth/me'), 401)
    refused(t, await bearer('not-a-token').get('/auth/me'), 401)
    refused(t, await nobody.with({ authorization: 'Basic YTpi' }).get('/auth/me'), 401)
  })

  t.test('"the refresh token rotates": data.tokens is a new token set', async (t) => {
    const user = await somebody()
    const { data } = await nobody.post('/auth/login', { identifier: user.username, password })
    const { refresh_token } = data.tokens
    const again = await nobody.post('/auth/refresh', { refresh_token })
    succeeded(t, again)
    fields(t, again.data.tokens, {
      access_token: 'string',
      refresh_token: 'string',
      expires_in: 'integer',
    })
    t.not(again.data.tokens.refresh_token, refresh_token)
    succeeded(t, await bearer(again.data.tokens.access_token).get('/auth/me'))
    refused(t, await nobody.post('/auth/refresh', { refresh_token: 'none' }), 401)
  })

  t.test(
    '"Logout closes the session on the server; all_devices true closes every device\'s session"',
    async (t) => {
      const user = await somebody()
      const sign = async () =>
        bearer(
          (await nobody.post('/auth/login', { identifier: user.username, password })).data.tokens
            .access_token,
        )
      const [one, two, three] = [await sign(), await sign(), await sign()]
      succeeded(t, await one.post('/auth/logout', { all_devices: null }))
      refused(t, await one.get('/auth/me'), 401)
      succeeded(t, await two.get('/auth/me'))
      succeeded(t, await two.post('/auth/logout', { all_devices: true }))
      refused(t, await two.get('/auth/me'), 401)
      refused(t, await three.get('/auth/me'), 401)
    },
  )

  t.test(
    '"change (current_password, new_password), forgot (contact, workspace), reset (code, contact, new_password, workspace)"',
    async (t) => {
      const user = await somebody()
      const { data } = await nobody.post('/auth/login', { identifier: user.username, password })
      const changed = await bearer(data.tokens.access_token).post('/auth/change-password', {
        current_password: password,
        new_password: 'nine brown herons',
      })
      succeeded(t, changed)
      for (const contact of [user.email, user.phone]) {
        for (const workspace of [null, house.hospital.code]) {
          succeeded(t, await nobody.post('/auth/forgot-password', { contact, workspace }))
        }
      }
      const wrong = await nobody.post('/auth/reset-password', {
        code: '000000',
        contact: user.email,
        new_password: 'eight green herons',
        workspace: null,
      })
      t.match(String(wrong.status), /^4/)
      refused(t, wrong, wrong.status)
    },
  )

  t.test(
    '"`GET /api/v1/settings/system` answers without a token": the hospital\'s name and logo',
    async (t) => {
      const shown = await nobody.get('/settings/system')
      succeeded(t, shown)
      t.type(shown.data.name, 'string')
      t.ok(Object.hasOwn(shown.data, 'logo_url'))
    },
  )

  t.test(
    '"stack check; answers without the envelope guarantees stated here": GET /api/v1',
    async (t) => {
      const answer = await nobody.get('/api/v1')
      t.equal(answer.status, 200)
    },
  )

  t.test(
    '"A permission refusal and a module-switched-off refusal are both 403 with different messages"',
    async (t) => {
      const nurse = await house.people.with('nurse')
      const refusal = await nurse.get('/audit')
      refused(t, refusal, 403)
      const off = await house.who.post(
        `/facilities/${house.facility_id}/modules/theatre/switch-off`,
        {
          reason: 'No surgeon until June',
          force: true,
        },
      )
      t.equal(off.status, 200, off.message)
      t.not(refusal.message, off.message)
    },
  )

  t.test(
    '"`portal:use` is the only permission a patient account holds and opens nothing outside `/portal`"',
    async (t) => {
      const patient = await house.people.patient()
      for (const path of [
        '/patients',
        '/visits',
        '/billing/bills',
        '/notifications',
        '/departments',
      ]) {
        refused(t, await patient.get(path), 403)
      }
    },
  )
})
