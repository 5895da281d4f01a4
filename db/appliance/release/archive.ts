// A release as it comes (OPS-168): kituo-<version>-linux-<arch>.tar.gz beside SHA256SUMS and its
// signature. Nothing is unpacked before all three hold.

import { createHash, verify } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { ofNamed } from '../../core/named-file.ts'
import { Refusal } from '../../core/refusal.ts'
import { keyFingerprint, releaseKeys } from './keys.ts'

export interface Release {
  file: string
  version: string
  arch: string
  sha256: string
  bytes: number
  /** Fingerprint of the key that signed it; null for a build of one's own. */
  signed_by: string | null
}

const shape =
  /^kituo-(?<version>\d+\.\d+\.\d+[0-9A-Za-z.+-]*?)-linux-(?<arch>x64|arm64)(?:-unsigned)?\.tar\.gz$/

export async function readRelease(
  given: string,
  { config_dir, allow_unsigned }: { config_dir: string | null; allow_unsigned: boolean },
): Promise<Release> {
  const file = resolve(given)
  const { version = '', arch = '' } = shape.exec(basename(file))?.groups ?? {}
  if (version === '') {
    throw new Refusal(
      400,
      'usage.value',
      `${basename(file)} is not a release: kituo-<version>-linux-<arch>.tar.gz`,
    )
  }
  if (!existsSync(file)) throw new Refusal(400, 'record.unknown', `there is no ${file}.`)
  const signed_by = signer(dirname(file), config_dir)
  if (signed_by === null && !allow_unsigned) {
    throw unsigned()
  }
  const sha256 = await digestOf(file)
  const sums_file = join(dirname(file), 'SHA256SUMS')
  if (!existsSync(sums_file)) {
    throw damaged(`there is no SHA256SUMS beside ${basename(file)}. Nothing was unpacked.`)
  }
  const sums = readFileSync(sums_file, 'utf8')
  if (!sums.split('\n').some((line) => line === `${sha256}  ${basename(file)}`)) {
    throw altered(file)
  }
  return { file, version, arch, sha256, bytes: statSync(file).size, signed_by }
}

/** The newest in a folder, by its number. */
export function newestIn(folder: string): { file: string; version: string } | null {
  const found = namesIn(folder).flatMap((name) => {
    const version = shape.exec(name)?.groups?.['version']
    return version === undefined ? [] : [{ file: join(folder, name), version }]
  })
  found.sort((a, b) => compareVersions(b.version, a.version))
  return found[0] ?? null
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw ofNamed(folder, error)
  }
}

export const versionIn = (name: string): string | null =>
  shape.exec(name)?.groups?.['version'] ?? null

/**
 * Negative when `a` is older. What stands behind a hyphen comes before the number alone, and what is a
 * number in it is compared as one; what stands behind a plus says how it was built, and counts nothing.
 */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [partsOf(a), partsOf(b)]
  for (const at of x.number.keys()) {
    const step = (x.number[at] ?? 0) - (y.number[at] ?? 0)
    if (step !== 0) return step
  }
  if (x.before === y.before) return 0
  if (x.before === '') return 1
  if (y.before === '') return -1
  return x.before.localeCompare(y.before, 'en', { numeric: true })
}

function partsOf(version: string): { number: number[]; before: string } {
  const [precedence = ''] = version.split('+')
  const [number = '', ...before] = precedence.split('-')
  return { number: number.split('.').map(Number), before: before.join('-') }
}

function signer(folder: string, config_dir: string | null): string | null {
  const [sums, signature] = [join(folder, 'SHA256SUMS'), join(folder, 'SHA256SUMS.sig')]
  if (!existsSync(sums) || !existsSync(signature)) return null
  const [said, bytes] = [readFileSync(sums), readFileSync(signature)]
  const key = releaseKeys(config_dir).find((one) => verify('sha256', said, one, bytes))
  return key === undefined ? null : keyFingerprint(key)
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(file)) hash.update(part as Buffer)
  return hash.digest('hex')
}

const damaged = (message: string): Refusal => new Refusal(409, 'integrity.release', message)

export const unsigned = (): Refusal =>
  damaged('the signature of SHA256SUMS does not hold. Nothing was unpacked.')

const altered = (file: string): Refusal =>
  new Refusal(
    409,
    'integrity.altered',
    `${basename(file)} is not what SHA256SUMS says. Nothing was unpacked.`,
  )
