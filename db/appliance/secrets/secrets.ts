// What must never be read by others, in one file (operations 2.2): keys made by init, and the few
// words an operator adds.

import { createHash, randomBytes } from 'node:crypto'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parse, stringify, TomlError } from 'smol-toml'
import { clock } from '../../core/clock.ts'
import type { Configuration } from '../configuration/read.ts'
import { codeOf, isMissing, writeWhole } from '../../core/disk.ts'
import { makeNamedFolders } from '../../core/folders.ts'
import { didYouMean } from '../../core/nearest.ts'
import { Refusal } from '../../core/refusal.ts'

/** Made by init, 32 random bytes each. */
export const made_keys = ['app_key', 'ca_key', 'backup_machine_key'] as const
export const typed_secrets = [
  'database_password',
  'metrics_token',
  'update_proxy_password',
] as const
/**
 * Left by a rotation: the key before, for what was sealed with it (a backup put back), and the key by
 * which short codes are looked up, which stays the first one: cards and links in people's hands
 * carry what it made.
 */
export const kept_keys = ['app_key_before', 'ca_key_before', 'lookup_key'] as const
export const secret_names = [...made_keys, ...typed_secrets, ...kept_keys] as const
export type SecretName = (typeof secret_names)[number]
export type Secrets = { readonly [name in SecretName]?: string }

const key_bytes = 32
const times = 'changed_at'

const wrong = (message: string, code = 'secrets.refused'): Refusal =>
  new Refusal(400, code, message)

/** A systemd credential goes before the file; the file of a clone lies with its data. */
export function secretsFile(
  { place, file, get }: Pick<Configuration, 'place' | 'file' | 'get'>,
  env: NodeJS.ProcessEnv = process.env,
): string {
  const credentials = env['CREDENTIALS_DIRECTORY']
  if (credentials !== undefined) {
    const credential = join(credentials, 'secrets.toml')
    if (statSync(credential, { throwIfNoEntry: false }) !== undefined) return credential
  }
  return join(place === 'appliance' ? dirname(file) : get('data.dir'), 'secrets.toml')
}

/** Leads to the file of one secret. */
export const fileVariable = (name: SecretName): string => `KITUO_${name.toUpperCase()}_FILE`

/** The secrets of a deployment; a name in the environment leads to a file (OPS-36). */
export function readSecrets(file: string, env: NodeJS.ProcessEnv = process.env): Secrets {
  const found: Record<string, string> = { ...inFile(file).secrets }
  for (const name of secret_names) {
    const place = env[fileVariable(name)]
    if (place !== undefined && place !== '') found[name] = ownFile(resolve(place)).trim()
  }
  for (const name of [...made_keys, ...kept_keys]) {
    const key = found[name]
    if (key !== undefined && Buffer.from(key, 'base64url').length !== key_bytes) {
      throw wrong(`${name} in ${file} is not a key of ${key_bytes} bytes.`)
    }
  }
  return found as Secrets
}

/** Made once: a file that is there is left as it is, but for keys it lacks. */
export function makeSecrets(file: string): Secrets {
  const { secrets: have, changed_at } = inFile(file)
  const missing = made_keys.filter((name) => have[name] === undefined)
  if (missing.length === 0) return have
  const all = {
    ...have,
    ...Object.fromEntries(
      missing.map((name) => [name, randomBytes(key_bytes).toString('base64url')]),
    ),
  }
  makeNamedFolders(dirname(file), 0o700)
  write(file, all, { secrets: have, changed_at })
  return all
}

/** Puts one that an operator brings into the file; null takes it out. */
export const keepSecret = (file: string, name: SecretName, value: string | null): void =>
  keepSecrets(file, { [name]: value })

/** Several that only mean something together. */
export function keepSecrets(
  file: string,
  wanted: Readonly<Partial<Record<SecretName, string | null>>>,
): void {
  const before = inFile(file)
  const both = { ...before.secrets, ...wanted }
  const all = Object.fromEntries(Object.entries(both).filter(([, value]) => value !== null))
  const old = statSync(file, { throwIfNoEntry: false })
  write(file, all, before)
  if (old !== undefined && process.geteuid?.() === 0) chownSync(file, old.uid, old.gid)
}

interface InFile {
  secrets: Secrets
  /** When each came into the file, where this program put it there. */
  changed_at: Readonly<Partial<Record<SecretName, string>>>
}

export const secretsChangedAt = (file: string): InFile['changed_at'] => inFile(file).changed_at

/** The moments stand below the secrets, in a table of their own. */
function write(file: string, all: Readonly<Record<string, unknown>>, before: InFile): void {
  const changed_at: Record<string, string> = {}
  for (const name of secret_names) {
    if (all[name] === undefined) continue
    const at = all[name] === before.secrets[name] ? before.changed_at[name] : clock.instant()
    if (at !== undefined) changed_at[name] = at
  }
  const text = stringify({ ...all, changed_at })
  writeWhole(file, `# Keep this file: values sealed in the database need it.\n${text}\n`)
}

/** Eight letters that tell two keys apart and give nothing away. */
export const fingerprint = (secret: string): string =>
  createHash('sha256').update(`kituo\n${secret}`).digest('hex').slice(0, 8)

function inFile(file: string): InFile {
  let text: string
  try {
    text = ownFile(file)
  } catch (error) {
    // Below a file there is nothing either.
    if (isMissing(error) || codeOf(error) === 'ENOTDIR') return { secrets: {}, changed_at: {} }
    throw error
  }
  let tree: Record<string, unknown>
  try {
    tree = parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The parser's own message would show the line, and with it the secret.
    throw wrong(`${file}:${error.line} cannot be read as TOML.`)
  }
  const { [times]: changed_at = {}, ...secrets } = tree
  for (const [name, value] of Object.entries(secrets)) {
    if (!(secret_names as readonly string[]).includes(name)) {
      throw wrong(`${name} in ${file} is not a secret.${didYouMean(name, secret_names, 1)}`)
    }
    if (typeof value !== 'string' || value === '') throw wrong(`${name} in ${file} takes text.`)
  }
  if (typeof changed_at !== 'object') throw wrong(`${times} in ${file} is no table.`)
  return { secrets, changed_at: changed_at as InFile['changed_at'] }
}

/** Refused when others can read it: a secret they know is none. */
function ownFile(file: string): string {
  const { mode, uid } = statSync(file)
  const own = process.getuid?.() ?? uid
  if ((mode & 0o077) !== 0) {
    const shown = `0${(mode & 0o777).toString(8)}`
    throw wrong(`${file} is readable by others (${shown}). Run: chmod 600 ${file}`, 'secrets.open')
  }
  if (uid !== 0 && uid !== own && own !== 0) {
    throw wrong(
      `${file} belongs to another user. Run: sudo chown $(id -un) ${file}`,
      'secrets.open',
    )
  }
  return readFileSync(file, 'utf8')
}
