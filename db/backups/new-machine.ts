// A machine that takes the place of a lost one (OPS-85): first it becomes the other, by the secrets,
// authorities and settings that its backup carries; then the data are put back like any other
// backup's. Cut off anywhere, the same command goes on: no hospital stands before the data do.

import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { stringify } from 'smol-toml'
import { replaceText } from '../configuration/change.ts'
import { type Key, key_names } from '../configuration/keys.ts'
import type { Written } from '../configuration/kinds.ts'
import { type Asked, type Configuration, tryConfiguration } from '../configuration/read.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { makeRoot } from '../deployment/root.ts'
import { writeWhole } from '../disk.ts'
import { noneCalled } from '../refusal.ts'
import { secretsFile } from '../secrets/secrets.ts'
import { manifestIn, textOf } from './check.ts'
import { readContainer } from './container.ts'
import { imported } from './copy.ts'
import { replaceIdentity } from './identity.ts'
import { whichBackup } from './list.ts'
import { backupFile, findRepository, masterOf, type Repository, unlock } from './repository.ts'
import {
  dropGeneration,
  refuseNewer,
  type Restored,
  restoreBackup,
  type Restoring,
} from './restore.ts'
import type { Holding, Masters } from './slots.ts'
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
): Promise<Found> {
  const { repository, name } = await locate(get('backup.repositories'), from)
  const { masters } = await unlock(repository, [holding])
  const reading = await readContainer(backupFile(repository, name))
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

type Places = readonly { name: string; path: string; append_only?: boolean | undefined }[]

async function locate(
  places: Places,
  from: string,
): Promise<{ repository: Repository; name: string }> {
  const [folder, called] = [dirname(from), basename(from)]
  const configured = places.find(({ name }) => name === folder)
  const place = configured ?? { name: 'from', path: resolve(folder) }
  if (existsSync(join(place.path, 'config.json'))) {
    const repository = findRepository(place, false)
    return { repository, name: await whichBackup(repository, called) }
  }
  const [first] = places
  if (!existsSync(from) || first === undefined) throw noneCalled('backup', from)
  const { name } = await imported(resolve(from), first)
  return { repository: findRepository(first, false), name }
}

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

/** Root and keys of the lost machine, before there is anything here that others sealed. */
export function becomeTheOther(
  configuration: Configuration,
  { secrets, identity }: Pick<Found, 'secrets' | 'identity'>,
  env: NodeJS.ProcessEnv,
): void {
  const root = makeRoot(configuration.get('data.dir'))
  if (secrets !== '') writeWhole(secretsFile(configuration, env), secrets)
  if (identity !== '') replaceIdentity(root, identity)
}

export async function bringData(
  deployment: Deployment,
  { repository, name, masters }: Found,
  { by, onPart }: Pick<Restoring, 'by' | 'onPart'>,
): Promise<Restored> {
  const empty = deployment.generation
  const restored = await restoreBackup(deployment, {
    repository,
    name,
    masters,
    by,
    reason: 'a new machine',
    without_safety: true,
    ...(onPart === undefined ? {} : { onPart }),
  })
  // Nobody shall ever go back to a house with nothing in it.
  await dropGeneration(deployment, empty)
  return restored
}
