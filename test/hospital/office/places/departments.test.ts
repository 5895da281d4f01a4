import t from 'tap'
import { within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import * as places from '../../../../db/hospital/office/places/places.ts'
import { bring } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'

const none = '01a20000-1de4-7573-b853-57b97905f91d'

t.test('departments', async (t) => {
  const { people, nobody, facility_id, system } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')
  const other = (await officer.post('/facilities', { code: 'OTH', name: 'Other', kind: 'CLINIC' }))
    .data.id
  let count = 0
  const open = async (more: Record<string, unknown> = {}) => {
    count += 1
    const made = await officer.post('/departments', {
      code: `D${count}`,
      name: `Department ${count}`,
      kind: 'CLINICAL',
      ...more,
    })
    if (made.status !== 201) throw new Error(made.message)
    return made.data as { id: string; name: string; code: string }
  }

  t.test('a department is opened, found, changed and closed', async (t) => {
    const opened = await officer.post('/departments', {
      code: 'opd',
      name: 'Outpatients',
      kind: 'CLINICAL',
      facility_id,
      extension: '101',
    })
    t.equal(opened.status, 201)
    t.match(opened.data, { code: 'OPD', head: null, active: true, sort_order: 0, version: 1 })
    const { id } = opened.data
    t.equal((await nurse.get(`/departments/${id}`)).data.name, 'Outpatients')
    const changed = await officer.patch(`/departments/${id}`, { extension: null, sort_order: 5 })
    t.match(changed.data, { extension: null, sort_order: 5, name: 'Outpatients', version: 2 })
    const stale = await officer.with({ 'if-match': '1' }).patch(`/departments/${id}`, {})
    t.equal(stale.status, 409)
    t.equal((await officer.post(`/departments/${id}/deactivate`)).data.active, false)
    const again = await officer.post(`/departments/${id}/deactivate`)
    t.equal(again.message, 'Department Outpatients is INACTIVE. It can: activate.')
    t.equal((await officer.post(`/departments/${id}/activate`)).data.active, true)
    t.equal((await officer.post(`/departments/${id}/activate`)).status, 409)
  })

  t.test('who may not is told so', async (t) => {
    const { id } = await open()
    t.equal((await nobody.get('/departments')).status, 401)
    for (const [method, path] of [
      ['POST', '/departments'],
      ['PATCH', `/departments/${id}`],
      ['POST', `/departments/${id}/deactivate`],
      ['POST', `/departments/${id}/activate`],
    ] as const) {
      const refused = await nurse.send(method, path, {})
      t.equal(refused.status, 403)
      t.match(refused.message, /It needs department:manage\.$/)
    }
    const patient = await people.patient()
    t.match((await patient.get('/departments')).message, /It needs self:use\.$/)
  })

  const good = { code: 'BAD', name: 'Bad', kind: 'SUPPORT' }
  const bad: [Record<string, unknown>, number, string][] = [
    [{ code: undefined }, 400, 'code is required.'],
    [{ code: '' }, 400, 'code must be between 1 and 12 characters.'],
    [{ code: 'x'.repeat(13) }, 400, 'code must be between 1 and 12 characters.'],
    [{ name: 7 }, 400, 'name must be a text.'],
    [
      { kind: 'clinical' },
      400,
      'kind must be one of CLINICAL, DIAGNOSTIC, PHARMACY, NURSING, ADMINISTRATIVE, SUPPORT.',
    ],
    [{ sort_order: 1.5 }, 400, 'sort_order must be a whole number.'],
    [{ sort_order: -1 }, 400, 'sort_order must be between 0 and 1000000.'],
    [{ facility_id: none }, 404, 'No such facility.'],
    [{ facility_id: 'x' }, 404, 'No such facility.'],
    [{ parent_id: none }, 404, 'No such department.'],
    [{ code: 'first' }, 409, 'The code FIRST is taken.'],
    [{ name: 'FÍRST ONE' }, 409, 'There is a department called FÍRST ONE already.'],
  ]
  t.before(() => open({ code: 'FIRST', name: 'First one' }))
  for (const [more, status, message] of bad) {
    t.test(`a department is refused: ${message}`, async (t) => {
      const refused = await officer.post('/departments', { ...good, ...more })
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    })
  }

  t.test('departments stand at most four deep and in no circle', async (t) => {
    const chain: { id: string }[] = []
    for (let level = 0; level < 4; level += 1) {
      chain.push(await open({ parent_id: chain.at(-1)?.id ?? null }))
    }
    const [top, second, , last] = chain as [{ id: string }, { id: string }, unknown, { id: string }]
    const deeper = await officer.post('/departments', { ...good, parent_id: last.id })
    t.equal(deeper.status, 400)
    t.equal(deeper.message, 'parent_id would make more than 4 levels.')
    for (const parent_id of [top.id, last.id, second.id]) {
      const circle = await officer.patch(`/departments/${top.id}`, { parent_id })
      t.equal(circle.status, 400)
      t.equal(circle.message, 'parent_id would make a circle.')
    }
    const roof = await open()
    const moved = await officer.patch(`/departments/${top.id}`, { parent_id: roof.id })
    t.equal(moved.message, 'parent_id would make more than 4 levels.', 'what hangs below counts')
    t.equal((await officer.patch(`/departments/${last.id}`, { parent_id: roof.id })).status, 200)
  })

  t.test('a department in use is not closed (3.3)', async (t) => {
    const parent = await open()
    const child = await open({ parent_id: parent.id })
    const refused = await officer.post(`/departments/${parent.id}/deactivate`)
    t.equal(refused.status, 409)
    t.equal(refused.message, `${parent.name} is still in use: active departments below it (1).`)
    await officer.post(`/departments/${child.id}/deactivate`)
    bring([
      ...brings,
      {
        area: 'test',
        placeWork: async (_, { kind, id }) =>
          kind === 'department' && id === parent.id ? [{ label: 'open visits', count: 9 }] : [],
      },
    ])
    const visits = await officer.post(`/departments/${parent.id}/deactivate`)
    t.equal(visits.message, `${parent.name} is still in use: open visits (9).`)
    bring(brings)
    t.equal((await officer.post(`/departments/${parent.id}/deactivate`)).status, 200)
  })

  t.test('the list shows the acting branch and what belongs to all (PLT-12)', async (t) => {
    const here = await open({ facility_id, name: 'List here', kind: 'SUPPORT', sort_order: 2 })
    const there = await open({ facility_id: other, name: 'List there', kind: 'SUPPORT' })
    const all = await open({ name: 'List all', kind: 'SUPPORT', sort_order: 1 })
    await officer.post(`/departments/${all.id}/deactivate`)
    const ids = async (query: Record<string, string>, who = officer) =>
      (await who.get('/departments', { search: 'list', ...query })).data.map(
        ({ id }: { id: string }) => id,
      )
    t.same(await ids({}), [all.id, here.id], 'by sort order')
    t.same(await ids({ active: 'true' }), [here.id])
    t.same(await ids({ active: 'false' }), [all.id])
    t.same(await ids({ kind: 'CLINICAL' }), [])
    t.same(await ids({ facility_id: other }), [there.id, all.id])
    t.same(await ids({ facility_id: 'all' }), [there.id, all.id, here.id])
    t.same(await ids({ facility_id: 'all' }, nurse), [all.id, here.id], 'own branches alone')
    t.equal((await nurse.get('/departments', { facility_id: other })).status, 404)
    // Longer than any id that was ever given: there is none, as of every other that is not there.
    t.equal((await officer.get('/departments', { facility_id: 'x'.repeat(50) })).status, 404)
    t.equal((await nurse.get('/departments', { active: 'maybe' })).status, 400)
  })

  t.test('a typed department is found by code or name, whatever its case (PLT-14)', async (t) => {
    const lab = await open({ code: 'LAB', name: 'Laboratory' })
    for (const text of ['lab', 'LAB', ' laboratory ', 'LABORATORY']) {
      t.match(await places.resolveDepartment(system, text), { id: lab.id, name: 'Laboratory' })
    }
    await t.rejects(places.resolveDepartment(system, 'Labs'), {
      status: 400,
      message: 'department "Labs" is not known.',
    })
    await within(async () => undefined)
    await officer.post(`/departments/${lab.id}/deactivate`)
    await t.rejects(places.resolveDepartment(system, 'lab'), {
      message: 'department "lab" is not known.',
    })
    const active = await places.departments(system, other)
    t.notOk(active.some(({ id }) => id === lab.id))
    t.ok(active.every((one) => one.facility_id === null || one.facility_id === other))
  })
})
