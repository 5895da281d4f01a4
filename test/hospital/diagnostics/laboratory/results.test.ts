// Results are entered, verified by a second person, released, corrected with every version kept (DIA-55 to
// DIA-84), and what is critical is told until somebody has heard (DIA-85 to DIA-90).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { rows, within } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { critical_alerts } from '../../../../db/hospital/diagnostics/laboratory/critical/tables.ts'
import { walkAlerts } from '../../../../db/hospital/diagnostics/laboratory/critical/jobs.ts'
import {
  lastResultAt,
  portalResult,
  portalResults,
} from '../../../../db/hospital/neighbours/diagnostics.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('results', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor, nurse, one, other, head } = lab
  const enter = (results: unknown[], more: Record<string, unknown> = {}) =>
    one.post('/diagnostics/results', { results, ...more })
  const ready = async (codes: string[], more: Record<string, unknown> = {}) => {
    const { patient_id, visit_id } = await lab.visiting({ sex: 'Male', birth_date: '1986-03-01' })
    const order = await lab.order(patient_id, codes, more)
    await lab.inTheLab(order)
    return { patient_id, visit_id, order, lines: await lab.linesOf(order) }
  }
  const blood = {
    HGB: 11.2,
    WBC: 7,
    RBC: 4.6,
    HCT: 34,
    MCV: 80,
    MCH: 27,
    MCHC: 33,
    PLT: 250,
  }

  t.test(
    'entered, flagged by the range of the person, seen by nobody yet (DIA-18, DIA-60, DIA-64, DIA-81)',
    async (t) => {
      const { order, lines } = await ready(['FBC'])
      const entered = await lab.enter(order, { HGB: 11.2 })
      t.match(entered, [
        {
          id: lines['HGB'].id,
          status: 'ENTERED',
          value_num: 11.2,
          unit: 'g/dL',
          flag: 'LOW',
          ref_low: 13,
          ref_high: 17,
          unconfirmed: true,
          entered_by_name: one.user.full_name,
        },
      ])
      const seen = await done(doctor.get(`/diagnostics/orders/${order.id}`))
      t.match(seen.items[0].results[0], { status: 'ENTERED', value_num: null, flag: null })
      t.match(await done(one.get('/diagnostics/worklist', { list: 'VERIFY' })), [
        { order_id: order.id, test_code: 'FBC', payment_ok: true },
      ])
      const found = await done(
        one.get('/diagnostics/worklist', { search: order.specimens[0].number }),
      )
      t.match(found, [{ item_id: order.items[0].id }], 'a scan finds its rows (DIA-57)')
      const again = await done(enter([{ id: lines['HGB'].id, value_num: 12 }]))
      t.match(again, [{ value_num: 12 }])
      const line = await done(one.get(`/diagnostics/results/${lines['HGB'].id}`))
      t.match(line.runs, [{ value: '11.2 g/dL', flag: 'LOW', why: 'Corrected' }], '(DIA-65)')
      t.match(await enter([{ id: lines['HGB'].id, value_num: 13, version: 1 }]), {
        status: 409,
        message: /^HGB was changed by .* at 09:00: 12\.0 g\/dL\.$/,
      })
    },
  )

  t.test('each kind of test takes its own (DIA-61, DIA-62)', async (t) => {
    const { lines, order } = await ready(['K', 'MALARIA', 'EGFR', 'CREAT', 'FILM'])
    const of = (code: string) => lines[code].id
    const bad: [Record<string, unknown>, number, string | RegExp][] = [
      [{ id: of('K'), value_text: 'high' }, 400, 'results[0]: K takes a number.'],
      [{ id: of('FILM'), value_num: 4 }, 400, 'results[0]: FILM takes a text.'],
      [
        { id: of('MALARIA'), answer_code: 'PX' },
        400,
        'results[0]: MALARIA takes one of NEG, PF, PV, PM, PO, MIXED.',
      ],
      [{ id: of('EGFR'), value_num: 90 }, 400, 'results[0]: EGFR is calculated.'],
      [
        { id: of('K'), value_num: 4, unit: 'mg/dL' },
        400,
        'results[0]: K: mg/dL is not known (mmol/L).',
      ],
      [
        { id: of('K'), value_num: 112 },
        409,
        /^Outside what can be measured: K 112 is outside what can be measured \(1–12\): check the unit\./,
      ],
      [
        { id: of('K'), value_num: 4, measured_at: '2030-01-01T00:00:00.000Z' },
        400,
        'results[0]: measured_at is in the future.',
      ],
      [{ id: house.hospital.id, value_num: 4 }, 404, 'results[0]: no such result.'],
    ]
    for (const [line, status, message] of bad) {
      const before = await rowCounts()
      t.match(await enter([line]), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
    const many = Array.from({ length: 501 }, () => ({ id: of('K'), value_num: 4 }))
    t.match(await enter(many), { status: 413, message: 'At most 500 results at once.' })
    const overrides = [{ gate: 'DIA_INVALID', subject: of('K'), reason_code: 'KNOWN' }]
    t.match(await done(enter([{ id: of('K'), value_num: 112 }], { overrides })), [
      { value_num: 112, invalid: true, flag: null, held: ['INVALID'] },
    ])
    t.match(await done(enter([{ id: of('K'), value_text: '< 1.5' }])), [
      { value_num: 1.5, comparator: '<', invalid: false, flag: 'CRITICAL_LOW' },
    ])
    t.match(await done(enter([{ id: of('MALARIA'), value_text: 'hakuna vimelea' }])), [
      { answer_code: 'NEG', value_text: 'No parasites seen', flag: 'NORMAL' },
    ])
    t.match(await done(enter([{ id: of('FILM'), value_text: 'Blasts seen', abnormal: true }])), [
      { flag: 'ABNORMAL' },
    ])
    await lab.enter(order, { CREAT: 100 })
    t.match(
      (await lab.linesOf(order))['EGFR'],
      {
        status: 'ENTERED',
        source: 'CALCULATED',
        value_num: 84,
      },
      'it follows at once (DIA-66)',
    )
    t.match(
      await done(enter([{ id: of('K'), value_num: null, value_text: null, answer_code: null }])),
      [{ status: 'PENDING', value_num: null }],
    )
  })

  t.test('not before it is there (DIA-63)', async (t) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['K'])
    const lines = await lab.linesOf(order)
    t.match(await enter([{ id: lines['K'].id, value_num: 4 }]), {
      status: 409,
      message: `${order.specimens[0].number} has not been received.`,
    })
  })

  t.test(
    'verified by somebody else, released whole (DIA-72, DIA-74, DIA-76, DIA-77, DIA-80)',
    async (t) => {
      const { order, visit_id, patient_id } = await ready(['FBC'])
      const { PLT: _, ...some } = blood
      await lab.enter(order, some)
      const ids = Object.values(await lab.linesOf(order))
        .filter(({ status }) => status === 'ENTERED')
        .map(({ id }) => id)
      t.match(await one.post('/diagnostics/results/verify', { ids }), {
        status: 409,
        message: /^A second person: HGB: you entered this result: somebody else must verify it\./,
      })
      await done(other.post('/diagnostics/results/verify', { ids }))
      t.match(await other.post('/diagnostics/results/release', { ids }), {
        status: 409,
        message: /^Part of a panel: Full blood count: PLT is not entered yet\./,
      })
      t.match(await enter([{ id: ids[0], value_num: 12 }]), {
        status: 409,
        message: 'HGB is VERIFIED. It can: return.',
      })
      const returned = { ids: [ids[0]], reason_code: 'CHECK_AGAIN' }
      t.match(await done(other.post('/diagnostics/results/return', returned)), [
        { status: 'ENTERED' },
      ])
      await done(other.post('/diagnostics/results/verify', { ids: [ids[0]] }))
      await lab.enter(order, { PLT: 250 })
      const { PLT } = await lab.linesOf(order)
      await done(other.post('/diagnostics/results/verify', { ids: [PLT.id] }))
      // By request: this one may be asked six times along the way, and the house put back.
      const heard: [string, string][] = []
      registry.on_result.push(
        async ({ request_id }, { what, test }) => void heard.push([request_id, `${what} ${test}`]),
      )
      t.teardown(() => void registry.on_result.pop())
      const all = [...ids, PLT.id]
      const out = await done(other.post('/diagnostics/results/release', { ids: all }))
      t.ok(out.every(({ status }: Data) => status === 'RELEASED'))
      t.same(
        heard.filter(([request]) => request === heard.at(-1)?.[0]).map(([, what]) => what),
        ['RELEASED FBC'],
        'who listens to results hears (DIA-172)',
      )
      const seen = await done(doctor.get(`/diagnostics/orders/${order.id}`))
      t.match(seen, { status: 'COMPLETED', items: [{ status: 'RELEASED', overdue_minutes: null }] })
      t.match(seen.items[0].results[0], { value_num: 11.2, flag: 'LOW' })
      t.match(
        seen.items[0].results.find(({ test_code }: Data) => test_code === 'RDW'),
        { status: 'CANCELLED', comment: 'Not done' },
      )
      const charged = await rows<{ service_status: string }>(
        sql`select service_status from bill_items where source_id = ${order.items[0].id}`,
      )
      t.match(charged, [{ service_status: 'DONE' }])
      t.equal(await lastResultAt(system, visit_id), clock.instant())
      const told = await done(doctor.get('/notifications', { per_page: '200' }))
      t.ok(told.some(({ kind }: Data) => kind === 'diagnostic.released'))
      t.match(await done(nurse.get(`/patients/${patient_id}/diagnostics`)), [
        { test_code: 'FBC', status: 'RELEASED', reference: order.reference },
      ])
      t.match(
        await doctor.post(`/diagnostics/orders/${order.id}/cancel`, { reason_code: 'NOT_NEEDED' }),
        { status: 409 },
      )
    },
  )

  t.test('two release the same lines at once: once (DIA-77)', async (t) => {
    const { order } = await ready(['FBC', 'K', 'NA'])
    await lab.enter(order, { ...blood, K: 4.1, NA: 140 })
    const ids = Object.values(await lab.linesOf(order))
      .filter(({ status }) => status === 'ENTERED')
      .map(({ id }) => id)
    await done(other.post('/diagnostics/results/verify', { ids }))
    const six = await Promise.all(
      [other, head, other, head, other, head].map((who) =>
        who.post('/diagnostics/results/release', { ids }),
      ),
    )
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 409, 409, 409, 409, 409],
    )
    const versions = await rows<{ n: number }>(
      sql`select count(*) as n from diagnostic_result_versions v
        join diagnostic_results r on r.id = v.result_id where r.order_id = ${order.id}`,
    )
    t.equal(Number(versions[0]?.n), ids.length, 'one version of each')
  })

  t.test('far from the value before, it waits for a reason (DIA-68, DIA-73)', async (t) => {
    const { order, patient_id } = await ready(['HGB'])
    await lab.releaseAll(order, { HGB: 12 })
    clock.advance(minutes(1))
    const second = await lab.order(patient_id, ['HGB'], {
      overrides: [{ gate: 'DIA_DUPLICATE', subject: 'HGB', reason_code: 'CLINICAL_NEED' }],
    })
    await lab.inTheLab(second)
    await lab.enter(second, { HGB: 9.7 })
    t.match((await lab.linesOf(second))['HGB'], { delta: null, held: [], previous: { value: 12 } })
    await lab.enter(second, { HGB: 6.1 })
    const line = (await lab.linesOf(second))['HGB']
    t.match(line, { held: ['DELTA'], delta: { state: 'ACTIVE', change: -5.9, change_pct: -49.2 } })
    t.match(await done(one.get('/diagnostics/worklist', { list: 'HELD' })), [
      { order_id: second.id },
    ])
    const ids = [line.id]
    t.match(await other.post('/diagnostics/results/verify', { ids }), {
      status: 409,
      message: /HGB fell from 12\.0 to 6\.1 \(−49\.2 %\) in 0 days: let it through/,
    })
    const overrides = [{ gate: 'DIA_DELTA', subject: line.id, reason_code: 'TREATED' }]
    t.match(await done(other.post('/diagnostics/results/verify', { ids, overrides })), [
      { status: 'VERIFIED', held: [], delta: { state: 'DISMISSED', reason: 'TREATED' } },
    ])
    t.equal((await other.post('/diagnostics/results/release', { ids })).status, 200)
  })

  t.test(
    'corrected by a second person; every version stays (DIA-82, DIA-83, DIA-84, DIA-155)',
    async (t) => {
      const { order, patient_id } = await ready(['TC', 'HDL', 'TG', 'LDL'])
      await lab.releaseAll(order, { TC: 5.2, HDL: 1.2, TG: 1.54 })
      const { TC, LDL } = await lab.linesOf(order)
      t.match(LDL, { status: 'RELEASED', value_num: 3.3 })
      const path = `/diagnostics/results/${TC.id}/amend`
      const reason = { reason_code: 'CLERICAL', note: 'Two digits changed places' }
      t.match(await head.post(path, { value_num: 5.2, ...reason }), {
        status: 400,
        message: 'Nothing changes: give another value or comment.',
      })
      const amender = await people.holding('result:amend', 'diagnostic:read', 'result:verify')
      const mended = await done(amender.post(path, { value_num: 2.5, ...reason }))
      t.match(mended, { value_num: 2.5, corrected: true, version_no: 2 })
      t.match(
        await amender.post(path, { value_num: 2.6, ...reason }),
        {
          status: 409,
          message: 'A second person must confirm this correction: witness_token is required.',
        },
        'not again by who has put it out',
      )
      t.match(mended.versions, [
        { version_no: 1, value: '5.20 mmol/L', reason_code: null },
        { version_no: 2, value: '2.50 mmol/L', reason_code: 'CLERICAL', note: reason.note },
      ])
      t.match(
        await done(doctor.get(`/diagnostics/results/${LDL.id}`)),
        {
          value_num: 0.6,
          corrected: true,
          versions: [{ value: '3.30 mmol/L' }, { value: '0.60 mmol/L' }],
        },
        'what is calculated follows',
      )
      const withdrawn = await done(head.post(path, { reason_code: 'WRONG_PATIENT' }))
      t.match(withdrawn, { value_num: null, value_text: 'Withdrawn', flag: null, version_no: 3 })
      t.equal(withdrawn.versions.length, 3)
      await t.rejects(
        within(async () => {
          await rows(
            sql`delete from diagnostic_result_versions where result_id = ${TC.id} returning id`,
          )
        }),
        'nobody removes a version',
      )
      const told = await done(doctor.get('/notifications', { per_page: '200' }))
      t.ok(told.some(({ kind }: Data) => kind === 'diagnostic.corrected'))
      const page = { patient_id, proxy: false, page: 1, per_page: 10 }
      t.match(await portalResults(system, page), { rows: [] }, 'not before it was read')
      await done(doctor.post(`/diagnostics/orders/${order.id}/review`, {}))
      t.match((await portalResults(system, page)).rows, [{ id: order.id, amended: true }])
      const open = { patient_id, proxy: false, order_id: order.id }
      t.match(await portalResult(system, open), { note: 'Corrected.' })
      const strange = (await lab.visiting()).patient_id
      t.equal(await portalResult(system, { ...open, patient_id: strange }), null)
    },
  )

  t.test('ranges written anew judge what is not out (DIA-20)', async (t) => {
    const { order } = await ready(['URIC'])
    await lab.enter(order, { URIC: 500 })
    const { URIC } = await lab.linesOf(order)
    t.equal(URIC.flag, 'HIGH')
    const found = await done(head.get('/diagnostics/tests', { search: 'URIC' }))
    const set = await done(
      head.put(`/diagnostics/tests/${found[0].id}/ranges`, {
        ranges: [{ ref_low: 200, ref_high: 550 }],
      }),
    )
    t.equal(set.rejudged, 1)
    t.equal((await lab.linesOf(order))['URIC'].flag, 'NORMAL')
  })

  t.test('at the bedside it is entered and out (DIA-69)', async (t) => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['GLUP'])
    const { GLUP } = await lab.linesOf(order)
    const bedside = nurse.post('/diagnostics/results', {
      results: [{ id: GLUP.id, value_num: 6.2 }],
    })
    t.match(await done(bedside), [{ status: 'RELEASED', source: 'POC', flag: 'NORMAL' }])
    const serum = await ready(['K'])
    const line = { id: serum.lines['K'].id, value_num: 4 }
    t.match(await nurse.post('/diagnostics/results', { results: [line] }), {
      status: 403,
      message: 'You do not have permission to do this. It needs result:enter.',
    })
  })

  t.test('a critical value is called with its read-back (DIA-85, DIA-86, DIA-88)', async (t) => {
    const { order, patient_id } = await ready(['K'])
    await lab.enter(order, { K: 7.1 })
    const [alert] = await done(one.get('/diagnostics/critical', { patient_id }))
    t.match(alert, {
      status: 'OPEN',
      test_code: 'K',
      value: '7.1 mmol/L',
      flag: 'CRITICAL_HIGH',
      limit_text: '≥ 6.5',
      told_at: null,
      level: 0,
      order_reference: order.reference,
    })
    const { K } = await lab.linesOf(order)
    await done(other.post('/diagnostics/results/verify', { ids: [K.id] }))
    const [told] = await done(one.get('/diagnostics/critical', { patient_id }))
    t.match(told, { told_at: clock.instant(), overdue: false, unverified: false })
    const notices = await done(doctor.get('/notifications', { per_page: '200' }))
    t.ok(
      notices.some(({ kind }: Data) => kind === 'diagnostic.critical'),
      'the orderer hears',
    )
    const call = (more: Record<string, unknown>) =>
      one.post(`/diagnostics/critical/${alert.id}/calls`, {
        recipient_name: 'Sister Asha',
        channel: 'PHONE',
        outcome: 'CONFIRMED',
        ...more,
      })
    t.match(await call({}), {
      status: 400,
      message: 'read_back is required when the call is confirmed.',
    })
    t.match(await call({ read_back: 'potassium two point one' }), {
      status: 400,
      message: 'The read-back does not match 7.1: ask again, or log REACHED_NO_READBACK.',
    })
    t.match(await call({ read_back: 'Potasiamu 7,1' }), {
      status: 201,
      data: {
        status: 'CONFIRMED',
        calls: [{ read_back: 'Potasiamu 7,1', value_told: '7.1 mmol/L' }],
      },
    })
    t.equal((await done(one.get('/diagnostics/critical', { patient_id }))).length, 0)
    const later = await done(
      doctor.post(`/diagnostics/critical/${alert.id}/acknowledge`, {
        action_taken: 'Calcium given',
      }),
    )
    t.match(later, { status: 'CONFIRMED', action_taken: 'Calcium given' })
  })

  t.test('who has left is asked back, and no word of why (DIA-87, recall)', async (t) => {
    const { order, patient_id } = await ready(['K'])
    await lab.enter(order, { K: 7.2 })
    const [alert] = await done(one.get('/diagnostics/critical', { patient_id }))
    const messages = () =>
      rows<{ text: string; entity_id: string; template_code: string }>(
        sql`select text, entity_id, template_code from patient_messages
          where patient_id = ${patient_id} and template_code = 'COME_BACK'`,
      )
    const path = `/diagnostics/critical/${alert.id}`
    const kin = { full_name: 'Asha Juma', relationship: 'MOTHER', phone: '0754000111' }
    await done(lab.clerk.post(`/patients/${patient_id}/next-of-kin`, kin))
    const call = { recipient_name: 'Nobody', channel: 'PHONE', outcome: 'UNABLE_TO_REACH' }
    const plain = await done(one.post(`${path}/calls`, call))
    t.match(plain, { recalled_at: null, next_of_kin: [] })
    t.equal((await messages()).length, 0)
    const called = await done(one.post(`${path}/calls`, { ...call, recall: true }))
    t.match(called, {
      status: 'OPEN',
      recalled_at: clock.instant(),
      next_of_kin: [{ full_name: 'Asha Juma', phone: '+255754000111' }],
    })
    t.ok(
      called.notices.some(({ to }: Data) => to === 'PATIENT'),
      'the section sees what came of it',
    )
    const [written] = await messages()
    t.equal(written?.entity_id, alert.id)
    t.notMatch(written?.text, /7\.2|Potassium|\bK\b/)
    t.match(await done(doctor.post(`${path}/acknowledge`, { recall: true })), {
      status: 'ACKNOWLEDGED',
      recalled_at: clock.instant(),
    })
  })

  t.test('a mended value withdraws its alert (3.4, DIA-88)', async (t) => {
    const { order, patient_id } = await ready(['K'])
    await lab.enter(order, { K: 7.1 })
    const [alert] = await done(one.get('/diagnostics/critical', { patient_id }))
    await lab.enter(order, { K: 4.1 })
    t.equal((await done(one.get('/diagnostics/critical', { patient_id }))).length, 0)
    const call = { recipient_name: 'Asha', channel: 'PHONE', outcome: 'UNABLE_TO_REACH' }
    t.match(await one.post(`/diagnostics/critical/${alert.id}/calls`, call), {
      status: 409,
      message: 'This value is no longer critical.',
    })
  })

  t.test('critical: steps go on until somebody has heard (DIA-86, DIA-89)', async (t) => {
    const { order } = await ready(['K'])
    await lab.enter(order, { K: 7.2 })
    const { K } = await lab.linesOf(order)
    // Sessions end while the clock goes on: what stands is read where it is kept.
    const now = async (): Promise<Data> =>
      (await critical_alerts.all({ hospital_id: house.hospital.id, result_id: K.id }))[0]
    await walkAlerts(system)
    t.equal((await now()).told_at, null)
    clock.advance(minutes(11))
    await walkAlerts(system)
    const first = await now()
    t.match(first, { unverified: true, level: 2 })
    clock.advance(minutes(31))
    await walkAlerts(system)
    t.equal((await now()).level, 4)
    t.ok((await now()).due_at < clock.instant(), 'overdue')
    clock.advance(minutes(20))
    await walkAlerts(system)
    const last = await now()
    t.equal(last.level, 5)
    await walkAlerts(system)
    t.equal((await now()).version, last.version, 'nothing twice in a minute')
    t.ok(
      last.notices.some(({ result }: Data) => result.startsWith('Nobody on duty found for ')),
      'the laboratory sees whom nobody found',
    )
    const fresh = await people.with('doctor')
    t.match(await done(fresh.post(`/diagnostics/critical/${last.id}/acknowledge`)), {
      status: 'ACKNOWLEDGED',
      next_step_at: null,
    })
    t.equal(await walkAlerts(system), 0)
  })
})
