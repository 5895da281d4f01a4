// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { access } from './access.ts'
import { attachment_doors } from './attachments.ts'
import { department_doors } from './departments.ts'
import { location_doors } from './locations.ts'
import { photo_doors } from './photos.ts'
import { places } from './places.ts'
import { platform } from './platform.ts'
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
  department_doors,
  location_doors,
  settings,
  sequences,
  reference,
  attachment_doors,
  photo_doors,
  platform,
]
