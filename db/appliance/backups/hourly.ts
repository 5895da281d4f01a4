// How often a backup of the hour is made: each hour while the last was quick and twice the size of the
// database stays free, else each sixth (OPS-118).

import { hours, seconds } from '../../core/clock.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { repositoryOf } from './create.ts'
import { listBackups } from './list.ts'
import { roomIn } from './repository.ts'

const quick_ms = seconds(60)
const each_ms = hours(6)

export interface Pace {
  each: 'hour' | 'sixth'
  /** Of each sixth: what stands in the way. */
  because: string | null
}

export async function paceOf(deployment: Deployment): Promise<Pace> {
  const repository = await repositoryOf(deployment, undefined)
  const last = (await listBackups(repository)).at(-1)
  if (last === undefined) return { each: 'hour', because: null }
  if (last.took_ms >= quick_ms) {
    return { each: 'sixth', because: `the last took ${Math.round(last.took_ms / 1000)} s` }
  }
  return (await roomIn(repository)) > 2 * last.database_bytes
    ? { each: 'hour', because: null }
    : { each: 'sixth', because: 'less than twice the size of the database is free' }
}

export const hourlyPace = async (deployment: Deployment): Promise<Pace['each']> =>
  (await paceOf(deployment)).each

export const isSixth = (due: Date): boolean => due.getTime() % each_ms < hours(1)
