// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as hospitals } from './hospitals/brings.ts'
import { brings as outbox } from './outbox/brings.ts'
import { brings as sequences } from './sequences/brings.ts'
import { brings as places } from './places/brings.ts'
import { brings as access } from './access/brings.ts'
import { brings as attachments } from './attachments/brings.ts'
import { brings as jobs } from './jobs/brings.ts'
import { brings as exports } from './exports/brings.ts'
import { brings as imports } from './imports/brings.ts'
import { brings as notifications } from './notifications/brings.ts'
import { brings as announcements } from './announcements/brings.ts'
import { brings as auditing } from './auditing/brings.ts'
import { brings as search } from './search/brings.ts'
import { brings as system } from './system/brings.ts'
import { brings as plans } from './plans/brings.ts'
import { brings as devices } from './devices/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [
  hospitals,
  outbox,
  sequences,
  places,
  access,
  attachments,
  jobs,
  exports,
  imports,
  notifications,
  announcements,
  auditing,
  search,
  system,
  plans,
  devices,
]
