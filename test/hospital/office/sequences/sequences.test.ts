import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { brings } from '../../../../db/hospital/areas.ts'
import { facilities } from '../../../../db/hospital/office/places/tables.ts'
import { bring, registry, type SequenceKind } from '../../../../db/hospital/registry.ts'
import { nextReference } from '../../../../db/hospital/office/sequences/references.ts'
import { boot } from '../../../support/boot.ts'

const receipt: SequenceKind = {
  kind: 'slip',
  label: 'Receipt',
  area: 'test',
  pattern: 'RCT-{YYYY}-{SEQ:6}',
  scope: 'HOSPITAL',
  reset: 'YEARLY',
  gapless: true,
}
const trip = {
  ...receipt,
  kind: 'trip',
  label: 'Trip',
  pattern: 'VS-{YYYY}-{SEQ:6}',
  gapless: false,
}
t.test('sequences', async (t) => {
  const { people, system, hospital, facility_id } = await boot(t)
  bring([...brings, { area: 'test', sequences: [receipt, trip] }])
  t.teardown(() => bring(brings))
  clock.freeze('2027-03-09T08:00:00.000Z')
  let officer = await people.with('system_administrator')
  const other = await within(() =>
    facilities.insert({
      hospital_id: hospital.id,
      code: 'TMK',
      name: 'Temeke',
      name_key: 'temeke',
      kind: 'CLINIC',
      status: 'ACTIVE',
    }),
  )
  const take = (kind: string, at?: string) => within(() => nextReference(system, kind, at))
  const get = async (kind: string, query?: Record<string, string>) =>
    (await officer.get(`/settings/sequences/${kind}`, query)).data
  const patch = (kind: string, body: object) => officer.patch(`/settings/sequences/${kind}`, body)
  const later = async (ms: number) => {
    clock.advance(ms)
    officer = await people.with('system_administrator')
  }

  t.test('they are listed, by area when asked', async (t) => {
    const all = await officer.whole('/settings/sequences')
    const kinds = [...registry.sequences.values()].sort((a, b) =>
      a.area + a.label < b.area + b.label ? -1 : 1,
    )
    const listed = all.map(({ kind }) => kind)
    t.same(
      listed,
      kinds.map(({ kind }) => kind),
    )
    t.same(all[listed.indexOf('plan_purchase')], {
      kind: 'plan_purchase',
      label: 'Plan purchase',
      area: 'plans',
      pattern: 'PUR-{SEQ:6}',
      scope: 'HOSPITAL',
      reset: 'NEVER',
      gapless: false,
      next_value: 1,
      last_reference: null,
      last_taken_at: null,
      example: 'PUR-000001',
    })
    t.equal((await officer.get('/settings/sequences', { area: 'test' })).data.length, 2)
    t.equal((await officer.get('/settings/sequences/weather')).message, 'No such sequence.')
    t.equal((await patch('weather', { pattern: 5 })).status, 404)
  })

  t.test('what was taken last and what comes next', async (t) => {
    await take('trip')
    const reference = await take('trip')
    t.match(await get('trip'), {
      next_value: 3,
      last_reference: reference,
      last_taken_at: clock.instant(),
      example: 'VS-2027-000003',
    })
  })

  t.test('a kind that may have gaps changes at once', async (t) => {
    const changed = await patch('trip', { pattern: 'V{YY}/{SEQ:4}' })
    t.equal(changed.status, 200, changed.message)
    t.equal(changed.message, 'Numbering changed.')
    t.match(changed.data, { pattern: 'V{YY}/{SEQ:4}', next_value: 3, example: 'V27/0003' })
    t.equal(await take('trip'), 'V27/0003', 'the count goes on')
  })

  t.test('per branch: each counts for itself', async (t) => {
    const changed = await patch('trip', { pattern: '{FAC}-V{YY}-{SEQ:4}', scope: 'FACILITY' })
    t.equal(changed.status, 200, changed.message)
    t.equal(await take('trip', other.id), 'TMK-V27-0001')
    t.equal(await take('trip'), 'MAIN-V27-0001')
    t.equal(await take('trip', other.id), 'TMK-V27-0002')
    t.same((await get('trip')).next_value, [
      { facility_id, next_value: 2 },
      { facility_id: other.id, next_value: 3 },
    ])
    const one = await get('trip', { facility_id: other.id })
    t.match(one, { next_value: 3, example: 'TMK-V27-0003' })
    t.equal(
      (await patch('trip', { next_value: 9 })).message,
      'facility_id is required: each branch counts for itself.',
    )
    const set = await patch('trip', { next_value: 9, facility_id: other.id })
    t.equal(set.data.next_value, 9)
    t.equal(await take('trip', other.id), 'TMK-V27-0009')
    t.equal((await patch('trip', { next_value: 3, facility_id: '?' })).status, 404)
  })

  t.test('a gapless kind changes with the next period (PLT-71)', async (t) => {
    t.equal(await take('slip'), 'RCT-2027-000001')
    const changed = await patch('slip', { pattern: 'R/{YYYY}/{SEQ:5}' })
    t.equal(changed.message, 'Numbering changes with the next period.')
    t.equal(await take('slip'), 'RCT-2027-000002')
    await later(days(300))
    t.equal(await take('slip'), 'R/2028/00001')
    t.match(await get('slip'), { pattern: 'R/{YYYY}/{SEQ:5}', example: 'R/2028/00002' })
  })

  t.test('a gapless kind is set on only before its first number (PLT-71)', async (t) => {
    const refused = await patch('slip', { next_value: 100 })
    t.equal(refused.status, 409)
    t.equal(refused.message, 'Receipt has no gaps; its next number cannot be set now.')
    await later(days(366))
    const carried = await patch('slip', { next_value: 4711 })
    t.equal(carried.status, 200, carried.message)
    t.equal((await patch('slip', { next_value: 4712 })).status, 200, 'still before the first')
    t.equal(
      (await patch('slip', { next_value: 4000 })).message,
      'next_value must be at least 4712.',
    )
    t.equal(await take('slip'), 'R/2029/04712')
    t.equal((await patch('slip', { next_value: 4713 })).status, 200, 'as it is')
  })

  t.test('before any number of its period it changes at once (PLT-71)', async (t) => {
    await later(days(366))
    const changed = await patch('slip', { pattern: 'Q-{YYYY}-{SEQ:4}' })
    t.equal(changed.message, 'Numbering changed.')
    t.equal(await take('slip'), 'Q-2030-0001')
  })

  t.test('what could bring back a reference is refused (PLT-71)', async (t) => {
    await take('patient')
    for (const body of [
      { pattern: 'PT-{YYYY}{SEQ:2}', reset: 'YEARLY' },
      { pattern: '{FAC}-{SEQ:6}', scope: 'FACILITY' },
    ]) {
      const before = await get('patient')
      const refused = await patch('patient', body)
      t.equal(refused.status, 409, refused.message)
      t.equal(refused.message, 'This could bring back references that were given before.')
      t.same(await get('patient'), before, 'nothing was left behind')
    }
    t.equal((await patch('patient', { pattern: 'HN-{SEQ:6}' })).status, 200)
    t.equal(await take('patient'), 'HN-000002')
    t.equal((await patch('patient', { pattern: 'PT-{SEQ:8}' })).status, 200, 'the count goes on')
    t.equal(await take('patient'), 'PT-00000003')
    t.equal((await patch('patient', { next_value: 20 })).data.next_value, 20)
    t.equal((await patch('patient', { next_value: 19 })).message, 'next_value must be at least 20.')
  })

  const bad: [object, string][] = [
    [{ pattern: 'PT' }, 'pattern must hold {SEQ:n}.'],
    [{ pattern: 5 }, 'pattern must be a text.'],
    [{ reset: 'YEARLY' }, 'pattern would repeat references: add {YYYY}.'],
    [{ scope: 'FACILITY' }, 'pattern would repeat references: add {FAC}.'],
    [{ scope: 'WARD' }, 'scope must be one of HOSPITAL, FACILITY.'],
    [{ reset: 'HOURLY' }, 'reset must be one of NEVER, YEARLY, MONTHLY, DAILY.'],
    [{ next_value: 0 }, 'next_value must be between 1 and 9999999999.'],
    [{ next_value: '7' }, 'next_value must be a whole number.'],
  ]
  for (const [body, message] of bad) {
    t.test(`refused: ${message}`, async (t) => {
      const before = await get('patient')
      const refused = await patch('patient', body)
      t.equal(refused.status, 400)
      t.equal(refused.message, message)
      t.same(await get('patient'), before, 'nothing was left behind')
    })
  }

  t.test('changes stand in the history', async (t) => {
    const { data } = await officer.get('/settings/history', { record: 'sequence' })
    t.match(data[0], { field: 'patient.next_value', before: 4, after: 20 })
  })

  t.test('who may see may not change', async (t) => {
    const auditor = await people.with('auditor')
    t.equal((await auditor.get('/settings/sequences')).status, 200)
    t.equal(
      (await auditor.patch('/settings/sequences/patient', {})).message,
      'You do not have permission to do this. It needs sequence:manage.',
    )
    t.equal((await (await people.with('nurse')).get('/settings/sequences')).status, 403)
  })
})
