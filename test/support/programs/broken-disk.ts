// A disk that fails: once the pointer of the data was turned, at the nth syncing after it; or whenever
// a file is to get its name.

import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

/** Gives the disk back as it was. */
export function breakAfterTurn(dir: string, nth: number): () => void {
  const { fsyncSync } = fs
  const pointer = (): string => fs.readlinkSync(join(dir, 'current'))
  const before = pointer()
  let left = nth
  fs.fsyncSync = (open) => {
    if (left > 0 && pointer() !== before && --left === 0) throw new Error('EIO: the disk')
    fsyncSync(open)
  }
  syncBuiltinESMExports()
  return () => {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  }
}

/** A file whose name fits gets none. */
export function breakNaming(name: RegExp): () => void {
  const { rename } = fs.promises
  fs.promises.rename = async (from, to) => {
    if (name.test(String(to))) throw new Error('EIO: the disk.')
    await rename(from, to)
  }
  syncBuiltinESMExports()
  return () => {
    fs.promises.rename = rename
    syncBuiltinESMExports()
  }
}
