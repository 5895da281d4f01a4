import t from 'tap'
import { database, within } from '../../../../db/store/connection.ts'
import { shippedCodes } from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { setRouteIndex } from '../../../../db/hospital/office/access/roles/route-index.ts'
import { holders } from '../../../../db/hospital/office/access/users/holders.ts'
import { roles, users } from '../../../../db/hospital/office/access/tables.ts'
import { catalogue } from '../../../../db/hospital/permits.ts'
import { routeIndexOf } from '../../../../daemon/edge/route-index.ts'
import { hospital_doors } from '../../../../daemon/hospital/areas.ts'
import { boot } from '../../../support/boot.ts'

t.test('permissions', async (t) => {
  const { people, system, hospital, facility_id } = await boot(t)
  const hospital_id = hospital.id
  const admin = await people.administrator()
  const auditor = await people.with('auditor')

  // PLT-35: a code is <area>:<action>.
  t.test('every code of the catalogue is well formed', async (t) => {
    for (const code of catalogue) t.match(code, /^[a-z][a-z0-9_-]*:[a-z][a-z0-9_-]*$/)
    t.notOk(catalogue.some((code) => code.startsWith('platform:')))
    t.notOk(catalogue.includes('self:use'))
    t.notOk(catalogue.includes('portal:use'))
  })

  t.test('the permissions there are show the routes they open', async (t) => {
    const all = await auditor.whole('/permissions')
    t.same(
      all.map((one) => one.code),
      catalogue,
    )
    const close = all.find((one) => one.code === 'user:close')
    t.same(close, {
      code: 'user:close',
      area: 'user',
      action: 'close',
      class: 'P',
      label: 'Close an account for good',
      module: null,
      routes: [{ method: 'POST', path: '/users/:id/close' }],
    })
    const codes = async (query: Record<string, string>) =>
      (await auditor.get('/permissions', query)).data.map((one: { code: string }) => one.code)
    t.same(await codes({ area: 'role' }), ['role:manage', 'role:read'])
    t.same(await codes({ class: 'P', area: 'user' }), ['user:close'])
    t.same(await codes({ search: 'SECOND factor' }), ['user:reset'])
    t.equal(
      (await auditor.get('/permissions', { class: 'Z' })).message,
      'class must be one of R, C, U, X, A, P, M.',
    )
  })

  // PLT-37: at the next request on this daemon, without a new sign-in.
  t.test(
    'a narrowed role, a taken role and a deactivated one work at the next request',
    async (t) => {
      const made = await admin.post('/roles', { name: 'Narrow', permissions: ['role:read'] })
      const role_id = made.data.id
      const holder = await people.with('nurse')
      const can = async (): Promise<number> => (await holder.get('/roles')).status
      t.equal(await can(), 403)
      await admin.put(`/users/${holder.user.id}/roles`, { roles: [{ role_id }] })
      t.equal(await can(), 200)
      await admin.patch(`/roles/${role_id}`, { permissions: ['user:read'] })
      t.equal(await can(), 403)
      await admin.patch(`/roles/${role_id}`, { permissions: ['role:read'] })
      t.equal(await can(), 200)
      await admin.put(`/users/${holder.user.id}/roles`, { roles: [] })
      t.equal(await can(), 403)
    },
  )

  t.test(
    'a role that is narrowed while it is being read is not remembered as it was',
    async (t) => {
      const made = await admin.post('/roles', { name: 'Slow', permissions: ['role:read'] })
      const holder = await people.with('nurse')
      await admin.put(`/users/${holder.user.id}/roles`, { roles: [{ role_id: made.data.id }] })
      const engine = database()
      const read = engine.read.bind(engine)
      engine.read = async (text, values) => {
        const found = await read(text, values)
        if (!text.includes('from roles')) return found
        engine.read = read
        await admin.patch(`/roles/${made.data.id}`, { permissions: [] })
        return found
      }
      t.teardown(() => Object.assign(engine, { read }))
      t.equal((await holder.get('/roles')).status, 200, 'read before the change')
      t.equal((await holder.get('/roles')).status, 403)
    },
  )

  // PLT-36: every account that is active holds self:use, through no role.
  t.test('what an account may do is listed with the roles it comes through', async (t) => {
    const held = await admin.whole(`/users/${auditor.user.id}/permissions`)
    const via = [{ code: 'auditor', name: 'Auditor', until: null }]
    t.same(
      held.map((one) => one.code),
      [...shippedCodes('auditor'), 'self:use'].toSorted((a, b) => (a < b ? -1 : 1)),
    )
    t.match(
      held.filter((one) => /^(role|self|user):/.test(one.code)),
      [
        { code: 'role:read', class: 'R', via },
        { code: 'self:use', class: 'R', via: [] },
        { code: 'user:read', class: 'R', via },
      ],
    )
    const gone = await people.with('auditor')
    await admin.post(`/users/${gone.user.id}/suspend`, { reason: 'on leave' })
    t.same((await admin.get(`/users/${gone.user.id}/permissions`)).data, [])
  })

  t.test('why somebody may not is explained (OPS-90)', async (t) => {
    const explain = (id: string, query: Record<string, string>) =>
      admin.get(`/users/${id}/permissions/explain`, query)
    const needs = (code: string) => `You do not have permission to do this. It needs ${code}.`
    const id = auditor.user.id
    t.equal((await explain(id, {})).message, 'code is required.')
    t.equal((await explain(id, { code: 'user:fly' })).message, 'code "user:fly" does not exist.')
    t.equal(
      (await explain(id, { code: 'user:read', facility_id: 'x' })).message,
      'No such facility.',
    )
    t.same((await explain(id, { code: 'user:read' })).data, {
      held: true,
      via: [{ code: 'auditor', name: 'Auditor', until: null }],
      answer: null,
      message: null,
      missing_because: null,
    })
    t.match((await explain(id, { code: 'self:use' })).data, { held: true, via: [] })
    t.match((await explain(id, { code: 'user:close' })).data, {
      held: false,
      answer: 'permission',
      message: needs('user:close'),
      missing_because: 'no role',
    })

    const first = await people.with('auditor')
    await within(() =>
      users.change({ hospital_id, id: first.user.id }, { must_change_password: true }),
    )
    t.match((await explain(first.user.id, { code: 'user:read' })).data, {
      held: false,
      answer: 'permission',
      missing_because: 'first password',
    })

    const made = await admin.post('/roles', { name: 'Resting', permissions: ['user:close'] })
    const holder = await people.with('nurse')
    await admin.put(`/users/${holder.user.id}/roles`, { roles: [{ role_id: made.data.id }] })
    await within(() => roles.change({ hospital_id, id: made.data.id }, { active: false }))
    t.match((await explain(holder.user.id, { code: 'user:close' })).data, {
      held: false,
      missing_because: 'role inactive',
    })

    const gone = await people.with('auditor')
    await admin.post(`/users/${gone.user.id}/suspend`, { reason: 'on leave' })
    t.match((await explain(gone.user.id, { code: 'user:read' })).data, {
      held: false,
      answer: null,
      message: 'This account is suspended. Ask your administrator.',
    })
  })

  t.test('a module that is off answers after the permission', async (t) => {
    setRouteIndex(new Map([['user:read', [{ method: 'GET', path: '/x', module: 'theatre' }]]]))
    t.teardown(() => setRouteIndex(routeIndexOf(hospital_doors)))
    const explain = async () =>
      (
        await admin.get(`/users/${auditor.user.id}/permissions/explain`, {
          code: 'user:read',
          facility_id,
        })
      ).data
    t.match(await explain(), { held: true, answer: null })
    await admin.post(`/facilities/${facility_id}/modules/theatre/switch-off`, {
      reason: 'no surgeon',
    })
    t.match(await explain(), {
      held: true,
      answer: 'module',
      message: 'The theatre module is switched off at Main.',
    })
    t.equal((await auditor.get('/permissions', { search: 'user:read' })).data[0].module, 'theatre')
  })

  t.test('who holds a permission is listed', async (t) => {
    t.equal((await auditor.get('/permissions/holders')).message, 'code is required.')
    t.equal(
      (await auditor.get('/permissions/holders', { code: 'x:y' })).message,
      'code "x:y" does not exist.',
    )
    const keeper = await people.with('system_administrator')
    const reset = await auditor.get('/permissions/holders', { code: 'user:reset' })
    const found = reset.data.find((one: { user: { id: string } }) => one.user.id === keeper.user.id)
    t.same(found, {
      user: { id: keeper.user.id, name: keeper.user.full_name, username: keeper.user.username },
      via: [{ code: 'system_administrator', name: 'IT officer' }],
      until: null,
    })
    const clinic = await admin.post('/facilities', { code: 'TMK', name: 'Temeke', kind: 'CLINIC' })
    const facility = clinic.data.id
    t.equal(
      (await auditor.get('/permissions/holders', { code: 'user:reset', facility_id: facility }))
        .meta?.total,
      0,
    )
    await admin.put(`/users/${keeper.user.id}/facilities`, {
      facility_ids: [facility],
      default_facility_id: facility,
    })
    t.same(await holders(system, 'user:reset', facility), [keeper.user.id])
    t.ok((await holders(system, 'user:reset')).includes(admin.user.id))
    await admin.post(`/users/${keeper.user.id}/suspend`, { reason: 'on leave' })
    t.same(await holders(system, 'user:reset', facility), [])
    const everyone = await holders(system, 'self:use')
    t.ok(everyone.includes(auditor.user.id))
  })
})
