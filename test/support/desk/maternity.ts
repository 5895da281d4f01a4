// A ward where women give birth, and who works there.

import type { Data } from '../ask.ts'
import { clock, minutes } from '../../../db/core/clock.ts'
import type { Tap } from '../boot.ts'
import { somebody } from './visits.ts'
import { done, wardHouse, wardOf } from './ward.ts'

export async function maternityHouse(t: Tap & { teardown(undo: () => void): void }) {
  const on = await wardHouse(t)
  const { house, admin } = on
  const boss = await house.people.administrator()
  const midwife = await house.people.with('midwife')
  const labour_ward = await wardOf(admin, { kind: 'MATERNITY' }, 30)
  let bed = 0
  const born = { sex: 'Female', birth_date: '1996-05-05' }

  const woman = (more: Record<string, unknown> = {}): Promise<Data> =>
    somebody(on.clerk, { ...born, ...more })

  const booked = async (patient_id: string, more: Record<string, unknown> = {}): Promise<Data> =>
    done(midwife.post('/pregnancies', { patient_id, gravida: 1, para: 0, ...more }))

  /** Admitted, in a bed of her own. */
  async function admitted(patient_id: string): Promise<Data> {
    bed += 1
    const bed_id = labour_ward.beds[bed - 1].id
    return on.admitted(bed_id, { patient_id, kind: 'MATERNITY', reason: 'Labour' })
  }

  /** In labour, with this first observation. */
  async function labouring(
    more: Record<string, unknown> = {},
    pregnancy: Record<string, unknown> = {},
  ): Promise<Data> {
    const patient = await woman()
    const lmp = new Date(clock.ms() - minutes(60 * 24 * 275)).toISOString().slice(0, 10)
    await booked(patient.id, { lmp, ...pregnancy })
    await admitted(patient.id)
    return done(midwife.post('/labours', { patient_id: patient.id, ...more }))
  }

  const birth = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    born_at: clock.instant(),
    sex: 'Female',
    outcome: 'LIVE',
    mode: 'SPONTANEOUS',
    place: 'LABOUR_WARD',
    weight_g: 3200,
    apgar: [
      { minute: 1, heart: 2, breathing: 1, tone: 2, reflex: 2, colour: 1 },
      { minute: 5, heart: 2, breathing: 2, tone: 2, reflex: 2, colour: 1 },
    ],
    ...more,
  })

  return {
    ...on,
    boss,
    midwife,
    woman,
    booked,
    admitMother: admitted,
    labouring,
    birth,
    labour_ward,
  }
}

export { done }
