// How the licence stands on a day, and what of it is used.

import type { Caller } from '../../../core/caller.ts'
import { kept } from '../../../store/kept.ts'
import type { RowOf } from '../../../store/table.ts'
import { list as usersOf } from '../access/users/users.ts'
import { type Hospital, hospitalOf, today } from '../hospitals/hospitals.ts'
import { list as branchesOf } from '../places/facilities.ts'
import { daysBetween } from './days.ts'
import { plan_licences } from './tables.ts'
import type { LicenceState } from './words.ts'

export type LicenceKept = RowOf<(typeof plan_licences)['columns']>

const ending_days = 30
const grace_days = 30

/** The latest end counts. Whoever opens a screen is told of it, so it is kept. */
const licences = kept(async (hospital_id) => {
  const found = await plan_licences.all(
    { hospital_id },
    { order: ['-ends_on', '-recorded_at'], limit: 1 },
  )
  return found[0]
})

export const latest = ({
  hospital_id,
}: Pick<Caller, 'hospital_id'>): Promise<LicenceKept | undefined> => licences.get(hospital_id)

/** Called where a licence is recorded. */
export const forgetLicence = (hospital_id: string): void => licences.forget(hospital_id)

export function stateOn(day: string, { ends_on }: Pick<LicenceKept, 'ends_on'>): LicenceState {
  const left = daysBetween(day, ends_on)
  if (left < -grace_days) return 'ENDED'
  if (left < 0) return 'GRACE'
  return left < ending_days ? 'ENDING' : 'ACTIVE'
}

export interface Standing {
  status: LicenceState
  starts_on: string | null
  ends_on: string | null
  kept: LicenceKept | undefined
  hospital: Hospital
  day: string
}

export async function standing(caller: Pick<Caller, 'hospital_id'>): Promise<Standing> {
  const hospital = await hospitalOf(caller)
  const day = await today(caller)
  const kept = await latest(caller)
  if (kept !== undefined) {
    const { starts_on, ends_on } = kept
    return { status: stateOn(day, kept), starts_on, ends_on, kept, hospital, day }
  }
  const ends_on = hospital.evaluation_ends_on
  const over = ends_on !== null && ends_on < day
  const status = over ? 'UNLICENSED' : 'EVALUATION'
  return { status, starts_on: null, ends_on, kept, hospital, day }
}

export const openBranches = async (caller: Caller): Promise<number> =>
  (await branchesOf(caller, { page: 1, per_page: 1, status: 'ACTIVE' })).meta.total

export const accounts = async (caller: Caller): Promise<number> =>
  (await usersOf(caller, { page: 1, per_page: 1, not_closed: true })).meta.total
