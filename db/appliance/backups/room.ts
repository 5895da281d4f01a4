// What a backup may need on the disk it goes to (operations 3.2): the database and a tenth more, the
// attachments that are new there, and something to breathe.

import { statSync } from 'node:fs'
import { databaseFile } from '../deployment/generation.ts'
import type { Deployment } from '../deployment/deployment.ts'

const to_breathe = 256 * 1024 * 1024

export async function expectedBytes({ engine, root, generation }: Deployment): Promise<number> {
  const bytes =
    engine.dialect === 'sqlite'
      ? statSync(databaseFile(root, generation)).size
      : Number(
          (await engine.read('select pg_database_size(current_database()) as n', []))[0]?.['n'],
        )
  return Math.ceil(bytes * 1.1) + to_breathe
}
