// What an operator says by itself: receipts, texts of people, and texts that only looked like receipts.

import { clock } from '../../../db/core/clock.ts'
import { within } from '../../../db/store/connection.ts'
import { arrive } from '../../../db/messaging/inbound/arrive.ts'
import type { ArrivedReceipt, ArrivedText } from '../operators/way.ts'
import type { Ledger } from './ledger.ts'

export async function arrived(
  link_id: string,
  ledger: Ledger,
  spell: (id: string | null) => readonly string[],
  what: ArrivedReceipt | ArrivedText,
): Promise<void> {
  const at = clock.instant()
  if (what.kind === 'text') {
    await within(() => arrive({ link_id, mode: 'live' }, what, at), 'jobs')
    return
  }
  const { otherwise } = what
  const matched = await ledger.receipt({
    raw_id: what.id,
    spellings: spell(what.id),
    word: what.word,
    error_code: what.error_code,
    destination: what.destination,
    user_reference: what.user_reference,
    network: what.network,
    done_at: null,
    received_at: at,
    raw: what.raw,
  })
  // It only looked like a receipt: its id is nobody's, so somebody wrote it (MSG-371).
  if (!matched && otherwise !== null)
    await within(() => arrive({ link_id, mode: 'live' }, otherwise, at), 'jobs')
}
