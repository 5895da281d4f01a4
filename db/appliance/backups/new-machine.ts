// A machine that takes the place of a lost one (OPS-85): first it becomes the other, by the secrets,
// authorities and settings that its backup carries; then the data are put back like any other
// backup's. Cut off anywhere, the same command goes on: no hospital stands before the data do, and the
// generation that was empty until then bears a mark.

import { chownSync, existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { parse, stringify } from 'smol-toml'
import { replaceText } from '../configuration/change.ts'
import { type Key, key_names } from '../configuration/keys.ts'
import type { Written } from '../configuration/kinds.ts'
import { type Asked, type Configuration, tryConfiguration } from '../configuration/read.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { generationFolder } from '../deployment/generation.ts'
import { asRoot, makeRoot, type Root } from '../deployment/root.ts'
import { codeOf, writeWhole } from '../../core/disk.ts'
import { noneCalled, Refusal } from '../../core/refusal.ts'
import {
  keepSecrets,
  kept_keys,
  made_keys,
  readSecrets,
  type SecretName,
  type Secrets,
  secretsFile,
} from '../secrets/secrets.ts'
import { isSilence } from './answers.ts'
import { manifestIn, textOf } from './check.ts'
import { readContainer } from './container.ts'
import { replaceIdentity } from './identity.ts'
import { isAt, namesAt, openAt } from './in-place.ts'
import { whichBackup } from './list.ts'
import { backupFile, findRepository, masterOf, type Repository, unlock } from './repository.ts'
import { refuseNewer, type Restored, restoreBackup, type Restoring } from './restore.ts'
import { dropGeneration } from './restore-turn.ts'
import type { Holding, Masters } from './slots.ts'
import { takeIn } from './take-in.ts'
import type { Manifest } from './words.ts'

/** Where this machine is, listens and keeps things is its own: never taken from another. */
const own_keys =
  /^(?:data|control|listen|redirect_listen|public_url|metrics|tls|database|log|backup\.repositories|trusted_proxies|outbound\.proxy|scanner)(?:\.|$)/

export interface Found {
  repository: Repository
  name: string
  masters: Masters
  manifest: Manifest
  /** Settings of the lost machine, as its file had them; in TOML. */
  settings: string
  secrets: string
  identity: string
}

/**
 * `from` is a file of backup export, which is taken into this machine's first repository, or the
 * folder of a repository and a backup in it: `/media/usb/kituo/latest`.
 */
export async function findBackup(
  { get }: Pick<Configuration, 'get'>,
  from: string,
  holding: Holding,
  owner: Owner | null = null,
): Promise<Found> {
  const { repository, name } = await locate(get('backup.repositories'), from, { holding, owner })
  const { masters } = await unlock(repository, [holding])
  const reading = await readContainer(repository, name)
  try {
    const master = masterOf(masters, reading.head.master)
    const manifest = await manifestIn(reading, master)
    refuseNewer(manifest)
    const section = (of: 'configuration' | 'secrets' | 'identity') =>
      textOf(reading.section(of, master))
    return {
      repository,
      name,
      masters,
      manifest,
      settings: await section('configuration'),
      secrets: await section('secrets'),
      identity: await section('identity'),
    }
  } finally {
    await reading.close()
  }
}

/** Whose the data folder is, where root works for it: nothing of root's stays in it (OPS-42). */
export interface Owner {
  uid: number
  gid: number
}

function giveAway(dir: string, owner: Owner | null): void {
  if (owner === null) return
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(dir, name), owner.uid, owner.gid)
  }
  chownSync(dir, owner.uid, owner.gid)
}

type Places = readonly { name: string; path: string; append_only?: boolean | undefined }[]

async function locate(
  places: Places,
  from: string,
  { holding, owner }: { holding: Holding; owner: Owner | null },
): Promise<{ repository: Repository; name: string }> {
  const [folder, called] = [dirname(from), basename(from)]
  const configured = places.find(({ name }) => name === folder)
  const place = configured ?? { name: 'from', path: resolve(folder) }
  if (await isThere(place.path, join(place.path, 'config.json'))) {
    const repository = await findRepository(place, false)
    return { repository, name: await whichBackup(repository, called) }
  }
  const [first] = places
  if (!(await isThere(dirname(from), from)) || first === undefined) throw noneCalled('backup', from)
  const { name } = await takeIn(resolve(from), first, { holdings: [holding], must_open: true })
  giveAway(first.path, owner)
  return { repository: await findRepository(first, false), name }
}

