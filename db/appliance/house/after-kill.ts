// After a house that was killed: its pages are looked through (OPS-8).

import { proofs } from '../deployment/check.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSize } from '../../hospital/office/system/checks.ts'
import { markStanding, noteChecked } from './clean-stop.ts'

const looked_at_once_bytes = 2 * 1024 ** 3

/** A small file before anybody works on it, a large one beside the work. */
export async function lookAfterKill({ root, engine }: Deployment): Promise<void> {
  if (!markStanding(root.dir)) return
  if (engine.dialect !== 'sqlite') return noteChecked(root.dir, 'not ours')
  const { bytes } = await databaseSize()
  const looked = look(root.dir)
  if (bytes <= looked_at_once_bytes) await looked
}

/** A look that fails ends no start: what is wrong with the file meets whoever reads of it. */
async function look(dir: string): Promise<void> {
  try {
    const wrong = (await proofs.find(({ name }) => name === 'pages')?.run()) ?? []
    noteChecked(dir, wrong.length === 0 ? 'whole' : 'wrong')
  } catch {
    noteChecked(dir, 'could not be')
  }
}
