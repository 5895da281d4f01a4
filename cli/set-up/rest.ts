// The steps of a set-up that come when the hospital stands (OPS-81, OPS-84): each may be repeated.

import { firstBackup, hasBackup } from '../../db/appliance/backups/first.ts'
import type { Caller } from '../../db/core/caller.ts'
import type { Deployment } from '../../db/appliance/deployment/deployment.ts'
import { authority } from '../../db/hospital/office/devices/authority.ts'
import { hospitalOf } from '../../db/hospital/office/hospitals/hospitals.ts'
import { listAuthorities, presentAuthority } from '../../db/appliance/pki/server-authority.ts'
import type { Answers } from './answers.ts'
import type { Frame } from '../frame/grammar/command.ts'
import { adviseWords } from '../backup/recovery.ts'

interface Rest {
  data: { fingerprint: string; first_backup: string | null }
  steps: string[]
  changed: boolean
  whole: boolean
}

/**
 * What comes when the hospital stands. Its sign-in is to be shown whatever happens here, so a step that
 * fails is told; the same command makes it later.
 */
export async function theRest(
  frame: Frame,
  deployment: Deployment,
  caller: Caller,
  { demo }: Answers,
): Promise<Rest> {
  const { name, is_demo } = await hospitalOf(caller)
  const steps: string[] = []
  const before = listAuthorities()[0]?.fingerprint
  let whole = true
  const attempt = async <T>(step: string, work: () => Promise<T>): Promise<T | null> => {
    frame.progress(step)
    try {
      const made = await work()
      steps.push(step)
      return made
    } catch (error) {
      whole = false
      const why = error instanceof Error ? error.message : String(error)
      frame.warn(`init.${step}`, `Not done: ${step}. ${why} Mend it, then: kituo init`)
      return null
    }
  }
  const fingerprint = (await attempt('authorities', () => makeAuthorities(name))) ?? ''
  if (demo === true && !is_demo) await attempt('demonstration', () => fill(frame, caller))
  const backup = await attempt('backup', async () => {
    const made = await firstBackup(deployment, caller.name)
    await adviseWords(frame, deployment)
    return made
  })
  const first_backup = backup?.name ?? null
  return {
    data: { fingerprint, first_backup },
    steps,
    changed: first_backup !== null || fingerprint !== before,
    whole,
  }
}

/** What the rest would still make; looked at beside a house that works. */
export async function lacking(deployment: Deployment): Promise<string[]> {
  const has_authority = listAuthorities().length > 0
  return [
    ...(has_authority ? [] : ['authorities']),
    ...((await hasBackup(deployment)) ? [] : ['backup']),
  ]
}

/** OPS-81: both, so that a new machine can be told at once what to trust. */
export async function makeAuthorities(name: string): Promise<string> {
  await presentAuthority(name)
  await authority(name)
  return listAuthorities()[0]?.fingerprint ?? ''
}

/** With every part of the house switched on, so that there is something to see in each. */
async function fill({ progress }: Pick<Frame, 'progress'>, caller: Caller): Promise<void> {
  const { modules } = await import('../../db/hospital/modules.ts')
  const { switchOn } = await import('../../db/hospital/office/places/modules.ts')
  const { branchOf } = await import('../../db/hospital/office/sequences/branches.ts')
  const { within } = await import('../../db/store/connection.ts')
  const { id } = await branchOf(caller, undefined)
  for (const module of modules) await within(() => switchOn(caller, id, module))
  const { loadDemo } = await import('../../db/hospital/tenants/demo/load.ts')
  const asked = { patients: 1000, days: 180, seed: 1, until: null }
  await loadDemo(caller, asked, (at, total) => progress('made-up people', { done: at, total }))
}
