// Vaccines and the antenatal card in the portal (POR-7, POR-6), and the module they belong to.

import t from 'tap'
import { clock } from '../../../../db/core/clock.ts'
import {
  type DueVaccine,
  dueVaccines,
  immunisationsOf,
} from '../../../../db/hospital/neighbours/care.ts'
import { antenatalCard } from '../../../../db/hospital/neighbours/maternity.ts'
import { answering } from '../../../support/answers.ts'
import { Ask } from '../../../support/ask.ts'
import { boot } from '../../../support/boot.ts'
import { register, withAccount } from '../../../support/desk/portal.ts'

t.test('the module maternity in the portal', async (t) => {
  const house = await boot(t)
  const { people, facility_id } = house
  clock.freeze('2026-03-10T07:00:00.000Z')
  const desk = await people.with('reception', 'records')
  const admin = await people.administrator()
  const mother = await withAccount(house, desk, { language: 'sw' })
  const off = 'The maternity module is switched off at Main.'
  const turn = async (way: 'on' | 'off') => {
    const path = `/facilities/${facility_id}/modules/maternity/switch-${way}`
    const { status, message } = await admin.post(
      path,
      way === 'off' ? { reason: 'no midwife' } : {},
    )
    t.equal(status, 200, message)
  }
  const actingFor = async (birth_date: string, scope = ['RECORD']) => {
    const kid = await register(desk, { birth_date, phone: null })
    const proxy = await desk.post(`/patients/${kid.id}/proxies`, {
      relationship: 'MOTHER',
      basis: 'PARENT',
      scope,
      holder_patient_id: mother.id,
    })
    t.equal(proxy.status, 201, proxy.message)
    const acted = await mother.post(`/portal/proxies/${proxy.data.id}/act`)
    return { kid, acting: new Ask(house.app, acted.data.tokens.access_token) }
  }

  await t.test('nobody knows of any: empty, and no card', async (t) => {
    t.same((await mother.get('/portal/immunisations')).data, { given: [], due: [], next_on: null })
    const card = await mother.get('/portal/pregnancy')
    t.equal(card.status, 200)
    t.equal(card.data, null)
  })

  const vaccine = { code: 'PENTA', name: 'Pentavalent', name_sw: 'Penta' }
  const line = (more: Partial<DueVaccine>): DueVaccine => ({
    dose_key: 'PENTA2',
    vaccine,
    state: 'NOT_YET',
    due_on: '2026-04-10',
    min_on: '2026-04-03',
    max_on: null,
    ...more,
  })
  const asked = new Set<string>()
  answering(t, immunisationsOf, async (_caller, patient_id) => {
    asked.add(patient_id)
    return [
      {
        id: 'dose',
        dose_key: 'PENTA1',
        vaccine,
        given_on: '2026-03-01',
        lot: 'L12',
        facility: 'Main',
        valid: true,
        reason: null,
        given_by: 'a name that patients are not shown',
      } as never,
    ]
  })
  answering(t, dueVaccines, async (_caller, patient_id) => {
    asked.add(patient_id)
    return [
      line({}),
      line({ dose_key: 'BCG', state: 'DUE', due_on: '2026-03-02' }),
      line({ dose_key: 'OPV0', state: 'TOO_LATE' }),
      line({ dose_key: 'PENTA1', state: 'GIVEN' }),
      line({ dose_key: 'ROTA1', state: 'CONTRAINDICATED' }),
    ]
  })
  answering(t, antenatalCard, async (_caller, patient_id) => {
    asked.add(patient_id)
    return {
      pregnancy_id: 'one',
      number: 'PG-2026-000001',
      card_no: null,
      status: 'OPEN',
      edd: '2026-10-11',
      gestation: { weeks: 9, days: 2 },
      gravida: 2,
      para: 1,
      multiple: null,
      blood_group: 'O+',
      rhesus: null,
      birth_plan: null,
      contacts: [],
      due: [{ title: 'Haemoglobin', due_on: '2026-03-20', state: 'DUE' }],
      next_contact_on: '2026-04-01',
      pmtct: { status: 'NEW_POSITIVE' },
    } as never
  })

  t.test('given and due, in the language of who reads, and nothing more', async (t) => {
    const { data } = await mother.get('/portal/immunisations')
    t.same(data.given, [
      {
        dose_key: 'PENTA1',
        vaccine: 'Penta',
        id: 'dose',
        given_on: '2026-03-01',
        lot: 'L12',
        facility: 'Main',
        valid: true,
        reason: null,
      },
    ])
    t.match(data.due, [
      { dose_key: 'BCG', state: 'DUE', due_on: '2026-03-02' },
      { dose_key: 'PENTA2', state: 'NOT_YET' },
    ])
    t.equal(data.due.length, 2, 'what is given or can no longer be is not due')
    t.equal(data.next_on, '2026-03-02')
    t.same((await mother.get('/portal/home')).data.due_immunisations, ['Penta'])
  })

  t.test('the card, without what is sensitive on the record', async (t) => {
    const { data } = await mother.get('/portal/pregnancy')
    t.match(data, { number: 'PG-2026-000001', gestation: { weeks: 9, days: 2 } })
    t.notOk('pmtct' in data)
  })

  t.test('a mother reads of her child; of a big one no card any more (POR-6)', async (t) => {
    asked.clear()
    const small = await actingFor('2026-01-05')
    t.match((await small.acting.get('/portal/immunisations')).data.given, [{ vaccine: 'Penta' }])
    t.same([...asked], [small.kid.id])
    const big = await actingFor('2011-01-05')
    t.equal((await big.acting.get('/portal/immunisations')).status, 200)
    t.equal((await big.acting.get('/portal/pregnancy')).data, null)
    const payer = await actingFor('2026-01-06', ['BILLS'])
    t.equal(
      (await payer.acting.get('/portal/immunisations')).message,
      'You may not see this for another person.',
    )
  })

  t.test(
    'switched off where the record is kept: 403 of PLT-4, and its part of home is empty',
    async (t) => {
      await turn('off')
      for (const path of ['/portal/immunisations', '/portal/pregnancy']) {
        t.match(await mother.get(path), { status: 403, message: off })
        // At the root as well.
        const bare = await mother.inject({ method: 'GET', url: path })
        t.equal(bare.status, 403)
        t.equal(bare.message, off)
        // Permission and token come first.
        t.match(await desk.get(path), { status: 403, message: 'This address is for patients.' })
        t.equal((await house.nobody.get(path)).status, 401)
      }
      const home = await mother.get('/portal/home')
      t.equal(home.status, 200)
      t.same(home.data.due_immunisations, [])
      await turn('on')
      t.equal((await mother.get('/portal/pregnancy')).status, 200)
    },
  )
})
