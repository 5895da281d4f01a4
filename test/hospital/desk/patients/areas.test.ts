import t from 'tap'
import { boot } from '../../../support/boot.ts'

t.test('administrative areas (PAT-31)', async (t) => {
  const { people } = await boot(t)
  const records = await people.with('records')
  const nurse = await people.with('nurse')
  const add = (name: string, level: number, parent_id?: string) =>
    records.post('/administrative-areas', { name, level, ...(parent_id ? { parent_id } : {}) })
  const region = await add('Njombe Test', 1)
  t.match(region, {
    status: 201,
    data: { level_name: 'Region', path: 'Njombe Test', active: true },
  })
  const district = await add('Makete Test', 2, region.data.id)
  const ward = await add('Iwawa', 3, district.data.id)

  t.test('a tree: each level in the one above', async (t) => {
    t.match(ward.data, { path: 'Njombe Test / Makete Test / Iwawa', level_name: 'Ward' })
    const cases: [Promise<{ status: number; message: string }>, number, string][] = [
      [add('Iwawa', 3, district.data.id), 409, 'Iwawa stands there already.'],
      [add('X', 2), 400, 'parent_id is required below the first level.'],
      [
        add('X', 3, region.data.id),
        400,
        'parent_id must be of level 2: Njombe Test is of level 1.',
      ],
      [add('X', 2, '0190aaaa-0000-7000-8000-000000000000'), 404, 'No such area.'],
      [nurse.post('/administrative-areas', { name: 'X', level: 1 }), 403, ''],
    ]
    for (const [asked, status, message] of cases) {
      const refused = await asked
      t.equal(refused.status, status, refused.message)
      if (message !== '') t.equal(refused.message, message)
    }
  })

  t.test('is read by everyone, narrowed and searched', async (t) => {
    const children = await nurse.get('/administrative-areas', { parent_id: district.data.id })
    t.match(children.data, [{ name: 'Iwawa' }])
    t.match((await nurse.get('/administrative-areas', { search: 'iwaw', level: '3' })).data, [
      { path: 'Njombe Test / Makete Test / Iwawa' },
    ])
    t.match((await nurse.get(`/administrative-areas/${ward.data.id}`)).data, {
      ancestors: [{ name: 'Njombe Test' }, { name: 'Makete Test' }],
      children: 0,
    })
  })

  t.test('an area out of use stays on records and takes no new ones', async (t) => {
    const person = {
      first_name: 'Asha',
      last_name: 'Sanga',
      sex: 'Female',
      birth_date: '1990-01-01',
    }
    const desk = await people.with('reception')
    const made = await desk.post('/patients', { ...person, address: { area_id: ward.data.id } })
    t.equal(made.status, 201, made.message)
    const off = await records.post(`/administrative-areas/${ward.data.id}/deactivate`, {
      reason: 'split in two',
    })
    t.match(off, { status: 200, data: { active: false } })
    const path = 'Njombe Test / Makete Test / Iwawa'
    t.equal((await desk.get(`/patients/${made.data.id}`)).data.address.area_path, path)
    const refused = await desk.post('/patients', {
      ...person,
      first_name: 'Zawadi',
      address: { area_id: ward.data.id },
    })
    t.match(refused, { status: 409, message: 'Ward Iwawa is no longer in use.' })
    t.same(
      (await nurse.get('/administrative-areas', { parent_id: district.data.id, active: 'true' }))
        .data,
      [],
    )
    t.equal(
      (await records.post(`/administrative-areas/${ward.data.id}/activate`)).data.active,
      true,
    )
    t.equal((await records.post(`/administrative-areas/${ward.data.id}/activate`)).status, 409)
  })

  t.test('a renamed area has a new path everywhere; a stale change is refused', async (t) => {
    const renamed = await records.patch(`/administrative-areas/${district.data.id}`, {
      name: 'Makete Mpya',
    })
    t.equal(renamed.status, 200, renamed.message)
    t.match((await nurse.get(`/administrative-areas/${ward.data.id}`)).data.path, 'Makete Mpya')
    const stale = records.with({ 'if-match': '1' })
    t.equal(
      (await stale.patch(`/administrative-areas/${district.data.id}`, { name: 'X' })).status,
      409,
    )
  })
})
