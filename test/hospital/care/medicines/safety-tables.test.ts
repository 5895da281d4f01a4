// The tables of safety: what ships, what the hospital writes, and adoption (CAR-87, ruling of tables).

import t from 'tap'
import { safetyRules } from '../../../../db/hospital/care/medicines/safety/standing.ts'
import { shippedRows } from '../../../../db/hospital/care/medicines/safety/shipped.ts'
import { shipped_ingredients } from '../../../../db/hospital/care/medicines/formulary/shipped/ingredients.ts'
import { boot } from '../../../support/boot.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('what ships names ingredients and classes that there are', async (t) => {
  const lines = shipped_ingredients
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
  const known = new Set([
    ...lines.map(([code]) => `ingredient:${code}`),
    ...lines.flatMap(([, , classes = '']) => classes.split(' ').map((one) => `class:${one}`)),
  ])
  const { interactions, renal, conditions, ages } = shippedRows()
  const limits = shippedRows()['dose-limits']
  const targets = [
    ...[...interactions.values()].flatMap(({ a, b }) => [a, b]),
    ...[renal, conditions, ages, limits].flatMap((rows) =>
      [...rows.values()].map(({ target }) => target),
    ),
    ...[...shippedRows()['cross-allergies'].values()].flatMap(({ class_code, reacts_with }) => [
      `class:${class_code}`,
      `class:${reacts_with}`,
    ]),
    ...[...shippedRows()['duplicate-classes'].keys()].map((one) => `class:${one}`),
  ]
  t.same(
    targets.filter((target) => !known.has(target)),
    [],
  )
  t.ok(interactions.size >= 150 && limits.size >= 120 && renal.size >= 40, 'as many as meant')
  t.ok(conditions.size >= 60 && ages.size >= 25)
})

t.test('tables of safety', async (t) => {
  const house = await boot(t)
  const { people } = house
  const pharmacist = await people.with('pharmacist')
  const admin = await people.with('clinical_admin')
  const nurse = await people.with('nurse')
  const row = {
    a: 'ingredient:ceftriaxone',
    b: 'class:nsaid',
    severity: 'MINOR',
    effect: 'none of note',
    advice: 'Watch.',
  }
  const put = (table: string, rows: object[], who = pharmacist) =>
    who.put(`/pharmacy/rules/${table}`, { rows, reason: 'As our committee says' })

  t.test('they are read by target, and written row by row (CAR-87)', async (t) => {
    const found = await done(
      nurse.get('/pharmacy/rules/interactions', { target: 'ingredient:warfarin', per_page: '100' }),
    )
    t.ok(found.length > 10)
    t.match(found[0], { origin: 'SHIPPED', source: /own words/ })
    t.match(await done(put('interactions', [{ values: row, source: 'Committee' }])), {
      set: 1,
      removed: 0,
    })
    t.match(await done(nurse.get('/pharmacy/rules/interactions', { origin: 'OWN' })), [
      { values: { ...row, b: 'class:NSAID' }, source: 'Committee', origin: 'OWN' },
    ])
    const turned = { ...row, a: row.b, b: row.a, severity: 'MODERATE' }
    await done(put('interactions', [{ values: turned }]))
    const own = await done(nurse.get('/pharmacy/rules/interactions', { origin: 'OWN' }))
    t.match(own, [{ values: { severity: 'MODERATE' } }], 'one with the other is one row')
    t.equal((await put('interactions', [{ values: row }], nurse)).status, 403)
  })

  t.test('a shipped row that is struck counts no more; an own one goes', async (t) => {
    const before = (await safetyRules(house.system)).interactions.length
    const struck = shippedRows().interactions.get('ingredient:metronidazole|ingredient:warfarin')
    t.match(await done(put('interactions', [{ values: { ...struck }, removed: true }])), {
      set: 0,
      removed: 1,
    })
    t.equal((await safetyRules(house.system)).interactions.length, before - 1)
    await done(put('interactions', [{ values: row, removed: true }]))
    t.equal((await safetyRules(house.system)).interactions.length, before - 2)
  })

  t.test('all or nothing: a wrong row leaves nothing (CAR-87)', async (t) => {
    const limit = { target: 'ingredient:zinc', basis: 'FLAT', unit: 'MG', max_daily: 40 }
    for (const [what, table, values, message] of [
      ['a severity', 'interactions', { ...row, severity: 'BAD' }, /severity must be one of/],
      ['a target', 'interactions', { ...row, a: 'warfarin' }, /must be like ingredient:warfarin/],
      ['no limit', 'dose-limits', { ...limit, max_daily: null }, /or max_single is required/],
      ['below', 'dose-limits', { ...limit, max_single: 50 }, /must not be below max_single/],
      ['unit', 'dose-limits', { ...limit, unit: 'STONE' }, /unit must be one of/],
      [
        'ages',
        'ages',
        {
          target: 'class:NSAID',
          min_age_days: 9,
          max_age_days: 1,
          level: 'CAUTION',
          advice: 'No.',
        },
        /max_age_days must not be below min_age_days/,
      ],
      [
        'a code',
        'conditions',
        { target: 'class:NSAID', codes: ['ulcer'], level: 'CAUTION', advice: 'No.' },
        /must be a code or a range/,
      ],
    ] as const) {
      const refused = await put(table, [{ values: { ...limit, ...row } }, { values }])
      t.match(refused, { status: 400 }, what)
      t.match(await put(table, [{ values }]), { status: 400, message }, what)
    }
    t.same(await done(nurse.get('/pharmacy/rules/dose-limits', { origin: 'OWN' })), [])
    t.equal((await nurse.get('/pharmacy/rules/no-such-table')).status, 404)
  })

  t.test('a table is adopted once, by somebody else than who wrote it', async (t) => {
    const tables = await done(admin.get('/clinical/tables'))
    const keys = tables.map(({ key }: { key: string }) => key)
    t.ok(keys.includes('interactions') && keys.includes('GROWTH'))
    t.ok(tables.every(({ table_adopted }: { table_adopted: boolean }) => !table_adopted))
    const adopt = (key: string, who = admin) =>
      who.post(`/clinical/tables/${key}/adopt`, { note: 'Held against the guideline' })
    t.match(await done(adopt('renal')), {
      key: 'renal',
      table_adopted: true,
      adopted_by: admin.user.full_name,
    })
    t.match(await adopt('renal'), { status: 409, message: 'renal was adopted already.' })
    const sent = await Promise.all(Array.from({ length: 6 }, () => adopt('ages')))
    t.same(
      sent.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
    const standing = await safetyRules(house.system)
    t.ok(standing.renal.every(({ adopted }) => adopted))
    t.ok(standing['dose-limits'].every(({ adopted }) => !adopted))
    await done(
      put('duplicate-classes', [{ values: { class_code: 'XANTHINES', level: 'WARN' } }], admin),
    )
    const other = await people.with('clinical_admin')
    t.match(await adopt('duplicate-classes'), {
      status: 409,
      message: 'You edited this table last: somebody else must adopt it.',
    })
    t.equal((await adopt('duplicate-classes', other)).status, 200)
    t.equal((await adopt('no-such')).status, 404)
    t.equal((await adopt('conditions', pharmacist)).status, 403)
  })
})
