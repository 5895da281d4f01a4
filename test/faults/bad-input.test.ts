// Whatever is sent: an envelope (ALL-1), the right status (ALL-2), never 500, and no row more than
// before (ALL-8).

import { connect } from 'node:net'
import t from 'tap'
import { hospital_doors } from '../../daemon/hospital/areas.ts'
import { clock, hours } from '../../db/core/clock.ts'
import { newId } from '../../db/core/ids.ts'
import { account, signIn, withTwoFactor } from '../support/accounts.ts'
import { isRefusal, nothingLeft } from '../support/sweeps/bad-bodies.ts'
import { boot } from '../support/boot.ts'

const every = hospital_doors.flatMap(({ routes }) => routes)
const filled = (path: string): string => path.replace(/:[a-z_]+/g, newId())
const ended = 'Your session has ended. Sign in again.'
const unreadable = 'The request could not be read.'

t.test('bad input', { timeout: 600_000 }, async (t) => {
  const house = await boot(t)
  const { nobody, app, people } = house
  const administrator = await people.administrator()
  const officer = await people.with('system_administrator')

  // The first look makes the policy and its walk-in patient.
  await administrator.get('/billing/policy')

  t.test('paths that lead nowhere', async (t) => {
    await nothingLeft(t, async () => {
      for (const path of [
        '/../../etc/passwd',
        '/..%2f..%2fetc%2fpasswd',
        '/%2e%2e/%2e%2e/etc/passwd',
        '/users/..%2f..%2fx',
        '/users/%00',
        '/users/%ff%fe',
        '/users/%E0%A4%A',
        '/users/__proto__',
        '/users/constructor',
        '/settings/sequences/__proto__',
        '/settings/sequences/constructor',
        '/settings/sequences/toString',
        '/settings/images/__proto__',
        '/imports/kinds/__proto__/template',
        '/datasets/constructor',
        '/datasets/%00',
        '/photos/__proto__/x',
        `/photos/constructor/${newId()}`,
        '/audit/entities/__proto__/x',
        `/facilities/${house.facility_id}/modules/__proto__`,
        `/facilities/${house.facility_id}/modules/constructor`,
        `/facilities/${house.facility_id}/modules/%00`,
        '/reference/__proto__',
        '/hasOwnProperty',
        `/users/${'x'.repeat(2000)}`,
        '/users//',
        '/users\\x',
      ]) {
        for (const who of [administrator, officer]) {
          const answer = await who.inject({ method: 'GET', url: `/api/v1${path}` })
          t.ok(
            answer.status === 404 ||
              answer.status === 400 ||
              answer.status === 403 ||
              path === '/users//',
            `${path}: ${answer.status}`,
          )
          t.notMatch(answer.raw.toString(), /root:/)
          if (answer.status >= 400) isRefusal(t, answer, path)
        }
      }
    })
  })

  t.test('methods that a path does not have', async (t) => {
    const paths = [...new Set(every.map(({ path }) => path))]
    await nothingLeft(t, async () => {
      for (const path of paths) {
        const has = every
          .filter((route) => route.path === path)
          .map(({ method }) => method as string)
        for (const method of [
          'HEAD',
          'OPTIONS',
          'TRACE',
          'PUT',
          'PATCH',
          'DELETE',
          'POST',
          'GET',
        ]) {
          if (has.includes(method)) continue
          if (
            paths.some(
              (other) =>
                other !== path &&
                fits(other, filled(path)) &&
                every.some((one) => one.path === other && one.method === method),
            )
          )
            continue
          const answer = await administrator.inject({
            method: method as 'GET',
            url: `/api/v1${filled(path)}`,
          })
          t.equal(answer.status, 404, `${method} ${path}`)
        }
      }
    })
  })

  t.test('tokens that are none, or of another kind', async (t) => {
    const user = await account(house)
    const signed_in = await signIn(house, user)
    const { refresh_token, token = '' } = signed_in
    const guarded = await account(house)
    await withTwoFactor(house, guarded)
    const half = await nobody.post('/auth/login', {
      identifier: guarded.username,
      password: 'seven grey herons',
    })
    const session_token = half.data.session_token as string
    t.ok(session_token)
    clock.release()
    await nothingLeft(t, async () => {
      for (const wrong of [
        refresh_token,
        session_token,
        token.slice(0, -1),
        `${token}x`,
        token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase(),
        [...token].reverse().join(''),
        'null',
        '__proto__',
        'x'.repeat(8000),
      ]) {
        const answer = await nobody.with({ authorization: `Bearer ${wrong}` }).get('/auth/me')
        t.same([answer.status, answer.message], [401, ended], wrong.slice(0, 20))
      }
      for (const header of ['Basic YTpi', 'Bearer', 'Bearer ', `Bearer ${token} x`, token]) {
        t.equal(
          (await nobody.with({ authorization: header }).get('/auth/me')).status,
          401,
          header.slice(0, 10),
        )
      }
      for (const wrong of [token, session_token, '', 'x', '\u0000', refresh_token.slice(1)]) {
        const answer = await nobody.post('/auth/refresh', { refresh_token: wrong })
        t.ok(
          [400, 401].includes(answer.status),
          `refresh with ${wrong.slice(0, 8)}: ${answer.status}`,
        )
      }
      for (const wrong of [token, refresh_token, 'x']) {
        const answer = await nobody.post('/auth/verify-2fa', {
          session_token: wrong,
          code: '123456',
        })
        t.equal(answer.status, 401, answer.message)
      }
    })
    t.equal((await signed_in.get('/auth/me')).status, 200, 'none of it closed the session')
    clock.advance(hours(24 * 200))
    t.same(
      [(await signed_in.get('/auth/me')).status, (await signed_in.get('/auth/me')).message],
      [401, ended],
    )
    t.equal(
      (await nobody.post('/auth/refresh', { refresh_token })).status,
      401,
      'too late for a refresh',
    )
    clock.release()
    await signed_in.post('/auth/logout', {})
    t.equal((await signed_in.get('/auth/me')).message, ended)
    t.equal((await nobody.post('/auth/refresh', { refresh_token })).status, 401)
  })

  t.test('the thirty-first sign-in of a minute', async (t) => {
    clock.freeze('2030-01-01T08:00:10.000Z')
    const answers = []
    for (let n = 0; n < 31; n++) {
      answers.push(await nobody.post('/auth/login', { identifier: `nobody${n}`, password: 'x' }))
    }
    t.notOk(answers.slice(0, 30).some(({ status }) => status === 429))
    const last = answers[30]
    t.same(
      [last?.status, last?.message, last?.headers['retry-after']],
      [429, 'Too many requests from this address. Try again in 50 seconds.', '50'],
    )
    clock.advance(50_000)
    t.equal((await nobody.post('/auth/login', { identifier: 'nobody', password: 'x' })).status, 401)
    clock.release()
  })

  t.test('bytes that are no request (ALL-21)', async (t) => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const said = (bytes: string, wait_ms = 3000): Promise<string> =>
      new Promise((resolve) => {
        let text = ''
        const socket = connect(Number(address.port), address.hostname, () => socket.write(bytes))
        const done = (): void => {
          socket.destroy()
          resolve(text)
        }
        socket.on('data', (piece) => {
          text += piece.toString()
          if (text.includes('\r\n\r\n') && text.includes('}')) done()
        })
        socket.on('close', done).on('error', done)
        socket.setTimeout(wait_ms, done)
      })
    const head = (lines: string): string =>
      `POST /api/v1/departments HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${administrator.token}\r\n${lines}`
    const json = 'content-type: application/json\r\n'
    await nothingLeft(t, async () => {
      t.match(await said(head(`x-long: ${'x'.repeat(40 * 1024)}\r\n\r\n`)), /^HTTP\/1\.1 431 /)
      t.match(
        await said(head(`${json}content-length: 104857600\r\n\r\n{`)),
        /^HTTP\/1\.1 413 [^]*"success":false/,
      )
      t.equal(
        await said(head(`${json}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`), 1000),
        '',
        'waits for the rest',
      )
      t.match(
        await said(head(`${json}transfer-encoding: chunked\r\n\r\nzz\r\n`)),
        /^HTTP\/1\.1 400 /,
      )
      t.match(
        await said(head(`${json}content-length: 5\r\ncontent-length: 6\r\n\r\n{}`)),
        /^HTTP\/1\.1 400 /,
      )
      t.match(
        await said(head('content-length: 2\r\n\r\n{}')),
        /^HTTP\/1\.1 400 [^]*"success":false/,
      )
      t.match(await said('GET /api/v1/\u0000 HTTP/1.1\r\nhost: x\r\n\r\n'), /^HTTP\/1\.1 400 /)
      t.match(await said('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /)
    })
    t.equal((await nobody.post('/auth/refresh', {})).message.startsWith('refresh_token'), true)
    t.equal(
      unreadable,
      (await administrator.raw('POST', '/departments', '{', 'application/json')).message,
    )
  })
})

/** Whether a path with names in it would take this address. */
const fits = (template: string, path: string): boolean =>
  new RegExp(`^${template.replace(/:[a-z_]+/g, '[^/]+')}$`).test(path)
