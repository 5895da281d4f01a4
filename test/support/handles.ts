// How many times this process has a file open.

import { readdirSync, readlinkSync } from 'node:fs'

export const handlesOn = (file: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === file
    } catch {
      return false
    }
  }).length
