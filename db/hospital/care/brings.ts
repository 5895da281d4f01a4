// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as chart } from './chart/brings.ts'
import { brings as wards } from './wards/brings.ts'
import { brings as notices } from './notices/brings.ts'
import { brings as records } from './records/brings.ts'
import { brings as nursing } from './nursing/brings.ts'
import { brings as consents } from './consents/brings.ts'
import { brings as certificates } from './certificates/brings.ts'
import { brings as procedures } from './procedures/brings.ts'
import { brings as medicines } from './medicines/brings.ts'
import { brings as home_medicines } from './home-medicines/brings.ts'
import { brings as immunisation } from './immunisation/brings.ts'
import { brings as assistant } from './assistant/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [
  chart,
  wards,
  notices,
  records,
  nursing,
  consents,
  certificates,
  procedures,
  medicines,
  home_medicines,
  immunisation,
  assistant,
]
