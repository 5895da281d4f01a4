// Files that the program reads while it runs: data, templates, the API reference's pages. The
// packer lays them out beside the bundle as they lie in the clone, so one way of naming serves both.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// The packer's start-up code leaves this mark on the process.
export const packaged = 'pkg' in process

// The bundle in the binary lies one folder below the root, this file in the clone two.
export const root = join(import.meta.dirname, packaged ? '..' : '../..')

// A path from the root of the clone. Only whole files: inside the binary there is nothing to stream.
export function asset(path: string): Buffer {
  return readFileSync(join(root, path))
}
