// Front office, section 6: the rows of visits, gates, the queue and its screens.

import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { chargeVisit, clearanceOf } from '../../../../db/hospital/neighbours/billing.ts'
import { switchOff } from '../../../../db/hospital/office/places/modules.ts'
import { newId } from '../../../../db/core/ids.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { eachRefused } from '../../../support/tried.ts'
import { pointIds, somebody, visiting } from '../../../support/desk/visits.ts'

const kinds =
  /^kind must be one of OUTPATIENT, FOLLOW_UP, SPECIALIST, EMERGENCY, INPATIENT, DAY_CASE, /

t.test('bad input at visits and the queue (front office 6)', async (t) => {
  const house = await boot(t)
  const { people, nobody, system, facility_id } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const admin = await people.administrator()
  const points = await pointIds(clerk)
  const one = await somebody(clerk)
  const open = (body: Record<string, unknown>) => () =>
    clerk.post('/visits', { patient_id: one.id, ...body })
  const move = (by: typeof clerk, id: string, what: string, body?: unknown) => () =>
    by.post(`/visits/${id}/${what}`, body)

  await t.test('opening', async (t) => {
    const here = await visiting(clerk)
    const admitted = await somebody(clerk)
    answering(t, admissionOf, async (_, id) =>
      id === admitted.id ? { admission_id: newId(), ward: 'Ward 3', bed: '12' } : null,
    )
    await within(() => switchOff(system, facility_id, 'maternity', { reason: 'no midwife' }))
    await eachRefused(t, [
      [
        'second open visit',
        () => clerk.post('/visits', { patient_id: here.patient_id }),
        409,
        `${here.patient.full_name} already has visit ${here.number} open (waiting at Triage since 09:00). Continue that visit or close it first.`,
      ],
      [
        'visit of an admitted patient',
        () => clerk.post('/visits', { patient_id: admitted.id }),
        409,
        `${admitted.full_name} is admitted in Ward 3, bed 12. Order services from the ward instead.`,
      ],
      [
        'kind ANTENATAL with maternity off',
        open({ kind: 'ANTENATAL' }),
        403,
        'The maternity module is switched off at Main.',
      ],
      ['kind OPD', open({ kind: 'OPD' }), 400, kinds],
      [
        'payer SCHEME without membership_id',
        open({ payer: { kind: 'SCHEME' } }),
        400,
        'payer.membership_id is required for SCHEME.',
      ],
      [
        'membership of another patient',
        open({ payer: { kind: 'SCHEME', membership_id: newId() } }),
        404,
        'No such membership.',
      ],
      [
        'department nobody has',
        open({ department: 'Nowhere' }),
        400,
        'department "Nowhere" is not known.',
      ],
      ['an id that is none', open({ patient_id: 'x' }), 404, 'No such patient.'],
      [
        'priority 1 without queue:prioritise',
        open({ priority: 1 }),
        403,
        'You do not have permission to do this. It needs queue:prioritise.',
      ],
    ])
  })

  await t.test('moving', async (t) => {
    const closed = await visiting(clerk)
    await move(nurse, closed.id, 'check-out')()
    const cancelled = await visiting(clerk)
    await move(clerk, cancelled.id, 'cancel', { reason: 'went home' })()
    const waiting = await visiting(clerk)
    const stop = (what: string) =>
      nurse.post(`/service-points/${points['LAB']}/${what}`, { reason: 'lunch' })
    await stop('close')
    const served = await visiting(clerk)
    await move(nurse, served.id, 'advance')()
    const measured = await visiting(clerk)
    await nurse.post(`/visits/${measured.id}/vitals`, { heart_rate: 80 })
    const [entry] = (await clerk.get(`/visits/${served.id}`)).data.queue_entries
    const other = await people.with('nurse')
    const busy = `${served.patient.full_name} is being served at Triage (1) since 09:00. Finish or transfer there first.`
    const gone = 'This visit is already closed.'
    await eachRefused(t, [
      ['advance a closed visit', move(nurse, closed.id, 'advance'), 409, gone],
      ['cancel a closed visit', move(clerk, closed.id, 'cancel', { reason: 'late' }), 409, gone],
      [
        'vitals on a CANCELLED visit',
        move(nurse, cancelled.id, 'vitals', { heart_rate: 80, late_entry_reason: 'forgot' }),
        409,
        gone,
      ],
      [
        'advance with stale expected_state',
        move(nurse, waiting.id, 'advance', { expected_state: 'REGISTERED' }),
        409,
        'This visit has moved: it is now waiting at Triage.',
      ],
      [
        'expected_state WAITNG',
        move(nurse, waiting.id, 'advance', { expected_state: 'WAITNG' }),
        400,
        'expected_state is not a state of a visit.',
      ],
      [
        'advance to an unknown point',
        move(nurse, waiting.id, 'advance', { to: newId() }),
        404,
        'No such service point.',
      ],
      [
        'advance to a closed point',
        move(nurse, waiting.id, 'advance', { to: points['LAB'] }),
        409,
        'Laboratory is closed.',
      ],
      [
        'advance to the same point',
        move(nurse, waiting.id, 'advance', { to: 'TRI' }),
        409,
        'The patient is already waiting at Triage.',
      ],
      [
        'move a patient being served elsewhere',
        move(other, served.id, 'advance', { to: 'PHA' }),
        409,
        busy,
      ],
      [
        'serve one whom another serves',
        () => other.post(`/queue-entries/${entry.id}/transfer`, { to: 'PHA', reason: 'mine' }),
        409,
        busy,
      ],
      [
        'priority 1 without queue:prioritise',
        move(clerk, waiting.id, 'advance', { priority: 1 }),
        403,
        'You do not have permission to do this. It needs queue:prioritise.',
      ],
      [
        'cancel a visit with vitals',
        move(clerk, measured.id, 'cancel', { reason: 'mistake' }),
        409,
        `Visit ${measured.number} has 1 vitals: check it out instead.`,
      ],
      [
        'check-out with outcome DIED',
        move(nurse, waiting.id, 'check-out', { outcome: 'DIED' }),
        409,
        'Record the death on the patient.',
      ],
    ])
    await nurse.post(`/service-points/${points['LAB']}/open`)
  })

  await t.test('payment before service', async (t) => {
    answering(t, chargeVisit, async () => ({
      charged: [{ code: 'CONS', description: 'Consultation', amount: 1_000_000 }],
      free_revisit: false,
      clearance: { may_proceed: false },
    }))
    let gate: 'BLOCK' | 'BLOCK_WITH_OVERRIDE' = 'BLOCK_WITH_OVERRIDE'
    answering(t, clearanceOf, async (_, { visit_id }) => ({
      may_proceed: false,
      gate,
      rule: 'consultation, outpatients, self-pay',
      message: null,
      lines: [
        {
          source: 'CHARGE_RULE',
          source_id: `${visit_id}:CONSULTATION`,
          category: 'Consultation',
          message: 'Consultation, 10,000 due on the bill of Asha Juma.',
          may_proceed: false,
          due: 1_000_000,
        },
      ],
    }))
    const visit = await visiting(clerk)
    await move(nurse, visit.id, 'advance')()
    await move(nurse, visit.id, 'advance')()
    const override = (more: object) => ({ overrides: [{ gate: 'VIS_UNPAID', ...more }] })
    const stands =
      'Not paid yet: Not cleared by the cashier. Send the patient to the cashier. Rule: consultation, outpatients, self-pay. '
    await eachRefused(t, [
      [
        'serve an unpaid self-pay patient',
        move(nurse, visit.id, 'advance'),
        409,
        `${stands}Clinical officer, Doctor, Medical officer in charge and others may let this through with a reason.`,
      ],
      [
        'override without permission',
        move(nurse, visit.id, 'advance', override({ reason_code: 'CLINICAL_NEED' })),
        403,
        'Not paid yet: ask a clinical officer or a doctor or a medical officer in charge.',
      ],
      [
        'override with code OTHER without text',
        move(doctor, visit.id, 'advance', override({ reason_code: 'OTHER' })),
        400,
        'overrides[0].reason is required with OTHER.',
      ],
    ])
    gate = 'BLOCK'
    await eachRefused(t, [
      [
        'override on BLOCK',
        move(doctor, visit.id, 'advance', override({ reason_code: 'CLINICAL_NEED' })),
        409,
        `${stands}Nobody may let this through.`,
      ],
    ])
    gate = 'BLOCK_WITH_OVERRIDE'
    const urgent = await visiting(clerk)
    await move(nurse, urgent.id, 'triage', { triage_category: 2 })()
    const sent = await move(nurse, urgent.id, 'advance', { to: 'CON' })()
    t.match(sent.data, { state: 'CONSULTATION:WAITING' }, sent.message)
    const emergency = await visiting(clerk, { kind: 'EMERGENCY' })
    t.match(emergency, { visit_class: 'EMERGENCY' })
    const on = await move(nurse, emergency.id, 'advance', { to: 'CON' })()
    t.match(on, { status: 200, data: { state: 'CONSULTATION:WAITING' } })
  })

  await t.test('two gate rows with the same scope', async (t) => {
    const chief = await people.with('clinical_admin')
    const row = (point_kinds: string[]) => () =>
      chief.put('/clinical/gates/VIS_ALLERGY', {
        level: 'WARN',
        scope: { point_kinds },
        reason: 'two near misses',
      })
    t.equal((await row(['CONSULTATION', 'MATERNITY'])()).status, 200)
    await eachRefused(t, [
      [
        'the second of them',
        row(['CONSULTATION']),
        409,
        'Two rows of VIS_ALLERGY fit the same case.',
      ],
    ])
  })

  await t.test('calling', async (t) => {
    const manager = await people.with('manager')
    const made = await manager.post('/service-points', {
      code: 'W1',
      name: 'Window',
      kind: 'OTHER',
      token_prefix: 'W',
      counters: ['1', '2'],
    })
    const at = `/service-points/${made.data.id}`
    const next = (by: typeof nurse, counter?: unknown) => () =>
      by.post(`${at}/call-next`, counter === undefined ? {} : { counter })
    const empty = await next(nurse, '1')()
    t.match(empty, { status: 200, data: null, message: 'Nobody is waiting.' })
    const visit = await visiting(clerk, { service_point_id: made.data.id })
    const called = (await next(nurse, '1')()).data
    const entry = `/queue-entries/${called.id}`
    const other = await people.with('nurse')
    await eachRefused(t, [
      ['call-next without counter', next(nurse), 400, 'counter is required.'],
      [
        'call-next at a wrong counter',
        next(nurse, '7'),
        400,
        'counter: Window has no counter "7".',
      ],
      [
        'call-next while the counter serves',
        next(nurse, '1'),
        409,
        `Counter 1 is still serving ${called.token}.`,
      ],
      [
        'no-show after one call',
        () => nurse.post(`${entry}/no-show`),
        409,
        `${called.token} was called 1 time: call 3 times, or give a reason.`,
      ],
      ['undo by another', () => other.post(`${entry}/undo`), 409, 'This can no longer be undone.'],
      [
        'call a patient being served elsewhere',
        () => other.post(`${entry}/serve`),
        409,
        `${visit.patient.full_name} is being served at Window (1) since 09:00. Finish or transfer there first.`,
      ],
    ])
    clock.advance(minutes(2) + 1)
    await eachRefused(t, [
      [
        'undo after two minutes',
        () => nurse.post(`${entry}/undo`),
        409,
        'This can no longer be undone.',
      ],
    ])
  })

  await t.test('screens', async (t) => {
    const made = await admin.post('/queue-displays', {
      name: 'Hall',
      service_point_ids: [points['TRI']],
      language: 'both',
    })
    const board = (key: string) => () =>
      nobody.get(`/queue-displays/${made.data.id}/board`, { key })
    await eachRefused(t, [
      ['a board with a wrong key', board(`kd_${'x'.repeat(32)}`), 404, 'No such display.'],
    ])
  })

  await t.test('reopen after 24 h', async (t) => {
    const visit = await visiting(clerk)
    await move(nurse, visit.id, 'check-out')()
    clock.advance(hours(24) + 1)
    const head = await people.with('supervisor')
    await eachRefused(t, [
      [
        'a day later',
        move(head, visit.id, 'reopen', { reason: 'came back' }),
        409,
        `Visit ${visit.number} was closed more than 24 hours ago: open a new one.`,
      ],
    ])
  })

  await t.test('methods that are not there', async (t) => {
    const nothing = 'There is no such address.'
    await eachRefused(
      t,
      [
        'patients',
        'visits',
        'queue-entries',
        'vitals',
        'appointments',
        'referrals',
        'emergencies',
      ].map((what) => [`DELETE ${what}`, () => admin.remove(`/${what}/${newId()}`), 404, nothing]),
    )
    await eachRefused(t, [
      ['PATCH vitals', () => admin.patch(`/vitals/${newId()}`, { heart_rate: 1 }), 404, nothing],
    ])
  })
})
