// What a trip costs, how far and how long it was, as sums (AMB-7, AMB-12).

import t from 'tap'
import { duesOf, minutesWaited } from '../../../../db/hospital/modules/ambulance/charging.ts'
import { resultOf } from '../../../../db/hospital/modules/ambulance/crews.ts'
import {
  distanceOf,
  intervalsOf,
  kmBetween,
} from '../../../../db/hospital/modules/ambulance/distance.ts'
import type { Stamp } from '../../../../db/hospital/modules/ambulance/kept.ts'
import { readOdometer } from '../../../../db/hospital/modules/ambulance/odometer.ts'

const stamp = (milestone: Stamp['milestone'], at: string, more: Partial<Stamp> = {}): Stamp => ({
  milestone,
  at: `2026-03-30T${at}:00.000Z`,
  odometer: null,
  lat: null,
  lng: null,
  by_name: 'Salim',
  ...more,
})

t.test('what a trip costs (AMB-12)', async (t) => {
  const of = { free_km: 10, unit_minutes: 30, free_minutes: 30 }
  const rows = [
    { key: 'CALL_OUT' as const, code: 'OUT1', ...of, priorities: [1, 2] },
    { key: 'CALL_OUT' as const, code: 'OUT', ...of },
    { key: 'KM' as const, code: 'KM', ...of },
    { key: 'WAITING' as const, code: 'WAIT', ...of },
    { key: 'ESCORT' as const, code: 'ESC', ...of },
  ]
  const facts = {
    kind: 'BASIC',
    priority: 1,
    distance_km: 41,
    conveyed: 1,
    waited_minutes: 61,
    escort: true,
    zone_code: null,
  }
  t.same(duesOf(rows, facts), [
    { key: 'CALL_OUT', code: 'OUT1', quantity: 1 },
    { key: 'KM', code: 'KM', quantity: 31 },
    { key: 'WAITING', code: 'WAIT', quantity: 2 },
    { key: 'ESCORT', code: 'ESC', quantity: 1 },
  ])
  const shared = duesOf(rows, { ...facts, conveyed: 3, priority: 4, escort: false })
  t.match(shared, [{ code: 'OUT' }, { quantity: 10.333 }, {}])
  const zone = duesOf(rows, { ...facts, zone_code: 'TANGA', waited_minutes: 30, escort: false })
  t.match(zone, [{}, { key: 'KM', code: 'TANGA', quantity: 1 }])
  t.equal(zone.length, 2)
  t.same(duesOf(rows, { ...facts, distance_km: 9, waited_minutes: 0, escort: false }).length, 1)
})

t.test('how far and how long (AMB-7)', async (t) => {
  const far = kmBetween({ lat: -5.07, lng: 39.1 }, { lat: -5.16, lng: 38.47 })
  t.ok(far > 65 && far < 75, `Tanga to Korogwe: ${far}`)
  t.same(distanceOf(100, 141, []), { distance_km: 41, estimated: false })
  const stamps = [
    stamp('ON_SCENE', '08:20', { lat: -5.07, lng: 39.1 }),
    stamp('AT_DESTINATION', '09:30', { lat: -5.16, lng: 38.47 }),
  ]
  t.match(distanceOf(100, null, stamps), { distance_km: Math.round(far), estimated: true })
  t.same(distanceOf(null, 141, []), { distance_km: null, estimated: true })
  const all = [stamp('DISPATCHED', '08:05'), ...stamps, stamp('HANDED_OVER', '10:31')]
  t.match(intervalsOf('2026-03-30T08:00:00.000Z', all), {
    call_dispatch: 5,
    call_scene: 20,
    hand_over: 61,
    total: null,
  })
  t.equal(minutesWaited(all), 61)
  t.equal(minutesWaited([]), 0)
})

t.test('no odometer goes back, in a thousand readings (AMB-7)', async (t) => {
  t.throws(() => readOdometer({ odometer: 84_120 }, 84_119), {
    message: 'The odometer was 84,120 km.',
  })
  t.throws(() => readOdometer({ odometer: 84_120 }, 86_121), /look again, or send confirm_unusual/)
  t.equal(readOdometer({ odometer: 84_120 }, 86_121, true), 86_121)
  t.equal(readOdometer({ odometer: null }, 5), 5)
  let odometer = 0
  let seed = 7
  for (let step = 0; step < 1000; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647
    const typed = Math.max(0, odometer + (seed % 400) - 150)
    const before = odometer
    try {
      odometer = readOdometer({ odometer }, typed)
    } catch {
      t.ok(typed < before, 'only what goes back is refused')
    }
    if (odometer < before) t.fail('it went back')
  }
})

t.test('a critical fault fails the check (AMB-3)', async (t) => {
  const item = (key: string, result: 'OK' | 'LOW' | 'FAULT') => ({ key, result, note: null })
  const critical = new Set(['BRAKES'])
  t.same(resultOf([item('BRAKES', 'OK')], critical), { result: 'PASS', fault: null })
  t.match(resultOf([item('BRAKES', 'LOW')], critical), { result: 'LIMITED' })
  t.match(resultOf([item('CLEAN', 'FAULT')], critical), { result: 'LIMITED' })
  t.same(resultOf([item('BRAKES', 'FAULT')], critical), { result: 'FAIL', fault: 'brakes FAULT' })
})
