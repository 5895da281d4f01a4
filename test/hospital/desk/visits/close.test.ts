import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { admissionOf } from '../../../../db/hospital/neighbours/care.ts'
import { openEmergencyOf } from '../../../../db/hospital/neighbours/appointments.ts'
import { type Membership, membershipsOf } from '../../../../db/hospital/neighbours/billing.ts'
import { vitalsOn } from '../../../../db/hospital/neighbours/vitals.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { switchOff } from '../../../../db/hospital/office/places/modules.ts'
import { closeVisit } from '../../../../db/hospital/desk/visits/moves/close.ts'
import { setVisitClass, visitOf, visitsOn } from '../../../../db/hospital/desk/visits/for-areas.ts'
import {
  closeDay,
  closeStaleVisits,
  keepHours,
  noShows,
} from '../../../../db/hospital/desk/visits/jobs.ts'
import { notifications } from '../../../../db/hospital/office/notifications/tables.ts'
import { answering } from '../../../support/answers.ts'
import { boot } from '../../../support/boot.ts'
import { pointIds, somebody, visiting } from '../../../support/desk/visits.ts'

t.test('how visits end, and who may be opened', async (t) => {
  const { people, system, facility_id, hospital } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const officer = await people.with('records', 'manager')
  const hospital_id = hospital.id

  t.test('bodies that make no sense are refused; who is not there is named (FRO-1)', async (t) => {
    const { id } = await somebody(clerk)
    const membership = '01a20000-1de4-7573-b853-57b97905f91d'
    const cases: [Record<string, unknown>, number, string | RegExp][] = [
      [{ patient_id: undefined }, 400, 'patient_id is required.'],
      [{ patient_id: 'x' }, 404, 'No such patient.'],
      [{ kind: 'OPD' }, 400, /^kind must be one of OUTPATIENT, FOLLOW_UP/],
      [{ payer: { kind: 'SCHEME' } }, 400, 'payer.membership_id is required for SCHEME.'],
      [{ payer: { kind: 'SCHEME', membership_id: membership } }, 404, 'No such membership.'],
      [{ payer: { kind: 'CLIENT' } }, 400, 'payer.client_id is required for CLIENT.'],
      [{ payer: { kind: 'OTHER' } }, 400, 'payer.name is required for OTHER.'],
      [{ payer: { kind: 'GOD' } }, 400, 'payer.kind must be one of SELF, SCHEME, CLIENT, OTHER.'],
      [{ department: 'Nowhere' }, 400, 'department "Nowhere" is not known.'],
      [{ priority: 1 }, 403, /It needs queue:prioritise\.$/],
      [{ priority: 6 }, 400, 'priority must be between 1 and 5.'],
      [{ follow_up_of: membership }, 404, 'No such visit.'],
      [{ service_point_id: membership }, 404, 'No such service point.'],
      [{ arrived_at: '2026-03-31T07:00:00.000Z' }, 400, 'arrived_at is in the future.'],
      [
        { arrived_at: '2026-03-29T07:00:00.000Z' },
        400,
        'late_entry_reason is required for what is older than 24 hours.',
      ],
      [{ reason: 5 }, 400, 'reason must be a text.'],
    ]
    for (const [body, status, message] of cases) {
      const refused = await clerk.post('/visits', { patient_id: id, ...body })
      t.match(refused.message, message, JSON.stringify(body))
      t.equal(refused.status, status)
    }
    t.same((await clerk.get('/visits', { patient_id: id })).data, [], 'nothing was left behind')
    t.equal((await clerk.get('/visits', { status: 'OPEN' })).status, 400)
  })

  t.test('a membership that ended, one that needs the insurer’s word (VIS-8)', async (t) => {
    const { id } = await somebody(clerk)
    const member: Membership = {
      id: '01a20000-1de4-7573-b853-57b97905f91d',
      scheme_id: '01a20000-1de4-7573-b853-57b97905f91e',
      scheme: 'NHIF',
      member_no: '12',
      status: 'ACTIVE',
      valid_to: '2026-03-30',
      needs_authorisation: true,
    }
    answering(t, membershipsOf, async () => [member])
    const payer = { kind: 'SCHEME', membership_id: member.id }
    const ended = await clerk.post('/visits', { patient_id: id, payer })
    t.equal(ended.status, 409)
    t.equal(ended.message, 'The membership of NHIF ended on 2026-03-30.')
    answering(t, membershipsOf, async () => [{ ...member, valid_to: null }])
    const opened = await clerk.post('/visits', { patient_id: id, payer })
    t.match(opened.data.payer, { kind: 'SCHEME', name: 'NHIF' })
    const own = await clerk.post(`/visits/${opened.data.id}/payer`, {
      payer: { kind: 'SELF' },
      reason: 'card at home',
    })
    t.match(own.data, { payer: { kind: 'SELF' }, repriced: 0, kept: [] })
  })

  t.test(
    'the dead, the merged, the admitted, the closed module (VIS-1, VIS-3, VIS-4)',
    async (t) => {
      const one = await somebody(clerk)
      await within(() => patients.change({ hospital_id, id: one.id }, { status: 'DECEASED' }))
      const dead = await clerk.post('/visits', { patient_id: one.id })
      t.equal(dead.message, `${one.full_name} is recorded as having died on 2026-03-31.`)
      const two = await somebody(clerk)
      await within(() => patients.change({ hospital_id, id: two.id }, { status: 'INACTIVE' }))
      t.equal((await clerk.post('/visits', { patient_id: two.id })).status, 201)
      t.equal((await clerk.get(`/patients/${two.id}`)).data.status, 'ACTIVE')
      const three = await somebody(clerk)
      answering(t, admissionOf, async (_, id) =>
        id === three.id ? { admission_id: three.id, ward: 'Ward 3', bed: '12' } : null,
      )
      const admitted = await clerk.post('/visits', { patient_id: three.id })
      t.equal(admitted.status, 409)
      t.equal(
        admitted.message,
        `${three.full_name} is admitted in Ward 3, bed 12. Order services from the ward instead.`,
      )
      await within(() => switchOff(system, facility_id, 'maternity', { reason: 'no midwife' }))
      const off = await clerk.post('/visits', { patient_id: three.id, kind: 'ANTENATAL' })
      t.equal(off.status, 403)
      t.equal(off.message, 'The maternity module is switched off at Main.')
    },
  )

  t.test('outcomes (VIS-14)', async (t) => {
    const { id } = await visiting(clerk)
    const cases: [Record<string, unknown>, number, string][] = [
      [{ outcome: 'DIED' }, 409, 'Record the death on the patient.'],
      [{ outcome: 'ABSCONDED' }, 400, 'note is required with ABSCONDED.'],
      [{ outcome: 'AUTO_CLOSED' }, 400, 'outcome is not one that a check-out gives.'],
      [{ expected_state: 'CALLED' }, 409, 'This visit has moved: it is now waiting at Triage.'],
    ]
    for (const [body, status, message] of cases) {
      const refused = await nurse.post(`/visits/${id}/check-out`, body)
      t.equal(refused.message, message)
      t.equal(refused.status, status)
    }
    const left = await nurse.post(`/visits/${id}/check-out`, { outcome: 'LEFT_BEFORE_SEEN' })
    t.match(left.data, { status: 'CHECKED_OUT', outcome: 'LEFT_BEFORE_SEEN' })
    t.same(left.data.queue_entry_id, null)
    const seen = await visiting(clerk)
    await nurse.post(`/visits/${seen.id}/advance`, { to: 'CON' })
    await nurse.post(`/visits/${seen.id}/advance`)
    const refused = await nurse.post(`/visits/${seen.id}/check-out`, {
      outcome: 'LEFT_BEFORE_SEEN',
    })
    t.equal(refused.status, 409)
  })

  t.test('what is clinical keeps a visit from being cancelled (VIS-15)', async (t) => {
    const { id, number } = await visiting(clerk)
    answering(t, vitalsOn, async () => 2)
    const refused = await clerk.post(`/visits/${id}/cancel`, { reason: 'mistake' })
    t.equal(refused.status, 409)
    t.equal(refused.message, `Visit ${number} has 2 vitals: check it out instead.`)
  })

  t.test('open again within a day (VIS-16)', async (t) => {
    const head = await people.with('supervisor')
    const { id, number, patient_id } = await visiting(clerk)
    await nurse.post(`/visits/${id}/check-out`)
    t.equal((await nurse.post(`/visits/${id}/reopen`, { reason: 'no' })).status, 403)
    const again = await head.post(`/visits/${id}/reopen`, { reason: 'came back', to: 'PHA' })
    t.equal(again.status, 200, again.message)
    t.match(again.data, { state: 'PHARMACY:WAITING', outcome: null, closed_at: null })
    await nurse.post(`/visits/${id}/check-out`)
    const other = await clerk.post('/visits', { patient_id })
    const both = await head.post(`/visits/${id}/reopen`, { reason: 'came back', to: 'PHA' })
    t.equal(both.message, `Visit ${other.data.number} is open now. Close it first.`)
    await clerk.post(`/visits/${other.data.id}/cancel`, { reason: 'mistake' })
    clock.advance(hours(24) + 1)
    const later = await people.with('supervisor')
    const late = await later.post(`/visits/${id}/reopen`, { reason: 'came back' })
    t.equal(late.status, 409)
    t.equal(late.message, `Visit ${number} was closed more than 24 hours ago: open a new one.`)
    clock.freeze('2026-03-31T06:05:00.000Z')
  })

  t.test('a merge with two open visits waits (PAT-17); one moves along', async (t) => {
    const [a, b] = [await visiting(clerk), await visiting(clerk)]
    const merging = (kept: string, duplicate_id: string) =>
      officer.post(`/patients/${kept}/merge`, {
        duplicate_id,
        reason: 'the same person',
        overrides: [{ gate: 'PAT_MERGE_MISMATCH', reason_code: 'FOUND_CORRECT' }],
      })
    const refused = await merging(a.patient_id, b.patient_id)
    t.equal(refused.status, 409)
    t.equal(refused.message, `Close visit ${a.number} or ${b.number} first.`)
    await nurse.post(`/visits/${a.id}/check-out`)
    const done = await merging(a.patient_id, b.patient_id)
    t.equal(done.status, 200, done.message)
    t.match(done.data.moved, { visits: 1, queue_entries: 1 })
    t.equal((await clerk.get(`/visits/${b.id}`)).data.patient_id, a.patient_id)
    const undone = await officer.post(`/patient-merges/${done.data.id}/undo`, { reason: 'twins' })
    t.equal(undone.status, 200, undone.message)
    t.equal((await clerk.get(`/visits/${b.id}`)).data.patient_id, b.patient_id)
  })

  t.test('other areas: admitted, discharged, counted (FRO-10, FRO-12)', async (t) => {
    const { id, patient_id } = await visiting(clerk)
    await within(() => setVisitClass(system, { visit_id: id, visit_class: 'INPATIENT' }))
    t.match(await visitOf(system, id), { status: 'ADMITTED', visit_class: 'INPATIENT', patient_id })
    const refused = await nurse.post(`/visits/${id}/advance`)
    t.match(refused.message, /is admitted\. The ward moves this visit\.$/)
    await within(() => closeVisit(system, { visit_id: id, outcome: 'TREATED' }))
    t.match(await visitOf(system, id), { status: 'CHECKED_OUT' })
    await t.rejects(visitOf(system, 'nonsense'), { message: 'No such visit.' })
    const days = { from: '2026-03-31', to: '2026-03-31' }
    const counted = await visitsOn(system, days)
    t.ok(counted.some((one) => one.visit_id === id && one.free_revisit === false))
  })

  t.test('the register knows who is here', async (t) => {
    const open = (await clerk.get('/patients', { has_open_visit: 'true', per_page: '200' })).data
    t.ok(open.length > 0)
    t.ok(open.every((one: { open_visit: unknown }) => one.open_visit !== null))
    const others = await clerk.get('/patients', { has_open_visit: 'false', per_page: '200' })
    t.ok(others.data.every((one: { open_visit: unknown }) => one.open_visit === null))
    const child = await somebody(clerk, { birth_date: '2024-01-01' })
    t.same(
      (await clerk.get('/patients', { group: 'UNDER_FIVE' })).data.map(
        (one: { id: string }) => one.id,
      ),
      [child.id],
    )
  })

  t.test('the house closes what nobody touches (VIS-17)', async (t) => {
    const visit = await visiting(clerk)
    const kept = await visiting(clerk)
    answering(t, openEmergencyOf, async (_, id) =>
      id === kept.id ? { id: kept.id, number: 'EM-2026-00001' } : null,
    )
    const chief = await people.with('nurse_in_charge')
    const told = () =>
      notifications.all({ hospital_id, user_id: chief.user.id, kind: 'visit.stale' })
    t.match(await closeStaleVisits(system), { closed: 0 })
    clock.advance(hours(18))
    t.match(await closeStaleVisits(system), { kept: 1 })
    t.match(await visitOf(system, visit.id), { status: 'CHECKED_OUT' })
    t.match(await visitOf(system, kept.id), { status: 'WAITING' })
    t.match(await closeStaleVisits(system), { closed: 0, kept: 1 }, 'idempotent')
    t.match(await told(), [{ count: 1, body: new RegExp(kept.number) }], 'and told once')
    clock.advance(hours(24))
    await closeStaleVisits(system)
    t.match(await told(), [{ count: 2 }], 'again on another day')
  })
})

