// Files that the program reads while it runs: data, templates, the API reference's pages. The
// packer lays them out beside the bundle as they lie in the clone, so one way of naming serves both.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// This file in the clone and the bundle in the binary both lie one folder below the root.
export const root = join(import.meta.dirname, '..')

// The packer's start-up code leaves this mark on the process.
export const packaged = 'pkg' in process

// A path from the root of the clone. Only whole files: inside the binary there is nothing to stream.
export function asset(path: string): Buffer {
  return readFileSync(join(root, path))
}
