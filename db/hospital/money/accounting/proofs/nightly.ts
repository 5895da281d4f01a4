// The proof of every night and week (7): what was proven is remembered, what fails is told at once.

import type { Caller } from '../../../../core/caller.ts'
import { clock } from '../../../../core/clock.ts'
import { run, within } from '../../../../store/connection.ts'
import { sql } from '../../../../store/sql.ts'
import { tell } from '../../../neighbours/telling.ts'
import { type Verified, verify } from './verify.ts'

export async function proveBooks(caller: Caller, { quick }: { quick: boolean }): Promise<Verified> {
  const found = await verify(caller, { quick })
  await within(async () => {
    // A sub-ledger that differs is told every night; the chain below it is not walked again for it.
    if (chainHolds(found)) await remember(caller.hospital_id, found)
    if (found.failed > 0) await cry(caller, found)
  }, 'jobs')
  return found
}

const of_chain = [
  'ACC-101',
  'ACC-102',
  'ACC-103',
  'ACC-105',
  'ACC-106',
  'ACC-107',
  'ACC-119',
  'ACC-127',
]
const chainHolds = ({ checks }: Verified): boolean =>
  checks.every(({ id, state }) => state !== 'FAILED' || !of_chain.includes(id))

async function remember(hospital_id: string, { chain_to, head }: Verified): Promise<void> {
  await run(
    sql`insert into ledger_proofs (hospital_id, chain_no, hash, proven_at)
      values (${hospital_id}, ${chain_to}, ${head}, ${clock.instant()})
      on conflict (hospital_id) do update set chain_no = excluded.chain_no,
        hash = excluded.hash, proven_at = excluded.proven_at`,
  )
}

async function cry(caller: Caller, { checks }: Verified): Promise<void> {
  const bad = checks.filter(({ state }) => state === 'FAILED')
  await tell(caller, {
    to: { permission: 'books:verify' },
    kind: 'accounting.warning',
    title: 'The books do not hold',
    body: bad
      .map(({ id, title, first }) => `${id} ${title}: ${first}`)
      .join('; ')
      .slice(0, 300),
  })
}
