// The generations that stand here (operations 3.4), and which of them may go.

import { existsSync, statSync } from 'node:fs'
import { clock, days } from '../../core/clock.ts'
import { conflict, noneCalled } from '../../core/refusal.ts'
import { serverAddress } from './address.ts'
import type { Deployment } from './deployment.ts'
import {
  databaseFile,
  type Generation,
  generationAt,
  generationNumbers,
  removeGeneration,
} from './generation.ts'
import { openJournals } from './journal.ts'
import { removeOnServer } from './server.ts'

export type GenerationState = 'STAGED' | 'LIVE' | 'PREVIOUS' | 'FROZEN'

export interface Standing extends Omit<Generation, 'at' | 'made_by' | 'engine' | 'schema'> {
  state: GenerationState
  made_by: Generation['made_by'] | null
  engine: Generation['engine'] | null
  schema: number | null
  at: string | null
  /** When another became live. */
  left_at: string | null
  bytes: number | null
}

export const kept_days = 14

export function standing({ root, generation: live }: Deployment): Standing[] {
  const numbers = generationNumbers(root)
  const all = numbers.map((number) => ({ number, found: generationAt(root, number) }))
  const engine = generationAt(root, live)?.engine
  return all.map(({ number, found }) => {
    const next = all.find((one) => one.found?.parent === number)?.found
    const state =
      number === live
        ? 'LIVE'
        : found === null ||
            openJournals(root).some((one) => one.kind !== 'fork' && one.generation === number)
          ? 'STAGED'
          : found.engine === 'sqlite' && engine === 'postgres'
            ? 'FROZEN'
            : 'PREVIOUS'
    const file = databaseFile(root, number)
    return {
      number,
      state,
      made_by: found?.made_by ?? null,
      engine: found?.engine ?? null,
      schema: found?.schema ?? null,
      parent: found?.parent ?? null,
      at: found?.at ?? null,
      left_at: number === live ? null : (next?.at ?? null),
      bytes: existsSync(file) ? statSync(file).size : null,
    }
  })
}

export function standingAt(deployment: Deployment, number: number): Standing {
  const found = standing(deployment).find((one) => one.number === number)
  if (found === undefined) throw noneCalled('generation', String(number))
  return found
}

/** Where a rollback would go: what was live before, on the same engine. */
export function before(deployment: Deployment): Standing {
  const live = standingAt(deployment, deployment.generation)
  const found =
    live.parent === null
      ? undefined
      : standing(deployment).find(({ number }) => number === live.parent)
  if (found === undefined || found.state === 'STAGED') {
    throw conflict('There is no generation before this one.', 'rule.refused')
  }
  if (found.engine !== live.engine) {
    throw conflict(
      'The generation before is on the other engine. To go there: kituo database move --back',
      'rule.refused',
    )
  }
  return found
}

export async function remove(deployment: Deployment, number: number): Promise<void> {
  const { state, engine } = standingAt(deployment, number)
  if (state === 'LIVE') throw conflict('This generation is live.', 'rule.refused')
  if (state === 'STAGED') {
    throw conflict(
      'Work on this generation is not finished. See: kituo journal list',
      'rule.refused',
    )
  }
  const { configuration, secrets, root } = deployment
  if (engine === 'postgres' && configuration.get('database.url') !== null) {
    await removeOnServer(serverAddress(configuration, secrets), number)
  }
  removeGeneration(root, number)
}

/** Those left longer than a fortnight ago (operations 3.4). */
export const overdue = (deployment: Deployment): Standing[] =>
  standing(deployment).filter(
    ({ state, left_at }) =>
      (state === 'PREVIOUS' || state === 'FROZEN') &&
      left_at !== null &&
      Date.parse(left_at) < clock.ms() - days(kept_days),
  )
