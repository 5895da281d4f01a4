// How soon critical results are heard of, beside their list (DIA-85, DIA-89).

import t from 'tap'
import { clock, minutes } from '../../../../db/core/clock.ts'
import { boot } from '../../../support/boot.ts'
import { labAtWork } from '../../../support/desk/laboratory.ts'
import { done } from '../../../support/desk/ward.ts'

t.test('how soon critical results are heard of (DIA-85, DIA-89)', async (t) => {
  const house = await boot(t)
  clock.freeze('2026-03-21T06:00:00.000Z')
  const lab = await labAtWork(house)
  const { doctor, one, other, head } = lab
  const critical_due_minutes = { ROUTINE: 30, URGENT: 30, STAT: 5 }
  await done(head.patch('/diagnostics/settings', { critical_due_minutes }))
  const asked = async (more: Record<string, string> = {}) => {
    const words = { per_page: '1', figures: 'true', ...more }
    const answer = await one.get('/diagnostics/critical', words)
    t.equal(answer.status, 200, answer.message)
    return answer.body.meta.figures
  }
  const found = async () => {
    const { patient_id } = await lab.visiting()
    const order = await lab.order(patient_id, ['K'], { priority: 'STAT' })
    await lab.inTheLab(order)
    await lab.enter(order, { K: 7.1 })
    const { K } = await lab.linesOf(order)
    await done(other.post('/diagnostics/results/verify', { ids: [K.id] }))
    const [alert] = await done(one.get('/diagnostics/critical', { patient_id }))
    return { order, patient_id, path: `/diagnostics/critical/${alert.id}` }
  }
  const nothing = { open: 0, overdue: 0, confirmed_in_time_pct: null, median_minutes: null }
  t.same(await asked(), nothing)
  const [soon, late] = [await found(), await found(), await found()]
  t.same(await asked(), { ...nothing, open: 3 }, 'nothing of it is due yet')
  clock.advance(minutes(2))
  await done(doctor.post(`${soon.path}/acknowledge`, {}))
  clock.advance(minutes(9))
  const call = { recipient_name: 'Asha', channel: 'PHONE', outcome: 'CONFIRMED', read_back: '7.1' }
  await done(one.post(`${late.path}/calls`, call))
  const of_three = { open: 1, overdue: 1, confirmed_in_time_pct: 33, median_minutes: 2 }
  t.same(await asked(), of_three, 'one in three in time; the nearest rank of 2 and 11')
  t.same(await asked({ status: 'CONFIRMED' }), of_three, 'whatever is listed beside it')
  t.same(await asked({ patient_id: late.patient_id }), {
    open: 0,
    overdue: 0,
    confirmed_in_time_pct: 0,
    median_minutes: 11,
  })
  t.same(await asked({ from: '2026-03-22' }), nothing, 'of the days that are asked for')
  const mended = await found()
  const { K } = await lab.linesOf(mended.order)
  const back = { ids: [K.id], reason_code: 'CHECK_AGAIN', repeat: true }
  await done(other.post('/diagnostics/results/return', back))
  await lab.enter(mended.order, { K: 4.1 })
  t.same(await asked(), of_three, 'what was withdrawn counts for nothing')
})
