// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as laboratory } from './laboratory/brings.ts'
import { brings as imaging } from './imaging/brings.ts'
import { brings as blood_bank } from './blood-bank/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [laboratory, imaging, blood_bank]
