import t from 'tap'
import { brings } from '../../../../db/hospital/areas.ts'
import * as places from '../../../../db/hospital/office/places/places.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('locations', async (t) => {
  const { people, facility_id, system } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const other = (await officer.post('/facilities', { code: 'OTH', name: 'Other', kind: 'CLINIC' }))
    .data.id
  let count = 0
  const open = async (more: Record<string, unknown> = {}) => {
    count += 1
    const made = await officer.post('/locations', {
      facility_id,
      code: `L${count}`,
      name: `Location ${count}`,
      kind: 'ROOM',
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data as { id: string; name: string }
  }

  t.test('a location is opened, found, changed, closed and opened again', async (t) => {
    const made = await open({ code: 'blk-a', name: 'Block A', kind: 'BUILDING', capacity: 40 })
    t.match((await nurse.get(`/locations/${made.id}`)).data, {
      code: 'BLK-A',
      facility_id,
      capacity: 40,
      active: true,
      service_points: [],
    })
    const queue = await people.administrator()
    const point = await queue.post('/service-points', {
      facility_id,
      code: 'DRS',
      name: 'Dressing',
      kind: 'OTHER',
      location: 'block a',
      token_prefix: 'D',
      counters: ['1'],
    })
    t.equal(point.status, 201, point.message)
    t.match((await nurse.get(`/locations/${made.id}`)).data, {
      service_points: [{ id: point.data.id, name: 'Dressing' }],
    })
    const changed = await officer.patch(`/locations/${made.id}`, {
      capacity: null,
      facility_id: other,
    })
    t.match(changed.data, { capacity: null, facility_id, version: 2 }, 'its branch stays')
    t.equal((await officer.post(`/locations/${made.id}/deactivate`)).data.active, false)
    t.equal(
      (await officer.post(`/locations/${made.id}/deactivate`)).message,
      'Location Block A is INACTIVE. It can: activate.',
    )
    t.equal((await officer.post(`/locations/${made.id}/activate`)).data.active, true)
    t.match((await nurse.post('/locations', {})).message, /It needs location:manage\.$/)
  })

  const good = { code: 'BAD', name: 'Bad', kind: 'GATE' }
  const bad: [Record<string, unknown>, number, string][] = [
    [{}, 400, 'facility_id is required.'],
    [{ facility_id: none }, 404, 'No such facility.'],
    [{ facility_id, department_id: none }, 404, 'No such department.'],
    [{ facility_id, parent_id: none }, 404, 'No such location.'],
    [{ facility_id, capacity: -1 }, 400, 'capacity must be between 0 and 100000.'],
    [{ facility_id, code: 'taken' }, 409, 'The code TAKEN is taken at this branch.'],
    [{ facility_id, name: 'a\u0000' }, 400, 'name holds a character that cannot be kept.'],
  ]
  t.before(() => open({ code: 'TAKEN' }))
  for (const [more, status, message] of bad) {
    t.test(`a location is refused: ${message}`, async (t) => {
      const refused = await officer.post('/locations', { ...good, ...more })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('a code may stand once at each branch', async (t) => {
    await open({ code: 'SAME' })
    t.ok(await open({ code: 'SAME', facility_id: other }))
  })

  t.test('a location stands at the branch of its parent and not in itself', async (t) => {
    const top = await open({ kind: 'BUILDING' })
    const floor = await open({ parent_id: top.id, kind: 'FLOOR' })
    const room = await open({ parent_id: floor.id })
    const far = await open({ facility_id: other })
    const away = await officer.patch(`/locations/${far.id}`, { parent_id: top.id })
    t.equal(away.status, 400)
    t.equal(away.message, 'parent_id is at another branch.')
    for (const parent_id of [top.id, floor.id, room.id]) {
      const circle = await officer.patch(`/locations/${top.id}`, { parent_id })
      t.equal(circle.message, 'parent_id would make a circle.')
    }
    const refused = await officer.post(`/locations/${floor.id}/deactivate`, { reason: 'paint' })
    t.equal(refused.status, 409)
    t.equal(refused.message, `${floor.name} is still in use: active locations in it (1).`)
    await officer.post(`/locations/${room.id}/deactivate`)
    bring([
      ...brings,
      { area: 'test', placeWork: async () => [{ label: 'active wards', count: 1 }] },
    ])
    const ward = await officer.post(`/locations/${floor.id}/deactivate`)
    t.equal(ward.message, `${floor.name} is still in use: active wards (1).`)
    bring(brings)
    t.equal((await officer.post(`/locations/${floor.id}/deactivate`)).status, 200)
    const tree = await nurse.get('/locations/tree')
    const building = tree.data.find(({ id }: { id: string }) => id === top.id)
    t.match(building.children, [{ id: floor.id, active: false, children: [{ id: room.id }] }])
    t.notOk(
      tree.data.some(({ id }: { id: string }) => id === far.id),
      'the acting branch alone',
    )
    const theirs = await officer.get('/locations/tree', { facility_id: other })
    t.ok(theirs.data.some(({ id }: { id: string }) => id === far.id))
    t.equal((await nurse.get('/locations/tree', { facility_id: other })).status, 404)
  })

  t.test('the list is filtered, and other areas are given the open ones', async (t) => {
    const department = (
      await officer.post('/departments', { code: 'XR', name: 'X-ray', kind: 'DIAGNOSTIC' })
    ).data.id
    const one = await open({ kind: 'IMAGING', department_id: department, name: 'Xray room' })
    const two = await open({ kind: 'IMAGING', name: 'Xray dark room' })
    const ids = async (query: Record<string, string>) =>
      (await nurse.get('/locations', query)).data.map(({ id }: { id: string }) => id).sort()
    t.same(await ids({ kind: 'IMAGING' }), [one.id, two.id].sort())
    t.same(await ids({ department_id: department }), [one.id])
    t.same(await ids({ search: 'xray dark' }), [two.id])
    await officer.post(`/locations/${two.id}/deactivate`)
    t.same(await ids({ kind: 'IMAGING', active: 'false' }), [two.id])
    const open_ones = await places.locations(system, { kind: 'IMAGING', facility_id })
    t.same(
      open_ones.map(({ id }) => id),
      [one.id],
    )
    t.equal((await places.facilities(system)).length, 2)
  })
})
