// The doors of the messaging API, written out; the order is that of the descriptions.

import type { Door } from '../route.ts'
import { door as errors } from './errors.ts'
import { door as keys } from './keys.ts'
import { stackOf } from './stack.ts'

export const messaging_doors: readonly Door[] = [stackOf(() => messaging_doors), keys, errors]
