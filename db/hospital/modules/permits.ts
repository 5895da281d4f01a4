// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as theatre } from './theatre/permits.ts'

export const permits = { ...theatre } as const
