// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as clients } from './clients/permits.ts'
import { permits as discounts } from './discounts/permits.ts'
import { permits as quotations } from './quotations/permits.ts'
import { permits as orders } from './orders/permits.ts'
import { permits as returns } from './returns/permits.ts'

export const permits = { ...clients, ...discounts, ...quotations, ...orders, ...returns } as const
