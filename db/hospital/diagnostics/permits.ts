// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as laboratory } from './laboratory/permits.ts'
import { permits as imaging } from './imaging/permits.ts'
import { permits as blood_bank } from './blood-bank/permits.ts'

export const permits = { ...laboratory, ...imaging, ...blood_bank } as const
