// Laboratory, imaging, blood.
// The areas of this wing in order: one leans only on those above it.

import type { Brings } from '../registry.ts'
import { brings as laboratory } from './laboratory/brings.ts'

export const names = ['laboratory'] as const

export const brings: readonly Brings[] = [laboratory]
