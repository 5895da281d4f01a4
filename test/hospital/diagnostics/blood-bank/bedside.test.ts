// Blood at the bed (BLD-70 to BLD-85): never by one person, and what follows when it goes wrong.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { rows } from '../../../../db/store/connection.ts'
import { sql } from '../../../../db/store/sql.ts'
import { isSuspect } from '../../../../db/hospital/diagnostics/blood-bank/bedside/suspect.ts'
import { nextDue } from '../../../../db/hospital/diagnostics/blood-bank/bedside/due.ts'
import { account } from '../../../support/accounts.ts'
import { boot } from '../../../support/boot.ts'
import { bedsideOf, calm, checks } from '../../../support/desk/bedside.ts'
import { done } from '../../../support/desk/ward.ts'
import type { Person } from '../../../support/people.ts'

t.test('what looks like a reaction (BLD-76)', async (t) => {
  const is = (before: object, now: object) =>
    isSuspect({ ...calm, ...before }, { ...calm, ...now }, 1)
  t.notOk(is({}, { temperature: 37.9 }))
  t.ok(is({}, { temperature: 38.0 }))
  t.notOk(is({ temperature: 37.4 }, { temperature: 38.2 }))
  t.ok(is({ temperature: 37.4 }, { temperature: 38.4 }))
  t.ok(is({}, { systolic: 90 }))
  t.ok(is({ systolic: 90 }, { systolic: 63 }), 'a third of little')
  t.ok(is({}, { pulse: 110 }))
  t.ok(is({}, { respiratory_rate: 26 }))
  t.ok(is({}, { oxygen_saturation: 89 }))
  t.notOk(is({}, { signs: ['ANXIETY'] }))
  t.ok(is({}, { signs: ['RASH'] }))
})

t.test('when the patient is looked at (BLD-72)', async (t) => {
  const running = { status: 'RUNNING', started_at: '2026-03-21T06:00:00.000Z' } as const
  t.equal(nextDue(running, []), '2026-03-21T06:15:00.000Z')
  const seen = [{ at: '2026-03-21T06:16:00.000Z', point: 'MIN_15' as const }]
  t.equal(nextDue(running, seen), '2026-03-21T07:16:00.000Z')
  t.equal(nextDue({ ...running, status: 'STOPPED' }, seen), null)
})