/** What may not be looked at counts as not there: the refusal that follows names it. */
const isThere = (dir: string, file: string): Promise<boolean> =>
  isAt(dir, file).catch((error: unknown) => {
    if (isSilence(error)) throw error
    return false
  })

/** Its file of settings, with this machine's own where they are about the machine; answers those left out. */
export function takeSettings(asking: Asked, mine: Configuration, text: string): Key[] {
  const asked = { ...asking, file: mine.file, flags: {}, env: {} }
  const theirs = tryConfiguration({ ...asked, text }).configuration
  const ours = tryConfiguration(asked).configuration
  const inFile = ({ setting }: Configuration, key: Key): boolean =>
    setting(key).origin.kind === 'file'
  const tree: Tree = {}
  const left: Key[] = []
  for (const key of key_names) {
    const from = own_keys.test(key) ? ours : theirs
    if (inFile(from, key)) put(tree, key.split('.'), from.setting(key).written)
    if (from === ours && inFile(theirs, key) && !inFile(ours, key)) left.push(key)
  }
  replaceText(asked, `# Taken from a backup.\n${stringify(tree)}\n`)
  return left
}

type Tree = { [name: string]: Written | Tree }

function put(tree: Tree, [name = '', ...rest]: readonly string[], value: Written | null): void {
  if (value === null) return
  if (rest.length === 0) tree[name] = value
  else put((tree[name] ??= {}) as Tree, rest, value)
}

/** Its files are read by whoever owns the data; root alone may have come here. */
export async function checkReadable({ repository, name }: Found): Promise<void> {
  const { dir } = repository
  try {
    await (await openAt(dir, backupFile(repository, name))).close()
    await namesAt(dir, join(dir, 'objects'))
  } catch (error) {
    if (isSilence(error)) throw error
    const why = codeOf(error) ?? String(error)
    throw new Refusal(
      503,
      'repository.away',
      `${repository.dir} cannot be read by the owner of the data (${why}). Give it to that user, or copy it to where it may be read.`,
    )
  }
}

/**
 * Root and keys of the lost machine, before there is anything here that others sealed. Words that an
 * operator put into the secrets of this machine stay; the password of a database is never another's.
 */
export function becomeTheOther(
  configuration: Configuration,
  { secrets, identity }: Pick<Found, 'secrets' | 'identity'>,
  env: NodeJS.ProcessEnv,
): void {
  const root = makeRoot(configuration.get('data.dir'))
  const file = secretsFile(configuration, env)
  const mine = readSecrets(file, {})
  const theirs = Object.entries(parse(secrets) as Secrets).filter(
    ([name, value]) =>
      is_key(name) ||
      (typeof value === 'string' &&
        name !== 'database_password' &&
        mine[name as SecretName] === undefined),
  )
  asRoot(() => keepSecrets(file, Object.fromEntries(theirs)))
  if (identity !== '') replaceIdentity(root, identity)
}

const is_key = (name: string): boolean =>
  [...made_keys, ...kept_keys].some((one: string) => one === name)

/** What lies in a generation that only waits for the data, until it is dropped. */
const empty_mark = 'EMPTY'

const markOf = (root: Root, number: number): string =>
  join(generationFolder(root, number), empty_mark)

export async function bringData(
  deployment: Deployment,
  { repository, name, masters }: Found,
  { by, onPart }: Pick<Restoring, 'by' | 'onPart'>,
): Promise<Restored> {
  const { root, generation: empty } = deployment
  writeWhole(markOf(root, empty), '')
  const restored = await restoreBackup(deployment, {
    repository,
    name,
    masters,
    by,
    reason: 'a new machine',
    without_safety: true,
    keeps_keys: true,
    ...(onPart === undefined ? {} : { onPart }),
  })
  await dropEmpty(deployment)
  return restored
}

/** Nobody shall ever go back to a house with nothing in it. Answers whether there was one. */
export async function dropEmpty(deployment: Deployment): Promise<boolean> {
  const { root, generation: live } = deployment
  let dropped = false
  for (const name of readdirSync(join(root.dir, 'gen'))) {
    const number = Number(name)
    if (number === live || !existsSync(markOf(root, number))) continue
    dropped = (await dropGeneration(deployment, number)) || dropped
  }
  return dropped
}
