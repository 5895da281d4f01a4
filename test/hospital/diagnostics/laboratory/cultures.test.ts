// What grows of a specimen is written, interpreted, kept back, marked and told (DIA-91 to DIA-95).

import type { Data } from '../../../support/ask.ts'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import {
  type BreakpointRow,
  breakpointFor,
  judged,
} from '../../../../db/hospital/diagnostics/laboratory/cultures/interpret.ts'
import { antibiotic_breakpoints } from '../../../../db/hospital/diagnostics/laboratory/cultures/tables.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

const row = (more: Partial<BreakpointRow>): BreakpointRow => ({
  id: 'one',
  hospital_id: 'here',
  organism_group: 'ENTEROBACTERALES',
  organism_code: null,
  antibiotic_code: 'CIP',
  method: 'DISC',
  s_zone_from: 21,
  r_zone_to: 15,
  s_mic_to: null,
  r_mic_from: null,
  site: null,
  guideline: 'House 2026',
  effective_from: '2026-01-01',
  ...more,
})

t.test('a zone and a MIC by their breakpoint (DIA-92)', async (t) => {
  const zone = (zone_mm: number) =>
    judged(row({}), { method: 'DISC', zone_mm, mic: null, mic_comparator: null })
  t.same([zone(21), zone(18), zone(15)], ['S', 'I', 'R'])
  const mic = row({ method: 'MIC', s_mic_to: 1, r_mic_from: 4 })
  const by = (value: number, mic_comparator: '<=' | '>' | null = null) =>
    judged(mic, { method: 'GRADIENT', zone_mm: null, mic: value, mic_comparator })
  t.same([by(1), by(2), by(4)], ['S', 'I', 'R'])
  t.same([by(4, '>'), by(2, '>'), by(1, '<=')], ['R', null, 'S'], 'at the end of what is measured')
  const asked = {
    organism: { code: 'ECOL', organism_group: 'ENTEROBACTERALES' as const },
    antibiotic_code: 'CIP',
    method: 'DISC' as const,
    site: 'Urine',
    on: '2026-03-21',
  }
  const rows = [
    row({ id: 'group' }),
    row({ id: 'newer', effective_from: '2026-02-01' }),
    row({ id: 'tomorrow', effective_from: '2026-03-22' }),
    row({ id: 'other', antibiotic_code: 'GEN' }),
    row({ id: 'organism', organism_code: 'SALT' }),
  ]
  t.equal(breakpointFor(rows, asked)?.id, 'newer', 'the newest in force')
  const site = row({ id: 'site', site: 'urine', effective_from: '2026-01-01' })
  t.equal(breakpointFor([...rows, site], asked)?.id, 'site', 'of the site first')
  const own = row({ id: 'own', organism_code: 'ECOL', effective_from: '2025-01-01' })
  t.equal(breakpointFor([...rows, site, own], asked)?.id, 'own', 'of the organism before all')
  t.equal(breakpointFor(rows, { ...asked, on: '2025-12-31' }), undefined)
})

