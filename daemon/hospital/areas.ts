// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { exports_door } from './exports.ts'
import { imports_door } from './imports.ts'
import { jobs_door } from './jobs.ts'
import { schedules_door } from './schedules.ts'
import { access } from './access.ts'
import { places } from './places.ts'
import { platform } from './platform.ts'
import { reference } from './reference.ts'
import { roles } from './roles.ts'
import { sequences } from './sequences.ts'
import { settings } from './settings.ts'
import { stackOf } from './stack.ts'
import { system_door } from './system.ts'
import { users } from './users.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  jobs_door,
  schedules_door,
  exports_door,
  imports_door,
  system_door,
  access,
  users,
  roles,
  places,
  settings,
  sequences,
  reference,
  platform,
]