t.test('the queue by itself', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const { TRI: tri = '', CON: con = '' } = await pointIds(clerk)

  t.test('tokens of nobody, bound to a visit (QUE-2)', async (t) => {
    const token = await nurse.post(`/service-points/${tri}/tokens`, { label: 'Mama' })
    t.equal(token.status, 201, token.message)
    t.match(token.data, { token: 'A-001', visit_id: null, patient: null, label: 'Mama' })
    clock.advance(minutes(3))
    const visit = await visiting(clerk, { start: false })
    t.match(visit, { status: 'REGISTERED', token: null })
    const at = `/queue-entries/${token.data.id}`
    const bound = await nurse.post(`${at}/attach`, { visit_id: visit.id })
    t.equal(bound.status, 200, bound.message)
    t.match((await clerk.get(`/visits/${visit.id}`)).data, {
      state: 'TRIAGE:WAITING',
      token: 'A-001',
      waiting_since: '2026-03-31T06:00:00.000Z',
    })
    const twice = await nurse.post(`${at}/attach`, { visit_id: visit.id })
    t.equal(twice.message, 'A-001 belongs to a visit already.')
    const cancelled = await nurse.post(`${at}/cancel`, { reason: 'gone' })
    t.equal(cancelled.message, `A-001 belongs to visit ${visit.number}: cancel the visit.`)
    const other = (await nurse.post(`/service-points/${tri}/tokens`)).data
    const gone = await nurse.post(`/queue-entries/${other.id}/cancel`, { reason: 'walked off' })
    t.match(gone.data, { status: 'CANCELLED' })
  })

  t.test('called again, and taken back within two minutes (3.3)', async (t) => {
    const { data } = await nurse.post(`/service-points/${tri}/call-next`, { counter: '1' })
    const at = `/queue-entries/${data.id}`
    t.match((await nurse.post(`${at}/recall`)).data, { calls: 2, moves: Array })
    const other = await people.with('nurse')
    t.equal((await other.post(`${at}/undo`)).message, 'This can no longer be undone.')
    t.match((await nurse.post(`${at}/serve`)).data, { status: 'SERVING' })
    const back = await nurse.post(`${at}/undo`)
    t.equal(back.status, 200, back.message)
    t.match(back.data, { status: 'CALLED' })
    t.match((await clerk.get(`/visits/${data.visit_id}`)).data, { status: 'CALLED' })
    await nurse.post(`${at}/serve`)
    const finished = await nurse.post(`${at}/finish`, { to: con })
    t.match((await nurse.post(`${at}/undo`)).data, { status: 'SERVING', next_entry_id: null })
    t.match((await clerk.get(`/visits/${data.visit_id}`)).data, { state: 'TRIAGE:IN_SERVICE' })
    t.ok(finished.data.next)
    await nurse.post(`${at}/hold`, { hold_reason: 'OTHER' })
    await nurse.post(`${at}/resume`)
    await nurse.post(`${at}/call`, { counter: '1' })
    clock.advance(minutes(2) + 1)
    t.equal((await nurse.post(`${at}/undo`)).message, 'This can no longer be undone.')
    await nurse.post(`${at}/serve`)
    await nurse.post(`${at}/finish`, { to: con })
  })

  t.test('who does not come is given up after the point’s minutes', async (t) => {
    const visit = await visiting(clerk)
    const called = (await nurse.post(`/service-points/${tri}/call-next`, { counter: '1' })).data
    for (let n = 0; n < 2; n += 1) await nurse.post(`/queue-entries/${called.id}/recall`)
    t.equal(await noShows(system), 0)
    clock.advance(minutes(10))
    t.equal(await noShows(system), 1)
    t.match(await visitOf(system, visit.id), { status: 'ON_HOLD' })
    t.equal(await noShows(system), 0, 'idempotent')
  })

  t.test('points with hours open and close by themselves (QUE-14)', async (t) => {
    const own = await people.with('manager')
    const made = await own.post('/service-points', {
      code: 'DAY',
      name: 'Day window',
      kind: 'OTHER',
      token_prefix: 'D',
      opens_at: '08:00',
      closes_at: '16:00',
    })
    t.equal(made.data.status, 'OPEN')
    clock.freeze('2026-03-31T13:00:30.000Z')
    t.equal(await keepHours(system), 1)
    clock.freeze('2026-04-01T05:00:10.000Z')
    t.equal(await keepHours(system), 1)
    t.equal(await keepHours(system), 0)
  })

  t.test('the day ends: tokens of nobody go (QUE-1)', async (t) => {
    clock.freeze('2026-03-31T12:00:00.000Z')
    const late = await people.with('nurse')
    await late.post(`/service-points/${tri}/tokens`)
    t.equal(await closeDay(system), 0, 'not on the day itself')
    clock.freeze('2026-03-31T21:05:00.000Z')
    t.equal(await closeDay(system), 1)
    t.equal(await closeDay(system), 0)
  })

  t.test('figures of a day (QUE-13)', async (t) => {
    clock.freeze('2026-04-02T06:00:00.000Z')
    const by = await people.with('nurse', 'reception', 'manager')
    const made = await by.post('/service-points', {
      code: 'FIG',
      name: 'Figures',
      kind: 'OTHER',
      token_prefix: 'G',
      target_wait_minutes: 2,
    })
    const at = `/service-points/${made.data.id}`
    for (const wait of [1, 2, 3]) {
      clock.freeze(`2026-04-02T06:0${wait}:00.000Z`)
      await visiting(by, { service_point_id: made.data.id })
      clock.advance(minutes(wait))
      const { data } = await by.post(`${at}/call-next`, { counter: '1' })
      await by.post(`/queue-entries/${data.id}/serve`)
      clock.advance(minutes(1))
      await by.post(`/queue-entries/${data.id}/finish`, { to: 'TRI' })
    }
    const asked = { from: '2026-04-02', to: '2026-04-02', service_point_id: made.data.id }
    const figures = await by.get('/queue-figures', { ...asked, group: 'point' })
    t.equal(figures.status, 200, figures.message)
    t.match(figures.data, [
      {
        key: 'FIG',
        entered: 3,
        served: 3,
        wait: { mean: 2, median: 2, p90: 3 },
        service: { mean: 1, median: 1, p90: 1 },
        over_target: 1,
        over_target_pct: 33.3,
      },
    ])
    t.match((await by.get('/queue-figures', { ...asked, group: 'hour' })).data, [{ key: '09' }])
    t.match((await by.get('/queue-figures', { ...asked, group: 'weekday' })).data, [{ key: '5' }])
    for (const group of ['kind', 'clinician', 'priority', 'visit_kind']) {
      t.equal((await by.get('/queue-figures', { ...asked, group })).data.length, 1, group)
    }
    t.equal((await by.get('/queue-figures', { ...asked, group: 'moon' })).status, 400)
    t.equal((await nurse.get('/queue-figures', { ...asked, group: 'point' })).status, 401)
  })
})
