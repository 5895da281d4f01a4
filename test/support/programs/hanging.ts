// File systems that really hang: a pipe in the place of a file, which blocks whoever opens it to read,
// and a disk that is frozen, which blocks whoever writes.

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Test } from 'tap'
import { codeOf } from '../../../db/core/disk.ts'
import { folder } from '../folder.ts'

/** Until it answers, a call that opens this file to read it comes back to nobody. */
export function hangAt(t: Test, file: string): { readonly answer: () => void } {
  const kept = join(folder(t), basename(file))
  renameSync(file, kept)
  execFileSync('mkfifo', [file])
  let hangs = true
  const answer = (): void => {
    if (!hangs) return
    hangs = false
    renameSync(kept, `${file}.kept`)
    // Who comes from now on finds the file; who hangs finds the end of the pipe.
    const pipe = `${file}.pipe`
    renameSync(file, pipe)
    renameSync(`${file}.kept`, file)
    release(pipe)
    rmSync(pipe)
  }
  t.teardown(answer)
  return { answer }
}

function release(pipe: string): void {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
  } catch (error) {
    // Nobody hangs in it.
    if (codeOf(error) !== 'ENXIO') throw error
  }
}

export interface Disk {
  dir: string
  freeze(): void
  thaw(): void
}

/** A disk of its own, of so many MB; null where none may be mounted here. */
export function diskOf(t: Test, mb: number): Disk | null {
  const [image, dir] = [join(folder(t), 'image'), join(folder(t), 'disk')]
  mkdirSync(dir)
  const run = (program: string, ...words: string[]): boolean =>
    spawnSync(program, words, { stdio: 'ignore' }).status === 0
  const mounted =
    run('truncate', '-s', `${mb}M`, image) &&
    run('mkfs.ext4', '-q', '-F', image) &&
    run('mount', '-o', 'loop', image, dir)
  if (!mounted) return null
  let guard: ReturnType<typeof spawn> | null = null
  const thaw = (): void => {
    if (guard === null) return
    run('fsfreeze', '-u', dir)
    guard.kill()
    guard = null
  }
  t.teardown(() => {
    thaw()
    run('umount', '-l', dir)
  })
  return {
    dir,
    freeze() {
      // What hangs in it cannot be killed: whatever becomes of this test, it thaws.
      const words = ['-c', `sleep 60; fsfreeze -u '${dir}'`]
      guard = spawn('sh', words, { stdio: 'ignore', detached: true })
      guard.unref()
      execFileSync('fsfreeze', ['-f', dir])
    },
    thaw,
  }
}
