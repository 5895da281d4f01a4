// What the areas bring, in the order of their wings; nothing is found by scanning folders when the program runs,
// because a bundled program has none.

import { brings as office } from './office/brings.ts'
import { brings as desk } from './desk/brings.ts'
import { brings as money } from './money/brings.ts'
import { brings as people } from './people/brings.ts'
import { brings as goods } from './goods/brings.ts'
import { brings as trade } from './trade/brings.ts'
import { brings as care } from './care/brings.ts'
import { brings as diagnostics } from './diagnostics/brings.ts'
import { brings as modules } from './modules/brings.ts'
import { brings as tenants } from './tenants/brings.ts'
import type { Brings } from './registry.ts'

export const brings: readonly Brings[] = [
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
