// Analysers at their doors: one that drops, repeats, sends garbage, sends for a patient of another hospital.
// Nothing is lost, and nothing stands on the wrong person (DIA-120, DIA-128, DIA-133 to DIA-139).

import type { Data } from '../../../support/ask.ts'
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { clock, days, minutes, seconds } from '../../../../db/core/clock.ts'
import { openAnalyserDoors } from '../../../../daemon/analysers/listening.ts'
import { readFolders } from '../../../../daemon/analysers/folder.ts'
import { tidy } from '../../../../db/hospital/diagnostics/laboratory/analysers/inbox.ts'
import { analyser_messages } from '../../../../db/hospital/diagnostics/laboratory/analysers/tables.ts'
import { diagnostic_results } from '../../../../db/hospital/diagnostics/laboratory/results/tables.ts'
import { within } from '../../../../db/store/connection.ts'
import {
  astmFrames,
  astmRecords,
  dial,
  mllp,
  oru,
  tell,
  tellAstm,
} from '../../../support/analysers.ts'
import { boot } from '../../../support/boot.ts'
import { neighbourOf } from '../../../support/desk/two-hospitals.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'

const told: unknown[] = []
const log = {
  error: (...said: unknown[]) => void told.push(said),
  warn: () => undefined,
  info: () => undefined,
} as unknown as Parameters<typeof openAnalyserDoors>[0]['log']

