// Drawn by npm run draw from the folders of this wing, never by hand.
import { permits as tb_ctc } from './tb-ctc/permits.ts'

export const permits = { ...tb_ctc } as const
