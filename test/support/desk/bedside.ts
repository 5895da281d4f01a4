// Blood that has come to somebody's bed, and the two people who hang it.

import { account, password } from '../accounts.ts'
import type { Data } from '../ask.ts'
import type { House } from '../boot.ts'
import type { Person } from '../people.ts'
import { type BloodAtWork, bloodAtWork } from './blood.ts'
import { somebody } from './visits.ts'
import { done } from './ward.ts'

export const calm = {
  temperature: 36.8,
  pulse: 80,
  systolic: 120,
  diastolic: 80,
  respiratory_rate: 16,
}
export const checks = {
  patient_scanned: true,
  unit_scanned: true,
  name_asked: true,
  group_agrees: true,
  expiry_ok: true,
  bag_ok: true,
  consent_ok: true,
}

export interface Bedside {
  bank: BloodAtWork
  clerk: Person
  doctor: Person
  nurse: Person
  issuer: Person
  /** By the second nurse, unless another is named. */
  token: (by: Person, username?: string) => Promise<string>
  /** `of`: a patient of the register, else a new man. */
  asked: (more?: { of?: string; consent?: boolean; request?: object }) => Promise<Data>
  issued: (bed: Data, units: readonly Data[]) => ReturnType<Person['post']>
  /** A unit of group O has come, before its tests. */
  atTheBed: (consent?: boolean) => Promise<Data>
  start: (by: Person, bed: Data, more?: object) => ReturnType<Person['post']>
  begun: (bed: Data) => Promise<Data>
}

export async function bedsideOf(house: House): Promise<Bedside> {
  const { people } = house
  const bank = await bloodAtWork(house)
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  const nurse = await people.with('nurse')
  const issuer = await people.holding('blood:issue', 'blood:emergency', 'blood:read')
  const second = await account(house, { roles: ['nurse'] })

  const token: Bedside['token'] = async (by, username = second.username) => {
    const proof = { identifier: username, password, purpose: 'TRANSFUSION' }
    return (await done(by.post('/stock/witness', proof))).witness_token
  }
  const asked: Bedside['asked'] = async ({ of, consent = true, request: more = {} } = {}) => {
    const id = of ?? (await somebody(clerk, { sex: 'Male' })).id
    const patient = await done(clerk.get(`/patients/${id}`))
    if (consent) {
      const agreed = { kind: 'TRANSFUSION', signatory_name: 'Asha', signatory_relation: 'SELF' }
      await done(doctor.post('/clinical/consents', { patient_id: id, ...agreed }))
    }
    const request = await done(
      doctor.post('/blood-bank/requests', {
        patient_id: id,
        lines: [{ component_code: 'WB', units: 2 }],
        indication: 'BLEEDING',
        priority: 'EMERGENCY',
        transfused_before: 'NO',
        pregnant_or_transfused_90d: 'NO',
        reaction_before: 'NO',
        ...more,
      }),
    )
    return { patient, request }
  }
  const issued: Bedside['issued'] = ({ request, patient }, units) =>
    issuer.post(`/blood-bank/requests/${request.id}/issue`, {
      units: units.map(({ id }) => ({ unit_id: id })),
      patient_number: patient.number,
      collector_name: 'Mushi',
      destination: 'Ward 2',
      visual_ok: true,
      emergency: { reason: 'Bleeding' },
    })
  const start: Bedside['start'] = (by, { patient, unit }, more = {}) =>
    by.post('/blood-bank/transfusions', {
      unit_number: unit.number,
      patient_number: patient.number,
      checks,
      observation: calm,
      ...more,
    })
  return {
    bank,
    clerk,
    doctor,
    nurse,
    issuer,
    token,
    asked,
    issued,
    start,
    async atTheBed(consent = true) {
      const bed = await asked({ consent })
      const unit = await bank.unit('O+')
      await done(issued(bed, [unit]))
      return { ...bed, unit }
    },
    begun: async (bed) => done(start(nurse, bed, { witness_token: await token(nurse) })),
  }
}
