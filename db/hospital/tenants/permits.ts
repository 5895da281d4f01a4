// The permissions that the areas of this wing declare.

import { permits as platform } from './platform/permits.ts'

export const permits = { ...platform } as const
