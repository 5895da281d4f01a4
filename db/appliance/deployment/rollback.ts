// Going back to the generation before (OPS-132). What must be true of it once it is live is written
// into it first, as a restore does: whoever is killed leaves the one that was live, or one that is held
// and whose chains show where they part (OPS-127, OPS-133).

import { system } from '../../core/caller.ts'
import { closeDatabase, onDatabase, row, within } from '../../store/connection.ts'
import { record } from '../../hospital/office/audit/record.ts'
import { mustStillBeAlone } from '../house/alone.ts'
import { holdAll } from '../outbound/holds.ts'
import { settleReturning } from '../house/settled.ts'
import { fitForks, type Head, heads } from '../house/went-back.ts'
import { sql } from '../../store/sql.ts'
import { serverAddress } from './address.ts'
import { inGeneration } from './aside.ts'
import type { Deployment } from './deployment.ts'
import { makeLive } from './generation.ts'
import { before, standingAt } from './generations.ts'
import { makeLiveOnServer } from './server.ts'

/** What was reached; tests end the process there. */
export type RollbackPhase = 'HELD' | 'CLOSED' | 'ON_SERVER' | 'TURNED'

export async function rollBack(
  deployment: Deployment,
  by: string,
  onPhase: (phase: RollbackPhase) => void = () => undefined,
  number = before(deployment).number,
): Promise<number> {
  const { generation } = deployment
  await holdBefore(deployment, number, by)
  onPhase('HELD')
  await mustStillBeAlone()
  await closeDatabase()
  onPhase('CLOSED')
  try {
    await turn(deployment, number, onPhase)
    onPhase('TURNED')
    await row(sql`select count(*) as n from hospitals`)
    await fitForks(deployment)
  } catch (error) {
    await turn(deployment, generation)
    throw error
  }
  return number
}

/**
 * In one transaction of the generation that comes: nothing leaves it, no number of the way that is left
 * is given again, who was shut out on it stays out, and every chain says why.
 */
async function holdBefore(deployment: Deployment, number: number, by: string): Promise<void> {
  const left = await onDatabase(deployment.engine, heads)
  const since = standingAt(deployment, deployment.generation).at
  await inGeneration(deployment, number, () =>
    within(async () => {
      const own = await heads()
      await settleReturning({
        left: deployment.engine,
        by,
        hospital_ids: own.map(({ hospital_id }) => hospital_id),
        at: since ?? '',
        parted_at: since ?? '',
      })
      for (const head of own) recordFork(head, left, since, { by, number })
    }),
  )
}

/**
 * A newer program was not well and its data are left, before anybody worked on them (OPS-170): every chain
 * says so, for its anchors stand beside the data. `is_lost`: people had worked, and what had been sent is known
 * there alone.
 */
export async function noteLeft(by: string, since: string, is_lost: boolean): Promise<void> {
  await within(async () => {
    for (const head of await heads()) recordFork(head, [], since, { by, number: null })
    if (is_lost) await holdAll(by, 'restored')
  })
}

function recordFork(
  { hospital_id, seq, hash }: Head,
  left: readonly Head[],
  since: string | null,
  { by, number }: { by: string; number: number | null },
): void {
  const other = left.find((one) => one.hospital_id === hospital_id)
  record({ ...system(hospital_id), name: by }, 'data.forked', {
    entity_type: 'deployment',
    entity_label: number === null ? null : `generation ${number}`,
    changes: {
      audit_seq: [other?.seq ?? null, seq],
      audit_hash: [other?.hash ?? null, hash],
      // From here on the anchors are of the way that is left.
      left_since: [null, since],
    },
  })
}

async function turn(
  deployment: Deployment,
  to: number,
  onPhase: (phase: RollbackPhase) => void = () => undefined,
): Promise<void> {
  const { configuration, secrets, root } = deployment
  if (configuration.get('database.engine') === 'postgres') {
    await makeLiveOnServer(serverAddress(configuration, secrets), to)
    onPhase('ON_SERVER')
  }
  makeLive(root, to)
  await deployment.turnTo(to)
}
