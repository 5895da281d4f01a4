// Lists that are carried about: a round through the wards, a bench, an instrument, the critical results
// (DIA-55, DIA-56, DIA-85).

import type { Data } from '../../../support/ask.ts'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

const kept = (name: string, raw: Buffer): void => {
  const to = process.env['LAB_PDF']
  if (to) writeFileSync(`${to}.${name}.pdf`, raw)
}

t.test('lists of the laboratory', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { one, head, nurse } = lab
  await done(head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const sections = await done(head.get('/diagnostics/sections'))
  const sectionOf = (code: string) => sections.find((found: Data) => found.code === code).id
  const instrument = (code: string, mapping: object[]) =>
    done(
      head.post('/diagnostics/instruments', {
        code,
        name: `Analyser ${code}`,
        section_id: sectionOf('HAEM'),
        mapping,
      }),
    )
  const waits = async (asked: Record<string, string>) => {
    const rows = await done(one.get('/diagnostics/worklist', asked))
    return rows.map(({ test_code }: Data) => test_code).toSorted()
  }

  t.test('what one instrument measures, and what it measured (DIA-55)', async (t) => {
    const xn = await instrument('XN', [
      { analyser_code: 'HB', test_code: 'HGB' },
      { analyser_code: 'K+', ignore: true },
    ])
    const cx = await instrument('CX', [
      { analyser_code: 'K', test_code: 'K' },
      { analyser_code: 'HB', test_code: 'HGB' },
    ])
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['FBC', 'HGB', 'K', 'CREAT'])
    await lab.inTheLab(order)
    t.same(await waits({ list: 'ENTER' }), ['CREAT', 'FBC', 'HGB', 'K'])
    t.same(
      await waits({ list: 'ENTER', instrument_id: xn.id }),
      ['FBC', 'HGB'],
      'a panel that holds the test too',
    )
    t.same(await waits({ list: 'ENTER', instrument_id: cx.id }), ['FBC', 'HGB', 'K'])
    const { K } = await lab.linesOf(order)
    const [line] = (await lab.read(order)).items.find(
      ({ test_code }: Data) => test_code === 'HGB',
    ).results
    const results = [
      { id: line.id, value_num: 12, instrument_id: xn.id },
      { id: K.id, value_num: 4 },
    ]
    await done(one.post('/diagnostics/results', { results }))
    t.same(await waits({ list: 'VERIFY', instrument_id: xn.id }), ['HGB'])
    t.same(
      await waits({ list: 'VERIFY', instrument_id: cx.id }),
      ['K'],
      'what another instrument measured is not on it',
    )
    t.match(await one.get('/diagnostics/worklist', { instrument_id: patient_id }), {
      status: 404,
      message: 'No such instrument.',
    })
  })

  t.test(
    'a round: a line for each patient, tubes by their colour (DIA-56)',
    needsPoppler,
    async (t) => {
      const first = await lab.visiting({ first_name: 'Bahati', last_name: 'Komba' })
      const second = await lab.visiting({ first_name: 'Zawadi', last_name: 'Mushi' })
      const a = await lab.order(first.patient_id, ['FBC', 'K', 'CREAT'])
      await lab.order(second.patient_id, ['HGB'], { priority: 'STAT' })
      const paper = await nurse.get('/diagnostics/worklist', { list: 'COLLECT', format: 'pdf' })
      t.equal(paper.status, 200)
      t.equal(paper.headers['content-type'], 'application/pdf')
      kept('round', paper.raw)
      const text = textOf(paper.raw)
      t.equal(text.match(/Bahati Komba/g)?.length, 1, 'once, however many tubes')
      for (const { number, colour } of a.specimens) {
        t.match(text, new RegExp(`${number} ${colour ?? ''}`))
      }
      for (const word of [/Sampuli za kuchukua/, /DHARURA/, /FBC/, /Wagonjwa\s+2/])
        t.match(text, word)
    },
  )

  t.test('a bench: what is wanted of each tube, with room to write', needsPoppler, async (t) => {
    const asked = { list: 'ENTER', section_id: sectionOf('HAEM'), format: 'pdf' }
    const paper = await one.get('/diagnostics/worklist', asked)
    t.equal(paper.status, 200)
    kept('bench', paper.raw)
    const text = textOf(paper.raw)
    for (const word of [/Majibu ya kuingiza/, /Full blood count/, /WBC …/, /Sehemu/]) {
      t.match(text, word)
    }
    const nothing = await one.get('/diagnostics/worklist', { list: 'RECOLLECT', format: 'pdf' })
    t.match(textOf(nothing.raw), /Hakuna kinachosubiri\./)
    t.match(await one.get('/diagnostics/worklist', { format: 'xlsx' }), {
      status: 400,
      message: 'format must be one of json, csv, pdf.',
    })
    const sheet = await one.get('/diagnostics/worklist', { list: 'ENTER', format: 'csv' })
    t.match(sheet.raw.toString('utf8'), /specimen_colour/)
  })

  t.test('critical results, from one shift to the next (DIA-85)', needsPoppler, async (t) => {
    const { patient_id } = await lab.visiting({ first_name: 'Neema', last_name: 'Lyimo' })
    const order = await lab.order(patient_id, ['K', 'HGB'], { priority: 'URGENT' })
    await lab.inTheLab(order)
    await lab.enter(order, { K: 7.4, HGB: 3.1 })
    const paper = await one.get('/diagnostics/critical', { format: 'pdf' })
    t.equal(paper.headers['content-type'], 'application/pdf')
    kept('critical', paper.raw)
    const text = textOf(paper.raw)
    for (const word of [
      /Majibu ya hatari/,
      /K 7\.4 mmol/,
      /HGB 3\.1/,
      /Neema Lyimo/,
      /Majibu\s+2/,
    ]) {
      t.match(text, word)
    }
    const sheet = await one.get('/diagnostics/critical', { format: 'csv' })
    t.match(sheet.raw.toString('utf8'), /7\.4 mmol/)
    const empty = await one.get('/diagnostics/critical', { format: 'pdf', status: 'WITHDRAWN' })
    t.match(textOf(empty.raw), /Hakuna jibu la hatari/)
  })

  t.test('what cannot be done now, and why (DIA-8)', async (t) => {
    const { doctor } = lab
    const called = async (code: string): Promise<Data> =>
      (await done(one.get('/diagnostics/tests', { search: code }))).find(
        (found: Data) => found.code === code,
      )
    const only = await instrument('LX', [
      { analyser_code: 'NA', test_code: 'NA' },
      { analyser_code: 'K', test_code: 'K' },
    ])
    const away = async () =>
      (await done(one.get('/diagnostics/tests', { available: 'false', per_page: '200' }))).map(
        ({ code }: Data) => code,
      )
    const status = (id: string, to: string) =>
      done(
        one.post(`/diagnostics/instruments/${id}/status`, {
          status: to,
          ...(to === 'IN_USE' ? {} : { reason: 'pump', expected_until: '2026-03-22T09:00:00Z' }),
        }),
      )
    await status(only.id, 'DOWN')
    t.same(await away(), [], 'it does not stop its tests')
    await done(head.patch(`/diagnostics/instruments/${only.id}`, { stops_tests: true }))
    const stopped = await away()
    t.ok(stopped.includes('NA'))
    t.ok(stopped.includes('UE'), 'nor a panel that must have it')
    t.notOk(stopped.includes('K'), 'another instrument measures it')
    const there = await done(
      one.get('/diagnostics/tests', { available: 'true', search: 'NA', per_page: '200' }),
    )
    t.notOk(there.some(({ code }: Data) => code === 'NA'))
    t.match(await called('NA'), {
      available: false,
      unavailable_reason: 'Analyser LX is down (pump)',
      unavailable_until: '2026-03-22T09:00:00.000Z',
    })
    const { patient_id } = await lab.visiting()
    const asked = { patient_id, test_codes: ['NA'] }
    const message = /Sodium cannot be done now: Analyser LX is down \(pump\), until 22 March 2026\./
    t.match(await doctor.post('/diagnostics/orders', asked), { status: 409, message })
    const check = await done(doctor.post('/diagnostics/orders', { ...asked, check_only: true }))
    t.match(check.items, [{ available: false, gate: [{ message }] }])
    const overrides = [{ gate: 'DIA_UNAVAILABLE', subject: 'NA', reason_code: 'CLINICAL_NEED' }]
    await done(doctor.post('/diagnostics/orders', { ...asked, overrides }))
    await status(only.id, 'IN_USE')
    t.same(await away(), [], 'it lifts itself')
    t.match(await called('NA'), { available: true, unavailable_reason: null })
  })

  t.test('what was kept long enough (DIA-52)', async (t) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['HGB', 'K'])
    await lab.inTheLab(order)
    const numbers = async (asked: Record<string, string>) =>
      (await done(head.get('/diagnostics/specimens', { patient_id, ...asked }))).map(
        ({ number }: Data) => number,
      )
    await lab.releaseAll(order, { HGB: 12 })
    const listed = await done(one.get('/diagnostics/specimens', { patient_id }))
    const byTest = (code: string): Data =>
      listed.find(({ items }: Data) => items.some((item: Data) => item.test_code === code))
    t.equal(byTest('HGB').dispose_after, new Date(clock.ms() + days(7)).toISOString())
    t.equal(byTest('K').dispose_after, null, 'a result of it is still to come')
    t.same(await numbers({ dispose: 'true' }), [])
    clock.advance(days(8))
    const later = await house.people.with('lab_manager')
    const due = await done(later.get('/diagnostics/specimens', { patient_id, dispose: 'true' }))
    t.same(
      due.map(({ number }: Data) => number),
      [byTest('HGB').number],
    )
  })
})
