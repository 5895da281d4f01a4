// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as maternity } from './maternity/permits.ts'

export const permits = { ...maternity } as const
