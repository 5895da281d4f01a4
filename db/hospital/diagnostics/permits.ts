// The permissions that the areas of this wing declare.

import { permits as laboratory } from './laboratory/permits.ts'

export const permits = { ...laboratory } as const
