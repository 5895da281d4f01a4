// Kilometres between points on the globe, and times between the milestones of a trip. Pure.

import type { Stamp } from './kept.ts'

interface Point {
  lat: number
  lng: number
}

const earth_km = 6371
const radians = (degrees: number): number => (degrees * Math.PI) / 180

export function kmBetween(a: Point, b: Point): number {
  const [from, to] = [radians(a.lat), radians(b.lat)]
  const [rise, run] = [to - from, radians(b.lng - a.lng)]
  const half = Math.sin(rise / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(run / 2) ** 2
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(half)))
}

export interface Distance {
  distance_km: number | null
  estimated: boolean
}

/** By the odometer, else along the points that were stamped. */
export function distanceOf(
  start_km: number | null,
  end_km: number | null,
  stamps: readonly Stamp[],
): Distance {
  if (start_km !== null && end_km !== null) {
    return { distance_km: end_km - start_km, estimated: false }
  }
  const points = stamps.flatMap(({ lat, lng }) =>
    lat === null || lng === null ? [] : [{ lat, lng }],
  )
  if (points.length < 2) return { distance_km: null, estimated: true }
  const km = points
    .slice(1)
    .reduce((sum, point, at) => sum + kmBetween(points[at] as Point, point), 0)
  return { distance_km: Math.round(km), estimated: true }
}

const spans = [
  ['call_dispatch', null, 'DISPATCHED'],
  ['dispatch_rolling', 'DISPATCHED', 'EN_ROUTE'],
  ['call_scene', null, 'ON_SCENE'],
  ['at_scene', 'ON_SCENE', 'TO_DESTINATION'],
  ['scene_destination', 'TO_DESTINATION', 'AT_DESTINATION'],
  ['hand_over', 'AT_DESTINATION', 'HANDED_OVER'],
  ['call_end', null, 'COMPLETED'],
  ['total', 'DISPATCHED', 'COMPLETED'],
] as const
export type SpanName = (typeof spans)[number][0]
export const span_names = spans.map(([name]) => name)

/** In minutes; null while one of both is not stamped. */
export function intervalsOf(
  called_at: string,
  stamps: readonly Stamp[],
): Record<SpanName, number | null> {
  const at = (name: string | null): string | undefined =>
    name === null ? called_at : stamps.find(({ milestone }) => milestone === name)?.at
  return Object.fromEntries(
    spans.map(([name, from, to]) => {
      const [first, last] = [at(from), at(to)]
      const minutes =
        first === undefined || last === undefined
          ? null
          : Math.round((Date.parse(last) - Date.parse(first)) / 60_000)
      return [name, minutes]
    }),
  ) as Record<SpanName, number | null>
}
