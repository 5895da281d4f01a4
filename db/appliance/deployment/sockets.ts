// Where the two control sockets lie (OPS-56): who may enter the folder may speak.

import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from '../configuration/read.ts'

export interface ControlPlaces {
  /** Everything. */
  readonly admin: string
  /** Reading only. */
  readonly read: string
  /** Folders outside of the data that go with the house, the innermost first. */
  readonly lent: readonly string[]
}

/** The kernel takes 108 bytes with the end mark; some systems fewer. */
const path_bytes_max = 100

export function controlPlaces(
  { get }: Pick<Configuration, 'get'>,
  env: NodeJS.ProcessEnv = process.env,
): ControlPlaces {
  const dir = get('control.dir')
  const places = within(dir)
  if (Buffer.byteLength(places.admin) <= path_bytes_max) return places
  const mark = createHash('sha256').update(dir).digest('hex').slice(0, 12)
  const session = env['XDG_RUNTIME_DIR']
  const own = session ?? join(tmpdir(), `kituo-${process.getuid?.() ?? 0}`)
  const lent = join(own, mark)
  const folders = [join(lent, 'admin'), join(lent, 'read'), lent]
  return { ...within(lent), lent: session === undefined ? [...folders, own] : folders }
}

const within = (dir: string): ControlPlaces => ({
  admin: join(dir, 'admin', 'kituo.sock'),
  read: join(dir, 'read', 'kituo.sock'),
  lent: [],
})
