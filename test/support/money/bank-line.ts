// A line of a bank statement that was brought in, without a file.

import { within } from '../../../db/store/connection.ts'
import { statement_lines } from '../../../db/hospital/money/accounting/bank/tables.ts'
import type { House } from '../boot.ts'

let count = 0

/** In minor units, above nought into the account; its id. */
export async function bankLine(
  { system }: House,
  line: { account_id: string; value_date: string; amount: number },
): Promise<string> {
  count += 1
  const made = await within(() =>
    statement_lines.insert({
      ...line,
      hospital_id: system.hospital_id,
      description: `Line ${count}`,
      status: 'NEW',
      line_index: count,
      fingerprint: String(count).padStart(64, '0'),
    }),
  )
  return made.id
}
