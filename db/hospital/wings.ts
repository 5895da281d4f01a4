// The wings and their areas, in order: an area leans only on those above it. An area is entered once, in
// `<wing>/areas.ts`; what it brings, its permissions, tables and doors are found by its folder
// (`npm run draw`).

import { names as office } from './office/areas.ts'
import { names as desk } from './desk/areas.ts'
import { names as money } from './money/areas.ts'
import { names as people } from './people/areas.ts'
import { names as goods } from './goods/areas.ts'
import { names as trade } from './trade/areas.ts'
import { names as care } from './care/areas.ts'
import { names as diagnostics } from './diagnostics/areas.ts'
import { names as modules } from './modules/areas.ts'
import { names as tenants } from './tenants/areas.ts'

export const wings = {
  office,
  desk,
  money,
  people,
  goods,
  trade,
  care,
  diagnostics,
  modules,
  tenants,
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
