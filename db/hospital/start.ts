// What every process does before it works on a hospital's data, the daemon and the command line
// alike: the areas bring what they have and answer what other areas ask of them.

import { brings } from './areas.ts'
import { listen } from '../core/question.ts'
import { bring, type Brings } from './registry.ts'

export function bringAreas(areas: readonly Brings[] = brings): void {
  bring(areas)
  listen(areas.flatMap(({ answers }) => answers ?? []))
}
