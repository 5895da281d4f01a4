// Numbered, only ever added to: a released migration is never edited.

import type { Migration } from '../migrate.ts'

export const migrations: readonly Migration[] = [
  { name: '0001-foundation', steps: async () => (await import('./0001-foundation.ts')).steps },
]
