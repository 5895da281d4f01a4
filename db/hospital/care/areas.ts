// The chart, wards and beds, nursing, medicines.
// The areas of this wing in order: one leans only on those above it.

import { brings as assistant } from './assistant/brings.ts'
import { brings as chart } from './chart/brings.ts'
import { brings as home_medicines } from './home-medicines/brings.ts'
import { brings as certificates } from './certificates/brings.ts'
import { brings as consents } from './consents/brings.ts'
import { brings as notices } from './notices/brings.ts'
import { brings as nursing } from './nursing/brings.ts'
import { brings as procedures } from './procedures/brings.ts'
import { brings as records } from './records/brings.ts'
import { brings as medicines } from './medicines/brings.ts'
import { brings as wards } from './wards/brings.ts'
import type { Brings } from '../registry.ts'

export const names = [
  'clinical',
  'chart',
  'wards',
  'medicines',
  'home-medicines',
  'notices',
  'records',
  'nursing',
  'consents',
  'certificates',
  'procedures',
  'assistant',
] as const

export const brings: readonly Brings[] = [
  chart,
  wards,
  medicines,
  home_medicines,
  notices,
  records,
  nursing,
  consents,
  certificates,
  procedures,
  assistant,
]
