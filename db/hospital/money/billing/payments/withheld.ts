// Tax that a client keeps back of what it owes (BIL-48, P-11b): the debt falls by it, and the house
// holds a claim on the tax office, with the client's certificate.

import { invalid } from '../../../../core/refusal.ts'
import type { Purse } from '../../accounting/purse.ts'

interface Asked {
  withheld_tax?: number | null | undefined
  certificate_no?: string | null | undefined
}

export function withheldOf(purse: Purse, asked: Asked, of_client: boolean) {
  const typed = asked.withheld_tax ?? null
  const amount = typed === null ? 0 : purse.minor('withheld_tax', typed)
  if (amount < 0) throw invalid('withheld_tax', 'must not be negative.')
  if (amount > 0 && !of_client) throw invalid('withheld_tax', 'is of a client’s bill alone.')
  const certificate_no = asked.certificate_no ?? null
  return {
    amount,
    also: amount === 0 ? {} : { withheld_tax: amount, certificate_no },
  }
}
