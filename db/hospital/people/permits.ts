// The permissions that the areas of this wing declare.

import { permits as staff } from './staff/permits.ts'

export const permits = { ...staff } as const
