// Where a move goes to: proved to be fit before a row is copied (OPS-148).

import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import type { Target } from '../backups/stage.ts'
import { serverAddress } from '../deployment/address.ts'
import type { Deployment } from '../deployment/deployment.ts'
import {
  databaseFile,
  databaseSchema,
  generationAt,
  generationNumbers,
  makeGenerationFolder,
} from '../deployment/generation.ts'
import { makeOnServer, serverFacts, throughPooler } from '../deployment/server.ts'
import { conflict, Refusal } from '../../core/refusal.ts'
import type { Dialect } from '../../store/sql.ts'

const oldest_server = 14

export async function checkServer({ root }: Deployment, url: string): Promise<void> {
  const facts = await serverFacts(url)
  if (facts.version < oldest_server) {
    throw conflict(
      `This PostgreSQL is version ${facts.version}; Kituo needs ${oldest_server} or newer.`,
      'version.server',
    )
  }
  if (facts.encoding !== 'UTF8') {
    throw conflict(
      `This database keeps text as ${facts.encoding}; it must be UTF8.`,
      'version.server',
    )
  }
  if (facts.pooled) {
    throw throughPooler()
  }
  if (!facts.may_create) {
    throw new Refusal(403, 'not.permitted', 'This user may not create schemas in the database.')
  }
  const foreign = facts.generations.find(({ owner }) => owner !== root.deployment_id)
  if (foreign !== undefined) {
    throw conflict(
      `The database holds generation ${foreign.number} of another Kituo. Give an empty one.`,
      'data_dir.foreign',
    )
  }
}

/** With the password of this try, or of the secrets; null for SQLite. */
export function addressFor(
  { configuration, secrets }: Pick<Deployment, 'configuration' | 'secrets'>,
  moving: { to: Dialect; url: string | null; password: string | null },
): string | null {
  if (moving.to === 'sqlite') return null
  const { password, url } = moving
  const kept = password === null ? secrets : { ...secrets, database_password: password }
  const get = ((key: never) =>
    key === 'database.url' ? url : configuration.get(key)) as typeof configuration.get
  return serverAddress({ get }, kept)
}

/** Of a try that was cut off it goes on with what is there. */
export async function makeTarget(
  { root }: Pick<Deployment, 'root'>,
  number: number,
  url: string | null,
): Promise<Target> {
  makeGenerationFolder(root, number)
  if (url !== null) {
    await makeOnServer(url, number, root.deployment_id)
    return { engine: 'postgres', url, schema: databaseSchema(number) }
  }
  const file = databaseFile(root, number)
  if (!existsSync(file)) seed({ root }, file)
  return { engine: 'sqlite', file }
}

/**
 * Back to SQLite: what was left there when the hospital moved away is mostly what will be needed, so
 * the new file begins as a copy of it. Nobody has it open, so it may be copied as a file (OPS-46).
 */
function seed({ root }: Pick<Deployment, 'root'>, file: string): void {
  const frozen = frozenSqlite(root)
  if (frozen === null) writeFileSync(file, '', { mode: 0o600 })
  else copyFileSync(databaseFile(root, frozen), file)
}

export function frozenSqlite(root: Deployment['root']): number | null {
  const found = generationNumbers(root)
    .filter((number) => generationAt(root, number)?.engine === 'sqlite')
    .filter((number) => existsSync(databaseFile(root, number)))
  return found.at(-1) ?? null
}
