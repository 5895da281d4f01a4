// What may go out without a person, and what never (DIA-78, DIA-79).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  type AutoConditions,
  type AutoFacts,
  mayBeAutomatic,
  passes,
} from '../../../../db/hospital/diagnostics/laboratory/automatic/passes.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'

const sound: AutoFacts = {
  section_id: 's',
  test_code: 'NA',
  instrument_id: 'i',
  source: 'ANALYSER',
  value_type: 'NUMBER',
  value_num: 140,
  has_value: true,
  flag: 'NORMAL',
  held: [],
  delta_active: false,
  has_previous: true,
  invalid: false,
  preliminary: false,
  version_no: 1,
  instrument_flags: [],
  specimen_condition: [],
  specimen_hours: 2,
  restricted: false,
  age: 30,
  priority: 'ROUTINE',
  location: 'Ward 1',
  controlled: true,
}
const plain: AutoConditions = {
  source: 'ANY',
  worst_flag: 'ABNORMAL',
  within: [],
  max_specimen_hours: null,
  age_from: null,
  age_to: null,
  priorities: [],
  locations: [],
  previous_required: false,
}
const anywhere = { section_ids: [], test_codes: [], instrument_ids: [] }

t.test('what no rule lets through (DIA-78)', async (t) => {
  t.ok(mayBeAutomatic(sound))
  const never: Partial<AutoFacts>[] = [
    { flag: 'CRITICAL_HIGH' },
    { flag: 'CRITICAL_LOW' },
    { flag: null },
    { has_value: false },
    { held: ['DELTA'] },
    { delta_active: true },
    { invalid: true },
    { preliminary: true },
    { version_no: 2 },
    { value_type: 'CULTURE' },
    { instrument_flags: ['H'] },
    { specimen_condition: ['HAEMOLYSED'] },
    { restricted: true, flag: 'ABNORMAL' },
    { controlled: false },
  ]
  for (const one of never) {
    const line = { ...sound, ...one }
    t.notOk(passes({ scope: anywhere, conditions: plain }, line), JSON.stringify(one))
  }
  t.ok(mayBeAutomatic({ ...sound, restricted: true }), 'restricted and normal')
})

t.test('a rule’s own limits (DIA-78)', async (t) => {
  const cases: [Partial<AutoConditions>, Partial<AutoFacts>, boolean][] = [
    [{ worst_flag: 'NORMAL' }, { flag: 'LOW' }, false],
    [{ worst_flag: 'ABNORMAL' }, { flag: 'LOW' }, true],
    [{ source: 'ANALYSER' }, { source: 'MANUAL' }, false],
    [{ within: [{ test_code: 'NA', low: 130, high: 139 }] }, {}, false],
    [{ within: [{ test_code: 'NA', low: 130, high: null }] }, {}, true],
    [{ within: [{ test_code: 'K', low: 1, high: 2 }] }, {}, true],
    [{ max_specimen_hours: 1 }, {}, false],
    [{ max_specimen_hours: 2 }, { specimen_hours: null }, false],
    [{ age_from: 31 }, {}, false],
    [{ age_from: 30, age_to: 30 }, {}, true],
    [{ age_to: 80 }, { age: null }, false],
    [{ priorities: ['STAT'] }, {}, false],
    [{ locations: ['Ward 1'] }, {}, true],
    [{ locations: ['Ward 1'] }, { location: null }, false],
    [{ previous_required: true }, { has_previous: false }, false],
  ]
  for (const [conditions, line, is] of cases) {
    const rule = { scope: anywhere, conditions: { ...plain, ...conditions } }
    t.equal(passes(rule, { ...sound, ...line }), is, JSON.stringify({ conditions, line }))
  }
  const elsewhere = { ...anywhere, test_codes: ['K'] }
  t.notOk(passes({ scope: elsewhere, conditions: plain }, sound))
})

t.test('rules at work', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  await done(lab.head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const { patient_id } = await lab.visiting({ sex: 'Male', birth_date: '1986-03-01' })
  const rule = {
    name: 'Normal haemoglobin',
    active: true,
    step: 'BOTH',
    scope: { test_codes: ['HGB'] },
    conditions: { source: 'ANY', worst_flag: 'NORMAL' },
  }
  const put = (body: object) => lab.head.put('/diagnostics/auto-rules', body)
  const measured = async (code: string, value: number): Promise<Data> => {
    const order = await lab.order(patient_id, [code])
    await lab.inTheLab(order)
    await lab.enter(order, { [code]: value })
    return (await lab.linesOf(order))[code]
  }

  t.test('looked at before, then written and confirmed (DIA-79)', async (t) => {
    const order = await lab.order(patient_id, ['HGB'])
    await lab.inTheLab(order)
    await lab.releaseAll(order, { HGB: 15 })
    const seen = await done(put({ rules: [rule], check_only: true }))
    t.match(seen, {
      lines: 1,
      rules: [{ passed: 1, questioned: 0, examples: [{ value: '15.0' }] }],
    })
    t.same((await lab.head.get('/diagnostics/auto-rules')).data, [], 'nothing was written')
    t.match(await put({ rules: [rule] }), { status: 409, message: /send confirm: true/ })
    t.match(await put({ rules: [{ ...rule, scope: { test_codes: ['NONE'] } }] }), {
      status: 400,
      message: 'rules[0]: there is no test NONE.',
    })
    t.match(await put({ rules: [rule, rule], confirm: true }), {
      status: 400,
      message: 'rules[1]: the name stands twice.',
    })
    const kept = await done(put({ rules: [rule], confirm: true }))
    t.match(kept, [
      { name: 'Normal haemoglobin', active: true, confirmed_by_name: lab.head.user.full_name },
    ])
    t.equal((await lab.one.get('/diagnostics/auto-rules')).status, 403)
  })

  t.test('what is normal goes out and says by which rule; the rest waits (DIA-78)', async (t) => {
    const by = 'auto: Normal haemoglobin'
    const went = await measured('HGB', 14.8)
    t.match(went, { status: 'RELEASED', verified_by_name: by, released_by_name: by })
    const low = await measured('HGB', 11)
    t.match(low, { status: 'ENTERED', verified_by_name: null })
  })

  t.test('a rule that releases waits for who verifies (DIA-78)', async (t) => {
    await done(put({ rules: [{ ...rule, step: 'RELEASE' }], confirm: true }))
    const line = await measured('HGB', 14.6)
    t.equal(line.status, 'ENTERED')
    const overrides = [{ gate: 'DIA_DELTA', subject: line.id, reason_code: 'KNOWN' }]
    const { results = [] } = await done(
      lab.other.post('/diagnostics/results/verify', { ids: [line.id], overrides }),
    )
    t.match(results[0] ?? {}, {})
    const order = await lab.one.get('/diagnostics/worklist', { list: 'RELEASE' })
    t.notOk(
      order.data.some(({ lines }: Data) => lines.some(({ id }: Data) => id === line.id)),
      'it went out with the verification',
    )
  })
})
