// The doors of the hospital API, a list a wing; the order is that of the descriptions.

import type { Door } from '../edge/route.ts'
import { doors as office } from './office/doors.ts'
import { doors as desk } from './desk/doors.ts'
import { doors as money } from './money/doors.ts'
import { doors as people } from './people/doors.ts'
import { doors as goods } from './goods/doors.ts'
import { doors as trade } from './trade/doors.ts'
import { doors as care } from './care/doors.ts'
import { doors as diagnostics } from './diagnostics/doors.ts'
import { doors as modules } from './modules/doors.ts'
import { doors as tenants } from './tenants/doors.ts'
import { stackOf } from './stack.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  ...office,
  ...desk,
  ...money,
  ...people,
  ...goods,
  ...trade,
  ...care,
  ...diagnostics,
  ...modules,
  ...tenants,
]
