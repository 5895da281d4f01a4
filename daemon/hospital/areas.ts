// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { access } from './access.ts'
import { places } from './places.ts'
import { reference } from './reference.ts'
import { roles } from './roles.ts'
import { sequences } from './sequences.ts'
import { settings } from './settings.ts'
import { stackOf } from './stack.ts'
import { users } from './users.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  access,
  users,
  roles,
  places,
  settings,
  sequences,
  reference,
]
