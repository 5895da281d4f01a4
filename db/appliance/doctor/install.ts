// Checks of the installation: the program, its unit, what install.sh wrote (operations 5.14).

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { asset } from '../../core/assets.ts'
import { clock, days } from '../../core/clock.ts'
import { updates } from '../release/history.ts'
import { installedUnsigned } from '../release/installed.ts'
import { version } from '../../core/version.ts'
import { asked } from './asked.ts'
import { bad, type Check, ok, type Patient, skipped, warn } from './finding.ts'

const units = ['/etc/systemd/system/kituo.service', '/lib/systemd/system/kituo.service']
const old_days = 365

export const install_checks: readonly Check[] = [
  {
    id: 'install.binary',
    category: 'install',
    says: 'one kituo is found on the path',
    light: true,
    run({ env }) {
      const found = (env['PATH'] ?? '')
        .split(delimiter)
        .filter((folder, index, all) => folder !== '' && all.indexOf(folder) === index)
        .map((folder) => join(folder, 'kituo'))
        .filter((file) => existsSync(file))
      return found.length <= 1
        ? ok(found[0] ?? 'none on the path')
        : warn(`${found.length} are on the path, and ${found[0]} goes first`, {
            evidence: found,
            mend: 'Remove those that are old.',
          })
    },
  },
  {
    id: 'install.signature',
    category: 'install',
    says: 'the program was signed',
    light: true,
    run({ configuration }) {
      const last = updates(dirname(configuration.file)).findLast(
        ({ outcome }) => outcome === 'DONE',
      )
      const is_last = typeof last?.signature === 'string' && last.to === version
      // It stays said until a signed release takes the place of the own build (OPS-176).
      if (!is_last && installedUnsigned(dirname(configuration.file))) {
        return warn('unsigned build: install.sh brought it in with --allow-unsigned', {
          mend: 'Bring a signed release in.',
        })
      }
      if (last === undefined) return skipped('it was not brought in by kituo update')
      return last.signature === null
        ? warn(`${last.to} is a build that nobody signed`, { mend: 'Bring a signed release in.' })
        : ok(`${last.to}, by ${last.signature.slice(0, 16)}`)
    },
  },
  {
    id: 'install.manifest',
    category: 'install',
    says: 'what install.sh wrote stands unchanged',
    light: false,
    run({ configuration }) {
      const file = join(dirname(configuration.file), 'install.manifest')
      if (!existsSync(file)) return skipped('install.sh has not installed this')
      const changed = readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => {
          const [sum, path] = [line.slice(0, 64), line.slice(66)]
          return path !== '' && digestOf(path) !== sum ? [path] : []
        })
      return changed.length === 0
        ? ok('unchanged')
        : warn(`${changed.length} files are not as they were written`, {
            evidence: changed,
            mend: 'Look why; install.sh again writes them anew.',
          })
    },
  },
  {
    id: 'install.unit',
    category: 'install',
    says: 'systemd knows the unit of this program',
    light: true,
    run() {
      if (!asked().packaged()) return skipped('a clone has none')
      const found = units.find((file) => asked().text(file) !== null)
      if (found === undefined) {
        return warn('there is no unit kituo.service', { mend: 'Run install.sh again.' })
      }
      const own = new Set(textOf(found).split('\n'))
      const missing = shippedUnit().filter((line) => !own.has(line))
      return missing.length === 0
        ? ok(found)
        : warn(`${found} lacks lines of this program’s own`, {
            evidence: missing,
            mend: 'What you changed belongs into a drop-in (systemctl edit kituo). Then run install.sh again: it writes the unit anew.',
          })
    },
  },
  {
    id: 'unit.mdwe',
    category: 'install',
    says: 'the unit leaves the engine its memory',
    light: true,
    run() {
      const on = unitLines().some((line) =>
        /^MemoryDenyWriteExecute=\s*(yes|true|on|1)/i.test(line),
      )
      return on
        ? bad('MemoryDenyWriteExecute is on: the engine aborts at start', {
            mend: 'Take it out of the unit or its drop-in: MemoryDenyWriteExecute=no',
            mend_command: 'systemctl edit kituo.service',
          })
        : ok('it is off')
    },
  },
  {
    id: 'install.addon',
    category: 'install',
    says: 'the database driver can be unpacked',
    light: true,
    run({ env, configuration }) {
      if (!asked().packaged()) return skipped('a clone unpacks nothing')
      if (configuration.get('database.driver') === 'node') return skipped('it is in the program')
      const folder = env['PKG_NATIVE_CACHE_PATH'] ?? join(homedir(), '.cache/kituo')
      const mend = { mend: 'Name another folder in PKG_NATIVE_CACHE_PATH.' }
      if (isNoexec(folder)) return bad(`${folder} is mounted noexec`, mend)
      return asked().canWrite(folder) ? ok(folder) : bad(`${folder} cannot be written to`, mend)
    },
  },
  {
    id: 'machine.swap',
    category: 'machine',
    says: 'the machine does not live on its swap',
    light: true,
    run() {
      const text = textOf('/proc/meminfo')
      const kib = (name: string): number =>
        Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
      const used = kib('SwapTotal') - kib('SwapFree')
      return used > 512 * 1024
        ? warn(`${Math.round(used / 1024)} MB lie in swap`, {
            mend: 'Give the machine more memory.',
          })
        : ok(`${Math.round(used / 1024)} MB`)
    },
  },
  {
    id: 'database.raw_copy',
    category: 'database',
    says: 'no crontab copies the live database file',
    light: false,
    run() {
      const found = crontabs().filter(({ line }) =>
        /(\bcp\b|\brsync\b|\btar\b|sqlite3).*kituo\.db/.test(line),
      )
      return found.length === 0
        ? ok('none')
        : warn('a crontab copies kituo.db while it is in use: such a copy loses rows', {
            evidence: found,
            mend: 'Use kituo backup create instead.',
          })
    },
  },
  {
    id: 'data.folders',
    category: 'install',
    says: 'every folder of the data root is there',
    light: true,
    run: (patient) => {
      const missing = missingFolders(patient)
      return missing.length === 0
        ? ok('all')
        : warn(`missing: ${missing.join(', ')}`, {
            mend: 'Make them.',
            mend_command: 'kituo doctor data.folders --mend',
          })
    },
    mends: async (patient) => {
      const { configuration } = patient
      for (const name of missingFolders(patient)) {
        mkdirSync(join(configuration.get('data.dir'), name), { mode: 0o700 })
      }
      return true
    },
  },
  {
    id: 'update.age',
    category: 'update',
    says: 'this version is not older than a year',
    light: true,
    run({ configuration }) {
      const last = updates(dirname(configuration.file)).at(-1)
      if (last === undefined) return skipped('nothing was brought in yet')
      return clock.ms() - Date.parse(last.at) > days(old_days)
        ? warn(`the last update is of ${last.at.slice(0, 10)}`, {
            mend_command: 'kituo update check --from /media/usb',
          })
        : ok(`${last.to} since ${last.at.slice(0, 10)}`)
    },
  },
]

