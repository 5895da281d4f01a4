// Clients of HIV care: enrolled, seen, treated, counselled, gone (tb-ctc 3, 4, 6; TBC-20).

import t from 'tap'
import { clock, days } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { plusDays } from '../../../../db/hospital/modules/tb-ctc/calendar-days.ts'
import { reckonClients } from '../../../../db/hospital/modules/tb-ctc/ctc/clockwork.ts'
import { enrolmentsOf } from '../../../../db/hospital/neighbours/to-care.ts'
import { within } from '../../../../db/store/connection.ts'
import { rowCounts } from '../../../support/counts.ts'
import {
  clinics,
  enrolling,
  on_open_day as day,
  visit_of,
} from '../../../support/desk/tb-clinic.ts'
import { done } from '../../../support/desk/ward.ts'

const said = ({ warnings }: { warnings: { message: string }[] }): string =>
  warnings.map(({ message }) => message).join('\n')

t.test('clients of HIV care', async (t) => {
  const { house, people, team, in_charge, doctor, lab, visiting } = await clinics(t)
  const enrol = async (more: object = {}, of: object = {}) =>
    done(team.post('/ctc-clients', enrolling(await visiting({ ...of }), more)))
  const see = (id: string, more: object = {}) =>
    team.post(`/ctc-clients/${id}/visits`, visit_of(more))
  const start = (id: string, more: object = {}) =>
    team.post(`/ctc-clients/${id}/regimen`, {
      action: 'START',
      regimen_key: 'TDF_3TC_DTG',
      ...more,
    })
  const treated = async () => {
    const client = await enrol()
    await done(see(client.id))
    return done(start(client.id))
  }
  const after = async (count: number) => {
    clock.advance(days(count))
    return people.with('ctc_in_charge', 'doctor')
  }
  const back = () => clock.freeze(`${day}T06:00:00.000Z`)

  t.test('enrolled with a confirmed test; one record of a patient (TBC-13)', async (t) => {
    const patient_id = await visiting()
    const bad: [object, number, RegExp][] = [
      [{ test: {} }, 400, /^test\.confirmed_on is required\.$/],
      [{ test: { confirmed_on: day } }, 400, /^test\.place is required\.$/],
      [
        { test: { confirmed_on: '2026-04-01', place: 'X' } },
        400,
        /^test\.confirmed_on is in the future/,
      ],
      [{ enrolled_on: '2026-04-01' }, 400, /^enrolled_on is in the future\.$/],
      [{ enrolled_on: '2026-03-01' }, 409, /^The test was confirmed on 2026-03-20\.$/],
      [{ number: '12-3' }, 400, /^number must read 02-04-0123-000123\.$/],
      [{ entry: 'STREET' }, 400, /^entry must be one of/],
      [{ entry: 'TRANSFER_IN' }, 400, /^transfer_in is required for TRANSFER_IN\.$/],
      [{ patient_id: newId() }, 404, /^No such patient/],
    ]
    const before = await rowCounts()
    for (const [more, status, message] of bad) {
      t.match(await team.post('/ctc-clients', enrolling(patient_id, more)), { status, message })
    }
    t.same(await rowCounts(), before, 'nothing is left')
    const made = await done(team.post('/ctc-clients', enrolling(patient_id)))
    t.match(made, {
      status: 'ACTIVE',
      stage: 'PRE_ART',
      number: /^00-00-0000-\d{6}$/,
      entry: 'VCT',
      viral_load: { state: 'NOT_ELIGIBLE' },
      moves: ['visit', 'regimen', 'session', 'close'],
    })
    t.match(await team.post('/ctc-clients', enrolling(patient_id)), {
      status: 409,
      message: `Already in care: ${made.number}.`,
    })
    const other = await team.post(
      '/ctc-clients',
      enrolling(await visiting(), { number: made.number }),
    )
    t.match(other, { status: 409, message: 'This CTC number belongs to another client.' })
    t.match(await enrolmentsOf(house.system, patient_id), [
      { programme_key: 'CTC', needs: 'ctc:read' },
    ])
    const infant = await visiting({ birth_date: '2025-11-01' })
    t.match(await team.post('/ctc-clients', enrolling(infant)), {
      status: 409,
      message: /^Under 18 months/,
    })
    const proved = { test: { confirmed_on: '2026-03-20', place: 'DNA test at Bombo' } }
    t.equal((await team.post('/ctc-clients', enrolling(infant, proved))).status, 201)
  })

  t.test('a transfer keeps its number, its regimen and its viral load (TBC-13)', async (t) => {
    const transfer_in = {
      facility: 'Bombo',
      art: { started_on: '2024-01-10', regimen_key: 'TDF_3TC_DTG', line: 1 },
      last_visit_on: '2026-02-01',
      viral_load: { on: '2025-12-01', value: 20 },
    }
    const asked = { entry: 'TRANSFER_IN', transfer_in }
    const without = await team.post('/ctc-clients', enrolling(await visiting(), asked))
    t.match(without, { status: 400, message: 'number is required for a transfer: it is kept.' })
    const client = await enrol({ ...asked, number: '02-04-0123-000123' })
    t.match(client, {
      stage: 'ON_ART',
      number: '02-04-0123-000123',
      art: { regimen_key: 'TDF_3TC_DTG', line: 1 },
      viral_load: { last_value: 20, state: 'SUPPRESSED', due_on: '2026-12-01' },
    })
  })

  t.test('ART begins after a visit, with a prescription (TBC-14)', async (t) => {
    const client = await enrol()
    t.match(await start(client.id), { status: 409, message: /^Record a visit first/ })
    const seen = await done(see(client.id, { cpt: true }))
    t.match(seen.visit, { tb_status: 'NO_SIGNS', signed_by: team.user.full_name })
    t.match(seen.proposals, [/propose preventive therapy/])
    t.match(seen.warnings, [{ message: 'No charge is set for CLINIC_VISIT.' }])
    t.match(await start(client.id, { regimen_key: 'ABC_3TC_DTG' }), {
      status: 409,
      message: /does not fit 36 years and 60 kg\. Fitting: TDF_3TC_DTG, AZT_3TC_DTG\.$/,
    })
    t.match(await start(client.id, { regimen_key: null }), {
      status: 400,
      message: 'regimen_key is required.',
    })
    t.match(await start(client.id, { action: 'SUBSTITUTE' }), {
      status: 409,
      message: /is PRE_ART: SUBSTITUTE/,
    })
    t.match(await start(client.id, { action: 'RESTART' }), {
      status: 409,
      message: /was never on ART/,
    })
    t.match(await start(client.id, { months: 3 }), {
      status: 409,
      message: /^Not for longer supply/,
    })
    const begun = await done(start(client.id))
    t.match(begun, {
      stage: 'ON_ART',
      model: 'MONTHLY',
      art: { started_on: day, line: 1, regimen_key: 'TDF_3TC_DTG' },
      supply: { months: 1, covers_until: plusDays(day, 30) },
      next_visit_on: plusDays(day, 27),
      viral_load: { state: 'NOT_ELIGIBLE', due_on: '2026-09-30' },
    })
    t.match(said(begun), /Creatinine is not known/)
    const rx = await done(team.get(`/prescriptions/${begun.prescription_id}`))
    t.match(rx.items, [{ medicine: /Tenofovir/, frequency: 'OD', duration_days: 30 }])
    t.match(await start(client.id), { status: 409, message: /is ON_ART: START is not open\.$/ })
    const woman = await enrol({}, { sex: 'Female' })
    await done(see(woman.id))
    t.match(await start(woman.id), { status: 409, message: /^Ask about pregnancy first/ })
    await done(see(woman.id, { pregnant: false }))
    t.equal((await start(woman.id)).status, 200)
  })

  t.test('substituted, stopped, begun again (TBC-15)', async (t) => {
    const client = await treated()
    const path = `/ctc-clients/${client.id}/regimen`
    const change = (body: object) => team.post(path, body)
    const to = { regimen_key: 'AZT_3TC_DTG' }
    t.match(await change({ action: 'SUBSTITUTE', ...to }), {
      status: 400,
      message: /^reason_code must be one of TOXICITY/,
    })
    const now = await done(change({ action: 'SUBSTITUTE', ...to, reason_code: 'TOXICITY' }))
    t.match(now.art, {
      regimen_key: 'AZT_3TC_DTG',
      line: 1,
      changes: [{ action: 'START' }, { action: 'SUBSTITUTE' }],
    })
    const old = await done(team.get(`/prescriptions/${client.prescription_id}`))
    t.match(old.items, [{ status: 'STOPPED' }])
    const second = { action: 'SUBSTITUTE', regimen_key: 'AZT_3TC_ATVr', reason_code: 'OTHER' }
    t.match(await change(second), { status: 409, message: /is line 2: SWITCH to it\.$/ })
    t.match(await change({ action: 'STOP', reason_code: 'PATIENT' }), {
      status: 400,
      message: /^reason and the plan/,
    })
    const stopped = await done(
      change({ action: 'STOP', reason_code: 'PATIENT', reason: 'Wants a pause; comes in May' }),
    )
    t.match(stopped, { stage: 'STOPPED', supply: null, art: { regimen_key: null } })
    const again = await done(change({ action: 'RESTART', ...to, reason_code: 'PATIENT' }))
    t.match(said(again), /repeated at a restart/)
    t.match(again, { stage: 'ON_ART', art: { started_on: day } })
  })

  t.test('another line: proved, or approved by another than who asked (TBC-15)', async (t) => {
    const client = await treated()
    const path = `/ctc-clients/${client.id}/regimen`
    const asked = { action: 'SWITCH', regimen_key: 'AZT_3TC_ATVr', reason_code: 'FAILURE' }
    t.match(await team.post(path, asked), {
      status: 409,
      message: 'One viral load is not enough: repeat after counselling, or ask ctc:approve.',
    })
    t.match(await in_charge.post(path, asked), { status: 400, message: /^reason is required/ })
    const why = { ...asked, reason: 'Clinical failure, stage 4' }
    t.match(await in_charge.post(path, why), { status: 409, message: /^Nobody asked for it/ })
    await done(see(client.id, { arv_status: 'CHANGE' }))
    const switched = await done(in_charge.post(path, why))
    t.match(switched.art, { line: 2, regimen_key: 'AZT_3TC_ATVr' })
    const other = await treated()
    const own = `/ctc-clients/${other.id}`
    await done(in_charge.post(`${own}/visits`, visit_of({ arv_status: 'CHANGE' })))
    await people.with('ctc_in_charge')
    t.match(await in_charge.post(`${own}/regimen`, why), {
      status: 409,
      message: /somebody else must decide/,
    })
  })

  t.test('refills, pill counts, and longer supply (TBC-16, TBC-17)', async (t) => {
    const client = await treated()
    const later = await after(28)
    const path = `/ctc-clients/${client.id}/visits`
    const body = visit_of({
      arv_status: 'CONTINUE',
      months: 1,
      adherence: { method: 'PILL_COUNT', returned_units: 4 },
    })
    const seen = await done(later.post(path, body))
    t.match(seen.visit.adherence, { pct: 92.9, class: 'FAIR' })
    t.match(seen.client, { adherence: { class: 'FAIR', last_pct: 92.9 }, supply: { months: 1 } })
    const long = await later.post(path, visit_of({ arv_status: 'CONTINUE', months: 6 }))
    t.match(long, {
      status: 409,
      message: /^Not for longer supply: less than 6 months on treatment\.$/,
    })
    const bad: [object, number, RegExp][] = [
      [{ arv_status: 'START', months: 1 }, 400, /^months is for CONTINUE/],
      [{ arv_status: 'NO_ARV' }, 409, /is ON_ART: CONTINUE, CHANGE or STOP\.$/],
      [{ arv_status: 'CONTINUE', on: '2026-05-30' }, 400, /^on is in the future\.$/],
      [{ arv_status: 'CONTINUE', on: '2026-03-01' }, 409, /^This client was enrolled on/],
      [{ arv_status: 'CONTINUE', on: '2026-04-02' }, 400, /^late_reason is required/],
      [{ arv_status: 'CONTINUE', months: 9 }, 400, /^months must be between 1 and 6\.$/],
      [{ arv_status: 'CONTINUE', reason_code: 'X' }, 400, /^reason_code stands in no row/],
      [
        { arv_status: 'CONTINUE', adherence: { method: 'PILL_COUNT' } },
        400,
        /^adherence\.returned_units is required/,
      ],
    ]
    const before = await rowCounts()
    for (const [more, status, message] of bad) {
      t.match(await later.post(path, visit_of(more)), { status, message })
    }
    t.same(await rowCounts(), before, 'nothing is left')
    const again = await done(
      later.post(
        path,
        visit_of({ arv_status: 'CONTINUE', adherence: { method: 'REPORT', missed_days: 0 } }),
      ),
    )
    t.notMatch(again.proposals, [/propose a session/])
    back()
  })

  t.test(
    'signs of TB at a visit open a case; nobody else learns from where (TBC-19, TBC-22)',
    async (t) => {
      const client = await enrol()
      const screen = { cough: true, fever: false, weight_loss: true, night_sweats: false }
      const seen = await done(see(client.id, { tb_screen: screen }))
      t.match(seen.visit, { tb_status: 'PRESUMPTIVE' })
      t.match(seen.proposals, [/^Presumptive TB case PTB-2026-\d{5} is open/])
      const asked = { patient_id: client.patient_id }
      t.match((await team.get('/tb-cases', asked)).data, [
        { found_by: 'CTC', status: 'PRESUMPTIVE' },
      ])
      t.match((await doctor.get('/tb-cases', asked)).data, [{ found_by: 'CLINIC' }])
    },
  )

  t.test('a viral load is heard; counselling; sessions (TBC-18)', async (t) => {
    const client = await treated()
    const order = await lab.order(client.patient_id, ['HIVVL'])
    t.match((await done(team.get(`/ctc-clients/${client.id}`))).viral_load, { state: 'PENDING' })
    await lab.inTheLab(order)
    await lab.releaseAll(order, { HIVVL: 4210 })
    const high = await done(team.get(`/ctc-clients/${client.id}`))
    t.match(high.viral_load, { last_value: 4210, last_on: day, state: 'HIGH', sessions_done: 0 })
    t.match((await team.get('/ctc-clients', { viral_load: 'HIGH' })).data, [{ id: client.id }])
    const path = `/ctc-clients/${client.id}/adherence-sessions`
    const words = { findings: 'Forgets on Sundays', plan: 'Alarm' }
    const held = await done(team.post(path, words))
    t.match(held.viral_load, { state: 'COUNSELLING', sessions_done: 1 })
    t.match(await team.post(path, words), { status: 409, message: /is recorded already\.$/ })
    t.match(await team.post(path, { ...words, on: '2026-04-01' }), {
      status: 400,
      message: 'on is in the future.',
    })
  })

  t.test(
    'interrupted by the clock, back at a visit; who died or left is not late (TBC-16, TBC-21)',
    async (t) => {
      const client = await treated()
      const gone = await treated()
      await done(
        team.post(`/ctc-clients/${gone.id}/close`, {
          outcome: 'TRANSFERRED_OUT',
          facility: 'Bombo',
        }),
      )
      const later = await after(30 + 29)
      await within(() => reckonClients(house.system, ''))
      const now = await done(later.get(`/ctc-clients/${client.id}`))
      t.match(now, { status: 'INTERRUPTED', late_days: 32 })
      t.match(await done(later.get(`/ctc-clients/${gone.id}`)), {
        status: 'TRANSFERRED_OUT',
        late_days: 0,
      })
      const found = (await later.get('/ctc-clients', { interrupted: 'true', late_over: '10' })).data
      t.ok(found.some(({ id }: { id: string }) => id === client.id))
      t.notOk(found.some(({ id }: { id: string }) => id === gone.id))
      const seen = await done(
        later.post(
          `/ctc-clients/${client.id}/visits`,
          visit_of({ arv_status: 'CONTINUE', months: 1 }),
        ),
      )
      t.match(seen.client, { status: 'ACTIVE' })
      back()
    },
  )

  t.test('closed, and opened again under the number (D.3; TBC-13)', async (t) => {
    const client = await treated()
    const close = (body: object) => team.post(`/ctc-clients/${client.id}/close`, body)
    const bad: [object, number, RegExp][] = [
      [{ outcome: 'TRANSFERRED_OUT' }, 400, /^facility is required/],
      [{ outcome: 'OPTED_OUT' }, 400, /^reason is required/],
      [{ outcome: 'DIED' }, 409, /^Died follows the death/],
      [{ outcome: 'COMPLETED' }, 409, /^Completed is for an exposed infant/],
      [{ outcome: 'OPTED_OUT', reason: 'Own wish', on: '2026-04-01' }, 400, /^on is in the future/],
      [
        { outcome: 'OPTED_OUT', reason: 'Own wish', on: '2026-03-01' },
        409,
        /^This client was enrolled/,
      ],
    ]
    for (const [body, status, message] of bad) t.match(await close(body), { status, message })
    const out = await done(close({ outcome: 'OPTED_OUT', reason: 'Own wish' }))
    t.match(out, { status: 'STOPPED', closed_note: 'Own wish', moves: ['restart'] })
    t.match(await see(client.id), { status: 409, message: /is STOPPED\. It can: restart\.$/ })
    const again = enrolling(client.patient_id)
    t.match(await team.post('/ctc-clients', again), { status: 409, message: /^Already in care/ })
    const opened = await done(team.post('/ctc-clients', { ...again, restart: true }))
    t.match(opened, { id: client.id, number: client.number, status: 'ACTIVE' })
  })

  t.test(
    'a colleague’s record is for the named carer and the person in charge (TBC-24)',
    async (t) => {
      const client = await enrol()
      const officer = await people.with('privacy_officer')
      await done(
        officer.put(`/patients/${client.patient_id}/sensitivity`, {
          sensitivity: 'STAFF',
          reason: 'works here',
        }),
      )
      const right = await people.holding('ctc:read', 'patient:restricted')
      t.equal((await right.get(`/ctc-clients/${client.id}`)).status, 403)
      t.notOk(
        (await right.get('/ctc-clients')).data.some(({ id }: { id: string }) => id === client.id),
      )
      const both = await people.holding('ctc:read', 'ctc:approve', 'patient:restricted')
      t.equal((await both.get(`/ctc-clients/${client.id}`)).status, 200)
    },
  )

  t.test('without ctc:read there is no way in (TBC-22; section 6)', async (t) => {
    const client = await enrol()
    const words = 'You do not have permission to do this. It needs ctc:read.'
    t.match(await doctor.get('/ctc-clients'), { status: 403, message: words })
    t.match(await doctor.get(`/ctc-clients/${client.id}`), { status: 403, message: words })
    t.match(await team.get(`/ctc-clients/${newId()}`), { status: 404, message: 'No such client.' })
    t.same((await team.get('/ctc-clients', { search: client.number })).data.length, 1)
  })
})
