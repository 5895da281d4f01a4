// The unit that systemd starts the house by. install.sh wrote it for this machine, and a version brings
// its own: it is turned with the program as long as nobody edited it. Going forward the program is turned
// before the unit, going back the unit before the program, so that an old program never has a new unit.

import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { writeWhole } from '../../core/disk.ts'
import { ran } from '../../core/programs.ts'
import type { Installed } from './installed.ts'

/** What stands, and what stands there with the other version. */
export interface UnitTurn {
  before: string
  after: string
}

export type Warn = (code: string, message: string) => void

/** Null where the unit is left as it stands: it is not install.sh's, or somebody edited it. */
export async function unitFor(
  installed: Installed,
  [from, to]: readonly [from: string, to: string],
  warn: Warn,
): Promise<UnitTurn | null> {
  const file = unitOf(installed)
  const sum = sumOf(installed)
  if (sum === null || !isPlain(file)) return null
  const before = readFileSync(file, 'utf8')
  const after = await toldBy(installed, to).catch((error: unknown) => {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const why = stderr.trim() || message
    warn(
      'unit.unknown',
      `${file} is left as it is: install.sh of ${to} does not say its own (${why}).`,
    )
    return null
  })
  if (after === null) return null
  if (digest(before) !== sum && !keptUnits(installed).includes(before)) {
    if (before !== after)
      warn(
        'unit.edited',
        `${file} was edited here and is left as it is. ${differenceOf(before, after, to)}`,
      )
    return null
  }
  for (const said of overruled(file, before, after, to)) warn('unit.drop_in', said)
  writeWhole(keptAt(installed, from), before, 0o644)
  writeWhole(keptAt(installed, to), after, 0o644)
  return { before, after }
}

/** Of a version that is left later: only what was brought along with it is taken back. */
export function unitBack(
  installed: Installed,
  [from, to]: readonly [from: string, to: string],
  warn: Warn,
): UnitTurn | null {
  const file = unitOf(installed)
  const before = textOf(keptAt(installed, from))
  const after = textOf(keptAt(installed, to))
  if (sumOf(installed) === null || !isPlain(file) || before === null || after === null) return null
  const standing = readFileSync(file, 'utf8')
  if (standing === before || standing === after) return { before: standing, after }
  warn(
    'unit.edited',
    `${file} is another than ${from} brought and is left as it is. ${differenceOf(standing, after, to)}`,
  )
  return null
}

/** Killed between the two, the next update still knows the unit by what was kept beside the versions. */
export async function turnUnit(installed: Installed, text: string | undefined): Promise<void> {
  if (text === undefined) return
  const file = unitOf(installed)
  if (readFileSync(file, 'utf8') !== text) writeWhole(file, text, 0o644)
  const others = manifestOf(installed).filter((line) => line.slice(66) !== file)
  writeWhole(manifestAt(installed), [...others, `${digest(text)}  ${file}`, ''].join('\n'), 0o644)
  if (installed.service === 'systemd') await ran('systemctl', ['daemon-reload'])
}

const unitOf = ({ root }: Installed): string => `${root}/etc/systemd/system/kituo.service`

const keptAt = ({ prefix }: Installed, version: string): string =>
  join(prefix, 'versions', version, 'kituo.service')

const keptUnits = (installed: Installed): readonly (string | null)[] =>
  readdirSync(join(installed.prefix, 'versions')).map((version) =>
    textOf(keptAt(installed, version)),
  )

/** By the script of that version itself, which knows what this machine was told. */
async function toldBy({ root, prefix, config_dir }: Installed, version: string): Promise<string> {
  const script = join(prefix, 'versions', version, 'install.sh')
  const of_root = root === '' ? [] : ['--root', root]
  const config = `/${relative(root === '' ? '/' : root, config_dir)}`
  const { stdout } = await ran('sh', [script, '--show-unit', ...of_root, '--config-dir', config])
  return stdout
}

const manifestAt = ({ config_dir }: Installed): string => join(config_dir, 'install.manifest')

const manifestOf = (installed: Installed): string[] =>
  (textOf(manifestAt(installed)) ?? '').split('\n').filter((line) => line !== '')

/** As install.sh noted it; null where it wrote none. */
function sumOf(installed: Installed): string | null {
  const file = unitOf(installed)
  return (
    manifestOf(installed)
      .findLast((line) => line.slice(66) === file)
      ?.slice(0, 64) ?? null
  )
}

/** A link is somebody's own, `systemctl mask` among them. */
const isPlain = (file: string): boolean =>
  lstatSync(file, { throwIfNoEntry: false })?.isFile() === true

const textOf = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const shown_lines = 8

function differenceOf(standing: string, wanted: string, version: string): string {
  const [lacking, more] = [missing(wanted, standing), missing(standing, wanted)].map(
    (lines) =>
      lines.slice(0, shown_lines).join(', ') +
      (lines.length > shown_lines ? ` and ${lines.length - shown_lines} more` : ''),
  )
  return `Lines of ${version} that are not in it: ${lacking || 'none'}; lines of its own: ${more || 'none'}.`
}

function missing(from: string, other: string): string[] {
  const there = new Set(other.split('\n'))
  return from.split('\n').filter((line) => line.includes('=') && !there.has(line))
}

/** What a drop-in sets goes before the unit, also where the version brings another value for it. */
function overruled(file: string, before: string, after: string, version: string): string[] {
  const folder = `${file}.d`
  const changed = new Map(missing(after, before).map((line) => [nameIn(line), line]))
  const names = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.conf'))
    : []
  return names.flatMap((name) =>
    (textOf(join(folder, name)) ?? '').split('\n').flatMap((line) => {
      const wanted = changed.get(nameIn(line))
      return wanted === undefined || wanted === line
        ? []
        : [
            `${join(folder, name)} says ${line}, which goes before what ${version} brings: ${wanted}.`,
          ]
    }),
  )
}

const nameIn = (line: string): string => line.split('=')[0]?.trim() ?? ''
