// The programs and services an update works with, each asked from outside: the one in use, the one
// that comes, and whoever starts them.

import { existsSync, statSync } from 'node:fs'
import type { Document } from '../deployment/line.ts'
import { becomeOwner } from '../deployment/root.ts'
import { ran } from '../../core/programs.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Installed } from './installed.ts'

/** Whose data they are: a program is never run as root on them. */
export function ownerOf(dir: string): { uid?: number; gid?: number } {
  const found = statSync(dir, { throwIfNoEntry: false })
  if (process.getuid?.() !== 0 || found === undefined || found.uid === 0) return {}
  return { uid: found.uid, gid: found.gid }
}

/** OPS-42: no file of the data is ever left to root. */
export async function asOwner<T>(dir: string, work: () => Promise<T>): Promise<T> {
  if (ownerOf(dir).uid === undefined) return work()
  becomeOwner(dir, 'for now')
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

export interface Asking {
  program: string
  config_file: string
  data_dir: string
}

/** One command of a program, as its owner; its document whatever it ends with. */
export async function ask(
  { program, config_file, data_dir }: Asking,
  words: readonly string[],
  typed = '',
): Promise<Document> {
  const { NODE_OPTIONS: _options, ...env } = process.env
  const given = { env: { ...env, KITUO_CONFIG: config_file }, ...ownerOf(data_dir) }
  const running = ran(program, [...words, '--json'], given, typed)
  const { stdout } = await running.catch((error: { stdout?: string; message: string }) => {
    if ((error.stdout ?? '').trim().startsWith('{')) return { stdout: error.stdout ?? '' }
    throw new Refusal(503, 'update.program', `${program} ${words[0]}: ${lastLine(error.message)}`)
  })
  return JSON.parse(stdout) as Document
}

export async function saidVersion(program: string): Promise<string | null> {
  const { stdout } = await ran(program, ['--version']).catch(() => ({ stdout: '' }))
  return /\d+\.\d+\.\d+[0-9A-Za-z.+-]*/.exec(stdout)?.[0] ?? null
}

export async function unpack(archive: string, folder: string): Promise<void> {
  await ran('tar', ['-xzf', archive, '-C', folder, '--no-same-owner', '--strip-components=1'])
  // Root's files are its own alone here, and the program is run by the account of the house.
  await ran('chmod', ['-R', 'u=rwX,go=rX', folder])
  if (!existsSync(`${folder}/kituo`)) {
    throw new Refusal(409, 'integrity.release', `${archive} holds no program.`)
  }
}

export async function service({ service: by }: Installed, what: 'start' | 'stop'): Promise<void> {
  if (by === null) return
  const unit = 'kituo.service'
  // systemd counts starts: a house that fell often just now would not be let up by the version that mends it.
  if (by === 'systemd' && what === 'start') {
    await ran('systemctl', ['reset-failed', unit]).catch(() => undefined)
  }
  const [program, words] = by === 'systemd' ? ['systemctl', [what, unit]] : [by.program, [what]]
  await ran(program, words).catch((error: { stderr?: string; message: string }) => {
    const why = (error.stderr ?? '').trim().split('\n')[0] || lastLine(error.message)
    throw new Refusal(503, 'update.program', `${[program, ...words].join(' ')}: ${why}`)
  })
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.slice(0, 200) ?? ''
