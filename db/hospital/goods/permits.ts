// The permissions that the areas of this wing declare.

import { permits as stock } from './stock/permits.ts'

export const permits = { ...stock } as const
