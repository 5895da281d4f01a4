// Lists that are carried about: a round through the wards, a bench, an instrument, the critical results
// (DIA-55, DIA-56, DIA-85).

import type { Data } from '../../../support/ask.ts'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
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
})
