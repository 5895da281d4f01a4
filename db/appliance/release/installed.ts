// What install.sh set up on this machine: where versions lie, which is in use, who starts it.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncFolder } from '../../core/disk.ts'
import { Refusal } from '../../core/refusal.ts'
import { compareVersions } from './archive.ts'

export interface Installed {
  /** Everything lies below this folder where the machine is not the whole one; else empty. */
  root: string
  config_dir: string
  prefix: string
  /** Null where neither systemd nor a program of the house's own starts it. */
  service: 'systemd' | { program: string } | null
}

/** Beside the configuration; a clone has none. */
export function installedAt(config_file: string): Installed {
  const config_dir = dirname(config_file)
  const file = join(config_dir, 'install.conf')
  if (!existsSync(file)) {
    throw new Refusal(
      409,
      'version.not_installed',
      `install.sh has not installed this Kituo (no ${file}): a clone is brought forward with git.`,
    )
  }
  const said = remembered(file)
  const program = said.get('service') ?? ''
  const root = said.get('root') ?? ''
  return {
    root,
    config_dir,
    prefix: `${root}${said.get('prefix') ?? '/opt/kituo'}`,
    service: said.get('systemd') === 'yes' ? 'systemd' : program === '' ? null : { program },
  }
}

/** What install.sh wrote down for itself, a name and a value a line. */
const remembered = (file: string): Map<string, string> =>
  new Map(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const at = line.indexOf('=')
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)] as const]
      }),
  )

/** Whether install.sh was told to bring in a program that nobody signed. */
export function installedUnsigned(config_dir: string): boolean {
  const file = join(config_dir, 'install.conf')
  return existsSync(file) && remembered(file).get('signed') === 'no'
}

export const programOf = ({ prefix }: Installed, version: string): string =>
  join(prefix, 'versions', version, 'kituo')

export const presentVersion = ({ prefix }: Installed): string =>
  basename(readlinkSync(join(prefix, 'current')))

/** By rename: there is a program at every moment. */
export function switchTo({ prefix }: Installed, version: string): void {
  const aside = join(prefix, 'current.new')
  rmSync(aside, { force: true })
  symlinkSync(join('versions', version), aside)
  renameSync(aside, join(prefix, 'current'))
  syncFolder(prefix)
}

export function freshFolder({ prefix }: Installed, version: string): string {
  const folder = join(prefix, 'versions', `${version}.new`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  return folder
}

export function keepVersion({ prefix }: Installed, version: string): void {
  const [aside, folder] = [`${version}.new`, version].map((name) => join(prefix, 'versions', name))
  if (aside === undefined || folder === undefined) return
  rmSync(folder, { recursive: true, force: true })
  renameSync(aside, folder)
  syncFolder(join(prefix, 'versions'))
}

/** Those that are kept for going back, the one in use always among them. */
export function tidyVersions(installed: Installed, kept: number): string[] {
  const folder = join(installed.prefix, 'versions')
  const present = presentVersion(installed)
  const others = readdirSync(folder)
    .filter((name) => name !== present && !name.endsWith('.new'))
    .sort((a, b) => compareVersions(b, a))
  const gone = others.slice(Math.max(0, kept - 1))
  for (const name of gone) rmSync(join(folder, name), { recursive: true, force: true })
  return gone
}
