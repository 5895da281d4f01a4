// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as mortuary } from './mortuary/permits.ts'

export const permits = { ...mortuary } as const
