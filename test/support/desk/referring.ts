// Two houses and a patient between them: a draft, a letter that was sent.

import { clock } from '../../../db/core/clock.ts'
import { boot, type Tap } from '../boot.ts'
import { somebody } from './visits.ts'

export async function referring(t: Tap) {
  const house = await boot(t)
  const { people } = house
  clock.freeze('2026-03-31T06:00:00.000Z')
  const clerk = await people.with('reception')
  const doctor = await people.with('clinician')
  const nurse = await people.with('nurse')
  const records = await people.with('records')

  const whole = {
    facility: 'Bombo Regional Hospital',
    reason: 'Acute abdomen, no surgeon tonight',
    clinical_summary: 'Two days of pain in a rigid abdomen, fever.',
    department: 'Surgery',
  }
  const drafted = async (more: Record<string, unknown> = {}) => {
    const patient = await somebody(clerk)
    const made = await doctor.post('/referrals', { patient_id: patient.id, ...whole, ...more })
    if (made.status !== 201) throw new Error(made.message)
    return made.data
  }
  const sent = async (more: Record<string, unknown> = {}) => {
    const draft = await drafted(more)
    const done = await doctor.post(`/referrals/${draft.id}/send`, { channel: 'PRINT' })
    if (done.status !== 200) throw new Error(done.message)
    return done.data
  }

  return { house, people, clerk, doctor, nurse, records, whole, drafted, sent }
}
