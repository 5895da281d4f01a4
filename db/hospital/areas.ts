// The wings and their areas, in order: an area leans only on those above it. Each wing names its own
// (`<wing>/areas.ts`); nothing is found by scanning folders, because a bundled program has none.

import * as office from './office/areas.ts'
import * as desk from './desk/areas.ts'
import * as money from './money/areas.ts'
import * as people from './people/areas.ts'
import * as goods from './goods/areas.ts'
import * as trade from './trade/areas.ts'
import * as care from './care/areas.ts'
import * as diagnostics from './diagnostics/areas.ts'
import * as modules from './modules/areas.ts'
import * as tenants from './tenants/areas.ts'
import type { Brings } from './registry.ts'

export const wings = {
  office: office.names,
  desk: desk.names,
  money: money.names,
  people: people.names,
  goods: goods.names,
  trade: trade.names,
  care: care.names,
  diagnostics: diagnostics.names,
  modules: modules.names,
  tenants: tenants.names,
} as const

/** What areas ask of each other stands before all of them. */
export const areas = [
  'neighbours',
  ...wings.office,
  ...wings.desk,
  ...wings.money,
  ...wings.people,
  ...wings.goods,
  ...wings.trade,
  ...wings.care,
  ...wings.diagnostics,
  ...wings.modules,
  ...wings.tenants,
] as const
export type Area = (typeof areas)[number]

export const brings: readonly Brings[] = [
  ...office.brings,
  ...desk.brings,
  ...money.brings,
  ...people.brings,
  ...goods.brings,
  ...trade.brings,
  ...care.brings,
  ...diagnostics.brings,
  ...modules.brings,
  ...tenants.brings,
]
