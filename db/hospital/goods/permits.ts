// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as stock } from './stock/permits.ts'

export const permits = { ...stock } as const