const folders = ['attachments', 'identity', 'journal', 'downtime', 'cache', 'run', 'log', 'tmp']

function missingFolders({ configuration }: Patient): string[] {
  const dir = configuration.get('data.dir')
  if (!existsSync(join(dir, 'ROOT'))) return []
  return folders.filter((name) => !existsSync(join(dir, name)))
}

/** What install.sh of this version writes, but for the lines that name places of one machine. */
export function shippedUnit(): string[] {
  const text = /^unit_text\(\) \{\n +cat <<END\n(?<unit>[\s\S]*?)^END$/m.exec(
    asset('install.sh').toString('utf8'),
  )
  return (text?.groups?.['unit'] ?? '')
    .split('\n')
    .filter((line) => line.includes('=') && !line.includes('$'))
}

function unitLines(): string[] {
  const drop_ins = '/etc/systemd/system/kituo.service.d'
  const files = [
    ...units,
    ...asked()
      .names(drop_ins)
      .map((name) => join(drop_ins, name)),
  ]
  return files.flatMap((file) => textOf(file).split('\n'))
}

function crontabs(): { file: string; line: string }[] {
  const folders_of = ['/etc/cron.d', '/var/spool/cron/crontabs', '/var/spool/cron']
  const files = [
    '/etc/crontab',
    ...folders_of.flatMap((folder) =>
      asked()
        .names(folder)
        .map((name) => join(folder, name)),
    ),
  ]
  return files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => !line.trimStart().startsWith('#'))
      .map((line) => ({ file, line: line.slice(0, 200) })),
  )
}

const textOf = (file: string): string => asked().text(file) ?? ''

function digestOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex')
  } catch {
    return null
  }
}

/** By the mount that holds it: the longest path that it begins with. */
function isNoexec(folder: string): boolean {
  const mounts = textOf('/proc/mounts')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, at = '']) => folder === at || folder.startsWith(at === '/' ? '/' : `${at}/`))
    .sort(([, a = ''], [, b = '']) => b.length - a.length)
  return (mounts[0]?.[3] ?? '').split(',').includes('noexec')
}
