// A few small files as one archive, as tar has it (ustar).

import { gzipSync } from 'node:zlib'
import { clock } from '../../core/clock.ts'
import type { BundleFile } from './bundle.ts'

const block = 512

export function tarOf(folder: string, files: readonly BundleFile[]): Buffer {
  const parts = files.flatMap(({ name, bytes }) => [
    head(`${folder}/${name}`, bytes.length),
    bytes,
    Buffer.alloc((block - (bytes.length % block)) % block),
  ])
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]))
}

function head(name: string, size: number): Buffer {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, length: number): string =>
    `${value.toString(8).padStart(length - 1, '0')}\0`
  bytes.write(name, 0)
  bytes.write(octal(0o600, 8), 100)
  bytes.write(octal(0, 8), 108)
  bytes.write(octal(0, 8), 116)
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(Math.floor(clock.ms() / 1000), 12), 136)
  bytes.write('        0', 148)
  bytes.write('ustar\x0000', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}
