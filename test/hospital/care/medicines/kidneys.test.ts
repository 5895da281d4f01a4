// What kidneys clear, from the laboratory to the check of a medicine (CAR-80).

import t from 'tap'
import { clock, days, minutes } from '../../../../db/core/clock.ts'
import { newId } from '../../../../db/core/ids.ts'
import { latestResult } from '../../../../db/hospital/neighbours/diagnostics.ts'
import { answering } from '../../../support/answers.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'
import { clinicOfMedicines, item } from '../../../support/medicines.ts'

const start = '2026-04-02T05:00:00.000Z'

t.test('creatinine is the laboratory’s newest released (CAR-80, DIA-170)', async (t) => {
  const on = await clinicOfMedicines(t)
  const lab = await labAtWork(on.house)
  clock.freeze(start)
  const metformin = await on.called('Metformin 500 mg tablet')
  const checked = async (patient_id: string) => {
    const items = [item(metformin, { duration_days: 30 })]
    const found = await done(on.doctor.post('/prescriptions/check', { patient_id, items }))
    return found.items[0].results.filter(({ gate }: { gate: string }) => gate === 'RX_RENAL')
  }
  const measured = async (patient_id: string, value: number, more: object = {}) => {
    const order = await lab.order(patient_id, ['CREAT'], { ...more })
    await lab.inTheLab(order)
    return { order, release: () => lab.releaseAll(order, { CREAT: value }) }
  }
  // A man of 70 years and 60 kg, with 180 micromoles: 28.7 ml in a minute.
  const { patient_id, visit_id } = await on.visiting({ birth_date: '1956-01-10' })
  await done(on.nurse.post(`/visits/${visit_id}/vitals`, { weight: 60 }))

  t.match(
    await checked(patient_id),
    [{ message: /no creatinine in 90 days\. Measure it\./ }],
    'nobody has measured it, and he is old',
  )
  const one = await measured(patient_id, 180)
  await lab.enter(one.order, { CREAT: 180 })
  t.match(await checked(patient_id), [{ message: /no creatinine/ }], 'entered is not released')
  const lines = Object.values(await lab.linesOf(one.order)).map(({ id }) => id)
  await done(lab.other.post('/diagnostics/results/verify', { ids: lines }))
  await done(lab.other.post('/diagnostics/results/release', { ids: lines }))
  const [found] = await checked(patient_id)
  t.match(found.message, /CrCl 29 ml\/min\. Stop; use insulin\./)

  // What cannot wait is ordered again the same day.
  clock.freeze('2026-04-02T06:00:00.000Z')
  await (await measured(patient_id, 120, { priority: 'STAT' })).release()
  t.match(await checked(patient_id), [{ message: /CrCl 43 ml\/min/ }], 'the newest decides')

  const paracetamol = await on.called('Paracetamol 500 mg tablet')
  const items = [item(paracetamol, { dose: 500, duration_days: 3 })]
  const made = await done(on.doctor.post('/prescriptions', { patient_id, visit_id, items }))
  const signed =
    made.status === 'DRAFT'
      ? await done(on.doctor.post(`/prescriptions/${made.id}/sign`, {}))
      : made
  t.match(
    signed,
    { weight_kg: 60, weight_at: start, height_cm: null, creatinine: 120, crcl_ml_min: 43.1 },
    'what the checks went by stands on what was signed (2.7)',
  )

  const young = await on.visiting({ birth_date: '1996-01-10' })
  t.same(await checked(young.patient_id), [], 'young and well: not asked for')

  const asked = { patient_id, codes: ['CREAT'], within_days: 90 }
  clock.freeze(new Date(clock.ms() + days(90)).toISOString())
  t.match(await latestResult(on.house.system, asked), { value: 120 }, 'on its last day')
  clock.freeze(new Date(clock.ms() + minutes(1)).toISOString())
  t.equal(await latestResult(on.house.system, asked), null, 'older than the days that are set')

  clock.freeze('2026-04-02T06:00:00.000Z')
  answering(t, latestResult, async (_caller, { codes, within_days }) => {
    t.same({ codes, within_days }, { codes: ['CREAT'], within_days: 90 })
    return { value: 2.04, unit: 'mg/dL', flag: 'HIGH', at: clock.instant(), result_id: newId() }
  })
  const [in_milligrams] = await checked(patient_id)
  t.match(in_milligrams.message, /CrCl 29 ml\/min/, '2.04 mg/dl are 180 micromoles')
})
