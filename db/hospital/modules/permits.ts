// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as mortuary } from './mortuary/permits.ts'
import { permits as ambulance } from './ambulance/permits.ts'

export const permits = { ...mortuary, ...ambulance } as const
