import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { sessions } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { Ask } from '../../../support/ask.ts'
import { account, setUser, signIn } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const over = 'Your session has ended. Sign in again.'

t.test('refreshing (PLT-22)', async (t) => {
  const house = await boot(t)
  const { nobody, app } = house
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(60_000))
  const refresh = (refresh_token: string) => nobody.post('/auth/refresh', { refresh_token })

  t.test('a refresh token gives a new pair, and the old access token ends', async (t) => {
    const ask = await signIn(house, await account(house))
    t.equal((await ask.get('/auth/me')).status, 200)
    const answer = await refresh(ask.refresh_token)
    t.equal(answer.status, 200, answer.message)
    t.same(Object.keys(answer.data), ['tokens'])
    t.equal(answer.data.tokens.expires_in, 900)
    t.equal((await ask.get('/auth/me')).message, over)
    const now = new Ask(app, answer.data.tokens.access_token)
    t.equal((await now.get('/auth/me')).status, 200)
    t.equal((await new Ask(app, answer.data.tokens.refresh_token).get('/auth/me')).message, over)
  })

  t.test('a used one that comes again closes the session and tells the owner', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    const second = (await refresh(ask.refresh_token)).data.tokens
    const third = (await refresh(second.refresh_token)).data.tokens
    const reused = await refresh(ask.refresh_token)
    t.equal(reused.status, 401)
    t.equal(reused.message, over)
    t.equal((await new Ask(app, third.access_token).get('/auth/me')).message, over)
    t.equal((await refresh(third.refresh_token)).message, over)
    await refresh(ask.refresh_token)
    const { hospital_id, id: entity_id } = user
    const told = await audit_rows.all({ hospital_id, entity_id, action: 'account.token_reused' })
    t.equal(told.length, 1, 'once')
    const [kept] = await sessions.all({ hospital_id, user_id: user.id })
    t.equal(kept?.close_reason, 'token_reused')
  })

  t.test('of fifty at once exactly one succeeds, and the session ends closed', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    // Fifty from one address in one minute are more than the edge lets in.
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.inject({
          method: 'POST',
          url: '/api/v1/auth/refresh',
          payload: { refresh_token: ask.refresh_token },
          remoteAddress: `10.0.0.${index + 1}`,
        }),
      ),
    )
    const won = answers.filter(({ statusCode }) => statusCode === 200)
    t.equal(won.length, 1)
    t.equal(answers.filter(({ statusCode }) => statusCode === 401).length, 49)
    const tokens = won[0]?.json().data.tokens
    t.equal((await new Ask(app, tokens.access_token).get('/auth/me')).message, over)
    const { hospital_id } = user
    const [kept] = await sessions.all({ hospital_id, user_id: user.id })
    t.ok(kept?.closed_at)
    const told = await audit_rows.all({
      hospital_id,
      entity_id: user.id,
      action: 'account.token_reused',
    })
    t.equal(told.length, 1)
  })

  t.test('30 days from its issue, never past the end of the session', async (t) => {
    const ask = await signIn(house, await account(house))
    clock.advance(30 * 86_400_000)
    t.equal((await refresh(ask.refresh_token)).message, over)
    let { refresh_token } = await signIn(house, await account(house))
    for (let month = 0; month < 3; month++) {
      clock.advance(29 * 86_400_000)
      refresh_token = (await refresh(refresh_token)).data.tokens.refresh_token
    }
    clock.advance(3 * 86_400_000)
    t.equal((await refresh(refresh_token)).message, over, 'the session ended after 90 days')
  })

  t.test('an account that may not sign in any more gets no new pair', async (t) => {
    const user = await account(house)
    const ask = await signIn(house, user)
    await setUser(user, { status: 'SUSPENDED' })
    t.equal((await refresh(ask.refresh_token)).message, over)
  })

  t.test('what is no refresh token', async (t) => {
    const ask = await signIn(house, await account(house))
    t.equal((await refresh('nonsense')).message, over)
    t.equal((await refresh(ask.token ?? '')).message, over)
    t.equal((await nobody.post('/auth/refresh', {})).message, 'refresh_token is required.')
    t.equal((await nobody.post('/auth/refresh')).message, 'The request could not be read.')
  })

  t.test('PLT-7: the thirty-first of a minute from one address is told to wait', async (t) => {
    clock.freeze('2026-12-04T08:00:20Z')
    for (let count = 0; count < 30; count++) t.equal((await refresh('nonsense')).status, 401)
    const refused = await refresh('nonsense')
    t.equal(refused.status, 429)
    t.equal(refused.message, 'Too many requests from this address. Try again in 40 seconds.')
    t.equal(refused.headers['retry-after'], '40')
  })
})
