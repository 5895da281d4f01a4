// The networks a workstation may be used from (PLT-92); none named means anywhere.

import { invalid } from '../../../core/refusal.ts'
import { isRange } from '../../../core/networks.ts'

export function readNetworks(typed: readonly string[]): string[] {
  for (const range of typed) {
    if (!isRange(range)) {
      throw invalid('allowed_cidrs', `holds "${range}", which is not a network.`)
    }
  }
  return [...new Set(typed)]
}
