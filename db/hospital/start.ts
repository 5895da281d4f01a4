// What every process does before it works on a hospital's data, the daemon and the command line
// alike: the areas bring what they have, and those that tell people are given the way to do it.

import { brings } from './areas.ts'
import { notify } from './notifications/notify.ts'
import { bring, type Brings } from './registry.ts'
import { tellBy } from './telling.ts'

export function bringAreas(areas: readonly Brings[] = brings): void {
  bring(areas)
  tellBy(notify)
}
