// A dispatch room with vehicles that are checked and manned, and the people who work in it.

import type { Data } from '../ask.ts'
import { clock } from '../../../db/core/clock.ts'
import { newId } from '../../../db/core/ids.ts'
import { boot, type Tap } from '../boot.ts'
import { priced } from '../money/prices.ts'
import { done } from './ward.ts'

export const critical_items = [
  'BRAKES',
  'TYRES',
  'LIGHTS',
  'ENGINE',
  'STRETCHER',
  'OXYGEN',
  'BAG_MASK',
]

export async function dispatchHouse(t: Tap & { teardown(undo: () => void): void }) {
  const house = await boot(t)
  const { people } = house
  const admin = await people.holding(
    'ambulance:manage',
    'ambulance:read',
    'bill:read',
    'module:manage',
  )
  const crew = await people.with('ambulance_crew')
  const nurse = await people.with('nurse')
  const clerk = await people.with('reception')
  const doctor = await people.with('doctor')
  await done(admin.post(`/facilities/${house.facility_id}/modules/ambulance/switch-on`))
  await priced(house, [
    { code: 'AMB-OUT', name: 'Ambulance called out', category: 'Other', price: 2_000_000 },
    { code: 'AMB-KM', name: 'Ambulance, a kilometre', category: 'Other', price: 100_000 },
  ])
  await done(
    admin.put('/ambulance-tables/CHARGES', {
      rows: [
        { key: 'CALL_OUT', code: 'AMB-OUT', free_km: 0, unit_minutes: 30, free_minutes: 30 },
        { key: 'KM', code: 'AMB-KM', free_km: 10, unit_minutes: 30, free_minutes: 30 },
      ],
      reason: 'Prices of this hospital',
    }),
  )
  let made = 0
  /** Entered, not checked, without a crew. */
  const entered = async (more: Record<string, unknown> = {}): Promise<Data> => {
    made += 1
    return done(
      admin.post('/ambulance-vehicles', {
        call_sign: `KTA-${made}x`,
        plate: `T ${100 + made} ABC`,
        kind: 'BASIC',
        equipment: ['oxygen'],
        odometer: 84_120,
        ...more,
      }),
    )
  }
  const checked = (id: string, results: Record<string, string> = {}, odometer = 84_120) =>
    crew.post(`/ambulance-vehicles/${id}/checks`, {
      odometer,
      fuel_level: 'FULL',
      items: critical_items.map((key) => ({ key, result: results[key] ?? 'OK' })),
    })
  const manned = (id: string, more: Record<string, unknown> = {}) =>
    crew.put(`/ambulance-vehicles/${id}/crew`, {
      driver_id: newId(),
      attendant_ids: [newId()],
      ...more,
    })
  return {
    house,
    admin,
    crew,
    nurse,
    clerk,
    doctor,
    entered,
    checked,
    manned,
    /** Ready to go. */
    async ready(more: Record<string, unknown> = {}): Promise<Data> {
      const { id } = await entered(more)
      await done(checked(id))
      return done(manned(id))
    },
    ask: (more: Record<string, unknown> = {}) =>
      clerk.post('/ambulance-requests', {
        kind: 'EMERGENCY_CALL',
        channel: 'WALK_IN',
        priority: 2,
        pickup: { text: 'Mombo market', landmark: 'Mombo' },
        not_duplicate: true,
        ...more,
      }),
    at: (minutes: number): string => new Date(clock.ms() + minutes * 60_000).toISOString(),
  }
}
