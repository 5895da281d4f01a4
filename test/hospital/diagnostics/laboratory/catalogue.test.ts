// The catalogue of tests (DIA-1 to DIA-10, DIA-15, DIA-20).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('the catalogue of tests', async (t) => {
  const house = await boot(t)
  const { people } = house
  const head = await people.with('lab_manager')
  const nurse = await people.with('nurse')
  const called = async (search: string): Promise<Data> =>
    (await done(nurse.get('/diagnostics/tests', { search })))[0]
  const sections = await done(nurse.get('/diagnostics/sections'))
  const sectionCalled = (code: string): string =>
    sections.find((one: { code: string }) => one.code === code).id

  t.test('a new hospital has one, with ranges, that nobody has confirmed (DIA-10)', async (t) => {
    const { meta } = await nurse.get('/diagnostics/tests', { unconfirmed: 'true' })
    t.ok((meta?.total ?? 0) >= 170, `${meta?.total} tests`)
    const hgb = await done(nurse.get(`/diagnostics/tests/${(await called('HGB')).id}`))
    t.match(hgb, {
      name: 'Haemoglobin',
      section: 'Haematology',
      specimen: 'EDTA whole blood',
      unit: 'g/dL',
      unconfirmed: true,
      delta: { kind: 'PERCENT', limit: 20, within_days: 7, action: 'HOLD' },
      source: /own words/,
    })
    t.ok(hgb.ranges.length >= 8)
    t.match(await done(nurse.get(`/diagnostics/tests/${(await called('FBC')).id}`)), {
      kind: 'PANEL',
      value_type: 'NONE',
      components: [{ test_code: 'HGB', position: 1, required: true }],
    })
    t.match(await done(nurse.get(`/diagnostics/tests/${(await called('MALARIA')).id}`)), {
      value_type: 'CODED',
      answers: [{ code: 'NEG', text: 'No parasites seen', verdict: 'NORMAL' }],
    })
    const confirmed = await done(head.patch(`/diagnostics/tests/${hgb.id}`, { confirm: true }))
    t.equal(confirmed.unconfirmed, false)
    t.equal((await nurse.patch(`/diagnostics/tests/${hgb.id}`, {})).status, 403)
    t.ok((await done(nurse.get('/diagnostics/specimen-types'))).length >= 15)
    t.match(await done(nurse.get('/diagnostics/reasons', { kind: 'REJECT' })), [
      { kind: 'REJECT', code: 'UNLABELLED', our_failure: true, recollect: true },
    ])
  })

  t.test('found by code first, by synonym and in Swahili (DIA-9)', async (t) => {
    const by_code = await done(nurse.get('/diagnostics/tests', { search: 'K' }))
    t.equal(by_code[0].code, 'K')
    const codes = async (search: string): Promise<string[]> =>
      (await done(nurse.get('/diagnostics/tests', { search }))).map((one: Data) => one.code)
    t.ok((await codes('CBC')).includes('FBC'))
    t.ok((await codes('kaswende')).includes('VDRL'))
  })

  t.test(
    'its section by the category, its specimen by any of its names (DIA-2, DIA-3)',
    async (t) => {
      const made = await done(
        head.post('/diagnostics/tests', {
          code: 'ZINC',
          name: 'Zinc',
          category: 'clinical CHEMISTRY',
          specimen: 'plain',
          unit: 'µmol/L',
        }),
      )
      t.match(made, {
        section_id: sectionCalled('CHEM'),
        specimen: 'Serum',
        decimals: 1,
        discipline: 'LAB',
        orderable: true,
        unconfirmed: false,
      })
      const odd = await done(
        head.post('/diagnostics/tests', {
          code: 'LEAD',
          name: 'Lead',
          category: 'Poisons',
          specimen: 'Hair of the head',
        }),
      )
      t.match(odd, { section_id: sectionCalled('GENERAL'), category: 'Poisons' })
      t.match(await done(nurse.get('/diagnostics/specimen-types', { unreviewed: 'true' })), [
        { name: 'Hair of the head', unreviewed: true },
      ])
      const image = { discipline: 'IMAGING', name: 'Of the heel' }
      const plain = await done(head.post('/diagnostics/tests', { ...image, code: 'HEEL' }))
      t.match(plain, { modality: 'XR', section_id: sectionCalled('XRAY') }, 'decision 0533')
      const sound = { ...image, code: 'HEEL-US', category: 'ultrasound' }
      t.match(await done(head.post('/diagnostics/tests', sound)), {
        modality: 'US',
        section_id: sectionCalled('USS'),
      })
      t.match(await head.patch(`/diagnostics/tests/${plain.id}`, { modality: null }), {
        status: 400,
        message: /^modality is required: one of XR, US, CT, /,
      })
      t.match(
        await done(
          head.post('/diagnostics/tests', {
            code: 'XR-HEEL',
            name: 'Heel X-ray',
            discipline: 'IMAGING',
            modality: 'XR',
          }),
        ),
        { section_id: sectionCalled('XRAY'), value_type: 'NONE' },
      )
    },
  )

  t.test('what a panel or a formula needs stays (DIA-7)', async (t) => {
    const creat = await called('CREAT')
    t.match(await head.patch(`/diagnostics/tests/${creat.id}`, { active: false }), {
      status: 409,
      message: /^CREAT stands in (EGFR|UE) /,
    })
  })

  t.test('ranges are written whole; no two of one kind meet (DIA-4, DIA-15)', async (t) => {
    const { id } = await called('ZINC')
    const put = (ranges: unknown[]) => head.put(`/diagnostics/tests/${id}/ranges`, { ranges })
    const years = (age_from: number, age_to: number) => ({
      age_from,
      age_from_unit: 'Y',
      age_to,
      age_to_unit: 'Y',
    })
    const women = { sex: 'Female', ref_low: 9, ref_high: 18 }
    t.match(
      await put([
        { ...women, ...years(15, 50) },
        { ...women, ...years(40, 60) },
      ]),
      {
        status: 400,
        message: 'Rows 1 and 2 overlap: Female, 40–60 Y.',
      },
    )
    t.match(await put([{ age_from: 12, age_from_unit: 'Q' }]), {
      status: 400,
      message: /ranges\[0\]\.age_from_unit must be one of D, W, M, Y\./,
    })
    t.match(await put([{ age_from: 12 }]), {
      status: 400,
      message: 'ranges[0].age_from_unit must be one of D, W, M, Y.',
    })
    t.match(await put([{ ref_low: 5, ref_high: 3 }]), {
      status: 400,
      message: 'ranges[0]: ref_low is above ref_high.',
    })
    const written = await done(
      put([{ ...women, ...years(15, 50) }, { ...women, ...years(50, 60) }, { text: 'See note' }]),
    )
    t.match(written, { rejudged: 0, ranges: [{ sex: 'Female' }, {}, { text: 'See note' }] })
  })

  t.test('bad input leaves nothing (6; DIA-1, DIA-4, DIA-5)', async (t) => {
    const coded = { code: 'X1', name: 'Something', value_type: 'CODED' }
    const calc = { code: 'X2', name: 'Something', value_type: 'CALCULATED' }
    const panel = { code: 'X3', name: 'Something', kind: 'PANEL' }
    const bad: [Record<string, unknown>, number, RegExp][] = [
      [{ name: 'Zinc' }, 400, /^code is required\.$/],
      [{ code: 'X' }, 400, /^name is required\.$/],
      [{ code: 'fbc', name: 'Again' }, 409, /^FBC is already Full blood count\.$/],
      [{ code: 'F B C', name: 'Blanks' }, 400, /^code may hold letters, digits, - _ \. only\.$/],
      [{ code: 'X', name: 'Low', ref_low: 5, ref_high: 3 }, 400, /^ref_low is above ref_high\.$/],
      [
        { code: 'X', name: 'Low', critical_low: 6, ref_low: 5 },
        400,
        /^critical_low is above ref_low\.$/,
      ],
      [coded, 400, /^answers is required for a coded test\.$/],
      [
        {
          code: 'X',
          name: 'Two',
          value_type: 'NUMERIC',
          answers: [{ code: 'A', text: 'A', verdict: 'NORMAL' }],
        },
        400,
        /^answers stand for a coded test alone\.$/,
      ],
      [{ ...calc, formula: '{HGB} +' }, 400, /^formula cannot be read at position 8\.$/],
      [{ ...calc, formula: '{MCVX} * 2' }, 400, /^formula: MCVX is not in the catalogue\.$/],
      [{ ...calc, formula: '{X2} * 2' }, 400, /^formula: X2 needs itself\.$/],
      [
        { ...panel, components: [{ test_code: 'UE' }, { test_code: 'HGB' }] },
        400,
        /^components: UE is a panel\.$/,
      ],
      [{ code: 'X', name: 'Wild', discipline: 'NONE' }, 400, /^discipline must be one of/],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await head.post('/diagnostics/tests', body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    t.match(
      await head.patch(`/diagnostics/tests/${(await called('EGFR')).id}`, { formula: '{EGFR}' }),
      {
        status: 400,
        message: 'formula: EGFR needs itself.',
      },
    )
  })

  t.test('of six at once one is kept (DIA-1)', async (t) => {
    const body = { code: 'COPPER', name: 'Copper' }
    const six = await Promise.all(
      Array.from({ length: 6 }, () => head.post('/diagnostics/tests', body)),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
  })

  t.test('settings are what ships until somebody changes them (2.11)', async (t) => {
    t.match(await done(nurse.get('/diagnostics/settings')), { gate_at: 'COLLECT', version: 0 })
    t.match(await done(head.patch('/diagnostics/settings', {})), { version: 0 })
    t.match(await done(head.patch('/diagnostics/settings', { unverified_days: 3 })), {
      unverified_days: 3,
      clock_from: 'COLLECTED',
      version: 1,
    })
  })
})
