// Numbered, only ever added to: a released migration is never edited.

import type { Migration } from '../migrate.ts'
import { migration as foundation } from './0001-foundation.ts'

export const migrations: readonly Migration[] = [foundation]
