import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { database, rows } from '../../../../db/store/connection.ts'
import { isStaff } from '../../../../db/hospital/neighbours/people.ts'
import { sql } from '../../../../db/store/sql.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'

t.test('users', async (t) => {
  const { people, nobody, facility_id } = await boot(t)
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const clinic = (
    await officer.post('/facilities', { code: 'TMK', name: 'Temeke', kind: 'CLINIC' })
  ).data.id
  const role = async (code: string): Promise<string> =>
    (await admin.get('/roles', { search: code, per_page: '200' })).data.find(
      (one: { code: string }) => one.code === code,
    ).id

  t.test('an account is opened, invited, found and changed', async (t) => {
    const made = await admin.post('/users', {
      username: 'Neema.K',
      full_name: 'Neema Kweka',
      phone: '0712 345 678',
      roles: [{ role_id: await role('nurse'), until: '2090-01-31' }],
      facility_ids: [facility_id, clinic],
      default_facility_id: clinic,
      valid_until: '2091-01-31',
      notes: 'locum',
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data.user, {
      username: 'neema.k',
      full_name: 'Neema Kweka',
      email: null,
      phone: '+255712345678',
      status: 'INVITED',
      default_facility_id: clinic,
      valid_until: '2091-01-31',
      language: 'sw',
      two_factor: false,
      pin_set: false,
      open_sessions: 0,
      created_by_name: admin.user.full_name,
      moves: ['invite', 'suspend', 'close'],
    })
    t.match(made.data.user.roles, [{ code: 'nurse', until: '2090-01-31' }])
    t.same(
      made.data.user.facilities.map((one: { code: string }) => one.code),
      ['MAIN', 'TMK'],
    )
    t.match(made.data.invitation, { channel: 'sms', sent_to: '+2557•••••678' })
    t.equal(made.data.temporary_password, null)
    const { id } = made.data.user
    const codes = await rows<{ purpose: string; code_hash: string }>(
      sql`select purpose, code_hash from account_codes where user_id = ${id}`,
    )
    t.match(codes, [{ purpose: 'INVITATION', code_hash: /^[0-9a-f]{64}$/ }])

    const changed = await officer.patch(`/users/${id}`, {
      full_name: 'Neema Kweka Mushi',
      email: 'Neema@Example.org',
      phone: null,
      notes: null,
    })
    t.match(changed.data, {
      full_name: 'Neema Kweka Mushi',
      email: 'neema@example.org',
      phone: null,
      notes: null,
      valid_until: '2091-01-31',
    })
    const stale = await officer.with({ 'if-match': '1' }).patch(`/users/${id}`, { notes: 'x' })
    t.equal(stale.status, 409)
    t.equal(stale.message, 'Someone else changed this after you opened it. Look at it again.')
  })

  // PLT-51: without a contact, or without an invitation, a temporary password is shown this once.
  t.test('whoever cannot be written to gets a temporary password', async (t) => {
    const plain = { username: 'asha', full_name: 'Asha Omari', facility_ids: [facility_id] }
    const made = await officer.post('/users', plain)
    t.match(made.data.temporary_password, /^[a-hj-km-np-zA-HJ-KM-NP-Z2-9]{12}$/)
    t.equal(made.data.invitation, null)
    t.equal(made.data.user.must_change_password, true)
    const kept = await rows<{ password: string; temporary_until: string }>(
      sql`select password, temporary_until from users where id = ${made.data.user.id}`,
    )
    t.match(kept[0]?.password, /^\$argon2id\$/)
    const uninvited = await officer.post('/users', {
      ...plain,
      username: 'asha2',
      phone: '0754000222',
      invite: false,
    })
    t.ok(uninvited.data.temporary_password)
    const again = await officer.post(`/users/${uninvited.data.user.id}/invite`)
    t.match(again.data, { invitation: { channel: 'sms' }, temporary_password: null })
    const found = await rows<{ password: string | null }>(
      sql`select password from users where id = ${uninvited.data.user.id}`,
    )
    t.equal(found[0]?.password, null, 'the temporary password died with the invitation')
    const shown = JSON.stringify(await rows(sql`select * from audit_rows`))
    t.notOk(shown.includes(made.data.temporary_password), 'no password in the log')
  })

  t.test('a new invitation kills the old one, and only an INVITED account has one', async (t) => {
    const made = await officer.post('/users', {
      username: 'juma',
      full_name: 'Juma Ali',
      phone: '0754000333',
      facility_ids: [facility_id],
    })
    const { id } = made.data.user
    await officer.post(`/users/${id}/invite`)
    const codes = await rows<{ live: number }>(
      sql`select count(*) as live from account_codes where user_id = ${id} and used_at is null and ends_at > ${clock.instant()}`,
    )
    t.equal(Number(codes[0]?.live), 1)
    const refused = await officer.post(`/users/${nurse.user.id}/invite`)
    t.equal(refused.status, 409)
    t.equal(refused.message, `User ${nurse.user.username} is ACTIVE. It can: suspend, close.`)
  })

  t.test('roles at once need the permission to give roles', async (t) => {
    const opener = await people.holding('user:create')
    const refused = await opener.post('/users', {
      username: 'fresh1',
      full_name: 'Fresh One',
      facility_ids: [facility_id],
      roles: [{ role_id: await role('nurse') }],
    })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs user:grant.')
  })

  t.test('a staff record is linked once, and again after its account is closed', async (t) => {
    const staff_id = newId()
    answering(t, isStaff, async (_, id) => id === staff_id)
    const body = { full_name: 'Rehema Said', facility_ids: [facility_id], staff_id }
    const first = await officer.post('/users', { ...body, username: 'rehema' })
    t.equal(first.status, 201, first.message)
    const second = await officer.post('/users', { ...body, username: 'rehema2' })
    t.equal(second.message, 'Rehema Said already has the account rehema.')
    t.equal(second.status, 409)
    const { id } = first.data.user
    await officer.post(`/users/${id}/close`, { reason: 'left the house' })
    t.equal((await officer.post('/users', { ...body, username: 'rehema2' })).status, 201)
    // PLT-54: a username is never given again.
    const reused = await officer.post('/users', { ...body, staff_id: null, username: 'REHEMA' })
    t.equal(reused.message, 'The username rehema is taken.')
    const unknown = await officer.post('/users', { ...body, staff_id: newId(), username: 'r3' })
    t.equal(unknown.status, 400)
    const missing = await officer.post('/users', { ...body, staff_id: newId(), username: 'rr3' })
    t.equal(missing.message, 'No such staff record.')
    t.equal(missing.status, 404)
  })

  const body = { username: 'good', full_name: 'Good Name', facility_ids: ['<main>'] }
  const bad: [Record<string, unknown>, number, string][] = [
    [{ username: undefined }, 400, 'username is required.'],
    [{ full_name: undefined }, 400, 'full_name is required.'],
    [{ facility_ids: undefined }, 400, 'facility_ids is required.'],
    [{ username: 5 }, 400, 'username must be a text.'],
    [{ username: 'ab' }, 400, 'username must be between 3 and 40 characters.'],
    [{ username: '1abc' }, 400, 'username must be a–z, 0–9, ., _ and -, beginning with a letter.'],
    [{ username: 'a b c' }, 400, 'username must be a–z, 0–9, ., _ and -, beginning with a letter.'],
    [{ username: 'admin' }, 409, 'The username admin is taken.'],
    [{ full_name: ' ' }, 400, 'full_name must be between 1 and 120 characters.'],
    [{ email: 'nobody' }, 400, 'email is not an email address.'],
    // PLT-15: a number that can be one.
    [{ phone: '12' }, 400, 'phone is not a telephone number.'],
    [{ facility_ids: [] }, 400, 'facility_ids must be a list of 1 to 200.'],
    [{ facility_ids: ['x'] }, 404, 'facility_ids[0]: no such facility.'],
    [
      { default_facility_id: '01a20000-1de4-7573-b853-57b97905f91d' },
      400,
      'default_facility_id is not one of the branches.',
    ],
    [{ language: 'fr' }, 400, 'language must be one of en, sw.'],
    [{ valid_until: '31/12/2026' }, 400, 'valid_until must be a date like 2026-03-31.'],
    [{ valid_until: '2020-01-01' }, 400, 'valid_until is in the past.'],
    [{ roles: [{ role_id: 'x' }] }, 404, 'roles[0].role_id: no such role.'],
    [{ roles: [{}] }, 400, 'roles[0].role_id is required.'],
    [{ invite: 'yes' }, 400, 'invite must be true or false.'],
    [{ staff_id: 'x' }, 404, 'No such staff record.'],
    [{ email: 'taken@example.org' }, 409, 'Email taken@example.org belongs to Taken Contact.'],
    [{ phone: '0755000111' }, 409, 'Phone +255755000111 belongs to Taken Contact.'],
  ]
  t.test('what makes no sense is refused and leaves nothing behind', async (t) => {
    await officer.post('/users', {
      username: 'contact',
      full_name: 'Taken Contact',
      email: 'taken@example.org',
      phone: '0755000111',
      facility_ids: [facility_id],
    })
    for (const [change, status, message] of bad) {
      const before = (await officer.get('/users')).meta?.total
      const asked = { ...body, facility_ids: [facility_id], ...change }
      const refused = await admin.post('/users', asked)
      t.equal(refused.message, message)
      t.equal(refused.status, status, message)
      t.equal((await officer.get('/users')).meta?.total, before, 'nothing was left behind')
    }
  })

  t.test('who may not is told what it needs', async (t) => {
    t.equal((await nobody.get('/users')).status, 401)
    for (const [method, path, code] of [
      ['GET', '/users', 'user:read'],
      ['POST', '/users', 'user:create'],
      ['GET', '/users/access-review', 'user:read'],
      ['GET', `/users/${admin.user.id}`, 'user:read'],
      ['PATCH', `/users/${admin.user.id}`, 'user:update'],
      ['PUT', `/users/${admin.user.id}/roles`, 'user:grant'],
      ['PUT', `/users/${admin.user.id}/facilities`, 'user:update'],
      ['POST', `/users/${admin.user.id}/invite`, 'user:create'],
      ['POST', `/users/${admin.user.id}/suspend`, 'user:suspend'],
      ['POST', `/users/${admin.user.id}/reinstate`, 'user:suspend'],
      ['POST', `/users/${admin.user.id}/close`, 'user:close'],
      ['POST', `/users/${admin.user.id}/unlock`, 'user:reset'],
      ['POST', `/users/${admin.user.id}/reset-password`, 'user:reset'],
      ['POST', `/users/${admin.user.id}/reset-2fa`, 'user:reset'],
      ['GET', `/users/${admin.user.id}/permissions`, 'user:read'],
      ['GET', `/users/${admin.user.id}/permissions/explain`, 'user:read'],
      ['GET', `/users/${admin.user.id}/sessions`, 'user:read'],
      ['POST', `/users/${admin.user.id}/close-sessions`, 'user:suspend'],
    ] as const) {
      const refused = await nurse.send(method, path)
      t.equal(refused.status, 403, `${method} ${path}`)
      t.equal(refused.message, `You do not have permission to do this. It needs ${code}.`)
    }
  })

  t.test('accounts are filtered and searched', async (t) => {
    const total = async (query: Record<string, string>): Promise<number | undefined> =>
      (await officer.get('/users', query)).meta?.total
    t.equal(await total({ search: 'kweka mush' }), 1)
    t.equal(await total({ search: '0755 000 111' }), 1, 'a number as people write it')
    t.equal(await total({ role: 'system_administrator' }), 1)
    t.equal(await total({ facility_id: clinic }), 1)
    t.equal(await total({ status: 'CLOSED' }), 1)
    t.equal(await total({ two_factor: 'true' }), 0)
    t.equal(await total({ locked: 'true' }), 0)
    t.equal(await total({ role: 'nobody' }), 0)
    const wrong = await officer.get('/users', { status: 'GONE' })
    t.equal(wrong.message, 'status must be one of INVITED, ACTIVE, SUSPENDED, CLOSED.')
    t.equal((await officer.get('/users', { locked: 'x' })).message, 'locked must be true or false.')
    const names: string[] = (await officer.get('/users')).data.map(
      (one: { full_name: string }) => one.full_name,
    )
    t.ok(names.every((name, index) => index === 0 || (names[index - 1] ?? '') <= name))
  })

  t.test('patients are no staff accounts', async (t) => {
    const patient = await people.patient()
    t.equal((await officer.get(`/users/${patient.user.id}`)).message, 'No such user.')
    t.equal((await patient.get('/users')).status, 403)
  })

  t.test('the branches of an account are set whole', async (t) => {
    const target = await people.with('nurse')
    const path = `/users/${target.user.id}/facilities`
    const set = await officer.put(path, {
      facility_ids: [clinic, clinic],
      default_facility_id: clinic,
    })
    t.equal(set.data.default_facility_id, clinic, set.message)
    t.match(set.data.facilities, [{ code: 'TMK' }])
    t.equal(set.data.facilities.length, 1)
    for (const [asked, message] of [
      [{ facility_ids: [clinic] }, 'default_facility_id is required.'],
      [
        { facility_ids: [clinic], default_facility_id: facility_id },
        'default_facility_id is not one of the branches.',
      ],
      [
        { facility_ids: [clinic, newId()], default_facility_id: clinic },
        'facility_ids[1]: no such facility.',
      ],
    ] as const) {
      t.equal((await officer.put(path, asked)).message, message)
    }
    t.equal((await officer.get(`/users/${target.user.id}`)).data.facilities.length, 1)
  })

  t.test('an id that is none, and one of nobody, are not found', async (t) => {
    for (const id of ['x', newId()]) {
      t.equal((await officer.get(`/users/${id}`)).status, 404)
      t.equal((await officer.patch(`/users/${id}`, { full_name: 5 })).status, 404)
      t.equal((await officer.get(`/users/${id}/sessions`)).status, 404)
      t.equal((await officer.get(`/users/${id}/permissions`)).status, 404)
      t.equal((await admin.put(`/users/${id}/roles`, {})).status, 404)
    }
  })

  t.test('a page of any length needs the same number of statements', async (t) => {
    const engine = database()
    const read = engine.read.bind(engine)
    const snapshot = engine.snapshot.bind(engine)
    let count = 0
    engine.read = (...given) => {
      count += 1
      return read(...given)
    }
    engine.snapshot = (work) =>
      snapshot((connection) =>
        work({
          run: connection.run.bind(connection),
          all: (...given) => {
            count += 1
            return connection.all(...given)
          },
        }),
      )
    t.teardown(() => Object.assign(engine, { read, snapshot }))
    const counted = async (path: string, per_page: string): Promise<number> => {
      await admin.get('/users', { per_page: '1' })
      count = 0
      const page = await admin.get(path, { per_page })
      t.equal(page.status, 200, page.message)
      return count
    }
    for (const path of ['/users', '/users/access-review', '/roles']) {
      t.equal(await counted(path, '2'), await counted(path, '50'), path)
    }
  })
})
