// The doors of the hospital API, written out.

import type { Door } from '../route.ts'
import { places } from './places.ts'
import { stackOf } from './stack.ts'

export const hospital_doors: readonly Door[] = [stackOf(() => hospital_doors), places]
