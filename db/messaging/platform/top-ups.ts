// A top-up as the platform's people look at it (MSG 5.3).

import { toMajor } from '../../core/kinds/money.ts'
import { currencyOf } from '../../core/reference/countries.ts'
import type { Static } from '../../core/kinds/kinds.ts'
import type { TopUpRow } from '../wallet/money.ts'
import type { GatewayTopUp } from './shapes.ts'

export const shownTopUp = (found: TopUpRow): Static<typeof GatewayTopUp> => ({
  id: found.id,
  account_id: found.account_id,
  amount: toMajor(found.amount, currencyOf(found.currency)),
  currency: found.currency,
  method: found.method,
  payment_reference: found.payment_reference,
  note: found.note,
  status: found.status,
  decided_by: found.decided_by,
  decided_at: found.decided_at,
  reject_reason: found.reject_reason,
  moves: found.status === 'pending' ? ['confirm', 'reject'] : [],
  created_at: found.created_at,
})
