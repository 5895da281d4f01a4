// What a patient takes at home (CAR-41, CAR-210): written down, changed, stopped, and part of every check.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { within } from '../../../../db/store/connection.ts'
import { homeMedicinesOf } from '../../../../db/hospital/neighbours/medicines.ts'
import { registry } from '../../../../db/hospital/registry.ts'
import { boot } from '../../../support/boot.ts'
import { rowCounts } from '../../../support/counts.ts'
import { somebody } from '../../../support/desk/visits.ts'
import { done, staffKept } from '../../../support/desk/ward.ts'

t.test('medicines at home', async (t) => {
  const { people, system } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const nurse = await people.with('nurse')
  const doctor = await people.with('doctor')
  const patient = async (): Promise<string> => (await somebody(clerk)).id
  const told = (patient_id: string, more: Record<string, unknown> = {}) =>
    nurse.post('/clinical/home-medicines', {
      patient_id,
      name: 'Metformin',
      dose_text: '500 mg twice a day',
      ...more,
    })
  const inFormulary = async (search: string): Promise<{ id: string; name: string }> => {
    const [found] = await done(doctor.get('/pharmacy/medicines', { search }))
    return found
  }

  t.test('told, changed, stopped, voided (2.3)', async (t) => {
    const id = await patient()
    const made = await done(told(id, { since: '2025-01-01', adherence: 'POOR' }))
    t.match(made, {
      name: 'Metformin',
      status: 'TAKING',
      source: 'PATIENT',
      adherence: 'POOR',
      staff_name: nurse.user.full_name,
      moves: ['stop', 'void'],
    })
    const at = `/clinical/home-medicines/${made.id}`
    const changed = await done(nurse.patch(at, { adherence: null, dose_text: '1 g twice a day' }))
    t.match(changed, { adherence: null, dose_text: '1 g twice a day', since: '2025-01-01' })
    const summary = await done(doctor.get(`/patients/${id}/clinical-summary`))
    t.match(summary.home_medicines, [{ name: 'Metformin', dose_text: '1 g twice a day' }])
    t.match(await nurse.post(`${at}/stop`, { stopped_on: '2024-12-31' }), {
      status: 400,
      message: 'stopped_on is before since.',
    })
    t.match(await done(nurse.post(`${at}/stop`)), { status: 'STOPPED', stopped_on: '2026-03-31' })
    t.same(await homeMedicinesOf(system, id), [])
    t.match(await nurse.post(`${at}/stop`), {
      status: 409,
      message: 'Home medicine Metformin is STOPPED. It can: void.',
    })
    t.match(await nurse.patch(at, { dose_text: 'None' }), {
      status: 409,
      message: 'Home medicine Metformin is STOPPED: write it down anew.',
    })
    const voided = await done(nurse.post(`${at}/void`, { reason: 'Of another patient' }))
    t.same(
      voided.history.map(({ move }: { move: string }) => move),
      ['record', 'change', 'stop', 'void'],
    )
    t.same(await done(nurse.get(`/patients/${id}/home-medicines`)), [])
    const kept = await done(nurse.get(`/patients/${id}/home-medicines`, { status: 'VOIDED' }))
    t.match(kept, [{ id: made.id }], 'still there for who asks')
  })

  t.test('it counts when something is prescribed (CAR-41)', async (t) => {
    const patient_id = await patient()
    const home = await inFormulary('Paracetamol 500 mg tablet')
    const made = await done(told(patient_id, { medicine_id: home.id, name: null }))
    t.equal(made.name, home.name, 'as the formulary calls it')
    const item = { medicine_id: home.id, dose: 1, dose_unit: 'TAB', route: 'PO', frequency: 'TDS' }
    const asked = { patient_id, items: [{ ...item, duration_days: 3 }] }
    const check = async () => {
      const { items } = await done(doctor.post('/prescriptions/check', asked))
      return items[0].results.filter(({ gate }: { gate: string }) => gate === 'RX_DUPLICATE')
    }
    t.match(await check(), [{ message: /is already active \(taken at home\)\./ }])
    await done(nurse.post(`/clinical/home-medicines/${made.id}/stop`))
    t.same(await check(), [], 'what is stopped counts no longer')
  })

  t.test('bad input leaves nothing (6)', async (t) => {
    const id = await patient()
    const bad: [Record<string, unknown>, number, string][] = [
      [{ patient_id: undefined }, 400, 'patient_id is required.'],
      [{ name: null }, 400, 'name is required without medicine_id.'],
      [{ dose_text: undefined }, 400, 'dose_text is required.'],
      [{ since: '2026-05-01' }, 400, 'since is in the future.'],
      [{ medicine_id: newId() }, 404, 'No such medicine.'],
      [{ patient_id: newId() }, 404, 'No such patient.'],
      [{ source: 'NEIGHBOUR' }, 400, 'source must be one of PATIENT, RELATIVE, REFERRAL, CARD.'],
    ]
    for (const [more, status, message] of bad) {
      const before = await rowCounts()
      t.match(await told(id, more), { status, message })
      t.same(await rowCounts(), before, 'nothing is left')
    }
  })

  t.test('six at once: one is written down', async (t) => {
    const id = await patient()
    const six = await Promise.all(Array.from({ length: 6 }, () => told(id)))
    t.same(
      six.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 409, 409, 409, 409, 409],
    )
    const refused = six.find(({ status }) => status === 409)
    t.equal(refused?.message, 'Metformin is on the list already.')
  })

  t.test('a merge joins what both records say once (CAR-215)', async (t) => {
    const [from, to] = [await patient(), await patient()]
    for (const id of [from, to]) await done(told(id))
    await done(told(from, { name: 'Amlodipine' }))
    for (const repoint of registry.repoints) {
      await within(() => repoint(system, { from, to })).catch(() => ({}))
    }
    const names = (await homeMedicinesOf(system, to)).map(({ name }) => name)
    t.same(names.toSorted(), ['Amlodipine', 'Metformin'])
  })

  t.test('once staff are kept, who has no record writes nothing (CAR-1)', async (t) => {
    const id = await patient()
    staffKept(t, [doctor])
    t.match(await told(id), {
      status: 403,
      message: 'Your account has no staff record: ask HR to link it.',
    })
  })
})
