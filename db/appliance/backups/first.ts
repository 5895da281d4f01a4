// What a new house needs before its first night (OPS-81, OPS-83): a place for backups that opens with
// the machine's own key, words for a person to keep, and a first backup, read back.

import type { Configuration } from '../configuration/read.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { isRefusal, Refusal } from '../../core/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { isSilence } from './answers.ts'
import { createBackup, repositoryOf } from './create.ts'
import { machineHolding, proveKey, unlockOrMake } from './keys.ts'
import type { Backup } from './list.ts'
import { newWords } from './recovery-words.ts'
import {
  addSlot,
  dropSlot,
  findRepository,
  namesOf,
  type Repository,
  slotsOf,
  unlock,
} from './repository.ts'

/** What a set-up that was cut off may have left behind, shown to nobody. */
const label = 'made by init'

/** What another house has put there may be all that is left of it, so nothing is added to it. */
export async function refuseForeign(
  { get }: Pick<Configuration, 'get'>,
  secrets: Secrets,
): Promise<void> {
  const place = get('backup.repositories')[0]
  const repository = place === undefined ? undefined : await standing(place)
  if (repository === undefined || (await slotsOf(repository)).length === 0) return
  const machine = secrets.backup_machine_key === undefined ? [] : [machineHolding(secrets)]
  const opens = await unlock(repository, machine).then(() => true, orSilence)
  if (opens) return
  throw new Refusal(
    409,
    'data_dir.foreign',
    `${repository.dir} holds backups of another house. To bring it back here: ` +
      `kituo init --from-backup ${repository.dir}/latest. To begin a new one, give another folder: kituo backup repository change ${repository.name} --path <folder>`,
  )
}

async function standing(
  place: Parameters<typeof findRepository>[0],
): Promise<Repository | undefined> {
  try {
    return await findRepository(place, false)
  } catch (error) {
    if (isRefusal(error) && !isSilence(error)) return undefined
    throw error
  }
}

/**
 * New words that open the backups; null where a person holds a key already. `in_hand` are words of a
 * set-up that was cut off after it had written them down.
 */
export async function firstWords(
  deployment: Deployment,
  by: string,
  in_hand: string | null = null,
): Promise<string | null> {
  const repository = await repositoryOf(deployment, undefined, true)
  const masters = await unlockOrMake(repository, deployment.secrets, by)
  const unseen = (await slotsOf(repository)).filter(
    (slot) => slot.label === label && slot.last_proved_at === null,
  )
  if (in_hand !== null && unseen.length > 0 && (await opensWith(repository, in_hand))) return null
  for (const { id } of unseen) await dropSlot(repository, id)
  if (await isHeld(repository)) return null
  const words = newWords()
  await addSlot(repository, { kind: 'recovery', words }, { label, made_by: by }, masters)
  return words
}

/** Whether anybody but this machine can open what it makes. */
export const isHeld = async (repository: Repository): Promise<boolean> =>
  (await slotsOf(repository)).some(({ kind }) => kind !== 'machine')

const opensWith = (repository: Repository, words: string): Promise<boolean> =>
  proveKey(repository, { kind: 'recovery', words }).then(() => true, orSilence)

/** What cannot be asked is not what does not open. */
function orSilence(error: unknown): false {
  if (isSilence(error)) throw error
  return false
}

/** Two groups, typed back, show that the words were written down and not only looked at. */
export const isGroup = (words: string, nth: number, typed: string): boolean =>
  words.split('-')[nth - 1] === typed.trim().toUpperCase()

/** Where the place cannot be asked it is not said that there is none. */
export async function hasBackup({
  configuration,
}: Pick<Deployment, 'configuration'>): Promise<boolean> {
  try {
    return (await namesOf(await repositoryOf({ configuration }, undefined))).length > 0
  } catch (error) {
    if (!isRefusal(error)) throw error
    return isSilence(error)
  }
}

/** Null where there is one already. */
export async function firstBackup(deployment: Deployment, by: string): Promise<Backup | null> {
  const repository = await repositoryOf(deployment, undefined, true)
  if ((await namesOf(repository)).length > 0) return null
  return createBackup(deployment, { tag: 'first', by })
}
