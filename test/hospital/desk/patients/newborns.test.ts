// A child that was born here (PAT-16, FRO-10).

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import {
  type Birth,
  registerNewborn,
} from '../../../../db/hospital/desk/patients/register/newborns.ts'
import { patients } from '../../../../db/hospital/desk/patients/tables.ts'
import { boot } from '../../../support/boot.ts'
import { somebody } from '../../../support/desk/visits.ts'

t.test('a newborn', async (t) => {
  const { people, system, hospital } = await boot(t)
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const born = (mother_id: string, more: Partial<Birth> = {}) =>
    within(() =>
      registerNewborn(system, {
        mother_id,
        sex: 'Female',
        born_at: '2026-03-30T22:30:00.000Z',
        ...more,
      }),
    )
  const mother = async (more: Record<string, unknown> = {}) =>
    somebody(clerk, {
      sex: 'Female',
      birth_date: '1998-04-04',
      phone: '0754333222',
      address: { street: 'Sokoni' },
      default_payer: { kind: 'SELF' },
      language: 'sw',
      ...more,
    })

  t.test('PAT-16: takes address, telephone, payer and language of the mother', async (t) => {
    const { id } = await mother()
    const child = await born(id)
    const shown = (await clerk.get(`/patients/${child.id}`)).data
    t.match(shown, {
      first_name: 'Baby',
      sex: 'Female',
      birth_date: '2026-03-31',
      phone: '+255754333222',
      phone_owner: 'PARENT',
      phone_shared: true,
      address: { street: 'Sokoni' },
      default_payer: { kind: 'SELF' },
      language: 'sw',
      mother_id: id,
      source: 'NEWBORN',
      status: 'ACTIVE',
      identity: 'DECLARED',
      vulnerable_groups: ['UNDER_FIVE'],
      relationships: [{ kind: 'MOTHER', other_patient_id: id }],
    })
    const her = (await clerk.get(`/patients/${id}`)).data
    t.equal(shown.last_name, her.last_name)
    t.match(her.relationships, [{ kind: 'CHILD', other_patient_id: child.id }])
  })

  t.test('PAT-16: twins are Baby A and Baby B, and each other’s', async (t) => {
    const { id } = await mother()
    const first = await born(id, { birth_order: 1 })
    const second = await born(id, { birth_order: 2, sex: 'Male' })
    t.same([first.first_name, second.first_name], ['Baby A', 'Baby B'])
    const shown = (await clerk.get(`/patients/${first.id}`)).data
    t.match(
      shown.relationships.map((one: { kind: string; other_patient_id: string }) => [
        one.kind,
        one.other_patient_id,
      ]),
      [
        ['MOTHER', id],
        ['TWIN', second.id],
      ],
    )
  })

  t.test('PAT-16: a mother and a twin who have died are mother and twin', async (t) => {
    const { id } = await mother()
    const first = await born(id, { birth_order: 1 })
    const died = (patient_id: string) =>
      within(() =>
        patients.change({ hospital_id: hospital.id, id: patient_id }, { status: 'DECEASED' }),
      )
    await died(first.id)
    await died(id)
    const second = await born(id, { birth_order: 2 })
    const { relationships } = (await clerk.get(`/patients/${second.id}`)).data
    t.match(relationships, [
      { kind: 'MOTHER', other_patient_id: id },
      { kind: 'TWIN', other_patient_id: first.id },
    ])
  })

  t.test('PAT-16: the name comes later and asks for no reason', async (t) => {
    const { id } = await mother()
    const child = await born(id)
    await within(() =>
      patients.change({ hospital_id: hospital.id, id: child.id }, { identity: 'CONFIRMED' }),
    )
    const renamed = await clerk.patch(`/patients/${child.id}`, { first_name: 'Zawadi' })
    t.match(renamed, { status: 200, data: { first_name: 'Zawadi' } }, renamed.message)
    t.match(await clerk.patch(`/patients/${child.id}`, { first_name: 'Neema' }), {
      status: 400,
      message: 'reason is required: the identity of this patient is confirmed.',
    })
  })

  t.test('PAT-1: what the hospital asks of others is not asked of it; bad births', async (t) => {
    const manager = await people.administrator()
    const { id } = await mother()
    await manager.patch('/front-office/settings', { required_fields: ['occupation'] })
    t.equal((await born(id)).status, 'ACTIVE')
    await manager.patch('/front-office/settings', { required_fields: [] })
    const father = await somebody(clerk, { sex: 'Male' })
    await t.rejects(born(father.id), { message: /is not on the register as a mother/ })
    await t.rejects(born(id, { born_at: '2026-04-01T00:00:00.000Z' }), {
      message: 'born_at is in the future.',
    })
    await t.rejects(born(id, { born_at: '1990-01-01T00:00:00.000Z' }), {
      message: 'born_at is before the mother was born.',
    })
    await t.rejects(born('0199a5c2-7d1e-7000-8000-000000000001'), { message: 'No such patient.' })
  })

  t.test(
    '2.2: who belongs to whom may be told at registration; the inverse is written',
    async (t) => {
      const other = await mother()
      const { id } = await somebody(clerk, {
        sex: 'Male',
        relationships: [{ other_patient_id: other.id, kind: 'CHILD', since: '2020-01-01' }],
      })
      t.match((await clerk.get(`/patients/${id}`)).data.relationships, [
        { kind: 'CHILD', other_patient_id: other.id, since: '2020-01-01' },
      ])
      t.match((await clerk.get(`/patients/${other.id}`)).data.relationships, [
        { kind: 'FATHER', other_patient_id: id },
      ])
    },
  )

  t.test('2.2: who is told of is looked at first, and finds it in his own log', async (t) => {
    const other = await mother()
    const told = { other_patient_id: other.id, kind: 'SIBLING' }
    const made = (...relationships: object[]) =>
      clerk.post('/patients', {
        first_name: 'Tumaini',
        last_name: 'Sanga',
        sex: 'Male',
        birth_date: '2001-01-01',
        relationships,
      })
    t.match(await made({ ...told, kind: 'TWIN' }, told, told), {
      status: 400,
      message: 'relationships[2].other_patient_id is there twice.',
    })
    const officer = await people.with('privacy_officer', 'records')
    const restrict = (sensitivity: string) =>
      officer.put(`/patients/${other.id}/sensitivity`, { sensitivity, reason: 'asked for it' })
    t.equal((await restrict('RESTRICTED')).status, 200)
    t.match(await made(told), { status: 403, message: /^This record is restricted/ })
    t.equal((await restrict('NORMAL')).status, 200)
    const { data, message } = await made(told)
    t.type(data?.id, 'string', message)
    const manager = await people.administrator()
    const of = { patient_id: other.id, action: 'patient.relate' }
    t.match((await manager.get('/audit', of)).data, [{ entity_id: other.id }])
    t.equal((await clerk.get(`/patients/${other.id}`)).data.relationships.length, 1)

    const unknown = await clerk.post('/patients/unknown', { unknown_label: 'Boy, blue shirt' })
    const own = { other_patient_id: unknown.data.id, kind: 'SIBLING' }
    const person = {
      first_name: 'Elia',
      last_name: 'Mwakyusa',
      sex: 'Male',
      birth_date: '2003-01-01',
    }
    t.match(
      await clerk.post(`/patients/${unknown.data.id}/identify`, {
        evidence: 'RELATIVE',
        identified_by_name: 'Halima',
        patient: { ...person, relationships: [own] },
      }),
      { status: 400, message: 'patient.relationships[0].other_patient_id is the patient.' },
    )
  })

  t.test('2.1: the payer who is proposed for new visits', async (t) => {
    const asked: [object, object][] = [
      [
        { kind: 'SCHEME' },
        { status: 400, message: 'default_payer.membership_id is required for SCHEME.' },
      ],
      [
        { kind: 'CLIENT' },
        { status: 400, message: 'default_payer.client_id is required for CLIENT.' },
      ],
      [{ kind: 'OTHER' }, { status: 400, message: 'default_payer.name is required for OTHER.' }],
      [
        { kind: 'SCHEME', membership_id: '0199a5c2-7d1e-7000-8000-000000000001' },
        { status: 404, message: 'No such membership.' },
      ],
      [{ kind: 'HIM' }, { status: 400 }],
    ]
    const { id } = await mother({ default_payer: undefined })
    for (const [default_payer, answer] of asked) {
      t.match(await clerk.patch(`/patients/${id}`, { default_payer }), answer)
    }
    const done = await clerk.patch(`/patients/${id}`, {
      default_payer: { kind: 'OTHER', name: 'Her brother' },
    })
    t.match(done.data, { default_payer: { kind: 'OTHER', name: 'Her brother' } })
    const visit = await clerk.post('/visits', { patient_id: id })
    t.match(visit.data.payer, { kind: 'OTHER', name: 'Her brother' })
    t.match((await clerk.patch(`/patients/${id}`, { default_payer: null })).data, {
      default_payer: null,
    })
  })
})
