// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as laboratory } from './laboratory/permits.ts'

export const permits = { ...laboratory } as const
