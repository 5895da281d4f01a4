import t from 'tap'
import { shippedCodes } from '../../../../db/hospital/office/access/roles/default-roles.ts'
import { setDeployment } from '../../../../db/appliance/deployment/kind.ts'
import { newId } from '../../../../db/core/ids.ts'
import { boot } from '../../../support/boot.ts'

t.test('roles', async (t) => {
  const { people } = await boot(t)
  const admin = await people.administrator()
  const officer = await people.with('system_administrator')
  const auditor = await people.with('auditor')
  const nurse = await people.with('nurse')
  const byCode = async (code: string) =>
    (await admin.get('/roles', { search: code, per_page: '200' })).data.find(
      (one: { code: string }) => one.code === code,
    )
  const make = (name: string, permissions: readonly string[] = ['user:read']) =>
    admin.post('/roles', { name, permissions })

  t.test('a role of one’s own is made, found, changed and deleted', async (t) => {
    const made = await admin.post('/roles', {
      name: 'Night Désk',
      description: 'who sits at night',
      permissions: ['user:read', 'user:read', 'facility:manage'],
      two_factor_required: true,
    })
    t.equal(made.status, 201, made.message)
    t.match(made.data, {
      code: 'night_desk',
      name: 'Night Désk',
      system: false,
      active: true,
      permissions: ['facility:manage', 'user:read'],
      added: [],
      removed: [],
      two_factor_required: true,
      device_required: false,
      user_count: 0,
    })
    const path = `/roles/${made.data.id}`
    const changed = await admin.patch(path, { name: 'Night', permissions: ['user:read'] })
    t.match(changed.data, { code: 'night_desk', name: 'Night', permissions: ['user:read'] })
    t.equal((await admin.with({ 'if-match': '1' }).patch(path, { name: 'N2' })).status, 409)
    t.match((await auditor.get('/roles', { search: 'night' })).data, [{ code: 'night_desk' }])
    t.equal((await admin.get(path)).data.description, 'who sits at night')
    t.equal((await admin.remove(path)).status, 200)
    t.equal((await admin.get(path)).message, 'No such role.')
    t.equal((await auditor.get('/roles', { search: 'night' })).meta?.total, 0)
    const again = await make('Night')
    t.equal(again.data.code, 'night', 'the name is free again')
    t.equal((await make('Night désk')).data.code, 'night_desk_2', 'the code is not')
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ permissions: [] }, 400, 'name is required.'],
    [{ name: 'Bad' }, 400, 'permissions is required.'],
    [{ name: ' ', permissions: [] }, 400, 'name must be between 1 and 60 characters.'],
    [{ name: 'Bad', permissions: 'user:read' }, 400, 'permissions must be a list.'],
    [{ name: 'Bad', permissions: [5] }, 400, 'permissions[0] must be a text.'],
    [
      { name: 'Bad', permissions: ['user:fly'] },
      400,
      'permissions holds "user:fly", which does not exist.',
    ],
    // PLT-36: and is put into none.
    [{ name: 'Bad', permissions: ['self:use'] }, 400, 'permissions cannot hold self:use.'],
    [{ name: 'Bad', permissions: ['portal:use'] }, 400, 'permissions cannot hold portal:use.'],
    [
      { name: 'Bad', permissions: ['platform:enter'] },
      400,
      'permissions cannot hold platform:enter.',
    ],
    [{ name: 'NURSE', permissions: [] }, 409, 'There is a role called NURSE already.'],
    [
      { name: 'Bad', permissions: [], two_factor_required: 1 },
      400,
      'two_factor_required must be true or false.',
    ],
  ]
  t.test('what makes no sense is refused and leaves nothing behind', async (t) => {
    const before = (await admin.get('/roles')).meta?.total
    for (const [body, status, message] of bad) {
      const refused = await admin.post('/roles', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status, message)
    }
    t.equal((await admin.get('/roles')).meta?.total, before)
    for (const id of ['x', newId()]) {
      t.equal((await admin.patch(`/roles/${id}`, { name: 5 })).status, 404)
      t.equal((await admin.post(`/roles/${id}/reset`)).status, 404)
      t.equal((await admin.remove(`/roles/${id}`)).status, 404)
      t.equal((await admin.get(`/roles/${id}/users`)).status, 404)
    }
  })

  t.test('on a hosted service no role of a hospital runs the messaging (MSG-610)', async (t) => {
    const made = await make('Messenger')
    setDeployment('hosted')
    t.teardown(() => setDeployment('single'))
    for (const answer of [
      await make('Gatekeeper', ['user:read', 'gateway:read']),
      await admin.patch(`/roles/${made.data.id}`, { permissions: ['gateway:money'] }),
    ]) {
      t.equal(answer.status, 400)
      t.equal(answer.message, 'gateway permissions belong to the platform.')
    }
    t.same((await admin.get(`/roles/${made.data.id}`)).data.permissions, ['user:read'])
  })

  // PLT-39: a shipped role keeps what differs, and reset drops it.
  t.test('a default role is changed as a difference, and reset', async (t) => {
    const { id, permissions } = await byCode('auditor')
    t.same(permissions, shippedCodes('auditor'))
    const changed = await admin.patch(`/roles/${id}`, {
      permissions: ['user:read', 'module:manage'],
      device_required: true,
    })
    t.match(changed.data, {
      permissions: ['module:manage', 'user:read'],
      added: ['module:manage'],
      removed: permissions.filter((code: string) => code !== 'user:read'),
      device_required: true,
    })
    const renamed = await admin.patch(`/roles/${id}`, { name: 'Watcher' })
    t.equal(renamed.message, 'The name of a default role cannot be changed.')
    const reset = await admin.post(`/roles/${id}/reset`)
    t.match(reset.data, { permissions, added: [], removed: [], device_required: false })
    const own = await make('Mine')
    t.equal((await admin.post(`/roles/${own.data.id}/reset`)).status, 409)
  })

  // PLT-40: the administrator holds everything and cannot be touched.
  t.test('the administrator role cannot be changed', async (t) => {
    const { id, permissions } = await byCode('administrator')
    t.ok(permissions.includes('role:manage'))
    const cannot = 'The administrator role cannot be changed.'
    t.equal((await officer.patch(`/roles/${id}`, { permissions: [] })).message, cannot)
    t.equal((await officer.patch(`/roles/${id}`, { description: 'x' })).status, 409)
    t.equal((await officer.post(`/roles/${id}/reset`)).message, cannot)
    t.equal((await officer.post(`/roles/${id}/deactivate`)).message, cannot)
    t.equal((await officer.remove(`/roles/${id}`)).message, cannot)
    const clone = await admin.post(`/roles/${id}/clone`, { name: 'Other' })
    t.equal(clone.message, 'The administrator role cannot be cloned.')
  })

  t.test('a role is cloned as one’s own', async (t) => {
    const { id, permissions } = await byCode('privacy_officer')
    const clone = await admin.post(`/roles/${id}/clone`, { name: 'Privacy desk' })
    t.equal(clone.status, 201)
    t.match(clone.data, { code: 'privacy_desk', system: false, permissions })
    const twice = await admin.post(`/roles/${id}/clone`, { name: 'privacy DESK' })
    t.equal(twice.message, 'There is a role called privacy DESK already.')
  })

  // Section 3.2: not while an account that is not closed holds it.
  t.test('a role in use is neither taken out of use nor deleted', async (t) => {
    const { data } = await make('Held')
    const target = await people.with('nurse')
    await admin.put(`/users/${target.user.id}/roles`, { roles: [{ role_id: data.id }] })
    t.equal((await admin.get(`/roles/${data.id}`)).data.user_count, 1)
    for (const refused of [
      await admin.post(`/roles/${data.id}/deactivate`),
      await admin.remove(`/roles/${data.id}`),
    ]) {
      t.equal(refused.status, 409)
      t.equal(refused.message, '1 accounts hold this role.')
    }
    const held = await auditor.get(`/roles/${data.id}/users`)
    t.same(
      held.data.map((one: { id: string }) => one.id),
      [target.user.id],
    )
    await admin.post(`/users/${target.user.id}/close`, { reason: 'left the house' })
    t.equal((await auditor.get(`/roles/${data.id}/users`)).meta?.total, 0)
    t.equal((await auditor.get(`/roles/${data.id}/users`, { status: 'CLOSED' })).meta?.total, 1)
    t.equal((await admin.post(`/roles/${data.id}/deactivate`)).data.active, false)
    t.equal(
      (await admin.post(`/roles/${data.id}/deactivate`)).message,
      'Role Held is INACTIVE. It can: activate.',
    )
    const other = await people.with('nurse')
    const given = await admin.put(`/users/${other.user.id}/roles`, {
      roles: [{ role_id: data.id }],
    })
    t.equal(given.message, 'Role Held is INACTIVE. It can: activate.')
    t.equal((await admin.get('/roles', { active: 'false' })).meta?.total, 1)
    t.equal((await admin.post(`/roles/${data.id}/activate`)).data.active, true)
    t.equal((await admin.remove(`/roles/${data.id}`)).status, 200)
  })

  t.test('a default role is not deleted, and the patient’s is left alone', async (t) => {
    const kitchen = await byCode('kitchen')
    t.equal(
      (await admin.remove(`/roles/${kitchen.id}`)).message,
      'Kitchen is a default role and cannot be deleted.',
    )
    const patient = await byCode('patient')
    t.same(patient.permissions, ['portal:use'])
    t.equal((await admin.patch(`/roles/${patient.id}`, { permissions: [] })).status, 409)
    const given = await admin.put(`/users/${nurse.user.id}/roles`, {
      roles: [{ role_id: patient.id }],
    })
    t.equal(given.message, 'The patient role belongs to patients’ own accounts.')
  })

  t.test('who may not is told what it needs', async (t) => {
    const { id } = await byCode('kitchen')
    for (const [method, path, code] of [
      ['GET', '/roles', 'role:read'],
      ['GET', `/roles/${id}`, 'role:read'],
      ['GET', `/roles/${id}/users`, 'role:read'],
      ['GET', '/permissions', 'role:read'],
      ['GET', '/permissions/holders', 'role:read'],
      ['POST', '/roles', 'role:manage'],
      ['PATCH', `/roles/${id}`, 'role:manage'],
      ['DELETE', `/roles/${id}`, 'role:manage'],
      ['POST', `/roles/${id}/clone`, 'role:manage'],
      ['POST', `/roles/${id}/reset`, 'role:manage'],
      ['POST', `/roles/${id}/deactivate`, 'role:manage'],
      ['POST', `/roles/${id}/activate`, 'role:manage'],
    ] as const) {
      const refused = await nurse.send(method, path)
      t.equal(refused.status, 403, `${method} ${path}`)
      t.equal(refused.message, `You do not have permission to do this. It needs ${code}.`)
    }
  })
})