t.test('at the bed', async (t) => {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-21T06:00:00.000Z')
  const scene = await bedsideOf(house)
  const { bank, doctor, nurse, issuer, token, atTheBed, start, begun } = scene
  const { one, head } = bank
  const clerks = await account(house, { roles: ['reception'] })

  t.test('never one person (BLD-71)', async (t) => {
    const bed = await atTheBed()
    t.match(await start(nurse, bed), {
      status: 409,
      message: 'A second person must witness this: witness_token is required.',
    })
    t.match(await start(nurse, bed, { witness_token: 'made up' }), {
      status: 409,
      message: 'The witness must confirm again.',
    })
    const theirs = await token(doctor)
    t.match(await start(nurse, bed, { witness_token: theirs }), {
      status: 409,
      message: 'The witness must confirm again.',
    })
    t.match(await start(nurse, bed, { witness_token: await token(nurse, clerks.username) }), {
      status: 409,
      message: /may not witness a transfusion\.$/,
    })
    const everything = await people.administrator()
    t.equal((await start(everything, bed)).status, 409, 'no role is enough')
    const witness_token = await token(nurse)
    const made = await done(start(nurse, bed, { witness_token }))
    t.match(made, { status: 'RUNNING', observations: [{ point: 'BEFORE' }] })
    t.not(made.started_by_name, made.witness_name)
    const lone = await rows<{ id: string }>(
      sql`select id from blood_transfusions where witness_id = started_by_id`,
    )
    t.same(lone, [])
  })

  t.test('another wristband stops everything, and is told (BLD-70)', async (t) => {
    const bed = await atTheBed()
    const { patient: stranger } = await atTheBed()
    const witness_token = await token(nurse)
    t.match(await start(nurse, bed, { patient_number: stranger.number, witness_token }), {
      status: 409,
      message: 'This unit was issued for another patient. Do not transfuse. Call the blood bank.',
    })
    const told = await rows<{ reason: string }>(
      sql`select reason from audit_rows where action = 'transfusion.mismatch'`,
    )
    t.match(told, [{ reason: `TRANSFUSION_MISMATCH: scanned ${stranger.number}` }])
    const [notice] = await done(one.get('/notifications', { kind: 'blood.mismatch' }))
    t.match(notice, { title: `Unit ${bed.unit.number} was at another bed` })
  })

  t.test('every check, a consent, one unit of cells at a time (BLD-73)', async (t) => {
    const bed = await atTheBed(false)
    const failing = { checks: { ...checks, bag_ok: false } }
    t.match(await start(nurse, bed, { ...failing, witness_token: await token(nurse) }), {
      status: 409,
      message: 'The bag check failed: return the unit.',
    })
    const warned = await begun(bed)
    t.match(warned.warnings, [{ gate: 'BLD_CONSENT', level: 'WARN' }], 'an emergency is warned')
    const next = await bank.unit('O+')
    await done(scene.issued(bed, [next]))
    const witness_token = await token(nurse)
    t.match(await start(nurse, { ...bed, unit: next }, { witness_token }), {
      status: 409,
      message: `Unit ${bed.unit.number} is still running (since 09:00).`,
    })
    const refusing = await atTheBed(false)
    await done(
      doctor.post('/clinical/consents', {
        patient_id: refusing.patient.id,
        kind: 'TRANSFUSION',
        status: 'REFUSED',
        reason: 'Faith',
        signatory_name: 'Asha',
        signatory_relation: 'SELF',
      }),
    )
    const overrides = [{ gate: 'BLD_REFUSED', reason_code: 'BLEEDING' }]
    t.match(
      await start(doctor, refusing, { witness_token: await token(doctor), overrides }),
      { status: 409, message: /The patient refuses blood\./ },
      'never overridden',
    )
  })

  t.test('watched and ended (BLD-77, BLD-78)', async (t) => {
    const bed = await atTheBed()
    const { id } = await begun(bed)
    const path = `/blood-bank/transfusions/${id}`
    const early = { ...calm, point: 'MIN_15', at: '2026-03-21T05:00:00.000Z' }
    t.match(await nurse.post(`${path}/observations`, early), {
      status: 400,
      message: 'at is before the transfusion began.',
    })
    t.match(await nurse.post(`${path}/observations`, { ...calm, point: 'MIN_15' }), {
      status: 201,
      data: { suspect: false },
    })
    t.match(
      await nurse.post(`${path}/observations`, { ...calm, point: 'EXTRA', temperature: 38.1 }),
      {
        status: 201,
        message: /^Possible reaction: stop the transfusion/,
        data: { suspect: true },
      },
    )
    const end = { volume_given_ml: 450, observation: calm, outcome: 'COMPLETED' }
    t.match(await nurse.post(`${path}/finish`, { ...end, volume_given_ml: 451 }), {
      status: 400,
      message: 'volume_given_ml: the unit holds 450 ml.',
    })
    t.match(await nurse.post(`${path}/finish`, { ...end, outcome: 'STOPPED' }), {
      status: 400,
      message: 'stop_reason is required.',
    })
    t.match(await done(nurse.post(`${path}/finish`, end)), { status: 'COMPLETED', overtime: false })
    t.match(await done(one.get(`/blood-bank/units/${bed.unit.id}`)), {
      status: 'TRANSFUSED',
      fate: { patient_id: bed.patient.id },
    })
    t.match(await nurse.post(`${path}/finish`, end), { status: 409, message: /is COMPLETED/ })
    t.match(await done(doctor.get('/blood-bank/transfusions', { patient_id: bed.patient.id })), [
      { id, status: 'COMPLETED' },
    ])
  })

  t.test(
    'a reaction stops it, holds what is left, and is concluded (BLD-82, BLD-83, BLD-84)',
    async (t) => {
      const bed = await atTheBed()
      const { id } = await begun(bed)
      const put = (by: Person, body: object) =>
        by.put(`/blood-bank/transfusions/${id}/reaction`, body)
      const investigation = { clerical_ok: true }
      t.match(await put(one, { investigation }), { status: 404, message: 'No such reaction.' })
      const report = {
        signs: ['CHILLS', 'BACK_PAIN'],
        actions: 'Stopped, saline',
        volume_given_ml: 50,
      }
      t.equal((await put(one, { report })).status, 403, 'the ward reports')
      const told = await done(put(nurse, { report }))
      t.match(told, {
        status: 'STOPPED',
        stop_reason: 'Reaction',
        reaction: { status: 'REPORTED' },
      })
      const next = await bank.unit('O+')
      const more = await issuer.post(`/blood-bank/requests/${bed.request.id}/issue`, {
        units: [{ unit_id: next.id }],
        patient_number: bed.patient.number,
        collector_name: 'Mushi',
        destination: 'Ward 2',
        visual_ok: true,
        emergency: { reason: 'Bleeding' },
      })
      t.match(more, {
        status: 409,
        message: `A reaction to unit ${bed.unit.number} is not looked into yet.`,
      })
      t.match(await done(put(one, { investigation })), { reaction: { status: 'INVESTIGATED' } })
      const bare = { conclusion: { type: 'FEBRILE', severity: 'MILD' } }
      t.match(await put(head, bare), {
        status: 400,
        message: 'conclusion.imputability is required.',
      })
      const conclusion = { ...bare.conclusion, imputability: 'LIKELY' }
      t.match(await done(put(head, { conclusion })), {
        reaction: { status: 'CONCLUDED', conclusion: { type: 'FEBRILE' } },
      })
      t.match(
        await done(put(head, { conclusion: { ...conclusion, type: 'ALLERGIC' } })),
        { reaction: { conclusion: { type: 'ALLERGIC' }, history: [{}, {}, {}, {}] } },
        'revised, and the old one is kept',
      )
    },
  )

  t.test('two who hang one unit at once: it runs once', async (t) => {
    const bed = await atTheBed()
    const tokens = [await token(nurse), await token(doctor)]
    const answers = await Promise.all([
      start(nurse, bed, { witness_token: tokens[0] }),
      start(doctor, bed, { witness_token: tokens[1] }),
    ])
    t.same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409],
    )
  })
})
