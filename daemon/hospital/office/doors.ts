// The doors of this wing; the order is that of the descriptions.

import type { Door } from '../../edge/route.ts'
import { door as access } from './access.ts'
import { door as users } from './users.ts'
import { door as roles } from './roles.ts'
import { door as places } from './places.ts'
import { door as departments } from './departments.ts'
import { door as locations } from './locations.ts'
import { door as settings } from './settings.ts'
import { door as plans } from './plans.ts'
import { door as sequences } from './sequences.ts'
import { door as reference } from './reference.ts'
import { door as notifications } from './notifications.ts'
import { door as audit } from './audit.ts'
import { door as search } from './search.ts'
import { door as attachments } from './attachments.ts'
import { door as photos } from './photos.ts'
import { door as devices } from './devices.ts'
import { door as jobs } from './jobs.ts'
import { door as schedules } from './schedules.ts'
import { door as exports } from './exports.ts'
import { door as start_page } from './start-page.ts'
import { door as pki } from './pki.ts'
import { door as genuine } from './genuine.ts'
import { door as imports } from './imports.ts'
import { door as system } from './system.ts'

export const doors: readonly Door[] = [
  access,
  users,
  roles,
  places,
  departments,
  locations,
  settings,
  plans,
  sequences,
  reference,
  notifications,
  audit,
  search,
  attachments,
  photos,
  devices,
  jobs,
  schedules,
  exports,
  start_page,
  pki,
  genuine,
  imports,
  system,
]
