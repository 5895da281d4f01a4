// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as theatre } from './theatre/permits.ts'
import { permits as tb_ctc } from './tb-ctc/permits.ts'
import { permits as maternity } from './maternity/permits.ts'
import { permits as mortuary } from './mortuary/permits.ts'
import { permits as ambulance } from './ambulance/permits.ts'

export const permits = { ...theatre, ...tb_ctc, ...maternity, ...mortuary, ...ambulance } as const
