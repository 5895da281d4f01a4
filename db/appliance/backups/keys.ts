// The keys this house opens its repositories with: the machine's own for unattended work, and what a
// person types.

import { Refusal } from '../../core/refusal.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { clock } from '../../core/clock.ts'
import { addSlot, keepSlot, type Repository, slotsOf, unlock } from './repository.ts'
import { looksLikeWords } from './recovery-words.ts'
import type { Holding, KeySlot, Masters } from './slots.ts'

export function machineHolding({ backup_machine_key }: Secrets): Holding {
  if (backup_machine_key === undefined) {
    throw new Refusal(
      409,
      'backup.key_wrong',
      'secrets.toml holds no backup_machine_key: unattended backups stand still. Run: kituo backup key add machine',
    )
  }
  return { kind: 'machine', key: Buffer.from(backup_machine_key, 'base64url') }
}

/** A repository without slots gets its first: the machine's own. */
export async function unlockOrMake(
  repository: Repository,
  secrets: Secrets,
  made_by: string,
): Promise<Masters> {
  const machine = machineHolding(secrets)
  if ((await slotsOf(repository)).length === 0) {
    await addSlot(repository, machine, { label: 'this machine', made_by })
  }
  return (await unlock(repository, [machine])).masters
}

/** Proves that somebody still holds it, and remembers when (OPS-111). */
export async function proveKey(repository: Repository, holding: Holding): Promise<KeySlot> {
  const { slot } = await unlock(repository, [holding])
  const proved = { ...slot, last_proved_at: clock.instant() }
  await keepSlot(repository, proved)
  return proved
}

/** What a person typed: the words of the sheet when it reads as such, else a passphrase. */
export const typedHolding = (typed: string): Holding =>
  looksLikeWords(typed)
    ? { kind: 'recovery', words: typed }
    : { kind: 'passphrase', passphrase: typed }
