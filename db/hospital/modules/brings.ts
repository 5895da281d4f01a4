// Drawn by npm run draw from the folders of this wing, never by hand.
import { brings as parts } from './parts/brings.ts'
import { brings as theatre } from './theatre/brings.ts'
import { brings as tb_ctc } from './tb-ctc/brings.ts'
import { brings as maternity } from './maternity/brings.ts'
import { brings as mortuary } from './mortuary/brings.ts'
import { brings as ambulance } from './ambulance/brings.ts'

import type { Brings } from '../registry.ts'

export const brings: readonly Brings[] = [parts, theatre, tb_ctc, maternity, mortuary, ambulance]
