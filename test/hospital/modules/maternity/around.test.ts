// What goes on around maternity: time, deaths, merges, the switch, what is charged, whose record it is.

import type { Data } from '../../../support/ask.ts'
import t from 'tap'
import { clock, days, hours, minutes } from '../../../../db/core/clock.ts'
import { within } from '../../../../db/store/connection.ts'
import { deliveredOn, labourOf, pregnancyOf } from '../../../../db/hospital/neighbours/maternity.ts'
import {
  endLyingIn,
  tellNotNotified,
  walkLabours,
} from '../../../../db/hospital/modules/maternity/jobs.ts'
import { performedServices } from '../../../../db/hospital/modules/maternity/for-areas.ts'
import { priced } from '../../../support/money/prices.ts'
import { done, maternityHouse } from '../../../support/desk/maternity.ts'

const on = await maternityHouse(t)
clock.freeze('2026-03-10T08:00:00.000Z')
const { house, midwife, labouring, birth } = on
const { system } = house
const later = (ms: number): void => clock.freeze(new Date(clock.ms() + ms).toISOString())
const alertsOf = async (id: string): Promise<Data[]> =>
  (await done(midwife.get(`/labours/${id}`))).alerts

t.test(
  'MAT-15: an alert that nobody answers goes on; what lasts too long raises one',
  async (t) => {
    const labour = await labouring({
      observation: { cervix_cm: 5, baseline_fhr: 170, contractions: 4 },
    })
    t.equal(await walkLabours(system), 0, 'nothing yet')
    later(minutes(16))
    await walkLabours(system)
    t.match(await alertsOf(labour.id), [{ field: 'baseline_fhr', escalated_to: ['ON_CALL'] }])
    later(minutes(15))
    await walkLabours(system)
    t.match(await alertsOf(labour.id), [{ escalated_to: ['ON_CALL', 'MEDICAL_IN_CHARGE'] }])
    later(hours(6))
    await walkLabours(system)
    const slow = (await alertsOf(labour.id)).filter(({ field }: Data) => field === 'cervix_cm')
    t.match(slow, [{ threshold: '6 h at 5 cm', observation_id: null }])
    await walkLabours(system)
    t.equal((await alertsOf(labour.id)).length, 2, 'once')
    const [board] = await done(midwife.get('/labours', { live: 'true', late: 'true' }))
    t.match(board, { id: labour.id, stage: 'ACTIVE', open_alerts: 2, bed: /./, late: [{}] })
    await done(midwife.post(`/labours/${labour.id}/observations`, { cervix_cm: 10 }))
    later(hours(3))
    await walkLabours(system)
    const pushing = (await alertsOf(labour.id)).find(({ field }: Data) => field === 'second_stage')
    t.match(pushing, { threshold: '3 h', status: 'OPEN' })
  },
)

t.test('maternity 7: births not notified are told; 42 days after birth it is over', async (t) => {
  const labour = await labouring({ observation: { cervix_cm: 10 } })
  const at = `/labours/${labour.id}`
  await done(midwife.post(`${at}/births`, birth()))
  const delivery = { third_stage: 'ACTIVE', placenta: 'COMPLETE', perineum: 'INTACT', sign: true }
  const placenta_at = clock.instant()
  await done(midwife.patch(`${at}/delivery`, { ...delivery, placenta_at, blood_loss_ml: 100 }))
  await done(midwife.post(`${at}/advance`, { stage: 'ENDED', reason: 'Went home early' }))
  const [patient_id] = [labour.patient.id]
  t.match(await pregnancyOf(system, patient_id), { pregnant: false, postpartum: true })
  t.equal((await deliveredOn(system, [patient_id])).get(patient_id), '2026-03-10')
  t.equal(await tellNotNotified(system), 0)
  later(hours(73))
  t.equal(await tellNotNotified(system), 1)
  t.equal(await tellNotNotified(system), 0, 'once a day')
  later(days(43))
  t.ok((await endLyingIn(system)) >= 1)
  t.equal(await endLyingIn(system), 0)
  t.equal(await pregnancyOf(system, patient_id).then((one) => one?.postpartum ?? false), false)
})

