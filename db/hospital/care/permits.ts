// The permissions that the areas of this wing declare.

import { permits as chart } from './chart/permits.ts'
import { permits as clinical } from './clinical/permits.ts'
import { permits as medicines } from './medicines/permits.ts'
import { permits as wards } from './wards/permits.ts'

export const permits = { ...clinical, ...chart, ...wards, ...medicines } as const
