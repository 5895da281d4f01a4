// What the disk under a folder is: SQLite's locks do not hold across a network.

import { existsSync, readFileSync, realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal } from '../../core/refusal.ts'

const network = [
  'nfs',
  'nfs4',
  'cifs',
  'smb3',
  'smbfs',
  '9p',
  'afs',
  'ceph',
  'lustre',
  'fuse.sshfs',
  'fuse.glusterfs',
  'fuse.s3fs',
  'fuse.rclone',
  'davfs',
]

/** `ext4`, `nfs4`; null where the machine does not tell. */
export function filesystemOf(folder: string, mounts = mountsHere()): string | null {
  const at = realpathSync(existing(folder))
  const holds = mounts
    .filter(({ place }) => at === place || at.startsWith(place === '/' ? '/' : `${place}/`))
    .sort((a, b) => a.place.length - b.place.length)
  // Of two mounts at one place the later covers the earlier.
  return holds.at(-1)?.type ?? null
}

export const isNetwork = (type: string | null): boolean => type !== null && network.includes(type)

export function refuseNetworkFilesystem(folder: string): void {
  const type = filesystemOf(folder)
  if (!isNetwork(type)) return
  throw new Refusal(
    409,
    'data_dir.network',
    `${folder} is a network filesystem (${type}): SQLite would be damaged there. Use a local disk, or PostgreSQL.`,
  )
}

/** Bytes a user may still write below a folder, and the size of the disk. */
export function spaceAt(folder: string): { free: number; total: number } {
  const { bavail, blocks, bsize } = statfsSync(existing(folder))
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The folder itself, or the nearest above it that is there. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

interface Mount {
  place: string
  type: string
}

function mountsHere(): Mount[] {
  try {
    return readMounts(readFileSync('/proc/self/mountinfo', 'utf8'))
  } catch {
    return []
  }
}

/** proc(5): the mount point is the fifth word, the type follows the hyphen. */
export function readMounts(text: string): Mount[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const words = line.split(' ')
      const type = words[words.indexOf('-') + 1] ?? ''
      return { place: unescaped(words[4] ?? ''), type }
    })
}

const unescaped = (text: string): string =>
  text.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
