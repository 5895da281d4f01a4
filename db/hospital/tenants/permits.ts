// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as platform } from './platform/permits.ts'

export const permits = { ...platform } as const
