// The doors of the messaging API, written out.

import type { Door } from '../route.ts'

export const messaging_doors: readonly Door[] = []
