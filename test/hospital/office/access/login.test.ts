import t from 'tap'
import { platform_id } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { forgetCallersNow } from '../../../../db/hospital/office/access/callers.ts'
import { hashPassword } from '../../../../db/hospital/office/access/sign-in/passwords.ts'
import { sign_ins } from '../../../../db/hospital/office/access/tables.ts'
import { audit_rows } from '../../../../db/hospital/office/audit/tables.ts'
import { forgetAll } from '../../../../db/hospital/office/hospitals/hospitals.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { Ask } from '../../../support/ask.ts'
import {
  account,
  fresh,
  login,
  password,
  setUser,
  shut,
  signIn,
} from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'

const wrong = 'The username or password is not right.'

t.test('signing in', async (t) => {
  const house = await boot(t)
  const { nobody } = house
  // Many sign-ins from one address within one frozen minute.
  clock.freeze('2026-05-04T08:00:00Z')
  t.afterEach(() => clock.advance(60_000))

  t.test('two names of two accounts are told apart by nobody', async (t) => {
    const [asha, juma] = [
      await account(house, { email: 'asha.two@example.org' }),
      await account(house, { email: 'juma.two@example.org' }),
    ]
    const asked = (username: string, email: string | null) =>
      nobody.post('/auth/login', { username, email, password })
    t.equal((await asked(asha.username, asha.email)).status, 200, 'two names of one account')
    t.match(await asked(asha.username, juma.email), {
      status: 400,
      message: 'identifier and another name mean two accounts: send one of them.',
    })
    t.equal((await asked(asha.username, null)).status, 200)
  })

  t.test('a right password opens a session (2.1)', async (t) => {
    const user = await account(house, { roles: ['cashier'], email: 'asha@example.org' })
    const answer = await login(house, user)
    t.equal(answer.status, 200, answer.message)
    t.equal(answer.message, 'Signed in.')
    t.equal(answer.headers['cache-control'], 'no-store', 'tokens are nobody’s to keep')
    const { data } = answer
    t.equal(data.requires_2fa, false)
    t.equal(data.session_token, null)
    t.equal(data.tokens.expires_in, 900)
    t.same(data.roles, [{ code: 'cashier', name: 'Cashier' }])
    t.ok(data.permissions.includes('self:use'))
    const codes: string[] = data.permissions
    t.same(codes, codes.toSorted())
    t.match(data.facility, { id: house.facility_id, code: 'MAIN', is_main: true })
    t.equal(data.facility.time_zone, 'Africa/Dar_es_Salaam')
    t.equal(data.branches, null)
    t.equal(data.country, 'TZ')
    t.match(data.user, { id: user.id, username: user.username, kind: 'STAFF', language: 'en' })
    t.match(data.hospital, { id: house.hospital.id, code: 'st-mary', logo_url: null })
    t.match(data, { must_change_password: false, must_set_up_2fa: false, device: null })
    const me = await new Ask(house.app, data.tokens.access_token).get('/auth/me')
    t.equal(me.status, 200)
    const kept = await fresh(user)
    t.equal(kept.last_sign_in_at, clock.instant())
    t.equal(kept.version, user.version, 'a sign-in is no change of the account')
    const { hospital_id } = user
    const [row] = await sign_ins.all({ hospital_id, user_id: user.id })
    t.match(row, { outcome: 'OK', ip: '127.0.0.1' })
    const logged = await audit_rows.all({ hospital_id, entity_id: user.id, action: 'auth.sign-in' })
    t.match(logged, [{ outcome: 'DONE', user_name: user.full_name }])
  })

  t.test('PLT-16: one account by any of its names, in the order of the fields', async (t) => {
    const user = await account(house, {
      username: 'juma.k',
      email: 'juma@example.org',
      phone: '+255712345678',
    })
    const names: Record<string, unknown>[] = [
      { identifier: 'Juma.K' },
      { username: 'JUMA.k' },
      { email: 'Juma@Example.org' },
      { phone: '0712 345 678' },
      { identifier: '255712345678' },
      { identifier: '', username: ' ', email: null, phone: '+255 712 345 678' },
      { identifier: 'juma.k', email: 'juma@example.org' },
    ]
    for (const name of names) {
      const answer = await nobody.post('/auth/login', { ...name, password })
      t.equal(answer.data?.user?.id, user.id, `${JSON.stringify(name)}: ${answer.message}`)
    }
    const first_counts = { identifier: 'nobody', email: 'juma@example.org', password }
    t.equal((await nobody.post('/auth/login', first_counts)).message, wrong)
    await account(house, { username: 'asha.m', email: 'asha.m@example.org' })
    const two = { identifier: 'juma.k', email: 'asha.m@example.org', password }
    t.match(await nobody.post('/auth/login', two), { status: 400, message: /mean two accounts/ })
  })

  t.test(
    'PLT-16: of patients who share a number the password decides; staff come first',
    async (t) => {
      const phone = '+255754000111'
      const patient = { kind: 'PATIENT' as const, phone, facility_ids: [] }
      const mother = await account(house, { ...patient, username: 'p-000101' })
      const child = await account(house, {
        ...patient,
        username: 'p-000102',
        password: await hashPassword('the child of the house'),
      })
      const ask = (typed: string) =>
        nobody.post('/auth/login', { phone: '0754000111', password: typed })
      t.equal((await ask(password)).data.user.id, mother.id)
      t.equal((await ask('the child of the house')).data.user.id, child.id)
      t.equal((await ask('neither of the two')).message, wrong)
      const staff = await account(house, { phone })
      t.equal((await ask(password)).data.user.id, staff.id, 'the same password: staff first')
      const number = await nobody.post('/auth/login', { identifier: 'P-000102', password })
      t.equal(number.message, wrong)
    },
  )

  t.test('PLT-34: a patient holds portal:use and nothing else', async (t) => {
    const patient = { kind: 'PATIENT' as const, facility_ids: [] }
    const user = await account(house, { ...patient, patient_id: house.facility_id })
    const { data } = await login(house, user)
    t.same(data.permissions, ['portal:use'])
    t.equal(data.facility, null)
    t.match(data.user, { kind: 'PATIENT', patient_id: house.facility_id })
    const ask = new Ask(house.app, data.tokens.access_token)
    t.equal(
      (await ask.get('/facilities')).message,
      'You do not have permission to do this. It needs self:use.',
    )
    t.equal((await ask.get('/auth/me')).status, 200)
  })

  t.test('PLT-18: whatever is wrong, the answer is alike', async (t) => {
    const right = await account(house)
    const closed = await account(house, { status: 'CLOSED' })
    const invited = await account(house, { status: 'INVITED', password: null })
    const late = await account(house, {
      status: 'INVITED',
      must_change_password: true,
      temporary_until: '2026-05-04T07:59:59.000Z',
    })
    const tries: [string, Record<string, unknown>][] = [
      ['a wrong password', { identifier: right.username, password: 'not this one' }],
      ['an unknown name', { identifier: 'nobody.here', password }],
      ['a closed account', { identifier: closed.username, password }],
      ['an invited one without a password', { identifier: invited.username, password }],
      ['a temporary password after its time', { identifier: late.username, password }],
      [
        'the operator’s door on a single deployment',
        { identifier: 'admin', password, platform: true },
      ],
      ['a password with a tail', { identifier: right.username, password: `${password} ` }],
    ]
    for (const [what, body] of tries) {
      const answer = await nobody.post('/auth/login', body)
      t.equal(answer.status, 401, what)
      t.equal(answer.message, wrong, what)
      t.equal(answer.headers['www-authenticate'], 'Bearer', what)
    }
  })

  t.test('PLT-18: an unknown account takes as long as a known one', async (t) => {
    const user = await account(house)
    const time = async (identifier: string): Promise<number> => {
      const began = performance.now()
      await nobody.post('/auth/login', { identifier, password: 'not this one' })
      return performance.now() - began
    }
    await time('warm.up')
    // In turn, and the quickest of each: what else the machine does falls on both alike.
    const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (const name of ['no.one', 'no.two', 'no.three']) {
      took.known.push(await time(user.username))
      took.unknown.push(await time(name))
    }
    const [known, unknown] = [Math.min(...took.known), Math.min(...took.unknown)]
    // One that hashed nothing would answer in a thirtieth of the time.
    t.ok(unknown > known / 8 && unknown < known * 8, `${unknown} beside ${known} ms`)
  })

  t.test(
    'PLT-20: with the right password, what stands against it is said in its order',
    async (t) => {
      const closed_branch = await within(() =>
        facilities.insert({
          hospital_id: house.hospital.id,
          code: 'OLD',
          name: 'Old wing',
          name_key: 'old wing',
          kind: 'CLINIC',
          status: 'INACTIVE',
        }),
      )
      const everything = { valid_until: '2026-05-03', facility_ids: [closed_branch.id] }
      const user = await account(house, { ...everything, status: 'SUSPENDED' })
      await shut(house, 'SUSPENDED')
      forgetAll()
      const says = async (message: string) => {
        const answer = await login(house, user)
        t.equal(answer.status, 401)
        t.equal(answer.message, message)
        t.equal((await login(house, user, 'not this one')).message, wrong)
      }
      await says('This account is suspended. Ask your administrator.')
      await setUser(user, { status: 'ACTIVE' })
      await says('This account ended on 2026-05-03. Ask your administrator.')
      clock.advance(3_600_000)
      await setUser(user, { valid_until: '2026-05-04' })
      await says('Your account has no open branch. Ask your administrator.')
      await within(() =>
        facilities.change(
          { hospital_id: house.hospital.id, id: closed_branch.id },
          { status: 'ACTIVE' },
        ),
      )
      await says("This hospital's service is suspended.")
      await shut(house, 'CLOSED')
      forgetAll()
      clock.advance(3_600_000)
      await says("This hospital's service is suspended.")
      await shut(house, 'ACTIVE')
      forgetAll()
      t.equal((await login(house, user)).status, 200)
      const { hospital_id } = user
      const refused = await sign_ins.all({ hospital_id, user_id: user.id, outcome: 'REFUSED' })
      t.equal(refused.length, 5)
    },
  )

  t.test('PLT-21: a temporary password opens the /auth group alone', async (t) => {
    const user = await account(house, {
      roles: ['administrator'],
      status: 'INVITED',
      must_change_password: true,
      temporary_until: '2099-01-01T00:00:00.000Z',
      password: await hashPassword('tmpXYZ23abcd'),
    })
    const answer = await login(house, user, 'tmpXYZ23abcd')
    t.equal(answer.message, 'Choose a new password before you go on.')
    t.same(answer.data.permissions, [])
    t.equal(answer.data.must_change_password, true)
    const ask = new Ask(house.app, answer.data.tokens.access_token)
    t.equal((await ask.get('/facilities')).status, 403)
    t.equal((await ask.get('/auth/me')).status, 200)
    const changed = await ask.post('/auth/change-password', {
      current_password: 'tmpXYZ23abcd',
      new_password: password,
    })
    t.equal(changed.status, 200, changed.message)
    t.equal((await ask.get('/facilities')).status, 200, 'at once, without a new sign-in')
    t.match(await fresh(user), { status: 'ACTIVE', must_change_password: false })
  })

  t.test('PLT-33: a new address and browser is told, a known one is not', async (t) => {
    const user = await account(house, { email: 'rehema@example.org' })
    const from = (agent: string) =>
      nobody
        .with({ 'user-agent': agent })
        .post('/auth/login', { identifier: user.username, password })
    const told = async () => {
      const { hospital_id } = user
      const rows = await audit_rows.all({ hospital_id, entity_id: user.id })
      return rows.filter(({ action }) => action === 'account.new_sign_in').length
    }
    await from('Firefox')
    t.equal(await told(), 1)
    await from('Firefox')
    t.equal(await told(), 1)
    await from('Another')
    t.equal(await told(), 2)
    clock.advance(91 * 86_400_000)
    await from('Firefox')
    t.equal(await told(), 3)
  })

  const bad: [Record<string, unknown>, string][] = [
    [{ password }, 'identifier is required.'],
    [{ identifier: '  ', password }, 'identifier is required.'],
    [{ identifier: 'admin' }, 'password is required.'],
    [{ identifier: 'admin', password: 5 }, 'password must be a text.'],
    [{ identifier: 5, password }, 'identifier must be a text.'],
    [{ identifier: 'a\u0000b', password }, 'identifier holds a character that cannot be kept.'],
    [{ identifier: 'admin', password, platform: 'yes' }, 'platform must be true or false.'],
  ]
  for (const [body, message] of bad) {
    t.test(`a sign-in is refused: ${JSON.stringify(body)}`, async (t) => {
      const answer = await nobody.post('/auth/login', body)
      t.equal(answer.status, 400)
      t.equal(answer.message, message)
    })
  }

  t.test('two sign-ins at once are two sessions', async (t) => {
    const user = await account(house)
    const both = await Promise.all([login(house, user), login(house, user)])
    t.same(
      both.map(({ status }) => status),
      [200, 200],
    )
    const ask = new Ask(house.app, both[0]?.data.tokens.access_token)
    t.equal((await ask.get('/auth/sessions')).data.length, 2)
  })

  t.test('PLT-17: on a hosted deployment the workspace decides', async (t) => {
    setDeployment('hosted')
    t.teardown(() => setDeployment('single'))
    const user = await account(house)
    const body = { identifier: user.username, password }
    const missing = await nobody.post('/auth/login', body)
    t.equal(missing.status, 400)
    t.equal(missing.message, 'workspace is required on this server.')
    const ask = (more: object) => nobody.post('/auth/login', { ...body, ...more })
    t.equal((await ask({ workspace: 'elsewhere' })).message, wrong)
    t.equal((await ask({ workspace: 'operator' })).message, wrong)
    t.equal((await ask({ workspace: ' ST-Mary ' })).data.user.id, user.id)
    t.equal((await ask({ platform: true })).message, wrong)
    const operator = await account(house, {
      hospital_id: platform_id,
      kind: 'PLATFORM',
      facility_ids: [],
      platform_permissions: ['platform:hospital'],
    })
    const entered = await nobody.post('/auth/login', {
      identifier: operator.username,
      password,
      platform: true,
    })
    t.equal(entered.message, 'Set up two-factor sign-in before you go on.')
    t.match(entered.data, {
      permissions: [],
      facility: null,
      hospital: null,
      must_set_up_2fa: true,
      user: { kind: 'PLATFORM' },
    })
    const at_hospital = await nobody.post('/auth/login', {
      identifier: operator.username,
      password,
      workspace: 'st-mary',
    })
    t.equal(at_hospital.message, wrong)
  })

  t.test('PLT-23: the three sentences of a 401', async (t) => {
    const ask = await signIn(house, await account(house))
    t.equal((await nobody.get('/auth/me')).message, 'Sign in to go on.')
    const over = 'Your session has ended. Sign in again.'
    for (const header of ['Bearer nothing', 'Basic abc', 'Bearer', `Bearer ${ask.refresh_token}`]) {
      const answer = await nobody.with({ authorization: header }).get('/auth/me')
      t.equal(answer.status, 401)
      t.equal(answer.message, over)
      t.equal(answer.headers['www-authenticate'], 'Bearer')
    }
    clock.advance(900_000)
    t.equal((await ask.get('/auth/me')).message, over, 'after 900 s')
    forgetCallersNow()
  })
})
