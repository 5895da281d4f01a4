// The areas, in order: an area may lean only on those above it. Each is written out here; nothing
// is found by scanning folders, because a bundled program has none.

import { outbox } from './outbox/brings.ts'
import type { Brings } from './registry.ts'
import { sequences } from './sequences/brings.ts'

export const areas = [
  'hospitals',
  'audit',
  'settings',
  'outbox',
  'sequences',
  'places',
  'access',
  'provisioning',
] as const
export type Area = (typeof areas)[number]

export const brings: readonly Brings[] = [outbox, sequences]
