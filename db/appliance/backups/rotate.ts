// New keys for old places (OPS-111): a new master key seals what is made from now on; what was made
// before stays readable for who could read it.

import { join } from 'node:path'
import { conflict } from '../../core/refusal.ts'
import { textAt, writeWholeAt } from './in-place.ts'
import { dropSlot, keepSlot, type Repository, slotsOf } from './repository.ts'
import { type Holding, type KeySlot, makeSlot, type Masters, newMaster, openSlot } from './slots.ts'

export interface Rotated {
  master: number
  /** Slots that open what is made from now on. */
  renewed: KeySlot[]
  /** These open what was made before, and nothing new. */
  old_only: KeySlot[]
}

/** A slot is wrapped anew only by who shows that they still hold it. */
export async function rotateMaster(
  repository: Repository,
  masters: Masters,
  holdings: readonly Holding[],
): Promise<Rotated> {
  const number = repository.master + 1
  const both = new Map([...masters, [number, newMaster()]])
  const result: Rotated = { master: number, renewed: [], old_only: [] }
  for (const slot of await slotsOf(repository)) {
    const holding = await holderOf(slot, holdings)
    if (holding === null) {
      result.old_only.push(slot)
      continue
    }
    const { label, made_by } = slot
    const made = await makeSlot(holding, both, { label, made_by })
    const renewed = {
      ...made,
      id: slot.id,
      made_at: slot.made_at,
      last_proved_at: slot.last_proved_at,
    }
    await keepSlot(repository, renewed)
    result.renewed.push(renewed)
  }
  if (result.renewed.length === 0) {
    throw conflict('None of the keys given opens this repository.', 'backup.key_wrong')
  }
  // The slots first: until this line the old key seals, and everybody still opens everything.
  const file = join(repository.dir, 'config.json')
  const config = JSON.parse(await textAt(repository.dir, file)) as Record<string, unknown>
  await writeWholeAt(repository.dir, file, `${JSON.stringify({ ...config, master: number })}\n`)
  return result
}

async function holderOf(slot: KeySlot, holdings: readonly Holding[]): Promise<Holding | null> {
  for (const holding of holdings) if ((await openSlot(slot, holding)) !== null) return holding
  return null
}

/** The last one that a person can prove stays. */
export async function removeSlot(repository: Repository, id: string): Promise<KeySlot> {
  const slots = await slotsOf(repository)
  const found = slots.find((slot) => slot.id === id || slot.fingerprint === id)
  if (found === undefined) throw conflict(`There is no key slot ${id}.`, 'record.unknown')
  const rest = slots.filter(({ id: other }) => other !== found.id)
  if (
    rest.length === 0 ||
    (found.kind !== 'machine' && rest.every(({ kind }) => kind === 'machine'))
  ) {
    throw conflict('nobody could open the backups without this slot.', 'rule.refused')
  }
  await dropSlot(repository, found.id)
  return found
}
