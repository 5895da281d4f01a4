import t from 'tap'
import { operator } from '../../../../db/core/caller.ts'
import { clock } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { forgetCallersNow } from '../../../../db/hospital/office/access/callers.ts'
import { shipped_conflicts } from '../../../../db/hospital/office/settings/security.ts'
import { shippedCodes } from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { conflictingPairs } from '../../../../db/hospital/office/access/roles/grants.ts'
import { setRoles } from '../../../../db/hospital/office/access/users/roles.ts'
import { sql } from '../../../../db/store/sql.ts'
import { boot } from '../../../support/boot.ts'
import { conflicting } from '../../../support/pairs.ts'
import type { Person } from '../../../support/people.ts'

t.test('grants', async (t) => {
  const { people, hospital, facility_id, system } = await boot(t)
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const roles = new Map<string, string>(
    (await admin.get('/roles', { per_page: '200' })).data.map(
      (one: { code: string; id: string }) => [one.code, one.id],
    ),
  )
  const role = (code: string): string => roles.get(code) ?? code
  const make = async (name: string, ...permissions: string[]): Promise<string> =>
    (await admin.post('/roles', { name, permissions })).data.id
  const give = (by: Person, to: Person, codes: string[], more: object = {}) =>
    by.put(`/users/${to.user.id}/roles`, {
      roles: codes.map((code) => ({ role_id: role(code) })),
      ...more,
    })
  const own = 'You cannot change your own permissions. Ask another administrator.'

  // PLT-45
  t.test('nobody changes own roles, own branches, or a role that he holds', async (t) => {
    const keeper = await people.with('administrator')
    const facilities = { facility_ids: [facility_id], default_facility_id: facility_id }
    for (const refused of [
      await give(keeper, keeper, ['administrator', 'nurse']),
      await give(officer, officer, []),
      await officer.put(`/users/${officer.user.id}/facilities`, facilities),
      await officer.patch(`/roles/${role('system_administrator')}`, { permissions: [] }),
      await officer.post(`/roles/${role('system_administrator')}/reset`),
    ]) {
      t.equal(refused.status, 409)
      t.equal(refused.message, own)
    }
  })

  // PLT-45
  t.test('only codes that one holds are given, taken or written', async (t) => {
    const target = await people.with('nurse')
    const reviewer = await make('Reviewer', 'user:read', 'user:grant')
    const grantor = await people.holding('user:grant', 'role:manage', 'role:read', 'user:read')
    const held = new Set(['user:grant', 'role:manage', 'role:read', 'user:read'])
    const first_missing = shippedCodes('administrator').find((code) => !held.has(code)) ?? ''
    const small = await make('Small', 'user:read')
    const big = await make('Big', 'user:read', 'module:manage')
    const cases: [string, () => Promise<{ status: number; message: string }>, string | null][] = [
      ['gives what he holds', () => give(grantor, target, ['nurse', small]), null],
      ['gives what he does not', () => give(grantor, target, ['nurse', big]), 'module:manage'],
      ['gives the administrator', () => give(grantor, target, ['administrator']), first_missing],
      ['takes what he holds', () => give(grantor, target, ['nurse']), null],
      [
        'writes what he does not hold',
        () => grantor.post('/roles', { name: 'Sly', permissions: ['module:manage'] }),
        'module:manage',
      ],
      [
        'adds to a role what he does not hold',
        () => grantor.patch(`/roles/${small}`, { permissions: ['user:read', 'user:close'] }),
        'user:close',
      ],
      [
        'takes from a role what he does not hold',
        () => grantor.patch(`/roles/${big}`, { permissions: ['user:read'] }),
        'module:manage',
      ],
      [
        'clones what he does not hold',
        () => grantor.post(`/roles/${big}/clone`, { name: 'Bigger' }),
        'module:manage',
      ],
      ['an administrator gives everything', () => give(admin, target, ['nurse', big]), null],
      ['takes what he does not hold', () => give(grantor, target, ['nurse']), 'module:manage'],
      [
        'leaves alone what he does not hold',
        () => give(grantor, target, ['nurse', big, reviewer]),
        null,
      ],
    ]
    for (const [name, work, missing] of cases) {
      const answer = await work()
      t.equal(
        answer.message,
        missing === null ? 'Roles changed.' : `You cannot give ${missing}: you do not hold it.`,
        name,
      )
      t.equal(answer.status, missing === null ? 200 : 409, name)
    }
  })

  t.test('whoever happens to hold every code still makes no administrators', async (t) => {
    const all = (await admin.whole('/permissions')).map((one) => one.code)
    const strong = await people.holding(...all)
    const target = await people.with('nurse')
    const refused = await give(strong, target, ['administrator'])
    t.equal(refused.message, 'Only an administrator can give the role administrator.')
  })

  // PLT-45: the command line is free of both.
  t.test('the command line gives anything to anybody', async (t) => {
    const target = await people.with('nurse')
    const by = operator(hospital.id, 'cli:test', facility_id)
    const set = await within(() =>
      setRoles(by, target.user.id, { roles: [{ role_id: role('administrator') }] }),
    )
    t.match(set.roles, [{ code: 'administrator' }])
    await within(() => setRoles(by, target.user.id, { roles: [] }))
  })

  const wrong: [object, number, string][] = [
    [{}, 400, 'roles is required.'],
    [{ roles: 'nurse' }, 400, 'roles must be a list.'],
    [{ roles: [{ role_id: 'x' }] }, 404, 'roles[0].role_id: no such role.'],
    [
      { roles: [{ role_id: '<nurse>', until: 'soon' }] },
      400,
      'roles[0].until must be a date like 2026-03-31.',
    ],
    [
      { roles: [{ role_id: '<nurse>', until: '2020-01-01' }] },
      400,
      'roles[0].until is in the past.',
    ],
    [
      { roles: [{ role_id: '<nurse>' }, { role_id: '<nurse>' }] },
      400,
      'roles[1].role_id is named twice.',
    ],
  ]
  t.test('roles that make no sense are refused', async (t) => {
    const target = await people.with('nurse')
    for (const [body, status, message] of wrong) {
      const asked = JSON.parse(JSON.stringify(body).replaceAll('<nurse>', role('nurse')))
      const refused = await admin.put(`/users/${target.user.id}/roles`, asked)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    t.match((await admin.get(`/users/${target.user.id}`)).data.roles, [{ code: 'nurse' }])
  })

  // PLT-46
  t.test('an assignment ends with its last day, in the hospital’s zone', async (t) => {
    t.teardown(() => clock.release())
    clock.freeze('2026-03-30T20:50:00.000Z')
    const giver = await people.administrator()
    const target = await people.with('nurse')
    const set = await giver.put(`/users/${target.user.id}/roles`, {
      roles: [{ role_id: role('auditor'), until: '2026-03-30' }],
    })
    t.match(set.data.roles, [{ code: 'auditor', until: '2026-03-30' }], set.message)
    clock.freeze('2026-03-30T20:59:59.000Z')
    t.equal((await target.get('/roles')).status, 200)
    // Midnight in Dar es Salaam is 21:00 UTC.
    clock.freeze('2026-03-30T21:00:00.000Z')
    forgetCallersNow()
    t.equal((await target.get('/roles')).status, 403)
    t.same((await giver.get(`/users/${target.user.id}`)).data.roles, [])
    const explained = await giver.get(`/users/${target.user.id}/permissions/explain`, {
      code: 'role:read',
    })
    t.match(explained.data, { held: false, answer: 'permission', missing_because: 'ended' })
    const again = await giver.put(`/users/${target.user.id}/roles`, {
      roles: [{ role_id: role('auditor') }],
    })
    t.match(again.data.roles, [{ code: 'auditor', until: null }], 'given once more')
  })

  // PLT-47
  t.test('the shipped pairs are those of the chapter', async (t) => {
    t.same(await conflictingPairs(system), shipped_conflicts)
    t.equal(shipped_conflicts.length, 9)
    t.same(shipped_conflicts[1], ['refund:request', 'refund:approve'])
  })

  // PLT-47, with a pair of codes that exist from the first day.
  t.test('two codes that conflict meet only when somebody accepts it with a reason', async (t) => {
    conflicting(t, 'location:manage', 'user:close')
    const first = await make('Rooms', 'location:manage')
    const second = await make('Closer', 'user:close')
    const target = await people.with('nurse')
    const name = target.user.full_name
    const refusal = `This would let ${name} do both location:manage and user:close.`

    t.equal((await give(admin, target, [first])).status, 200)
    t.equal((await give(admin, target, [first, second])).message, refusal)
    t.equal((await give(admin, target, [first, second])).status, 409)
    const bare = await give(admin, target, [first, second], { accept_conflict: true })
    t.equal(bare.message, 'reason is required.')
    t.equal(bare.status, 400)
    const only = await give(admin, target, [first, second], { reason: 'two of us only' })
    t.equal(only.message, refusal, 'a reason alone accepts nothing')
    const accepted = { accept_conflict: true, reason: 'two of us only' }
    const set = await give(admin, target, [first, second], accepted)
    t.match(set.data.conflicts, [
      {
        pair: ['location:manage', 'user:close'],
        reason: 'two of us only',
        accepted_by: admin.user.full_name,
      },
    ])
    t.equal((await give(admin, target, [first, second, 'nurse'])).status, 200, 'accepted once')
    const noted = await rows(
      sql`select 1 from audit_rows where action = 'user.accept_conflict' and entity_id = ${target.user.id}`,
    )
    t.equal(noted.length, 1)
    const review = await admin.get('/users/access-review', { flag: 'conflict' })
    const listed = review.data.find(
      (one: { user: { id: string } }) => one.user.id === target.user.id,
    )
    t.match(listed?.conflicts, [{ reason: 'two of us only' }])

    t.same((await give(admin, target, [first])).data.conflicts, [], 'over with the second role')
    t.equal((await give(admin, target, [first, second])).message, refusal, 'and asked again')

    t.test('a role that holds both is refused alike', async (t) => {
      const both = { name: 'Both', permissions: ['location:manage', 'user:close'] }
      const refused = await admin.post('/roles', both)
      t.equal(refused.message, 'This would let Both do both location:manage and user:close.')
      t.equal(refused.status, 409)
      const made = await admin.post('/roles', { ...both, ...accepted })
      t.equal(made.status, 201, made.message)
      t.equal((await admin.remove(`/roles/${made.data.id}`)).status, 200)
    })

    t.test('a role that grows is measured in every account that holds it', async (t) => {
      const grows = await make('Grows', 'user:read')
      const holder = await people.with('nurse')
      t.equal((await give(admin, holder, [first, grows])).status, 200)
      const more = { permissions: ['user:read', 'user:close'] }
      const refused = await admin.patch(`/roles/${grows}`, more)
      t.equal(
        refused.message,
        `This would let ${holder.user.full_name} do both location:manage and user:close.`,
      )
      t.same((await admin.get(`/roles/${grows}`)).data.permissions, ['user:read'])
      t.equal((await admin.patch(`/roles/${grows}`, { ...more, ...accepted })).status, 200)
      const found = await admin.get(`/users/${holder.user.id}`)
      t.match(found.data.conflicts, [{ reason: 'two of us only' }])
      await admin.patch(`/roles/${grows}`, { permissions: ['user:read'] })
      t.same((await admin.get(`/users/${holder.user.id}`)).data.conflicts, [])
    })

    t.test('an account is opened with both only when it is accepted', async (t) => {
      const body = {
        username: 'both.hands',
        full_name: 'Both Hands',
        facility_ids: [facility_id],
        roles: [{ role_id: first }, { role_id: second }],
      }
      const refused = await admin.post('/users', body)
      t.equal(refused.message, 'This would let Both Hands do both location:manage and user:close.')
      t.equal((await admin.get('/users', { search: 'both.hands' })).meta?.total, 0)
      const made = await admin.post('/users', { ...body, ...accepted })
      t.equal(made.status, 201, made.message)
    })

    t.test('the administrator is not measured', async (t) => {
      const target = await people.with('nurse')
      const set = await give(admin, target, ['administrator', first, second])
      t.equal(set.status, 200, set.message)
      t.same(set.data.conflicts, [])
      t.match(
        await give(admin, target, [first, second]),
        { status: 409 },
        'but those who stop being one are',
      )
    })
  })
})
