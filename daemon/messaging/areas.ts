// The doors of the messaging API, written out.

import type { Door } from '../route.ts'
import { stackOf } from './stack.ts'

export const messaging_doors: readonly Door[] = [stackOf(() => messaging_doors)]
