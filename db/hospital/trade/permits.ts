// The permissions that the areas of this wing declare.

import { permits as clients } from './clients/permits.ts'

export const permits = { ...clients } as const
