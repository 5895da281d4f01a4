import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { user_facilities } from '../../../../db/hospital/office/access/tables.ts'
import { boot } from '../../../support/boot.ts'

t.test('what becomes of a branch', async (t) => {
  const { people, hospital, facility_id } = await boot(t)
  const hospital_id = hospital.id
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  let count = 0
  const branch = async (kind = 'CLINIC') => {
    count += 1
    const made = await officer.post('/facilities', {
      code: `BR${count}`,
      name: `Branch ${count}`,
      kind,
    })
    return made.data as { id: string; name: string; modules: Record<string, boolean> }
  }

  t.test('a branch is closed with a reason and opened again (3.3)', async (t) => {
    const { id, name } = await branch()
    t.same((await officer.get(`/facilities/${id}`)).data.moves, ['deactivate'])
    t.same((await nurse.get(`/facilities/${id}`)).data.moves, [], 'moves of the caller alone')
    t.equal((await officer.post(`/facilities/${id}/deactivate`, {})).message, 'reason is required.')
    const closed = await officer.post(`/facilities/${id}/deactivate`, { reason: 'roof fell in' })
    t.match(closed, { status: 200, data: { status: 'INACTIVE', moves: ['activate'] } })
    const again = await officer.post(`/facilities/${id}/deactivate`, { reason: 'roof fell in' })
    t.equal(again.status, 409)
    t.equal(again.message, `Branch ${name} is INACTIVE. It can: activate.`)
    t.equal((await officer.post(`/facilities/${id}/activate`)).data.status, 'ACTIVE')
    t.equal((await officer.post(`/facilities/${id}/activate`)).status, 409)
  })

  t.test('a nurse may close nothing, and a branch that is none is not found', async (t) => {
    const { id } = await branch()
    for (const move of ['deactivate', 'activate', 'make-main']) {
      const refused = await nurse.post(`/facilities/${id}/${move}`, { reason: 'because' })
      t.equal(refused.status, 403)
      t.equal(refused.message, 'You do not have permission to do this. It needs facility:manage.')
      for (const none of ['x', '01a20000-1de4-7573-b853-57b97905f91d']) {
        t.equal((await officer.post(`/facilities/${none}/${move}`, {})).status, 404)
      }
    }
  })

  t.test('the main branch is not closed', async (t) => {
    const refused = await officer.post(`/facilities/${facility_id}/deactivate`, {
      reason: 'moving house',
    })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Main is the main branch. Make another branch the main one first.')
  })

  t.test('a branch with open work is not closed, and the work is named', async (t) => {
    const { id, name } = await branch('HOSPITAL')
    bring([
      ...brings,
      {
        area: 'test',
        openWork: async (_, module, at) =>
          module === 'theatre' && at === id ? [{ label: 'booked operations', count: 2 }] : [],
        placeWork: async (_, place) =>
          place.kind === 'facility' && place.id === id
            ? [
                { label: 'open visits', count: 3 },
                { label: 'open shifts', count: 0 },
              ]
            : [],
      },
    ])
    t.teardown(() => bring(brings))
    const refused = await officer.post(`/facilities/${id}/deactivate`, { reason: 'moving house' })
    t.equal(refused.status, 409)
    t.equal(refused.message, `${name} still has open work: booked operations (2), open visits (3).`)
    t.equal((await officer.get(`/facilities/${id}`)).data.status, 'ACTIVE')
  })

  t.test('a branch that is the only one of an account is not closed; five are named', async (t) => {
    const { id, name } = await branch()
    const staff = await Promise.all(Array.from({ length: 7 }, () => people.with('nurse')))
    await within(async () => {
      for (const { user } of staff) {
        await user_facilities.remove({ hospital_id, user_id: user.id })
        await user_facilities.insert({ hospital_id, user_id: user.id, facility_id: id })
      }
    })
    const refused = await officer.post(`/facilities/${id}/deactivate`, { reason: 'moving house' })
    t.equal(refused.status, 409)
    t.match(refused.message, new RegExp(`^${name} is the only branch of (Person \\d+, ){4}Person`))
    t.match(refused.message, / and 2 more\.$/)
    await within(async () => {
      for (const { user } of staff) {
        await user_facilities.insert({ hospital_id, user_id: user.id, facility_id })
      }
    })
    const closed = await officer.post(`/facilities/${id}/deactivate`, { reason: 'moving house' })
    t.equal(closed.status, 200, 'each has another branch now')
  })

  t.test('another branch becomes the main one, and there is always one (PLT-56)', async (t) => {
    const first = await branch()
    const second = await branch()
    t.equal((await officer.post(`/facilities/${first.id}/make-main`)).data.is_main, true)
    await Promise.all([
      officer.post(`/facilities/${second.id}/make-main`),
      officer.post(`/facilities/${first.id}/make-main`),
    ])
    t.equal(await facilities.count({ hospital_id, is_main: true }), 1)
    const { id, name } = await branch()
    await officer.post(`/facilities/${id}/deactivate`, { reason: 'never opened' })
    const refused = await officer.post(`/facilities/${id}/make-main`)
    t.equal(refused.status, 409)
    t.equal(refused.message, `Branch ${name} is INACTIVE. It can: activate.`)
    t.equal((await officer.post(`/facilities/${facility_id}/make-main`)).status, 200)
    t.equal(await facilities.count({ hospital_id, is_main: true }), 1)
  })

  t.test('a new branch starts with the modules of its kind (PLT-58)', async (t) => {
    const on = (made: { modules: Record<string, boolean> }) =>
      Object.keys(made.modules).filter((module) => made.modules[module])
    t.same(on(await branch('HOSPITAL')), ['theatre', 'mortuary', 'maternity'])
    t.same(on(await branch('PHARMACY')), [])
  })

  t.test('a module with open work is switched off by force alone (PLT-57)', async (t) => {
    bring([
      ...brings,
      { area: 'test', openWork: async () => [{ label: 'bodies in store', count: 4 }] },
    ])
    t.teardown(() => bring(brings))
    const path = `/facilities/${facility_id}/modules/mortuary/switch-off`
    const refused = await officer.post(path, { reason: 'cold room broken' })
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      'The mortuary module still has open work at Main: bodies in store (4).',
    )
    const forced = await officer.post(path, { reason: 'cold room broken', force: true })
    t.match(forced.data, { enabled: false, open_work: [{ label: 'bodies in store', count: 4 }] })
  })

  t.test('all modules with their branches', async (t) => {
    const found = await nurse.get('/modules')
    t.same(
      found.data.map(({ module }: { module: string }) => module),
      ['theatre', 'blood_bank', 'mortuary', 'ambulance', 'tb_ctc', 'maternity'],
    )
    const theatre = found.data[0].facilities.find((one: { id: string }) => one.id === facility_id)
    t.match(theatre, { name: 'Main', enabled: true })
  })

  t.test('an old version moves nothing (PLT-13)', async (t) => {
    const { id } = await branch()
    const stale = officer.with({ 'if-match': '7' })
    for (const move of ['deactivate', 'make-main']) {
      const refused = await stale.post(`/facilities/${id}/${move}`, { reason: 'moving house' })
      t.equal(refused.status, 409)
      t.match(refused.message, /^Someone else changed this/)
    }
  })
})
