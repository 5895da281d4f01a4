import t from 'tap'
import { deciding, meet } from '../../../../db/hospital/desk/gates/scopes.ts'
import { clock } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { visiting } from '../../../support/desk/visits.ts'

t.test('rows of gates', async (t) => {
  t.test('the one with more keys decides (GAT-1)', async (t) => {
    const rows = [
      { scope: {}, level: 'a' },
      { scope: { payers: ['SCHEME', 'CLIENT'] }, level: 'b' },
      { scope: { payers: ['SCHEME'], visit_kinds: ['DENTAL'] }, level: 'c' },
    ]
    const cases: [object, string][] = [
      [{}, 'a'],
      [{ payers: 'SELF' }, 'a'],
      [{ payers: 'CLIENT' }, 'b'],
      [{ payers: 'SCHEME', visit_kinds: 'EYE' }, 'b'],
      [{ payers: 'SCHEME', visit_kinds: 'DENTAL' }, 'c'],
      [{ payers: null, visit_kinds: ['EYE', 'DENTAL'] }, 'a'],
    ]
    for (const [facts, level] of cases) {
      t.equal(deciding(rows, facts as Record<string, string>)?.level, level)
    }
    t.equal(deciding(rows.slice(1), {}), undefined, 'no row: NONE')
  })

  t.test('two that could fit one case', async (t) => {
    const cases: [Record<string, string[]>, Record<string, string[]>, boolean][] = [
      [{}, {}, true],
      [{ a: ['1'] }, {}, false],
      [{ a: ['1', '2'] }, { a: ['2'] }, true],
      [{ a: ['1'] }, { a: ['2'] }, false],
      [{ a: ['1'] }, { b: ['2'] }, true],
      [{ a: ['1'], b: ['1'] }, { a: ['1'], c: ['1'] }, true],
      [{ a: ['1'], b: ['1'] }, { a: ['2'], c: ['1'] }, false],
    ]
    for (const [one, other, both] of cases) t.equal(meet(one, other), both)
  })

  t.test('a hospital sets its own, and keeps what was before (CAR-53)', async (t) => {
    const { people } = await boot(t)
    clock.freeze('2026-03-31T06:00:00.000Z')
    const officer = await people.with('clinical_admin')
    const nurse = await people.with('nurse')
    const clerk = await people.with('reception')
    const keys = (await officer.whole('/clinical/gates')).map((one) => one.key)
    for (const key of ['VIS_UNPAID', 'VIS_SAME_DAY', 'PAT_ALERT']) t.ok(keys.includes(key), key)
    t.equal((await nurse.put('/clinical/gates/VIS_ALLERGY', {})).status, 403)
    const unknown = await officer.put('/clinical/gates/NONE_SUCH', { level: 'WARN', reason: 'why' })
    t.equal(unknown.message, 'No such gate.')
    const bad: [object, string][] = [
      [{ level: 'WARN' }, 'reason is required.'],
      [
        { level: 'LOUD', reason: 'why not' },
        'level must be one of NONE, WARN, BLOCK, BLOCK_WITH_OVERRIDE.',
      ],
      [{ level: 'WARN', reason: 'why not', permission: 'x:y' }, 'permission "x:y" does not exist.'],
      [
        { level: 'WARN', reason: 'why not', scope: { moons: ['full'] } },
        /^scope\.moons must be one of/ as never,
      ],
      [
        { level: 'WARN', reason: 'why not', scope: { payers: [] } },
        'scope.payers must be a list of 1 to 100 words.',
      ],
    ]
    for (const [body, message] of bad) {
      const refused = await officer.put('/clinical/gates/VIS_ALLERGY', body)
      t.match(refused.message, message)
      t.equal(refused.status, 400)
    }
    const stopped = await officer.put('/clinical/gates/VIS_ALLERGY', {
      level: 'BLOCK_WITH_OVERRIDE',
      scope: { point_kinds: ['CONSULTATION', 'MATERNITY'] },
      reason: 'two near misses',
    })
    t.equal(stopped.status, 200, stopped.message)
    t.match(
      stopped.data.rows.find((row: { shipped: boolean }) => !row.shipped),
      { level: 'BLOCK_WITH_OVERRIDE', permission: 'visit:override', reason: 'two near misses' },
    )
    const twice = await officer.put('/clinical/gates/VIS_ALLERGY', {
      level: 'WARN',
      scope: { point_kinds: ['CONSULTATION'] },
      reason: 'the same case',
    })
    t.equal(twice.status, 409)
    t.equal(twice.message, 'Two rows of VIS_ALLERGY fit the same case.')

    const doctor = await people.with('doctor')
    const visit = await visiting(clerk)
    const at = `/visits/${visit.id}/advance`
    await nurse.post(at)
    await nurse.post(at)
    const refused = await doctor.post(at)
    t.equal(refused.status, 409)
    t.equal(
      refused.message,
      'Allergies: Nobody has asked about allergies. Clinical officer, Doctor, Intern, student and others may let this through with a reason.',
    )
    const through = await doctor.post(at, {
      overrides: [{ gate: 'VIS_ALLERGY', reason_code: 'CLINICAL_NEED' }],
    })
    t.equal(through.status, 200, through.message)
    const kept = await officer.get('/clinical/gate-overrides', { gate: 'VIS_ALLERGY' })
    t.match(kept.data, [
      {
        gate: 'VIS_ALLERGY',
        action: 'visit.serve',
        visit_id: visit.id,
        reason_code: 'CLINICAL_NEED',
      },
    ])

    t.test('an emergency passes, and it is kept (CAR-51)', async (t) => {
      const urgent = await visiting(clerk)
      await nurse.post(`/visits/${urgent.id}/triage`, { triage_category: 1 })
      await nurse.post(`/visits/${urgent.id}/advance`, { to: 'CON' })
      const served = await doctor.post(`/visits/${urgent.id}/advance`)
      t.equal(served.status, 200, served.message)
      t.match(
        served.data.warnings.find((one: { gate: string }) => one.gate === 'VIS_ALLERGY'),
        { level: 'WARN' },
      )
      const rows = await officer.get('/clinical/gate-overrides', { patient_id: urgent.patient_id })
      t.match(rows.data, [{ reason_code: 'EMERGENCY' }])
    })
  })
})