t.test('analysers at their doors', async (t) => {
  const house = await boot(t)
  const there = await neighbourOf(house)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { one, other, head } = lab
  await done(head.patch('/diagnostics/settings', { duplicate_hours_lab: 0 }))
  const sections = await done(head.get('/diagnostics/sections'))
  const section_id = sections.find(({ code }: Data) => code === 'HAEM').id
  const mapping = [
    { analyser_code: 'HB', test_code: 'HGB', unit: 'g/L', factor: 0.1 },
    { analyser_code: 'WBC', test_code: 'WBC' },
    { analyser_code: 'PLT', test_code: 'PLT' },
    { analyser_code: 'IPF', ignore: true },
  ]
  const allow = ['127.0.0.1']
  const enter = (code: string, connection: object, more: object = {}) =>
    done(
      head.post('/diagnostics/instruments', {
        code,
        name: code,
        section_id,
        mapping,
        connection,
        ...more,
      }),
    )
  const xn = await enter('XN', { protocol: 'HL7', allow, sending_app: 'XN' })
  await enter('CX', { protocol: 'ASTM', allow, sending_app: 'CX' })
  await enter('FX', { protocol: 'FILE', folder: 'fx' })
  const anywhere = { host: '127.0.0.1', port: 0 }
  const doors = await openAnalyserDoors({ hl7: [anywhere], astm: [anywhere], log })
  t.teardown(() => doors.stop())
  const line = await dial(doors.ports.hl7[0] as number)
  t.teardown(() => line.close())
  const ready = async (codes = ['HGB', 'WBC']) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, codes)
    await lab.inTheLab(order)
    return { patient_id, order, number: order.specimens[0].number as string }
  }
  let sent = 0
  const message = (
    number: string,
    values: Parameters<typeof oru>[0]['values'],
    more: object = {},
  ) => {
    sent += 1
    return oru({ control_id: `M${sent}`, number, values, ...more })
  }
  const inbox = (asked: Record<string, string> = {}) =>
    done(one.get('/diagnostics/analyser-messages', asked))
  const valued = async () => {
    const all = await diagnostic_results.all({ hospital_id: house.hospital.id })
    return all.filter(({ source }) => source === 'ANALYSER').length
  }

  t.test(
    'a value finds its line, reckoned and judged; three times it is one (DIA-134, DIA-135)',
    async (t) => {
      const { order, number } = await ready()
      const text = message(number, [
        { code: 'HB', value: '112', unit: 'g/L', flags: 'L' },
        { code: 'WBC', value: '7.25' },
        { code: 'IPF', value: '3.1' },
      ])
      t.same(
        [await tell(line, text), await tell(line, text), await tell(line, text)],
        ['AA', 'AA', 'AA'],
      )
      t.match(await lab.linesOf(order), {
        HGB: {
          status: 'ENTERED',
          value_num: 11.2,
          source: 'ANALYSER',
          instrument_id: xn.id,
          held: [],
        },
        WBC: { value_num: 7.3, entered_by_name: 'Analyser XN' },
      })
      const own = await inbox({ instrument_id: xn.id })
      t.same(own.map(({ status }: Data) => status).toSorted(), ['DONE', 'DUPLICATE', 'DUPLICATE'])
      const lines = await lab.linesOf(order)
      const ids = Object.values(lines).map(({ id }) => id)
      t.equal(
        (await one.post('/diagnostics/results/verify', { ids })).status,
        200,
        'entered by nobody: whoever looks is the first (DIA-74)',
      )
      const late = message(number, [{ code: 'HB', value: '150', unit: 'g/L' }])
      t.equal(await tell(line, late), 'AA')
      t.match(
        (await lab.linesOf(order))['HGB'],
        { value_num: 11.2 },
        'what a person looked at stays',
      )
      const [waiting] = await inbox({ status: 'UNMATCHED' })
      t.match(waiting.lines, [{ state: 'LATE', value: '150', standing: '11.2 g/dL' }])
      t.match(await done(one.get('/diagnostics/instruments', { status: 'IN_USE' })), [
        {},
        {},
        { code: 'XN', messages_today: 4 },
      ])
    },
  )

  t.test('what has no owner waits with its reason, and is written nowhere (DIA-136)', async (t) => {
    const { order, number } = await ready(['HGB'])
    const { patient_id } = await lab.visiting()
    const waiting = await lab.order(patient_id, ['HGB'])
    const before = await valued()
    const cases: [string, Parameters<typeof oru>[0]['values'][number], string][] = [
      ['', { code: 'HB', value: '1' }, 'NO_SPECIMEN'],
      ['26080000421', { code: 'HB', value: '1' }, 'BAD_NUMBER'],
      [waiting.specimens[0].number, { code: 'HB', value: '112', unit: 'g/L' }, 'NOT_RECEIVED'],
      [number, { code: 'XYZ', value: '1' }, 'CODE_NOT_MAPPED'],
      [number, { code: 'PLT', value: '250' }, 'NOT_ORDERED'],
      [number, { code: 'HB', value: '9000', unit: 'g/L' }, 'OUT_OF_VALID'],
      [number, { code: 'HB', value: '112', unit: 'mmol/L' }, 'WRONG_UNIT'],
      [number, { code: 'HB', value: '' }, 'BLANK'],
    ]
    for (const [to, value, problem] of cases) {
      t.equal(await tell(line, message(to, [value])), 'AA', problem)
      const [found] = await inbox({ status: 'UNMATCHED', problem })
      t.match(found?.lines, [{ problem, value: value.value }], problem)
    }
    t.equal(await valued(), before)
    t.match((await lab.linesOf(order))['HGB'], { status: 'PENDING' })
  })

  t.test('a patient of another hospital is nobody here (DIA-135)', async (t) => {
    const far = await labAtWork(there)
    // One number more than this hospital has given today.
    let theirs: Data
    for (let at = 0; at < 12; at += 1) {
      const { patient_id } = await far.visiting()
      theirs = await far.order(patient_id, ['HGB'])
      await far.inTheLab(theirs)
    }
    const { number } = theirs.specimens[0]
    t.equal(await tell(line, message(number, [{ code: 'HB', value: '80', unit: 'g/L' }])), 'AA')
    const [found] = await inbox({ specimen_number: number })
    t.match(found.lines, [{ problem: 'NO_SPECIMEN', result_id: null }])
    t.match((await far.linesOf(theirs))['HGB'], { status: 'PENDING', value_num: null })
    const known = await analyser_messages.all({ hospital_id: there.hospital.id })
    t.same(known, [], 'and nothing lies there')
  })

  t.test('garbage, half of a message, somebody else (DIA-128, DIA-129)', async (t) => {
    t.equal(await tell(line, 'nothing that anybody reads'), 'AR', 'no name, no instrument')
    const { order, number } = await ready(['HGB'])
    const text = message(number, [{ code: 'HB', value: '112', unit: 'g/L' }])
    t.equal(await tell(line, text.replace('OBR', '?!?')), 'AE')
    t.equal(await tell(line, text.replace('ORU^R01', 'ADT^A01')), 'AR')
    t.equal(await tell(line, text.replace('|XN|', '|ZZ|')), 'AR')
    const refused = await inbox({ status: 'REFUSED' })
    t.same(refused.length, 4, 'kept as they came')
    t.match(refused[0], { reason: 'Unknown sender', instrument: null })
    const dropped = await dial(doors.ports.hl7[0] as number)
    dropped.send(mllp(text).subarray(0, 60))
    dropped.close()
    t.match((await lab.linesOf(order))['HGB'], { status: 'PENDING' })
    t.equal(await tell(line, text), 'AA', 'sent again it is taken, refused before or not')
    t.match((await lab.linesOf(order))['HGB'], { value_num: 11.2 })
    t.equal(doors.turnedAway(), 0)
  })

  t.test('ASTM: a session, a spoilt frame, the line lost before the end (DIA-131)', async (t) => {
    const port = doors.ports.astm[0] as number
    const { order, number } = await ready()
    const records = astmRecords({
      control_id: 'A1',
      number,
      values: [
        { code: 'HB', value: '98', unit: 'g/L' },
        { code: 'WBC', value: '<0.5', flags: 'HF' },
      ],
    })
    const frames = astmFrames(records)
    const lost = await dial(port)
    await tellAstm(lost, frames.slice(0, 2))
    lost.close()
    const session = await dial(port)
    const spoilt = Buffer.from(frames[3] as Buffer)
    spoilt[5] = 63
    const [a, b, c] = frames as [Buffer, Buffer, Buffer]
    t.equal(
      await tellAstm(session, [a, b, c, spoilt, ...frames.slice(3)]),
      'ACK ACK ACK ACK NAK ACK ACK ACK',
    )
    t.match(await lab.linesOf(order), {
      HGB: { value_num: 9.8, flag: 'LOW' },
      WBC: { value_num: 0.5, comparator: '<', held: ['INSTRUMENT_FLAG'] },
    })
    const again = await tellAstm(session, frames)
    t.notMatch(again, /NAK/)
    session.close()
    const { WBC } = await lab.linesOf(order)
    t.match(await other.post('/diagnostics/results/verify', { ids: [WBC.id] }), {
      status: 409,
      message: /^Marked by the instrument: WBC: the instrument says HF\./,
    })
    const overrides = [{ gate: 'DIA_FLAG', subject: WBC.id, reason_code: 'REPEATED_SAME' }]
    t.match(await done(other.post('/diagnostics/results/verify', { ids: [WBC.id], overrides })), [
      { status: 'VERIFIED', held: [] },
    ])
  })

  t.test('a folder (DIA-133)', async (t) => {
    const folder = t.testdir({ fx: {} })
    const { order, number } = await ready()
    const write = (name: string, text: string, at = clock.ms() - minutes(1)) => {
      mkdirSync(join(folder, 'fx'), { recursive: true })
      writeFileSync(join(folder, 'fx', name), text)
      utimesSync(join(folder, 'fx', name), new Date(at), new Date(at))
    }
    const texts = [
      message(number, [{ code: 'HB', value: '101', unit: 'g/L' }]),
      message(number, [{ code: 'WBC', value: '6.1' }]),
    ]
    write('one.hl7', texts.join('\r\n'))
    write('two.hl7', 'garbage')
    write('three.hl7', 'still being written', clock.ms())
    t.equal(await readFolders(folder, log), 2)
    t.match(await lab.linesOf(order), { HGB: { value_num: 10.1 }, WBC: { value_num: 6.1 } })
    t.match(readdirSync(join(folder, 'fx', 'done')), [/-one\.hl7$/])
    t.match(readdirSync(join(folder, 'fx', 'bad')), [/-two\.hl7$/])
    t.ok(readdirSync(join(folder, 'fx')).includes('three.hl7'))
  })

  t.test('controls go to quality control (DIA-138)', async (t) => {
    const targets = [{ test_code: 'HGB', instrument_id: xn.id, mean: 12, sd: 0.2 }]
    const lot = { name: 'Blood control', lot: 'B7', expiry: '2026-06-30', targets }
    await done(head.post('/diagnostics/qc/lots', lot))
    const before = await valued()
    const values = [
      { code: 'HB', value: '124', unit: 'g/L' },
      { code: 'PLT', value: '200' },
    ]
    t.equal(await tell(line, message('B7-1', values)), 'AA')
    const [run] = await done(one.get('/diagnostics/qc/runs', { instrument_id: xn.id }))
    t.match(run, { source: 'ANALYSER', by_name: 'Analyser XN', points: [{ value: 12.4, z: 2 }] })
    t.equal(await valued(), before)
    const [rest] = await inbox({ problem: 'NO_TARGET' })
    t.match(rest.lines, [{ kind: 'CONTROL', analyser_code: 'PLT' }])
  })

  t.test('matched, dismissed and read again by a person (DIA-137)', async (t) => {
    const { order, number } = await ready()
    const other_tube = await ready(['HGB'])
    await tell(line, message('', [{ code: 'HB', value: '88', unit: 'g/L' }]))
    const [found] = await inbox({ problem: 'NO_SPECIMEN' })
    const path = `/diagnostics/analyser-messages/${found.id}`
    const unknown = await done(one.get(path))
    t.notMatch(unknown.raw, /^PID\|(?!Restricted record)/m, 'whose it is nobody can tell (PRV-1)')
    t.match(unknown.raw, /88/)
    const lines = [{ no: 1, specimen_number: number }]
    t.match(await one.post(`${path}/match`, { lines }), {
      status: 400,
      message: 'note is required: the message named another specimen.',
    })
    t.match(await one.post(`${path}/match`, { lines: [{ no: 7, specimen_number: number }] }), {
      status: 400,
      message: 'lines[0]: there is no value 7 in this message.',
    })
    const matched = await done(one.post(`${path}/match`, { lines, note: 'Read off the rack' }))
    t.match(matched, { status: 'DONE', lines: [{ state: 'MATCHED' }], raw: /88/ })
    const { HGB } = await lab.linesOf(order)
    t.match(HGB, { value_num: 8.8, held: ['INSTRUMENT_FLAG'] })
    t.match(await one.post(`${path}/match`, { lines, note: 'Again' }), { status: 409 })

    await tell(line, message(other_tube.number, [{ code: 'HBX', value: '90', unit: 'g/L' }]))
    const [unmapped] = await inbox({ problem: 'CODE_NOT_MAPPED' })
    const more = [...mapping, { analyser_code: 'HBX', test_code: 'HGB', unit: 'g/L', factor: 0.1 }]
    await done(head.patch(`/diagnostics/instruments/${xn.id}`, { mapping: more }))
    const again = `/diagnostics/analyser-messages/${unmapped.id}/replay`
    t.match(await done(one.post(again)), { status: 'DONE' })
    t.match((await lab.linesOf(other_tube.order))['HGB'], { value_num: 9 })
    t.match(await one.post(again), { status: 409 })

    const [blank] = await inbox({ problem: 'BLANK' })
    const gone = await one.post(`/diagnostics/analyser-messages/${blank.id}/dismiss`, {
      reason_code: 'TEST_RUN',
    })
    t.match(gone.data, { status: 'DISMISSED', lines: [{ state: 'DISMISSED' }] })
    const handed = { instrument_code: 'XN9', protocol: 'HL7', raw: 'MSH|' }
    const sender = await house.people.holding('analyser:send')
    t.match(await sender.post('/diagnostics/analyser-messages', handed), {
      status: 404,
      message: 'No such instrument: XN9.',
    })
    const raw = message(number, [{ code: 'WBC', value: '5' }])
    const body = { instrument_code: 'xn', protocol: 'HL7', raw }
    t.match(await done(sender.post('/diagnostics/analyser-messages', body)), { status: 'DONE' })
  })

  t.test(
    'what nobody found an owner for is let go after the days that are set (DIA-137)',
    async (t) => {
      const open = await inbox({ status: 'UNMATCHED' })
      t.ok(open.length > 3)
      await within(() => tidy(house.system))
      t.equal((await inbox({ status: 'UNMATCHED' })).length, open.length, 'not before')
      clock.advance(days(31) + seconds(1))
      await within(() => tidy(house.system))
      const left = await analyser_messages.all({
        hospital_id: house.hospital.id,
        status: ['UNMATCHED', 'PART'],
      })
      t.same(left, [])
      t.same(told, [], 'nothing went wrong on the way')
    },
  )
})
