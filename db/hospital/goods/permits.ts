// The permissions that the areas of this wing declare.

import { permits as procurement } from './procurement/permits.ts'
import { permits as stock } from './stock/permits.ts'

export const permits = { ...stock, ...procurement } as const
