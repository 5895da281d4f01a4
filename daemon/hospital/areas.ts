// The doors of the hospital API, a list a wing; the order is that of the descriptions.

import type { Door } from '../edge/route.ts'
import { doors as office } from './office/doors.ts'
import { doors as desk } from './desk/doors.ts'
import { doors as money } from './money/doors.ts'
import { doors as tenants } from './tenants/doors.ts'
import { stackOf } from './stack.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  ...office,
  ...desk,
  ...money,
  ...tenants,
]
