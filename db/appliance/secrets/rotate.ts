// Another app_key or ca_key (operations 5.2): the new key and the one before stand in the file before
// anything is sealed anew, so that a process that was killed leaves nothing that cannot be opened.
// Run again, it goes on where it stopped.

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deploymentKeyOpens, resealDeploymentKey } from '../backups/deployment-key.ts'
import { carriedAt } from '../carry/tables.ts'
import { rows, run, within } from '../../store/connection.ts'
import { writeWhole } from '../../core/disk.ts'
import type { Root } from '../deployment/root.ts'
import { migrationState } from '../../store/migrate.ts'
import { opensWith, sealKey, unsealKey } from '../pki/keys.ts'
import { conflict } from '../../core/refusal.ts'
import { join as joined, raw, type Sql, sql } from '../../store/sql.ts'
import { setIdentity } from './identity.ts'
import { sealedAnew, setAppKey } from './seal.ts'
import { fileVariable, fingerprint, keepSecrets, type Secrets } from './secrets.ts'

export type Rotated = 'app_key' | 'ca_key'

export interface Rotation {
  key: Rotated
  was: string
  is: string
  resealed: number
  /** It was begun before, and this was the rest. */
  resumed: boolean
}

const written = {
  app_key: ['app_key', 'app_key_before', 'lookup_key'],
  ca_key: ['ca_key', 'ca_key_before'],
} as const

/** The next start goes by the environment, not by the file that a rotation writes. */
export function refuseFromEnvironment(key: Rotated, env: NodeJS.ProcessEnv): void {
  const name = written[key].find((one) => (env[fileVariable(one)] ?? '') !== '')
  if (name === undefined) return
  throw conflict(
    `${name} comes from ${fileVariable(name)}: put it into the file of secrets and take ${fileVariable(name)} away first.`,
    'rule.refused',
  )
}

const bytes = (key: string): Buffer => Buffer.from(key, 'base64url')
const newKey = (): string => randomBytes(32).toString('base64url')

/** How many values are sealed with the key before: a rotation that was not finished. */
export async function leftSealed({ app_key_before }: Secrets): Promise<number> {
  if (app_key_before === undefined) return 0
  let count = 0
  for (const { name, texts } of await sealedTables()) {
    for (const column of texts) {
      const mark = `%v1.${fingerprint(app_key_before)}.%`
      const found = await rows<{ n: number | string }>(
        sql`select count(*) as n from ${raw(name)} where ${raw(column)} like ${mark}`,
      )
      count += Number(found[0]?.n ?? 0)
    }
  }
  return count
}

/** Writes the file of secrets, which may belong to root while the data do not. */
type Keeping = <T>(write: () => T) => T

export async function rotateAppKey(
  file: string,
  secrets: Secrets,
  keeping: Keeping = (write) => write(),
): Promise<Rotation> {
  const { app_key = '', app_key_before, lookup_key } = secrets
  const resumed = app_key_before !== undefined && (await leftSealed(secrets)) > 0
  const before = resumed ? app_key_before : app_key
  const key = resumed ? app_key : newKey()
  const lookup = lookup_key ?? before
  if (!resumed) {
    keeping(() => keepSecrets(file, { app_key: key, app_key_before: before, lookup_key: lookup }))
    setAppKey(bytes(key), { before: bytes(before), lookup: bytes(lookup) })
  }
  const resealed = await within(() => resealAll(fingerprint(before)), 'jobs')
  return { key: 'app_key', was: fingerprint(before), is: fingerprint(key), resealed, resumed }
}

async function resealAll(mark: string): Promise<number> {
  let count = 0
  for (const { name, key, texts } of await sealedTables()) {
    for (const column of texts) {
      const found = await rows<Record<string, string>>(
        sql`select ${raw([...key, column].join(', '))} from ${raw(name)}
            where ${raw(column)} like ${`%v1.${mark}.%`}`,
      )
      for (const one of found) {
        const anew = sealedAnew(one[column] ?? '')
        if (anew === undefined) continue
        await run(
          sql`update ${raw(name)} set ${raw(column)} = ${anew} where ${joined(
            key.map((part): Sql => sql`${raw(part)} = ${one[part]}`),
            ' and ',
          )}`,
        )
        count += 1
      }
    }
  }
  return count
}

