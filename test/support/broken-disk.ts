// A disk that fails once the pointer of the data was turned: the nth syncing after it.

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