t.test('cultures', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor, one, other, head } = lab
  await done(head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const growing = async (code: string) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, [code])
    const asked = {
      specimens: order.specimens.map(({ number }: Data) => ({ number, site: 'Arm' })),
    }
    await lab.inTheLab(order, asked)
    const line = (await lab.linesOf(order))[code]
    return {
      patient_id,
      order,
      id: line.id as string,
      path: `/diagnostics/results/${line.id}/culture`,
    }
  }
  const verified = (id: string) => done(other.post('/diagnostics/results/verify', { ids: [id] }))
  const release = (id: string, more: Record<string, unknown> = {}) =>
    other.post('/diagnostics/results/release', { ids: [id], ...more })
  const sensitive = (antibiotic_code: string, interpretation: string) => ({
    antibiotic_code,
    method: 'DISC',
    interpretation,
  })

  t.test('the lists it is written with (5.1)', async (t) => {
    const organisms = await done(doctor.get('/diagnostics/microbiology'))
    t.ok(organisms.some(({ code }: Data) => code === 'ECOL'))
    const list = { list: 'antibiotics', search: 'cef' }
    const found = await done(one.get('/diagnostics/microbiology', list))
    t.match(found[0], { code: 'FOX', aware: 'WATCH', reserved: false })
    t.same(await done(one.get('/diagnostics/microbiology', { list: 'breakpoints' })), [])
    t.equal((await done(one.get('/diagnostics/microbiology', { list: 'marks' }))).length, 6)
  })

  t.test('what cannot be, and leaves nothing (DIA-91, DIA-92)', async (t) => {
    const { path, id } = await growing('URINC')
    const isolate = (more: object) => ({
      growth: 'GROWTH',
      isolates: [{ organism_code: 'ECOL', ...more }],
    })
    const bad: [Record<string, unknown>, number, string | RegExp][] = [
      [{ growth: 'MUCH' }, 400, /^growth must be one of/],
      [
        { growth: 'NO_GROWTH', final: true, incubated_hours: 12 },
        400,
        'incubated_hours must be at least 24 before no growth is final.',
      ],
      [{ growth: 'PENDING', final: true }, 400, 'final cannot be said of a pending culture.'],
      [
        { growth: 'NO_GROWTH', isolates: [{ organism_code: 'ECOL' }] },
        400,
        'isolates cannot stand with NO_GROWTH.',
      ],
      [
        { growth: 'GROWTH', isolates: [{ organism_code: 'XXXX' }] },
        400,
        'isolates[0]: XXXX is not on the list of organisms.',
      ],
      [
        isolate({ susceptibilities: [{ antibiotic_code: 'CIP', method: 'DISC' }] }),
        400,
        'isolates[0]: ciprofloxacin needs a zone, a MIC or an interpretation.',
      ],
      [
        isolate({ susceptibilities: [{ antibiotic_code: 'CIP', method: 'DISC', zone_mm: 20 }] }),
        400,
        'isolates[0]: ciprofloxacin has no breakpoint: give the interpretation S, I or R.',
      ],
      [
        isolate({ susceptibilities: [sensitive('CIP', 'S'), sensitive('CIP', 'R')] }),
        400,
        'isolates[0]: names an antibiotic twice.',
      ],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await one.put(path, body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    t.match(await one.post('/diagnostics/results', { results: [{ id, value_text: 'Grown' }] }), {
      status: 400,
      message: 'results[0]: URINC takes no value.',
    })
    await done(one.put(path, { growth: 'GROWTH' }))
    await verified(id)
    t.match(await release(id), {
      status: 409,
      message: 'Growth without an isolate cannot be released.',
    })
  })

  t.test('no growth of blood is final after five days (DIA-91)', async (t) => {
    const { path, id, order } = await growing('BLDC')
    const body = { growth: 'NO_GROWTH', final: true, incubated_hours: 48 }
    t.match(await one.put(path, body), {
      status: 400,
      message:
        'incubated_hours must be at least 120 before no growth is final, or final_early_reason says why.',
    })
    await done(one.put(path, { ...body, final_early_reason: 'The patient went home' }))
    await verified(id)
    await done(release(id))
    t.match((await lab.linesOf(order))['BLDC'], {
      status: 'RELEASED',
      preliminary: false,
      flag: 'NORMAL',
      value_text: 'No growth after 48 hours',
    })
    t.match(await one.put(path, body), { status: 409, message: 'BLDC is RELEASED. It can: amend.' })
  })

  t.test(
    'preliminary as often as wanted, each a version; blood is told at once (DIA-94, DIA-95)',
    async (t) => {
      const { path, id, order, patient_id } = await growing('BLDC')
      const first = { growth: 'GROWTH', isolates: [{ organism_code: 'SAUR', quantity: 'heavy' }] }
      t.match(await done(one.put(path, first)), { status: 'ENTERED', flag: 'ABNORMAL' })
      await verified(id)
      await done(release(id))
      t.match(await lab.read(order), { status: 'PART_RELEASED' }, 'not done before it is final')
      const [alert] = await done(doctor.get('/diagnostics/critical', { patient_id }))
      t.match(alert, { kind: 'MICROBIOLOGY', value: 'Growth: Staphylococcus aureus' })
      t.ok(alert.told_at, 'told with the release')

      const drugs = [sensitive('FOX', 'R'), sensitive('GEN', 'S'), sensitive('VAN', 'S')]
      const more = {
        growth: 'GROWTH',
        isolates: [{ organism_code: 'SAUR', susceptibilities: drugs }],
      }
      const drafted = await done(one.put(path, more))
      t.match(drafted, { status: 'RELEASED', culture_draft: { isolates: [{ marks: ['MRSA'] }] } })
      const outside = await done(doctor.get(`/diagnostics/results/${id}`))
      t.match(outside, { culture: { isolates: [{ susceptibilities: [] }] }, culture_draft: null })
      const waiting = await done(other.get('/diagnostics/worklist', { list: 'RELEASE' }))
      t.ok(waiting.some(({ order_id }: Data) => order_id === order.id))
      t.match(await one.post('/diagnostics/results/release', { ids: [id] }), {
        status: 409,
        message: /somebody else must verify it/,
      })
      clock.advance(minutes(5))
      await done(release(id))
      const again = await done(one.put(path, { ...more, final: true }))
      t.equal(again.preliminary, true)
      await done(release(id))
      const whole = await done(doctor.get(`/diagnostics/results/${id}`))
      t.match(whole, { status: 'RELEASED', preliminary: false, version_no: 3, corrected: false })
      t.same(
        whole.versions.map(({ preliminary, version_no }: Data) => [version_no, preliminary]),
        [
          [1, true],
          [2, true],
          [3, false],
        ],
        'every version stays',
      )
      t.match(await lab.read(order), { status: 'COMPLETED' })
      const alerts = await done(doctor.get(`/patients/${patient_id}/alerts`))
      t.match(
        alerts.filter(({ kind }: Data) => kind === 'INFECTION_CONTROL'),
        [{ text: /^MRSA: /, severity: 'DANGER' }],
        'borne by the patient once',
      )
      const told = await done(doctor.get('/diagnostics/critical', { patient_id }))
      t.equal(told.length, 1, 'the alert stands')
    },
  )

  t.test('what is kept back is shown when nothing else helps (DIA-93)', async (t) => {
    const shown = async (letter: string, more: Record<string, unknown> = {}) => {
      const { path, id } = await growing('URINC')
      const drugs = [sensitive('CIP', letter), sensitive('MEM', 'S')]
      const isolates = [{ organism_code: 'ECOL', susceptibilities: drugs }]
      await done(one.put(path, { growth: 'GROWTH', final: true, isolates }))
      await verified(id)
      await done(release(id, more))
      const { culture } = await done(doctor.get(`/diagnostics/results/${id}`))
      const inside = await done(one.get(`/diagnostics/results/${id}`))
      t.equal(inside.culture.isolates[0].susceptibilities.length, 2, 'the laboratory sees all')
      return culture.isolates[0].susceptibilities.map((drug: Data) => drug.antibiotic_code)
    }
    t.same(await shown('S'), ['CIP'])
    t.same(await shown('I'), ['CIP', 'MEM'])
    t.same(await shown('S', { report: true }), ['CIP', 'MEM'])
  })

  t.test('a breakpoint that was loaded says it, a person may overrule (DIA-92)', async (t) => {
    const { hospital_id: _, id: __, ...said } = row({})
    await within(() => antibiotic_breakpoints.insert({ ...said, hospital_id: house.hospital.id }))
    const { path, id, order } = await growing('URINC')
    const drug = { antibiotic_code: 'CIP', method: 'DISC', zone_mm: 21 }
    const body = (more: object) => ({
      growth: 'GROWTH',
      final: true,
      microscopy: 'Gram-negative rods',
      isolates: [{ organism_code: 'ECOL', susceptibilities: [{ ...drug, ...more }] }],
    })
    const { culture } = await done(one.put(path, body({})))
    t.match(culture.isolates[0].susceptibilities, [{ interpretation: 'S', interpreted_by: 'RULE' }])
    t.match(await one.put(path, body({ interpretation: 'R' })), {
      status: 400,
      message: 'isolates[0]: ciprofloxacin is S by its breakpoint: write a comment.',
    })
    const overruled = body({ interpretation: 'R', comment: 'By the gene' })
    t.match((await done(one.put(path, overruled))).culture.isolates[0].susceptibilities, [
      { interpretation: 'R', interpreted_by: 'PERSON' },
    ])
    await verified(id)
    await done(release(id))
    const paper = await doctor.get(`/diagnostics/orders/${order.id}/pdf`, { lang: 'en' })
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.culture`, paper.raw)
    const text = textOf(paper.raw)
    for (const word of [/Escherichia coli/, /Gram-negative rods/, /21 mm/, /resistant/]) {
      t.match(text, word)
    }
    const amended = await done(
      head.post(`/diagnostics/results/${id}/amend`, {
        culture: { ...overruled, isolates: [{ organism_code: 'KPNE' }] },
        reason_code: 'CLERICAL',
        note: 'Slip',
      }),
    )
    t.match(amended, {
      corrected: true,
      version_no: 2,
      value_text: 'Growth: Klebsiella pneumoniae',
    })
    t.match(amended.versions[0].culture.isolates, [{ organism_code: 'ECOL' }], '(DIA-83)')
  })
})