t.test(
  'maternity 3, MAT-18: a death ends the labour and the pregnancy; the child’s stays known',
  async (t) => {
    const again = await house.people.with('midwife')
    const records = await house.people.administrator()
    const patient = await on.woman()
    const born = { born_before_arrival: true, observation: { cervix_cm: 10 } }
    await done(again.post('/pregnancies', { patient_id: patient.id, gravida: 1, para: 0 }))
    const labour = await done(again.post('/labours', { patient_id: patient.id, ...born }))
    t.match(await labourOf(system, patient.id), { started_at: /T/ })
    const baby = await done(
      again.post(`/labours/${labour.id}/births`, birth({ place: 'BEFORE_ARRIVAL', apgar: [] })),
    )
    const died = { died_at: clock.instant(), place: 'WARD', reason: 'Died here' }
    await done(records.post(`/patients/${baby.patient_id}/deceased`, died))
    const seen = await done(again.get(`/labours/${labour.id}`))
    t.equal(seen.births[0].died, true)
    await done(records.post(`/patients/${patient.id}/deceased`, died))
    t.match(await done(again.get(`/labours/${labour.id}`)), { stage: 'ENDED', outcome: 'DIED' })
    t.match(await done(again.get(`/pregnancies/${labour.pregnancy_id}`)), {
      status: 'CLOSED',
      outcome: 'MATERNAL_DEATH',
    })
    t.equal(await labourOf(system, patient.id), null)
  },
)

t.test('MOD-3, ruling 21: who is in labour is never switched away', async (t) => {
  const again = await house.people.with('midwife')
  const admin = await house.people.administrator()
  const at = `/facilities/${house.facility_id}/modules/maternity`
  const { open_work } = await done(admin.get(at))
  t.match(open_work[0], { label: 'women in labour', people: true, references: [/^LB-/] })
  const off = { reason: 'No midwife', force: true }
  t.match(await admin.post(`${at}/switch-off`, off), { status: 409, message: /women in labour/ })
  for (const { id } of await done(again.get('/labours', { live: 'true' }))) {
    const ended = { stage: 'ENDED', outcome: 'DIED', reason: 'For the trial' }
    await done(again.post(`/labours/${id}/advance`, ended))
  }
  await done(admin.post(`${at}/switch-off`, off))
  const words = { status: 403, message: 'The maternity module is switched off at Main.' }
  for (const path of ['/pregnancies', '/labours', '/maternity-tables']) {
    t.match(await again.get(path), words, path)
  }
  await done(admin.post(`${at}/switch-on`, {}))
})

t.test('MAT-10, MOD-16: what is bound is charged once, and offered as performed', async (t) => {
  await priced(house, [
    { code: 'ANC1', name: 'Antenatal booking', category: 'Consultation', price: 500_000 },
  ])
  const admin = await house.people.administrator()
  const again = await house.people.with('midwife')
  const rows = [{ key: 'BOOKING', code: 'ANC1' }]
  await done(admin.put('/maternity-tables/CHARGES', { rows, reason: 'As agreed' }))
  const patient = await on.woman()
  const made = await done(
    again.post('/pregnancies', { patient_id: patient.id, gravida: 1, para: 0 }),
  )
  t.same(made.warnings, [])
  const from = new Date(clock.ms() - hours(1)).toISOString()
  const acts: Data[] = []
  for await (const piece of performedServices(system, { from, to: clock.instant() }))
    acts.push(...piece)
  t.match(
    acts.filter(({ source_id }) => source_id === made.id),
    [{ source: 'maternity_booking', code: 'ANC1', patient_id: patient.id }],
  )
})

t.test('MOD-19: two open pregnancies refuse a merge', async (t) => {
  const again = await house.people.with('midwife')
  const two = [await on.woman(), await on.woman()].map(({ id }) => id)
  for (const patient_id of two) {
    await done(again.post('/pregnancies', { patient_id, gravida: 1, para: 0 }))
  }
  const { repointPatient } = await import('../../../../db/hospital/modules/maternity/for-areas.ts')
  const [from = '', to = ''] = two
  await t.rejects(
    within(() => repointPatient(system, { from, to })),
    {
      message: /^Close pregnancy PG-.* or PG-.* first\.$/,
    },
  )
})
