// What makes this deployment itself: its root and the keys of its authorities, which lie sealed.
// They travel as lines of JSON: a name, and the file in base64.

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../core/disk.ts'
import type { Root } from '../deployment/root.ts'

export async function* identityOf({ dir }: Root): AsyncGenerator<Buffer> {
  const files = ['ROOT', 'audit-anchors.log', ...inFolder(dir, 'identity')]
  for (const name of files) {
    const path = join(dir, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue
    const line = JSON.stringify({ name, bytes: readFileSync(path).toString('base64') })
    yield Buffer.from(`${line}\n`)
  }
}

/** A machine that takes a lost one's place becomes it: root, authorities and keys are the old ones. */
export function replaceIdentity({ dir }: Root, text: string): void {
  rmSync(join(dir, 'identity'), { recursive: true, force: true })
  mkdirSync(join(dir, 'identity'), { mode: 0o700 })
  rmSync(join(dir, 'ROOT'))
  rmSync(join(dir, 'audit-anchors.log'), { force: true })
  placeIdentity({ dir } as Root, text)
}

/** Puts back what is not there; what stands is the house's own and stays. */
export function placeIdentity({ dir }: Root, text: string): string[] {
  const placed: string[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const { name, bytes } = JSON.parse(line) as { name: string; bytes: string }
    const path = join(dir, name)
    if (name.includes('..') || statSync(path, { throwIfNoEntry: false }) !== undefined) continue
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    writeWhole(path, Buffer.from(bytes, 'base64').toString('utf8'))
    placed.push(name)
  }
  return placed
}

const inFolder = (dir: string, folder: string): string[] =>
  readdirSync(join(dir, folder)).map((name) => join(folder, name))
