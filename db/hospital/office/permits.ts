// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as audit } from './audit/permits.ts'
import { permits as settings } from './settings/permits.ts'
import { permits as outbox } from './outbox/permits.ts'
import { permits as sequences } from './sequences/permits.ts'
import { permits as places } from './places/permits.ts'
import { permits as access } from './access/permits.ts'
import { permits as attachments } from './attachments/permits.ts'
import { permits as jobs } from './jobs/permits.ts'
import { permits as exports } from './exports/permits.ts'
import { permits as imports } from './imports/permits.ts'
import { permits as notifications } from './notifications/permits.ts'
import { permits as announcements } from './announcements/permits.ts'
import { permits as system } from './system/permits.ts'
import { permits as plans } from './plans/permits.ts'
import { permits as devices } from './devices/permits.ts'

export const permits = {
  ...audit,
  ...settings,
  ...outbox,
  ...sequences,
  ...places,
  ...access,
  ...attachments,
  ...jobs,
  ...exports,
  ...imports,
  ...notifications,
  ...announcements,
  ...system,
  ...plans,
  ...devices,
} as const
