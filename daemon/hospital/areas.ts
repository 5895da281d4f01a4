// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { access } from './access.ts'
import { attachment_doors } from './attachments.ts'
import { department_doors } from './departments.ts'
import { location_doors } from './locations.ts'
import { photo_doors } from './photos.ts'
import { audit } from './audit.ts'
import { exports_door } from './exports.ts'
import { jobs_door } from './jobs.ts'
import { notifications } from './notifications.ts'
import { places } from './places.ts'
import { platform } from './platform.ts'
import { reference } from './reference.ts'
import { roles } from './roles.ts'
import { schedules_door } from './schedules.ts'
import { search } from './search.ts'
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
  department_doors,
  location_doors,
  settings,
  sequences,
  reference,
  attachment_doors,
  photo_doors,
  platform,
  notifications,
  audit,
  search,
  jobs_door,
  schedules_door,
  exports_door,
]
