// Something at every step of the laboratory, for sweeps over its routes: what waits to be collected, received,
// entered, verified, released, read, heard of; a culture; a control that is out.

import type { Data } from '../ask.ts'
import type { House } from '../boot.ts'
import { labAtWork } from './laboratory.ts'
import { done } from './ward.ts'

export async function laboratoryWaiting(house: House): Promise<Record<string, unknown>> {
  const lab = await labAtWork(house)
  const { one, other, head, nurse } = lab
  const ordered = async (code: string): Promise<Data> => {
    const { patient_id } = await lab.visiting()
    return lab.order(patient_id, [code])
  }
  const received = async (code: string): Promise<Data> => {
    const order = await ordered(code)
    const specimens = order.specimens.map(({ number }: Data) => ({ number, site: 'Arm' }))
    await lab.inTheLab(order, { specimens })
    return order
  }
  const lineOf = async (order: Data): Promise<string> => {
    const [line] = Object.values(await lab.linesOf(order))
    return line.id
  }
  const entered = await received('NA')
  await lab.enter(entered, { NA: 140 })
  const verified = await received('CL')
  await lab.enter(verified, { CL: 100 })
  const verified_id = await lineOf(verified)
  await done(other.post('/diagnostics/results/verify', { ids: [verified_id] }))
  const critical = await received('K')
  await lab.enter(critical, { K: 7.4 })
  const expected = await ordered('UREA')
  const collected = await ordered('CREAT')
  const tube = collected.specimens[0].number
  const collecting = { identity_checked: 'PHOTO', specimens: [{ number: tube }] }
  await done(nurse.post('/diagnostics/specimens/collect', collecting))
  const pending = await received('ALB')
  await received('URINC')
  const released = await received('LIPA')
  await lab.releaseAll(released, { LIPA: 30 })
  const control = await controlOut(head, one)
  return {
    lab_entered: await lineOf(entered),
    lab_verified: verified_id,
    lab_pending: await lineOf(pending),
    lab_expected: expected.specimens[0].id,
    lab_collected: tube,
    ...control,
  }
}

type Hands = Awaited<ReturnType<typeof labAtWork>>['head']

async function controlOut(head: Hands, one: Hands) {
  const [{ id: section_id }] = await done(head.get('/diagnostics/sections', { discipline: 'LAB' }))
  const body = { code: 'BENCH', name: 'Bench analyser', section_id }
  const { id: instrument_id } = await done(head.post('/diagnostics/instruments', body))
  const targets = [{ test_code: 'MG', instrument_id, mean: 1, sd: 0.1 }]
  const material = { name: 'Bench control', lot: 'BC1', expiry: '2030-01-01', targets }
  const { id: lot_id } = await done(head.post('/diagnostics/qc/lots', material))
  const points = [{ lot_id, test_code: 'MG', value: 2 }]
  await done(one.post('/diagnostics/qc/runs', { instrument_id, points }))
  return { lab_instrument: instrument_id, lab_lot: lot_id, lab_section: section_id }
}
