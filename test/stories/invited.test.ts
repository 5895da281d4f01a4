// A person's way into the house, from the administrator's desk to the mailbox and back.

import t from 'tap'
import { mailer } from '../../daemon/work/mailer.ts'
import { clock } from '../../db/core/clock.ts'
import { drainMail } from '../../db/hospital/office/outbox/drain.ts'
import { Ask } from '../support/ask.ts'
import { codeOf } from '../support/accounts.ts'
import { boot } from '../support/boot.ts'
import { mailSink } from '../support/messaging/mail-sink.ts'

t.test('an invitation by mail, two-factor, a forgotten password', async (t) => {
  const house = await boot(t)
  const { people, nobody, facility_id, app } = house
  const sink = await mailSink(t)
  const officer = await people.with('system_administrator')
  const admin = await people.administrator()

  /** The newest letter to her that holds a code of so many digits. */
  const codeIn = async (digits: number): Promise<string> => {
    await drainMail(mailer)
    const letter = sink.letters.findLast(
      ({ to, raw }) =>
        to === 'neema@example.org' && new RegExp(`\\b\\d{${digits}}\\b`).test(textOf(raw)),
    )
    return new RegExp(`\\b(\\d{${digits}})\\b`).exec(textOf(letter?.raw ?? ''))?.[1] ?? ''
  }

  const configured = await officer.put('/settings/email', {
    from: { email: 'desk@stmary.example', name: 'St Mary' },
    smtp: { host: '127.0.0.1', port: sink.port, encryption: 'none' },
  })
  t.equal(configured.status, 200, configured.message)

  const opened = await admin.post('/users', {
    username: 'neema',
    full_name: 'Neema Mollel',
    email: 'neema@example.org',
    facility_ids: [facility_id],
    language: 'en',
  })
  t.equal(opened.status, 201, opened.message)
  t.match(opened.data.invitation, { channel: 'email', sent_to: /^n.*@example\.org$/ })
  t.equal(opened.data.temporary_password, null)
  t.notMatch(JSON.stringify(opened.data), /\b\d{8}\b(?!-)/, 'the code is in the letter alone')

  const invitation = await codeIn(8)
  t.match(invitation, /^\d{8}$/)
  const early = await nobody.post('/auth/login', { identifier: 'neema', password: invitation })
  t.equal(early.status, 401, 'a code is no password')
  const taken = await nobody.post('/auth/reset-password', {
    contact: 'neema@example.org',
    code: invitation,
    new_password: 'nine brown herons',
  })
  t.equal(taken.status, 200, taken.message)
  t.match((await admin.get('/notifications', { kind: 'account.ready' })).data, [
    { title: 'Neema Mollel has taken up the account' },
  ])

  const signed_in = await nobody.post('/auth/login', {
    identifier: 'NEEMA@example.org',
    password: 'nine brown herons',
  })
  t.equal(signed_in.message, 'Signed in.')
  const neema = new Ask(app, signed_in.data.tokens.access_token)
  const set_up = await neema.post('/auth/2fa/setup', { password: 'nine brown herons' })
  const { secret } = set_up.data
  const enabled = await neema.post('/auth/2fa/enable', { code: codeOf(secret) })
  t.equal(enabled.data.recovery_codes.length, 10)
  t.equal((await neema.post('/auth/logout')).status, 200)
  t.equal((await neema.get('/auth/me')).status, 401)

  clock.advance(30_000)
  const half = await nobody.post('/auth/login', {
    identifier: 'neema',
    password: 'nine brown herons',
  })
  t.match(half.data, { requires_2fa: true, tokens: null })
  const whole = await nobody.post('/auth/verify-2fa', {
    session_token: half.data.session_token,
    code: codeOf(secret),
  })
  t.equal(whole.status, 200, whole.message)
  const again = new Ask(app, whole.data.tokens.access_token)
  t.match((await again.get('/auth/me')).data, { two_factor: true })

  const forgot = await nobody.post('/auth/forgot-password', { contact: 'neema@example.org' })
  t.equal(forgot.message, 'If an account has this address or number, a code is on its way.')
  const reset = await nobody.post('/auth/reset-password', {
    contact: 'neema@example.org',
    code: await codeIn(6),
    new_password: 'ten white egrets',
  })
  t.equal(reset.status, 200, reset.message)
  t.equal((await again.get('/auth/me')).status, 401, 'a reset closes every session')
  clock.advance(30_000)
  const last = await nobody.post('/auth/login', {
    identifier: 'neema',
    password: 'ten white egrets',
  })
  t.equal(last.data.requires_2fa, true, 'two-factor stays')
  await drainMail(mailer)
  t.ok(
    sink.letters.some(({ raw }) => /your password was changed/.test(textOf(raw))),
    'she is told that it was changed',
  )
  const log = (await admin.get('/audit', { per_page: '200' })).data
  const actions = log.map(({ action }: { action: string }) => action)
  for (const action of [
    'user.create',
    'auth.reset-password',
    'auth.sign-in',
    'account.password_changed',
  ]) {
    t.ok(actions.includes(action), action)
  }
  t.notMatch(JSON.stringify(log), new RegExp(`${invitation}|herons|egrets|${secret}`))
})

/** As the reader sees it: soft line ends of quoted-printable are joined. */
const textOf = (raw: string): string => raw.slice(raw.indexOf('\r\n\r\n')).replaceAll('=\r\n', '')
