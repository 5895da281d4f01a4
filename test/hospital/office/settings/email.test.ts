import { createServer, type AddressInfo } from 'node:net'
import t from 'tap'
import { setMailer } from '../../../../daemon/work/mailer.ts'
import { email_settings } from '../../../../db/hospital/office/settings/tables.ts'
import { unseal } from '../../../../db/appliance/secrets/seal.ts'
import { boot } from '../../../support/boot.ts'
import { certificate } from '../../../support/certificate.ts'
import { mailSink } from '../../../support/messaging/mail-sink.ts'

const body = (port: number, smtp: Record<string, unknown> = {}, more: object = {}) => ({
  from: { email: 'Desk@StMary.example', name: 'St Mary' },
  smtp: { host: '127.0.0.1', port, encryption: 'none', ...smtp },
  ...more,
})

t.test('the mail server', async (t) => {
  const { people, hospital } = await boot(t)
  const { id: hospital_id } = hospital
  const officer = await people.with('system_administrator')
  const auditor = await people.with('auditor')
  t.afterEach(() => setMailer({ patience_ms: 20_000, ca: undefined }))
  const test = (to = 'neema@example.org') => officer.post('/settings/email/test', { to })

  t.test('a test without a configuration is refused', async (t) => {
    t.equal((await officer.get('/settings/email')).data, null)
    const refused = await test()
    t.equal(refused.status, 409)
    t.equal(refused.message, 'No mail server is set up.')
  })

  t.test('it is set and shown, its password never (PLT-65)', async (t) => {
    const set = await officer.put(
      '/settings/email',
      body(2525, { username: 'desk', password: 's3cret' }),
    )
    t.equal(set.status, 200, set.message)
    t.same(set.data, {
      from: { email: 'desk@stmary.example', name: 'St Mary' },
      is_active: true,
      smtp: {
        host: '127.0.0.1',
        port: 2525,
        username: 'desk',
        password: '••••••••',
        encryption: 'none',
      },
      last_test: null,
      updated_at: set.data.updated_at,
      version: 1,
    })
    const stored = async () => {
      const row = await email_settings.find({ hospital_id })
      const password = row?.password ?? null
      return password === null ? null : unseal(password)
    }
    t.equal(await stored(), 's3cret')
    await officer.put('/settings/email', body(2525, { username: 'desk', password: '••••••••' }))
    t.equal(await stored(), 's3cret', 'sent back as shown it is kept')
    await officer.put('/settings/email', body(2525, { username: 'desk' }))
    t.equal(await stored(), 's3cret', 'left out it is kept')
    await officer.put('/settings/email', body(2525, { username: 'desk', password: 'other' }))
    t.equal(await stored(), 'other')
    for (const empty of ['', null]) {
      await officer.put('/settings/email', body(2525, { password: 'again' }))
      const removed = await officer.put('/settings/email', body(2525, { password: empty }))
      t.equal(await stored(), null)
      t.equal(removed.data.smtp.password, null)
    }
    const { data } = await auditor.get('/settings/history', { record: 'email', per_page: '200' })
    t.notMatch(JSON.stringify(data), /s3cret|other|again/)
    t.ok(data.some((one: { field: string }) => one.field === 'password'))
  })

  t.test('the port decides the encryption that is not named', async (t) => {
    for (const [port, encryption] of [
      [465, 'ssl'],
      [587, 'tls'],
      [25, 'none'],
    ] as const) {
      const set = await officer.put('/settings/email', {
        from: { email: 'a@b.example' },
        smtp: { host: 'mail.lan', port },
      })
      t.equal(set.data.smtp.encryption, encryption)
    }
    const odd = await officer.put('/settings/email', body(465, { encryption: 'tls' }))
    t.equal(odd.data.smtp.encryption, 'tls', 'some servers do (PLT-66)')
  })

  const bad: [object, string][] = [
    [{ smtp: { host: 'x', port: 25 } }, 'from is required.'],
    [{ from: {}, smtp: { host: 'x', port: 25 } }, 'from.email is required.'],
    [body(0), 'smtp.port must be between 1 and 65535.'],
    [body(70_000), 'smtp.port must be between 1 and 65535.'],
    [body(25, { encryption: 'starttls' }), 'smtp.encryption must be one of tls, ssl, none.'],
    [body(25, { host: '' }), 'smtp.host must be between 1 and 253 characters.'],
    [body(25, { host: 'http://mail' }), 'smtp.host is not the name or address of a server.'],
    [body(25, { host: 'a b' }), 'smtp.host is not the name or address of a server.'],
    [body(25, {}, { is_active: 'yes' }), 'is_active must be true or false.'],
    [body(25, {}, { from: { email: 'nobody' } }), 'from.email is not an email address.'],
    ...['mail.example.org', '8.8.8.8', '172.32.0.1', '2001:db8::1', 'lan.example.org'].map(
      (host): [object, string] => [
        body(25, { host }),
        'smtp.encryption must be tls or ssl for a mail server outside the hospital.',
      ],
    ),
  ]
  for (const [input, message] of bad) {
    t.test(`refused: ${message} ${JSON.stringify(input)}`, async (t) => {
      const before = (await officer.get('/settings/email')).data
      const refused = await officer.put('/settings/email', input)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
      t.same((await officer.get('/settings/email')).data, before, 'nothing was left behind')
    })
  }

  t.test('a mail server in the house may speak in the clear (PLT-66)', async (t) => {
    for (const host of ['10.1.2.3', '192.168.4.1', '172.20.0.1', 'fd00::5', 'mail', 'mx.local']) {
      t.equal((await officer.put('/settings/email', body(25, { host }))).status, 200, host)
    }
  })

  t.test('the test sends one message with what is stored, also while mail is off', async (t) => {
    const sink = await mailSink(t, { login: { user: 'desk', password: 'right' } })
    const off = body(sink.port, { username: 'desk', password: 'right' }, { is_active: false })
    const { version } = (await officer.put('/settings/email', off)).data
    const sent = await test()
    t.equal(sent.status, 200, sent.message)
    t.equal(sent.data.sent_to, 'neema@example.org')
    t.equal(sink.letters.length, 1)
    t.match(sink.letters[0], { from: 'desk@stmary.example', to: 'neema@example.org' })
    const { data } = await officer.get('/settings/email')
    t.match(data.last_test, { to: 'neema@example.org', ok: true, message: 'OK' })
    t.equal(data.version, version, 'a test is no change')
    t.equal(data.is_active, false)
  })

  t.test('a wrong password is 503 in the server’s words', async (t) => {
    const sink = await mailSink(t, { login: { user: 'desk', password: 'right' } })
    await officer.put('/settings/email', body(sink.port, { username: 'desk', password: 'wrong' }))
    const refused = await test()
    t.equal(refused.status, 503)
    t.equal(refused.message, 'The mail server answered: 535 5.7.8 Wrong name or password.')
    t.match((await officer.get('/settings/email')).data.last_test, { ok: false })
    t.equal(sink.letters.length, 0)
  })

  t.test('a receiver that is refused is 503 in the server’s words', async (t) => {
    const sink = await mailSink(t)
    sink.refuses.receiver = () => ({ code: 550, words: '5.1.1 No such mailbox' })
    await officer.put('/settings/email', body(sink.port))
    t.equal((await test()).message, 'The mail server answered: 550 5.1.1 No such mailbox.')
  })

  t.test('a certificate that nobody vouches for is refused, a trusted one taken', async (t) => {
    for (const [encryption, options] of [
      ['tls', {}],
      ['ssl', { secure: true }],
    ] as const) {
      const sink = await mailSink(t, options)
      await officer.put('/settings/email', body(sink.port, { encryption }))
      setMailer({ ca: undefined })
      const refused = await test()
      t.equal(refused.status, 503)
      t.match(
        refused.message,
        /^The mail server answered: its certificate is not trusted \(.+\)\.$/,
      )
      t.equal(sink.letters.length, 0)
      setMailer({ ca: certificate })
      const sent = await test()
      t.equal(sent.status, 200, sent.message)
      t.equal(sink.letters.length, 1)
    }
  })

  t.test('a server without encryption is not spoken to where tls is asked for', async (t) => {
    const sink = await mailSink(t, { disabledCommands: ['STARTTLS'] })
    await officer.put('/settings/email', body(sink.port, { encryption: 'tls' }))
    t.equal((await test()).status, 503)
    t.equal(sink.letters.length, 0)
  })

  t.test('a silent server is given up after the patience there is', async (t) => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    t.teardown(() => silent.close())
    setMailer({ patience_ms: 80 })
    await officer.put('/settings/email', body((silent.address() as AddressInfo).port))
    const refused = await test()
    t.equal(refused.status, 503)
    t.match(refused.message, /^The mail server answered: nothing within \d+ seconds\.$/)
  })

  t.test('a server that is not there', async (t) => {
    const gone = await mailSink(t)
    await gone.close()
    await officer.put('/settings/email', body(gone.port))
    t.equal((await test()).message, 'The mail server answered: connection refused.')
    t.equal((await officer.post('/settings/email/test', {})).message, 'to is required.')
    t.equal(
      (await officer.post('/settings/email/test', { to: 'x' })).message,
      'to is not an email address.',
    )
  })

  t.test('two people at it: the second is told (PLT-13)', async (t) => {
    const { version } = (await officer.get('/settings/email')).data
    const stale = await officer
      .with({ 'if-match': String(version - 1) })
      .put('/settings/email', body(25))
    t.equal(stale.status, 409)
  })

  t.test('who may see it may not set it', async (t) => {
    t.equal((await auditor.get('/settings/email')).status, 200)
    t.equal(
      (await auditor.put('/settings/email', body(25))).message,
      'You do not have permission to do this. It needs setting:update.',
    )
  })
})
