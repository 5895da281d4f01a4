import t from 'tap'
import { boot } from '../../../support/boot.ts'

t.test('facilities', async (t) => {
  const { people, nobody, facility_id } = await boot(t)
  const officer = await people.with('system_administrator')
  const nurse = await people.with('nurse')

  t.test('a branch is opened, found and changed', async (t) => {
    const opened = await officer.post('/facilities', {
      code: 'tmk',
      name: 'Temeke Clinic',
      kind: 'CLINIC',
      phone: '0712 345 678',
    })
    t.equal(opened.status, 201, opened.message)
    t.match(opened.data, {
      code: 'TMK',
      phone: '+255712345678',
      is_main: false,
      status: 'ACTIVE',
      version: 1,
    })
    t.same(Object.values(opened.data.modules), [false, false, false, false, false, false])
    const changed = await officer.patch(`/facilities/${opened.data.id}`, {
      ward: 'Chang’ombe',
      phone: null,
    })
    t.match(changed.data, { ward: 'Chang’ombe', phone: null, version: 2 })
    const stale = await officer
      .with({ 'if-match': '1' })
      .patch(`/facilities/${opened.data.id}`, { ward: 'x' })
    t.equal(stale.status, 409)
    t.equal(stale.message, 'Someone else changed this after you opened it. Look at it again.')
    const found = await nurse.get('/facilities', { search: 'temek' })
    t.equal(found.meta?.total, 1)
    t.equal((await nurse.get(`/facilities/${opened.data.id}`)).data.name, 'Temeke Clinic')
  })

  t.test('who may not is told what it needs', async (t) => {
    t.equal((await nobody.get('/facilities')).message, 'Sign in to go on.')
    const refused = await nurse.post('/facilities', { nonsense: true })
    t.equal(refused.status, 403)
    t.equal(refused.message, 'You do not have permission to do this. It needs facility:manage.')
  })

  const bad: [Record<string, unknown>, number, string][] = [
    [{ name: 'X2', kind: 'CLINIC' }, 400, 'code is required.'],
    [{ code: 5, name: 'X2', kind: 'CLINIC' }, 400, 'code must be a text.'],
    [
      { code: 'TOOLONGCODE', name: 'X2', kind: 'CLINIC' },
      400,
      'code must be between 2 and 8 characters.',
    ],
    [{ code: 'A-B', name: 'X2', kind: 'CLINIC' }, 400, 'code must be 2 to 8 of A–Z and 0–9.'],
    [
      { code: 'AB', name: 'X2', kind: 'SHOP' },
      400,
      'kind must be one of HOSPITAL, HEALTH_CENTRE, DISPENSARY, CLINIC, LABORATORY, PHARMACY, OTHER.',
    ],
    [{ code: 'MAIN', name: 'X2', kind: 'CLINIC' }, 409, 'The code MAIN is taken.'],
    [{ code: 'AB', name: 'main', kind: 'CLINIC' }, 409, 'There is a branch called main already.'],
    [
      { code: 'AB', name: 'X2', kind: 'CLINIC', phone: '12' },
      400,
      'phone is not a telephone number.',
    ],
    [
      { code: 'AB', name: 'X2', kind: 'CLINIC', latitude: 5 },
      400,
      'longitude is required beside the other.',
    ],
    [
      { code: 'AB', name: 'X2', kind: 'CLINIC', time_zone: 'GMT+3' },
      400,
      'time_zone is not a time zone like Africa/Dar_es_Salaam.',
    ],
    [
      { code: 'AB', name: 'a\u0000b', kind: 'CLINIC' },
      400,
      'name holds a character that cannot be kept.',
    ],
    [
      {
        code: 'AB',
        name: 'X2',
        kind: 'CLINIC',
        opening_hours: [
          { day: 'MON', opens: '08:00', closes: '12:00' },
          { day: 'MON', opens: '11:00', closes: '13:00' },
        ],
      },
      400,
      'opening_hours overlap on MON.',
    ],
    [
      {
        code: 'AB',
        name: 'X2',
        kind: 'CLINIC',
        opening_hours: [{ day: 'MON', opens: '8', closes: '12:00' }],
      },
      400,
      'opening_hours[0].opens must be a time like 08:30.',
    ],
  ]
  for (const [body, status, message] of bad) {
    t.test(`a branch is refused: ${message}`, async (t) => {
      const before = (await officer.get('/facilities')).meta?.total
      const refused = await officer.post('/facilities', body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
      t.equal((await officer.get('/facilities')).meta?.total, before, 'nothing was left behind')
    })
  }

  t.test('pages that make no sense are refused', async (t) => {
    for (const page of ['0', '-1', 'x', '1.5']) {
      const refused = await nurse.get('/facilities', { page })
      t.equal(refused.status, 400, page)
      t.equal(refused.message, 'page must be a number from 1.')
    }
    const far = await nurse.get('/facilities', { page: '1000000000', per_page: '500' })
    t.equal(far.status, 200)
    t.same(far.data, [])
    t.equal(far.meta?.per_page, 200)
  })

  t.test('a module is switched off and on', async (t) => {
    const off = await officer.post(`/facilities/${facility_id}/modules/theatre/switch-off`, {
      reason: 'no surgeon',
    })
    t.equal(off.status, 200, off.message)
    t.match(off.data, { module: 'theatre', enabled: false, reason: 'no surgeon' })
    t.equal(
      (await officer.post(`/facilities/${facility_id}/modules/kitchen/switch-on`)).message,
      'No such module.',
    )
    t.equal(
      (await officer.post(`/facilities/${facility_id}/modules/theatre/switch-on`)).data.enabled,
      true,
    )
    t.equal(
      (await officer.post(`/facilities/${facility_id}/modules/theatre/switch-off`, {})).message,
      'reason is required.',
    )
  })

  t.test('a module that is none is not found, whatever else is wrong (PLT-1)', async (t) => {
    for (const move of ['switch-on', 'switch-off']) {
      const answer = await officer.post(`/facilities/${facility_id}/modules/bakery/${move}`, {
        reason: 'x',
      })
      t.match(answer, { status: 404, message: 'No such module.' }, move)
    }
  })

  t.test('an id that is none, and one of nobody, are not found', async (t) => {
    for (const id of ['x', '01a20000-1de4-7573-b853-57b97905f91d']) {
      const refused = await officer.patch(`/facilities/${id}`, { nonsense: 1, code: 5 })
      t.equal(refused.status, 404)
    }
    t.equal((await nurse.get('/nowhere')).message, 'There is no such address.')
  })
})
