// The wings and their areas, in order: an area leans only on those above it. Each wing names its own
// (`<wing>/areas.ts`); nothing is found by scanning folders, because a bundled program has none.

import * as office from './office/areas.ts'
import * as desk from './desk/areas.ts'
import * as money from './money/areas.ts'
import * as tenants from './tenants/areas.ts'
import type { Brings } from './registry.ts'

export const wings = {
  office: office.names,
  desk: desk.names,
  money: money.names,
  tenants: tenants.names,
} as const

/** What areas ask of each other stands before all of them. */
export const areas = [
  'neighbours',
  ...wings.office,
  ...wings.desk,
  ...wings.money,
  ...wings.tenants,
] as const
export type Area = (typeof areas)[number]

export const brings: readonly Brings[] = [
  ...office.brings,
  ...desk.brings,
  ...money.brings,
  ...tenants.brings,
]
