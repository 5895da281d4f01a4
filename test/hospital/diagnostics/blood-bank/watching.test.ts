// Whoever gets blood is watched until it has ended, and what is found afterwards is told (BLD-55, BLD-63, BLD-72 to
// BLD-75, BLD-80, BLD-86).

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, hours, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import {
  tellDue,
  tellOvertime,
  tellUnaccounted,
  tellUninvestigated,
} from '../../../../db/hospital/diagnostics/blood-bank/bedside/jobs.ts'
import { tellUnmatched } from '../../../../db/hospital/diagnostics/blood-bank/requests/jobs.ts'
import { tellExpiring } from '../../../../db/hospital/diagnostics/blood-bank/units/jobs.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { account, password } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { bloodAtWork, groupingOf } from '../../../support/desk/blood.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, wardOf } from '../../../support/desk/ward.ts'

const calm = { temperature: 36.8, pulse: 80, systolic: 120, diastolic: 80, respiratory_rate: 16 }
const checks = {
  patient_scanned: true,
  unit_scanned: true,
  name_asked: true,
  group_agrees: true,
  expiry_ok: true,
  bag_ok: true,
  consent_ok: true,
}

t.test('watched', async (t) => {
  const house = await boot(t)
  const { people, system } = house
  clock.freeze('2026-03-21T06:00:00.000Z')

  /** Everybody of the story, signed in at this hour. */
  const staff = async () => {
    const bank = await bloodAtWork(house)
    return {
      bank,
      clerk: await people.with('reception'),
      doctor: await people.with('doctor'),
      nurse: await people.with('nurse'),
      charge: await people.with('nurse_in_charge'),
      issuer: await people.holding('blood:issue', 'blood:emergency', 'blood:read'),
    }
  }
  let by = await staff()
  const second = await account(house, { roles: ['nurse'] })
  const pass = async (ms: number): Promise<void> => {
    clock.freeze(new Date(clock.ms() + ms).toISOString())
    by = await staff()
  }

  const asked = async (more: object = {}): Promise<Data> => {
    const { id } = await somebody(by.clerk, { sex: 'Male' })
    const patient = await done(by.clerk.get(`/patients/${id}`))
    await done(
      by.doctor.post('/clinical/consents', {
        patient_id: id,
        kind: 'TRANSFUSION',
        signatory_name: 'Asha',
        signatory_relation: 'SELF',
      }),
    )
    const request = await done(
      by.doctor.post('/blood-bank/requests', {
        patient_id: id,
        lines: [{ component_code: 'WB', units: 2 }],
        indication: 'BLEEDING',
        priority: 'EMERGENCY',
        transfused_before: 'NO',
        pregnant_or_transfused_90d: 'NO',
        reaction_before: 'NO',
        ...more,
      }),
    )
    return { patient, request }
  }
  const issued = async ({ patient, request }: Data, unit: Data): Promise<Data> => {
    await done(
      by.issuer.post(`/blood-bank/requests/${request.id}/issue`, {
        units: [{ unit_id: unit.id }],
        patient_number: patient.number,
        collector_name: 'Mushi',
        destination: 'Ward 2',
        visual_ok: true,
        emergency: { reason: 'Bleeding' },
      }),
    )
    return { patient, request, unit }
  }
  const out = async (more: object = {}): Promise<Data> =>
    issued(await asked(more), await by.bank.unit('O+'))
  const hang = async ({ patient, unit }: Data) => {
    const { witness_token } = await done(
      by.nurse.post('/stock/witness', {
        identifier: second.username,
        password,
        purpose: 'TRANSFUSION',
      }),
    )
    return by.nurse.post('/blood-bank/transfusions', {
      unit_number: unit.number,
      patient_number: patient.number,
      witness_token,
      checks,
      observation: calm,
    })
  }
  const sampled = async (patient_id: string, of: string): Promise<Data> => {
    const { id } = await done(
      by.bank.one.post('/blood-bank/samples', {
        patient_id,
        collected_at: new Date(clock.ms() - minutes(20)).toISOString(),
        collected_by_id: newId(),
        identity_checked: 'WRISTBAND',
      }),
    )
    return done(
      by.bank.one.post(`/blood-bank/samples/${id}/tests`, {
        grouping: groupingOf(of),
        screen: { result: 'NEGATIVE', method: 'AHG' },
      }),
    )
  }
  /** What stands in somebody's notices, whoever signed in since. */
  const noticed = async ({ user }: { user: { id: string } }, kind: string): Promise<string[]> =>
    (
      await rows<{ title: string }>(
        sql`select title from notifications where user_id = ${user.id} and kind = ${kind}
          order by created_at, id`,
      )
    ).map(({ title }) => title)

  t.test('what is due is told once, what is late to who is in charge (BLD-72)', async (t) => {
    const bed = await out()
    const { id, next_due_at } = await done(hang(bed))
    t.equal(next_due_at, '2026-03-21T06:15:00.000Z')
    t.same(await tellDue(system), { due: 0, late: 0 })
    const { nurse, charge } = by
    await pass(minutes(15))
    t.same(await tellDue(system), { due: 1, late: 0 })
    t.same(await tellDue(system), { due: 0, late: 0 }, 'once')
    const called = `Unit ${bed.unit.number}: an observation is`
    t.same(await noticed(nurse, 'blood.observation'), [`${called} due since 09:15`])
    t.match(await done(by.doctor.get('/blood-bank/transfusions', { due: 'true' })), [{ id }])
    await pass(minutes(15))
    t.same(await tellDue(system), { due: 0, late: 1 })
    t.same(await tellDue(system), { due: 0, late: 0 })
    t.same(await noticed(charge, 'blood.observation'), [`${called} late, due since 09:15`])
    const seen = await done(
      by.nurse.post(`/blood-bank/transfusions/${id}/observations`, { ...calm, point: 'MIN_15' }),
    )
    t.equal(seen.next_due_at, '2026-03-21T07:30:00.000Z')
    t.same(await done(by.doctor.get('/blood-bank/transfusions', { due: 'true' })), [])
    await done(
      by.nurse.post(`/blood-bank/transfusions/${id}/finish`, {
        volume_given_ml: 450,
        observation: calm,
        outcome: 'COMPLETED',
      }),
    )
    await pass(hours(2))
    t.same(await tellDue(system), { due: 0, late: 0 }, 'what has ended is not watched')
  })

  t.test('at a bed: a task at a time, and the volume on the chart (BLD-72, BLD-75)', async (t) => {
    const admin = await people.holding('ward:read', 'ward:write', 'tariff:write', 'bill:read')
    const { beds } = await wardOf(admin, {}, 1)
    const bed = await asked()
    const patient_id = bed.patient.id
    const { id: admission_id } = await done(
      by.nurse.post('/admissions', { patient_id, reason: 'Bleeding' }),
    )
    await done(
      by.charge.post(`/admissions/${admission_id}/admit`, {
        bed_id: beds[0]?.id,
        attending_id: newId(),
      }),
    )
    const { indication, lines } = bed.request
    const known = { transfused_before: 'NO', reaction_before: 'NO' }
    const request = await done(
      by.doctor.post('/blood-bank/requests', {
        patient_id,
        lines: lines.map(({ component_code, units }: Data) => ({ component_code, units })),
        indication,
        priority: 'EMERGENCY',
        pregnant_or_transfused_90d: 'NO',
        ...known,
      }),
    )
    t.equal(request.admission_id, admission_id)
    const { id } = await done(
      hang(await issued({ patient: bed.patient, request }, await by.bank.unit('O+'))),
    )
    const tasks = async () =>
      rows<{ due_at: string; status: string }>(
        sql`select due_at, status from nursing_tasks where patient_id = ${patient_id}
          and source = 'TRANSFUSION' order by due_at, id`,
      )
    const at = (ms: number) => new Date(clock.ms() + ms).toISOString()
    t.same(await tasks(), [{ due_at: at(minutes(15)), status: 'OPEN' }])
    const first = at(minutes(15))
    await pass(minutes(15))
    const path = `/blood-bank/transfusions/${id}`
    await done(by.nurse.post(`${path}/observations`, { ...calm, point: 'MIN_15' }))
    t.same(await tasks(), [
      { due_at: first, status: 'DONE' },
      { due_at: at(minutes(60)), status: 'OPEN' },
    ])
    const end = { volume_given_ml: 430, observation: calm, outcome: 'COMPLETED' }
    await done(by.nurse.post(`${path}/finish`, end))
    const [, , last] = await tasks()
    t.same(last, { due_at: at(hours(4)), status: 'OPEN' }, 'once more, four hours after its end')
    const given = await rows<{ volume_ml: number; kind: string }>(
      sql`select volume_ml, kind from fluid_entries where admission_id = ${admission_id}`,
    )
    t.same(given, [{ volume_ml: 430, kind: 'BLOOD' }])
    await done(by.nurse.post(`${path}/observations`, { ...calm, point: 'AFTER' }))
    t.notOk((await tasks()).some(({ status }) => status === 'OPEN'))
  })

  t.test('what runs too long is told until it is ended (BLD-74)', async (t) => {
    const bed = await out()
    const { id } = await done(hang(bed))
    const { charge } = by
    t.equal(await tellOvertime(system), 0)
    await pass(hours(4))
    t.equal(await tellOvertime(system), 1)
    t.equal(await tellOvertime(system), 1, 'and again')
    t.same(await noticed(charge, 'blood.observation'), [
      `Unit ${bed.unit.number} has run for 4 hours: end it`,
    ])
    const end = { volume_given_ml: 400, observation: calm, outcome: 'COMPLETED' }
    await pass(minutes(1))
    t.match(await by.nurse.post(`/blood-bank/transfusions/${id}/finish`, end), {
      status: 400,
      message: 'stop_reason is required: it ran longer than 4 hours.',
    })
    t.match(
      await done(
        by.nurse.post(`/blood-bank/transfusions/${id}/finish`, { ...end, stop_reason: 'Slow' }),
      ),
      { overtime: true },
    )
    t.equal(await tellOvertime(system), 0)
  })

  t.test('a unit that nobody accounts for is told until somebody does (BLD-80)', async (t) => {
    const { unit } = await out()
    await pass(hours(5))
    t.equal(await tellUnaccounted(system), 0)
    await pass(hours(1))
    t.equal(await tellUnaccounted(system), 1)
    t.same(await noticed(by.charge, 'blood.unaccounted'), [
      `Unit ${unit.number} is out for 6 hours`,
    ])
    t.match(await noticed(by.bank.one, 'blood.unaccounted'), [/is out for 6 hours/])
    await done(
      by.bank.head.post('/blood-bank/units/discard', { unit_ids: [unit.id], reason_code: 'OTHER' }),
    )
    t.equal(await tellUnaccounted(system), 0)
  })

  t.test('given before its match, and it does not fit (BLD-63)', async (t) => {
    const waiting = await out()
    const bed = await out()
    const { id } = await done(hang(bed))
    const found = async ({ patient, request, unit }: Data): Promise<Data> => {
      const sample = await sampled(patient.id, 'O+')
      const match = { unit_id: unit.id, method: 'AHG', result: 'INCOMPATIBLE' }
      const body = { sample_id: sample.id, results: [match] }
      return done(by.bank.one.post(`/blood-bank/requests/${request.id}/crossmatch`, body))
    }
    t.match(await found(bed), { crossmatches: [{ retrospective: true, result: 'INCOMPATIBLE' }] })
    const told = `Unit ${bed.unit.number} does not match`
    t.same(await noticed(by.charge, 'blood.mismatch'), [told], 'the ward at once')
    t.same(await noticed(by.doctor, 'blood.mismatch'), [told])
    const path = `/blood-bank/transfusions`
    const [open] = await done(by.doctor.get(path, { reaction: 'OPEN' }))
    t.match(open, { id, status: 'RUNNING' }, 'the reaction is open')
    const report = { signs: ['CHILLS'], actions: 'Stopped', volume_given_ml: 40 }
    t.match(await done(by.nurse.put(`${path}/${id}/reaction`, { report })), {
      status: 'STOPPED',
      reaction: { status: 'REPORTED', report: { signs: ['CHILLS'] } },
    })
    await found(waiting)
    t.match(await hang(waiting), {
      status: 409,
      message: `Unit ${waiting.unit.number} reacted in the cross-match: return it.`,
    })
  })

  t.test(
    'what was never matched afterwards, and reactions that wait (BLD-63, BLD-86)',
    async (t) => {
      const bed = await out()
      const other = await out()
      const { id } = await done(hang(bed))
      const report = { signs: ['FEVER'], actions: 'Stopped' }
      await done(by.nurse.put(`/blood-bank/transfusions/${id}/reaction`, { report }))
      const before = await tellUnmatched(system)
      await pass(hours(25))
      t.ok((await tellUnmatched(system)) >= before + 2)
      t.equal(await tellUnmatched(system), 0, 'once a day')
      t.match(await noticed(by.bank.head, 'blood.retrospective'), [/was not cross-matched/])
      t.equal(await tellUninvestigated(system), 0)
      await done(
        by.bank.head.post('/blood-bank/units/discard', {
          unit_ids: [other.unit.id],
          reason_code: 'OTHER',
        }),
      )
      await pass(hours(48))
      t.ok((await tellUninvestigated(system)) >= 1)
      t.match(await noticed(by.bank.one, 'blood.uninvestigated'), [/nobody has looked into/])
    },
  )

  t.test('blood that runs shortens what a sample is good for (BLD-55)', async (t) => {
    const bed = await asked()
    await sampled(bed.patient.id, 'O+')
    const collected = clock.ms() - minutes(20)
    const until = async () =>
      (await done(by.bank.one.get(`/blood-bank/requests/${bed.request.id}`))).valid_until
    t.equal(await until(), new Date(collected + hours(7 * 24)).toISOString())
    await done(hang(await issued(bed, await by.bank.unit('O+'))))
    t.equal(await until(), new Date(collected + hours(72)).toISOString())
  })

  t.test('what fitted an earlier sample is matched anew with the next (BLD-60)', async (t) => {
    const bed = await asked({ pregnant_or_transfused_90d: 'YES', priority: 'ROUTINE' })
    const first = await sampled(bed.patient.id, 'O+')
    const unit = await by.bank.unit('O+')
    const path = `/blood-bank/requests/${bed.request.id}`
    const results = [{ unit_id: unit.id, method: 'AHG', result: 'COMPATIBLE' }]
    await done(by.bank.one.post(`${path}/crossmatch`, { sample_id: first.id, results }))
    await pass(hours(71))
    const next = await sampled(bed.patient.id, 'O+')
    await pass(hours(2))
    const body = {
      units: [{ unit_id: unit.id }],
      patient_number: bed.patient.number,
      collector_name: 'Mushi',
      destination: 'Ward 2',
      visual_ok: true,
    }
    t.match(await by.bank.one.post(`${path}/issue`, body), {
      status: 409,
      message: /^Not cross-matched/,
    })
    t.ok(next.id)
  })

  t.test('what ends soon is told once a day to who issues', async (t) => {
    const unit = await by.bank.unit('B-')
    await tellExpiring(system)
    clock.freeze(new Date(Date.parse(unit.expires_at) - hours(24 * 6)).toISOString())
    t.ok((await tellExpiring(system)) >= 1)
    t.equal(await tellExpiring(system), 0)
  })
})
