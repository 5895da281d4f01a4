// The permissions that the areas of this wing declare.

import { permits as clients } from './clients/permits.ts'
import { permits as discounts } from './discounts/permits.ts'

export const permits = { ...clients, ...discounts } as const
