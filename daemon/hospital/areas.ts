// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { attachment_doors } from './attachments.ts'
import { department_doors } from './departments.ts'
import { location_doors } from './locations.ts'
import { photo_doors } from './photos.ts'
import { access } from './access.ts'
import { places } from './places.ts'
import { reference } from './reference.ts'
import { sequences } from './sequences.ts'
import { settings } from './settings.ts'
import { stackOf } from './stack.ts'

export const hospital_doors: readonly Door[] = [
  stackOf(() => hospital_doors),
  places,
  department_doors,
  location_doors,
  attachment_doors,
  photo_doors,
  access,
  reference,
  settings,
  sequences,
]
