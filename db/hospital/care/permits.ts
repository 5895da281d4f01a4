// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as clinical } from './clinical/permits.ts'
import { permits as chart } from './chart/permits.ts'
import { permits as wards } from './wards/permits.ts'
import { permits as notices } from './notices/permits.ts'
import { permits as records } from './records/permits.ts'
import { permits as nursing } from './nursing/permits.ts'
import { permits as certificates } from './certificates/permits.ts'
import { permits as medicines } from './medicines/permits.ts'
import { permits as immunisation } from './immunisation/permits.ts'
import { permits as assistant } from './assistant/permits.ts'

export const permits = {
  ...clinical,
  ...chart,
  ...wards,
  ...notices,
  ...records,
  ...nursing,
  ...certificates,
  ...medicines,
  ...immunisation,
  ...assistant,
} as const
