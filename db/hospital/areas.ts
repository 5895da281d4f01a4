// The areas, in order: an area may lean only on those above it. Each is written out here; nothing
// is found by scanning folders, because a bundled program has none.

import { access } from './access/brings.ts'
import { attachments } from './attachments/brings.ts'
import { hospitals_brings } from './hospitals/brings.ts'
import { auditing } from './auditing/brings.ts'
import { brings as exports } from './exports/brings.ts'
import { brings as jobs } from './jobs/brings.ts'
import { notifications } from './notifications/brings.ts'
import { outbox } from './outbox/brings.ts'
import { places } from './places/brings.ts'
import type { Brings } from './registry.ts'
import { search } from './search/brings.ts'
import { sequences } from './sequences/brings.ts'

export const areas = [
  'hospitals',
  'audit',
  'settings',
  'outbox',
  'sequences',
  'places',
  'access',
  'attachments',
  'jobs',
  'exports',
  'imports',
  'notifications',
  'auditing',
  'search',
  'provisioning',
  'platform',
] as const
export type Area = (typeof areas)[number]

export const brings: readonly Brings[] = [
  hospitals_brings,
  outbox,
  sequences,
  places,
  access,
  attachments,
  outbox,
  sequences,
  jobs,
  exports,
  notifications,
  auditing,
  search,
]
