// Lines of one entry put together where they say the same: account or role, side, branch, department,
// party and tax.

import type { PostingLine } from '../accounting/entries/lines.ts'

export function gathered(): { add(line: PostingLine): void; lines(): PostingLine[] } {
  const sums = new Map<string, PostingLine>()
  return {
    add(line) {
      const { debit = 0, credit = 0 } = line
      if (debit === 0 && credit === 0) return
      const key = [
        line.role ?? line.account_id,
        debit > 0 ? 'debit' : 'credit',
        line.facility_id,
        line.department,
        line.party?.id,
        line.tax_code,
      ].join('|')
      const known = sums.get(key)
      if (known === undefined) sums.set(key, { ...line, debit, credit })
      else {
        known.debit = (known.debit ?? 0) + debit
        known.credit = (known.credit ?? 0) + credit
      }
    },
    lines: () => [...sums.values()],
  }
}
