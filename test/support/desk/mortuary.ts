// A mortuary with a cold room and a cabinet, and the people who work in it.

import type { Data } from '../ask.ts'
import { clock } from '../../../db/core/clock.ts'
import { account, password } from '../accounts.ts'
import { boot, type Tap } from '../boot.ts'
import type { Person } from '../people.ts'
import { priced } from '../money/prices.ts'
import { somebody } from './visits.ts'
import { done } from './ward.ts'

export async function mortuaryHouse(t: Tap & { teardown(undo: () => void): void }) {
  const house = await boot(t)
  const { people } = house
  const admin = await people.holding(
    'mortuary:manage',
    'mortuary:read',
    'tariff:write',
    'bill:read',
    'module:manage',
  )
  const attendant = await people.with('mortuary_attendant')
  const nurse = await people.with('nurse')
  const second = await account(house, { roles: ['nurse'] })
  const welfare = await account(house, { roles: ['welfare'] })
  const doctor = await people.with('doctor')
  const clerk = await people.with('reception')
  const records = await people.with('records')
  await priced(house, [
    { code: 'MOR-IN', name: 'Reception of a body', category: 'Other', price: 1_000_000 },
    { code: 'MOR-DAY', name: 'A day of storage', category: 'Other', price: 500_000 },
  ])
  await done(
    admin.put('/mortuary-tables/CHARGES', {
      rows: [
        { key: 'RECEPTION', code: 'MOR-IN' },
        { key: 'STORAGE_ADULT', code: 'MOR-DAY' },
      ],
      reason: 'Prices of this hospital',
    }),
  )
  const cold = await done(
    admin.post('/mortuary-cabinets', {
      code: 'CR',
      name: 'Cold room',
      kind: 'COLD_ROOM',
      spaces: [{ label: 'C1' }, { label: 'C2' }],
    }),
  )
  const cabinet = await done(
    admin.post('/mortuary-cabinets', {
      code: 'A',
      name: 'Cabinet A',
      kind: 'CABINET',
      spaces: Array.from({ length: 12 }, (_one, at) => ({ label: `A${at + 1}` })),
    }),
  )
  return {
    house,
    admin,
    attendant,
    nurse,
    welfare,
    doctor,
    clerk,
    records,
    cold,
    cabinet,
    ...working({ attendant, second, doctor, clerk }, cabinet),
  }
}

interface Hands {
  attendant: Person
  second: { username: string }
  doctor: Person
  clerk: Person
}

const working = ({ attendant, second, doctor, clerk }: Hands, cabinet: Data) => ({
  /** The token of a second person. */
  async token(by: Person = attendant, other: { username: string } = second): Promise<string> {
    const asked = { identifier: other.username, password, purpose: 'OTHER' }
    return (await done(by.post('/stock/witness', asked))).witness_token
  },
  /** Somebody who died in a ward here: a body is expected. */
  async died(more: Record<string, unknown> = {}): Promise<{ patient: Data; body: Data }> {
    const patient = await somebody(clerk, more)
    await done(
      doctor.post(`/patients/${patient.id}/deceased`, { died_at: clock.instant(), place: 'WARD' }),
    )
    const [body] = await done(attendant.get('/bodies', { patient_id: patient.id }))
    return { patient, body }
  },
  /** In this space of the cabinet. */
  async stored(space_label: string, more: Record<string, unknown> = {}): Promise<Data> {
    const { body } = await this.died()
    return done(
      attendant.post(`/bodies/${body.id}/receive`, {
        tag: body.tag_no,
        cabinet_id: cabinet.id,
        space_label,
        handed_over_by: 'Sister Rehema',
        none: true,
        ...more,
      }),
    )
  },
  /** Brought to the door by somebody. */
  outside: (more: Record<string, unknown> = {}) =>
    attendant.post('/bodies', {
      source: 'BROUGHT_IN',
      brought_by: { name: 'Juma Ally', phone: '0712345678' },
      died_at: clock.instant(),
      ...more,
    }),
})
