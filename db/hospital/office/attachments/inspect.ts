// Looking at a file that arrived, before it is kept: what it is, and what must not stay in it.
// Runs in a worker thread: it reads the whole file.

import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { invalid } from '../../../core/refusal.ts'
import { fileKind } from './file-kinds.ts'
import { withoutPlace as jpegWithoutPlace } from './jpeg.ts'
import { keptName } from './names.ts'
import { withoutPlace as pngWithoutPlace } from './png.ts'

export interface Arrived {
  path: string
  file_name: string
}

export interface Inspected {
  path: string
  file_name: string
  content_type: string
  large: boolean
  size: number
  sha256: string
}

export async function inspect({ path, file_name }: Arrived): Promise<Inspected> {
  const bytes = await readFile(path)
  if (bytes.length === 0) throw invalid('file', 'is empty.')
  const kind = fileKind(bytes, file_name)
  const kept = cleaned(bytes, kind.content_type)
  if (kept !== bytes && !kept.equals(bytes)) {
    await rm(path)
    await writeFile(path, kept, { flag: 'wx', mode: 0o600 })
  }
  return {
    path,
    file_name: keptName(file_name, kind.endings),
    content_type: kind.content_type,
    large: kind.large === true,
    size: kept.length,
    sha256: createHash('sha256').update(kept).digest('hex'),
  }
}

function cleaned(bytes: Buffer, content_type: string): Buffer {
  if (content_type === 'image/jpeg') return jpegWithoutPlace(bytes)
  return content_type === 'image/png' ? pngWithoutPlace(bytes) : bytes
}
