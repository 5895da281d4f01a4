// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as clients } from './clients/permits.ts'
import { permits as discounts } from './discounts/permits.ts'

export const permits = { ...clients, ...discounts } as const
