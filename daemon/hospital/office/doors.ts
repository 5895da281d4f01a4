// Drawn by npm run draw from the folders of this wing, never by hand.
import type { Door } from '../../edge/route.ts'
import { door as access } from './access.ts'
import { door as announcements } from './announcements.ts'
import { door as attachments } from './attachments.ts'
import { door as audit } from './audit.ts'
import { door as departments } from './departments.ts'
import { door as devices } from './devices.ts'
import { door as exports } from './exports.ts'
import { door as genuine } from './genuine.ts'
import { door as imports } from './imports.ts'
import { door as jobs } from './jobs.ts'
import { door as locations } from './locations.ts'
import { door as notifications } from './notifications.ts'
import { door as photos } from './photos.ts'
import { door as pki } from './pki.ts'
import { door as places } from './places.ts'
import { door as plans } from './plans.ts'
import { door as reference } from './reference.ts'
import { door as roles } from './roles.ts'
import { door as schedules } from './schedules.ts'
import { door as search } from './search.ts'
import { door as sequences } from './sequences.ts'
import { door as settings } from './settings.ts'
import { door as start_page } from './start-page.ts'
import { door as system } from './system.ts'
import { door as users } from './users.ts'

export const doors: readonly Door[] = [
  access,
  announcements,
  attachments,
  audit,
  departments,
  devices,
  exports,
  genuine,
  imports,
  jobs,
  locations,
  notifications,
  photos,
  pki,
  places,
  plans,
  reference,
  roles,
  schedules,
  search,
  sequences,
  settings,
  start_page,
  system,
  users,
]