/** Any text may hold one: settings of links are kept as one value. */
async function sealedTables(): Promise<
  { name: string; key: readonly string[]; texts: string[] }[]
> {
  const { applied } = await migrationState()
  const tables = await carriedAt(applied.map(({ name }) => name))
  return tables
    .filter(({ append_only }) => !append_only)
    .map(({ name, key, columns, words }) => ({
      name,
      key,
      texts: columns.filter((column) => isLongText(words[column] ?? '')),
    }))
    .filter(({ texts }) => texts.length > 0)
}

/** The shortest sealed value has more than fifty characters. */
function isLongText(word: string): boolean {
  const length = /^text(?: (?<length>\d+))?/.exec(word)?.groups
  if (length !== undefined) return Number(length['length'] ?? 1000) > 50
  return word.startsWith('json')
}

const files = ['device-authority.json', 'server-authority.json', 'server-certificate.json']

export function rotateCaKey(
  file: string,
  secrets: Secrets,
  root: Pick<Root, 'dir'>,
  keeping: Keeping = (write) => write(),
): Rotation {
  const { ca_key = '', ca_key_before } = secrets
  const folder = join(root.dir, 'identity')
  const resumed =
    ca_key_before !== undefined &&
    (isLeft(folder, bytes(ca_key)) || !deploymentKeyOpens(root, ca_key))
  refuseUnopened(folder, root, ca_key, ca_key_before)
  const before = resumed ? ca_key_before : ca_key
  const key = resumed ? ca_key : newKey()
  if (!resumed) keeping(() => keepSecrets(file, { ca_key: key, ca_key_before: before }))
  setIdentity(folder, key, before)
  let resealed = 0
  for (const name of files) resealed += resealFile(join(folder, name), bytes(key))
  if (resealDeploymentKey(root, before, key)) resealed += 1
  return { key: 'ca_key', was: fingerprint(before), is: fingerprint(key), resealed, resumed }
}

/** A rotation that was cut off left something that only the key before opens. */
const isLeft = (folder: string, key: Buffer): boolean =>
  files.some((name) =>
    sealedIn(join(folder, name)).some((sealed) => opensWith(key, sealed) === null),
  )

/** With the key before gone from the file nobody would ever open it again. */
function refuseUnopened(
  folder: string,
  root: Pick<Root, 'dir'>,
  ...keys: (string | undefined)[]
): void {
  const had = keys.filter((key) => key !== undefined)
  const opens = (sealed: string): boolean =>
    had.some((key) => opensWith(bytes(key), sealed) !== null)
  const shut = files.find((name) => !sealedIn(join(folder, name)).every(opens))
  const found =
    shut ?? (had.some((key) => deploymentKeyOpens(root, key)) ? undefined : 'deployment.json')
  if (found === undefined) return
  throw conflict(`${join(folder, found)} does not open with ca_key of the secrets.`, 'key.wrong')
}

const sealed_key = /"sealed_key":"(?<sealed>[\w-]+)"/g

const sealedIn = (file: string): string[] =>
  existsSync(file)
    ? [...readFileSync(file, 'utf8').matchAll(sealed_key)].map(
        ({ groups }) => groups?.['sealed'] ?? '',
      )
    : []

function resealFile(file: string, key: Buffer): number {
  if (!existsSync(file)) return 0
  let count = 0
  const text = readFileSync(file, 'utf8')
  const now = text.replace(sealed_key, (whole, sealed: string) => {
    if (opensWith(key, sealed) !== null) return whole
    count += 1
    return `"sealed_key":"${sealKey(unsealKey(sealed, key, 'an authority'), key)}"`
  })
  if (count > 0) writeWhole(file, now)
  return count
}
