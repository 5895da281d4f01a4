// Who wants no texts, or wants them again, told to the register (front office PTM-6). However the wish
// came, by STOP, link or desk, it is a consent of everybody who has the number.

import { system } from '../../../core/caller.ts'
import { within } from '../../../store/connection.ts'
import { takeWish, wishesToTell } from '../../../messaging/opt-outs/hospital.ts'
import { all } from '../../office/hospitals/hospitals.ts'
import { numberWishes } from '../patient-messages/wishes.ts'

/** Answers how many consents were written. */
export async function tellWishes(): Promise<{ told: number; failed: number }> {
  let told = 0
  let failed = 0
  const wishes = await wishesToTell()
  const here = new Set(wishes.length === 0 ? [] : (await all()).map(({ id }) => id))
  for (const one of wishes) {
    try {
      told += await within(() => tellWish(one, here), 'jobs')
    } catch {
      // One that cannot be told keeps nobody else's back; it is tried again at the next turn.
      failed += 1
    }
  }
  return { told, failed }
}

async function tellWish(
  { id, hospital_id }: { id: string; hospital_id: string },
  here: ReadonlySet<string>,
): Promise<number> {
  const wish = await takeWish(hospital_id, id)
  if (wish === null || !here.has(hospital_id)) return 0
  return numberWishes(system(hospital_id), wish)
}
