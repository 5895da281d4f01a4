// After a house that was killed: its pages are looked through (OPS-8).

import { proofs } from '../deployment/check.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { databaseSize } from '../hospital/system/checks.ts'
import { markStanding, noteChecked } from './clean-stop.ts'

const looked_at_once_bytes = 2 * 1024 ** 3

/** A small file before anybody works on it, a large one beside the work. */
export async function lookAfterKill({ root, engine }: Deployment): Promise<void> {
  if (!markStanding(root.dir) || engine.dialect !== 'sqlite') return
  const look = async (): Promise<void> => {
    const wrong = (await proofs.find(({ name }) => name === 'pages')?.run()) ?? []
    noteChecked(root.dir, wrong.length === 0 ? 'whole' : 'wrong')
  }
  const { bytes } = await databaseSize()
  if (bytes <= looked_at_once_bytes) await look()
  else void look().catch(() => undefined)
}
