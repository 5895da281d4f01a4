// Every permission there is: what the areas declare, and nothing else (PLT-35).

import { permits as office } from './office/permits.ts'
import { permits as desk } from './desk/permits.ts'
import { permits as money } from './money/permits.ts'
import { permits as people } from './people/permits.ts'
import { permits as goods } from './goods/permits.ts'
import { permits as trade } from './trade/permits.ts'
import { permits as care } from './care/permits.ts'
import { permits as diagnostics } from './diagnostics/permits.ts'
import { permits as modules } from './modules/permits.ts'
import { permits as tenants } from './tenants/permits.ts'
import { base_codes } from './office/access/permits.ts'
import type { Permit } from './permit.ts'

export const permits = {
  ...office,
  ...desk,
  ...money,
  ...people,
  ...goods,
  ...trade,
  ...care,
  ...diagnostics,
  ...modules,
  ...tenants,
} as const

export type PermitCode = keyof typeof permits | (typeof base_codes)[number] | 'portal:use'

export const permitOf = (code: string): Permit | undefined =>
  (permits as Record<string, Permit>)[code]

const of_itself: readonly string[] = [...base_codes, 'portal:use']
export const isPermit = (code: string): boolean =>
  permitOf(code) !== undefined || of_itself.includes(code)

/** Codes of the operator of a hosted service; they are in no hospital's catalogue. */
export const isPlatformCode = (code: string): boolean =>
  code.startsWith('platform:') || code.startsWith('gateway:')

/** What a hospital's roles may hold, sorted. */
export const catalogue: readonly string[] = Object.keys(permits)
  .filter((code) => !isPlatformCode(code))
  .sort()
