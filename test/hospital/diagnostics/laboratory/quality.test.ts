// Instruments and their controls: what is out stops results until somebody has put it right (DIA-100 to
// DIA-109).

import type { Data } from '../../../support/ask.ts'
import { writeFileSync } from 'node:fs'
import t from 'tap'
import { clock, minutes, seconds } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { needsPoppler, textOf } from '../../../support/pdf.ts'

t.test('quality control', needsPoppler, async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { one, other, head } = lab
  await done(head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const sections = await done(head.get('/diagnostics/sections'))
  const section_id = sections.find(({ code }: Data) => code === 'CHEM').id
  const testOf = async (code: string) =>
    (await done(head.get('/diagnostics/tests', { search: code }))).find(
      (test: Data) => test.code === code,
    )
  const chem = { code: 'chem-1', name: 'Chem 1', section_id }
  const instrument = await done(head.post('/diagnostics/instruments', chem))
  const instrument_id = instrument.id
  const target = { test_code: 'K', instrument_id, mean: 5, sd: 0.1 }
  const material = { name: 'Normal control', lot: 'Q112', expiry: '2026-06-30' }
  const lot = await done(head.post('/diagnostics/qc/lots', { ...material, targets: [target] }))
  const high = { ...material, level: 2, targets: [{ ...target, mean: 7, sd: 0.2 }] }
  const second = await done(head.post('/diagnostics/qc/lots', high))
  const point = (value: number, lot_id = lot.id) => ({ lot_id, test_code: 'K', value })
  const run = async (...values: number[]) => {
    clock.advance(seconds(10))
    return done(
      one.post('/diagnostics/qc/runs', {
        instrument_id,
        points: values.map((value, at) => point(value, at === 0 ? lot.id : second.id)),
      }),
    )
  }
  const stateNow = async () =>
    (await done(one.get('/diagnostics/qc/status', { instrument_id })))[0]?.state
  const measured = async (value: number, more: Record<string, unknown> = {}) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['K'], more)
    await lab.inTheLab(order)
    const { K } = await lab.linesOf(order)
    const body = { results: [{ id: K.id, value_num: value, instrument_id }] }
    const [line] = await done(one.post('/diagnostics/results', body))
    return line
  }
  const verify = (id: string, more: Record<string, unknown> = {}) =>
    other.post('/diagnostics/results/verify', { ids: [id], ...more })
  const tell = (decision: string, more: Record<string, unknown> = {}) => ({
    decision,
    cause: 'Old reagent',
    action: 'Replaced',
    ...more,
  })

  t.test('instruments: entered, down, back (2.8, 3.5)', async (t) => {
    t.match(instrument, { code: 'CHEM-1', section: 'Clinical chemistry', status: 'IN_USE' })
    const bad: [Record<string, unknown>, number, string | RegExp][] = [
      [chem, 409, 'CHEM-1 is another instrument already.'],
      [
        { ...chem, code: 'X', mapping: [{ analyser_code: 'W', test_code: 'WBCX' }] },
        400,
        'mapping[0]: test_code WBCX is not in the catalogue.',
      ],
      [
        {
          ...chem,
          code: 'X',
          mapping: [
            { analyser_code: 'WBC', test_code: 'WBC' },
            { analyser_code: 'WBC', test_code: 'RBC' },
          ],
        },
        400,
        'mapping: WBC stands twice.',
      ],
      [
        { ...chem, code: 'X', connection: { protocol: 'HL7', allow: ['lab'] } },
        400,
        'connection: allow[0]: lab is no address.',
      ],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await head.post('/diagnostics/instruments', body), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    const path = `/diagnostics/instruments/${instrument_id}`
    t.match(await one.post(`${path}/status`, { status: 'DOWN' }), { status: 400 })
    const down = { status: 'DOWN', reason: 'The lamp is gone' }
    t.match(await done(one.post(`${path}/status`, down)), { status: 'DOWN' })
    t.match(await one.post(`${path}/status`, down), {
      status: 409,
      message: 'Instrument CHEM-1 is DOWN. It can: use, maintain, retire.',
    })
    t.match(await done(one.post(`${path}/status`, { status: 'IN_USE' })), { status: 'IN_USE' })
    t.match(await one.post(`${path}/status`, { status: 'RETIRED' }), { status: 403 })
    const mapping = [{ analyser_code: 'K+', test_code: 'k' }]
    t.match(await done(head.patch(path, { mapping })), {
      mapping: [{ analyser_code: 'K+', test_code: 'K', factor: 1, offset: 0 }],
    })
    t.match(await done(one.get('/diagnostics/instruments')), [{ code: 'CHEM-1' }])
  })

  t.test('lots and runs: bad input (6; DIA-107)', async (t) => {
    t.match(await head.post('/diagnostics/qc/lots', material), {
      status: 409,
      message: 'Lot Q112 level 1 of Normal control is there already.',
    })
    const old = await done(
      head.post('/diagnostics/qc/lots', { ...material, lot: 'Q100', expiry: '2026-02-28' }),
    )
    const bad: [Record<string, unknown>, number, string][] = [
      [{ points: [point(5, old.id)] }, 409, 'Lot Q100 expired on 2026-02-28.'],
      [
        { points: [{ lot_id: lot.id, test_code: 'NA', value: 140 }] },
        400,
        'points[0]: Lot Q112 level 1 has no target for NA on Chem 1.',
      ],
      [{ points: [point(5), point(5)] }, 400, 'points[1]: stands twice.'],
      [{ at: '2026-03-22T06:00:00.000Z', points: [point(5)] }, 400, 'at is in the future.'],
    ]
    for (const [body, status, message] of bad) {
      const before = await rowCounts()
      t.match(await one.post('/diagnostics/qc/runs', { instrument_id, ...body }), {
        status,
        message,
      })
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test('a result waits for its control (DIA-105, DIA-106)', async (t) => {
    const K = await testOf('K')
    t.equal(K.id !== undefined, true)
    const free = await measured(4)
    t.same(free.held, [], 'not needed yet')
    await done(head.patch(`/diagnostics/tests/${K.id}`, { qc_required: true, qc_valid_hours: 2 }))
    t.equal(await stateNow(), 'DUE')
    const due = await measured(4.2)
    t.same(due.held, ['QC_DUE'])
    t.equal((await verify(due.id)).status, 200, 'it warns')
    await run(5.02, 7.1)
    t.equal(await stateNow(), 'IN_CONTROL')
    t.same((await measured(4.1)).held, [])
    clock.advance(minutes(1))
    await done(
      one.post(`/diagnostics/instruments/${instrument_id}/status`, {
        status: 'MAINTENANCE',
        reason: 'Yearly service',
      }),
    )
    await done(one.post(`/diagnostics/instruments/${instrument_id}/status`, { status: 'IN_USE' }))
    t.equal(await stateNow(), 'DUE', 'back to work it is due again')
    await run(5.01)
    t.equal(await stateNow(), 'IN_CONTROL')
  })

  t.test(
    'out: what was measured since waits until it is repeated (DIA-103, DIA-108)',
    async (t) => {
      clock.advance(minutes(1))
      const waiting = await measured(4.4)
      const gone = await measured(4.3)
      await done(verify(gone.id))
      await done(other.post('/diagnostics/results/release', { ids: [gone.id] }))
      t.match(await run(5.21), { status: 'WARNING', points: [{ z: 2.1, broken: ['1_2s'] }] })
      t.equal(await stateNow(), 'WARNING')
      const later = await measured(4.6)
      const out = await run(5.22)
      t.match(out, { status: 'OUT', points: [{ broken: ['1_2s', '2_2s'] }], at_risk: 0 })
      t.equal(await stateNow(), 'OUT')
      t.notOk((await done(one.get(`/diagnostics/results/${waiting.id}`))).held.includes('QC_OUT'))
      t.match(await verify(later.id), {
        status: 409,
        message:
          /^The control is out: Chem 1, K: the control of 09:\d\d is OUT \(1_2s, 2_2s\)\. Repeat it or review the run\./,
      })
      const overrides = [{ gate: 'DIA_QC_OUT', subject: later.id, reason_code: 'KNOWN' }]
      t.match(await verify(later.id, { overrides }), { status: 409 }, 'nobody lets it through')
      // Whoever orders it now is told that it cannot be done (DIA-8).
      const needed = { gate: 'DIA_UNAVAILABLE', subject: 'K', reason_code: 'CLINICAL_NEED' }
      const during = await measured(4.7, { overrides: [needed] })
      t.same(during.held, ['QC_OUT'])

      const path = `/diagnostics/qc/runs/${out.id}/review`
      t.match(await other.post(path, tell('REPEATED')), { status: 403 })
      t.match(await head.post(path, { decision: 'REPEATED' }), {
        status: 400,
        message: 'cause is required.',
      })
      t.match(await head.post(path, tell('ACCEPTED')), {
        status: 400,
        message: 'reason is required.',
      })
      t.match(await done(head.post(path, tell('REPEATED'))), { decision: 'REPEATED' })
      t.match(await head.post(path, tell('REPEATED')), { status: 409 })
      t.equal(await stateNow(), 'OUT', 'until a control is good')
      t.match(
        await run(5.15),
        { status: 'IN', points: [{ broken: [] }] },
        'what was put right counts no more',
      )
      t.equal(await stateNow(), 'IN_CONTROL')
      t.match(await verify(during.id), { status: 409, message: /was OUT when it was measured/ })
      const again = { ids: [during.id], reason_code: 'CHECK_AGAIN', repeat: true }
      await done(other.post('/diagnostics/results/return', again))
      const body = { results: [{ id: during.id, value_num: 4.5, instrument_id }] }
      t.same((await done(one.post('/diagnostics/results', body)))[0].held, [])
      t.equal((await verify(during.id)).status, 200)
    },
  )

  t.test('accepted with a reason it lets go; not by who ran it (3.5)', async (t) => {
    const held = await measured(4.9)
    clock.advance(minutes(1))
    const points = [point(5.4)]
    const both = await house.people.with('lab_manager', 'lab_technician')
    const out = await done(both.post('/diagnostics/qc/runs', { instrument_id, points }))
    t.match(out, { status: 'OUT', at_risk: 0 })
    const path = `/diagnostics/qc/runs/${out.id}/review`
    t.match(await both.post(path, tell('CORRECTED')), {
      status: 409,
      message: 'You ran this control: somebody else must review it.',
    })
    t.match(await verify(held.id), { status: 409 })
    await done(head.post(path, tell('ACCEPTED', { reason: 'The vial was warm' })))
    t.equal(await stateNow(), 'WARNING')
    t.equal((await verify(held.id)).status, 200)
    const listed = await done(head.get('/diagnostics/qc/runs', { status: 'OUT', reviewed: 'true' }))
    t.equal(listed.length, 2)
  })

  t.test('a round from outside never blocks (DIA-104)', async (t) => {
    const eqa = { name: 'Round 3', lot: 'R3', expiry: '2026-12-31', kind: 'EQA' }
    const sent = await done(head.post('/diagnostics/qc/lots', eqa))
    clock.advance(minutes(1))
    const body = { instrument_id, points: [point(9, sent.id)] }
    t.match(await done(one.post('/diagnostics/qc/runs', body)), {
      status: 'IN',
      points: [{ z: null }],
    })
    const targets = [{ ...target, mean: 5, sd: 1 }]
    t.match(await done(head.patch(`/diagnostics/qc/lots/${sent.id}`, { targets })), {
      targets: [{ mean: 5, sd: 1 }],
    })
    t.match(await done(one.post('/diagnostics/qc/runs', body)), {
      points: [{ z: 4, status: 'IN' }],
    })
  })

  t.test('the chart (DIA-100, DIA-109)', async (t) => {
    for (let at = 0; at < 22; at += 1) await run(5 + ((at % 5) - 2) * 0.04)
    const asked = { instrument_id, test_code: 'K', lot_id: lot.id }
    const chart = await done(one.get('/diagnostics/qc/chart', asked))
    t.match(chart, { instrument: 'Chem 1', mean: 5, sd: 0.1, level: 1, own: { n: 20 } })
    t.equal(chart.measured.n, chart.points.length)
    t.equal(chart.months[0].month, '2026-03')
    t.ok(chart.points.some(({ left_out, reviewed }: Data) => left_out && reviewed))
    const paper = await one.get('/diagnostics/qc/chart', { ...asked, format: 'pdf' })
    t.equal(paper.status, 200)
    if (process.env['LAB_PDF']) writeFileSync(`${process.env['LAB_PDF']}.chart`, paper.raw)
    const text = textOf(paper.raw)
    for (const word of [/Chati ya udhibiti/, /Chem 1/, /\+3s/, /2_2s/, /CV/]) t.match(text, word)
  })

  t.test('what is old is due again (DIA-105)', async (t) => {
    const K = await testOf('K')
    await done(head.patch(`/diagnostics/tests/${K.id}`, { qc_valid_hours: 1 }))
    t.equal(await stateNow(), 'IN_CONTROL')
    clock.advance(minutes(61))
    // Those from before have been away for too long.
    const later = await house.people.with('lab_technician')
    const [{ state }] = await done(later.get('/diagnostics/qc/status', { instrument_id }))
    t.equal(state, 'DUE')
  })
})
