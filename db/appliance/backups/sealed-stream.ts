// Bytes on a disk that others may hold (OPS-110): compressed, then sealed in pieces of 64 KiB with
// AES-256-GCM. The nonce counts the pieces and marks the last, so that cutting, swapping and
// reordering show; a key of its own comes from the master key and a random salt.
//
//   "KTS1" · flags (1 = zstd) · salt (32) · pieces: length (u32, high bit on the last) · sealed · tag

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { compose, pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { mustGoOn } from '../../store/engines/stopping.ts'
import { Refusal } from '../../core/refusal.ts'

type Bytes = AsyncIterable<Uint8Array>

const magic = Buffer.from('KTS1')
const piece_bytes = 64 * 1024
const tag_bytes = 16
const salt_bytes = 32
const last_mark = 0x8000_0000
const zstd = 1

export const damaged = (what: string): Refusal =>
  new Refusal(409, 'integrity.backup', `${what} is damaged: it does not open as it was sealed.`)

/** `file: part` is what the container calls a section. */
function brokenPiece(what: string, number: number): Refusal {
  const [file = '', part] = what.split(': ')
  const where = part === undefined ? '' : ` of the ${part}`
  return new Refusal(
    409,
    'integrity.backup',
    `${file} is damaged: piece ${number}${where} does not open.`,
  )
}

/** `compress` is left out for what is compressed already. */
export async function* seal(
  plain: Bytes,
  master: Uint8Array,
  { compress = true }: { compress?: boolean } = {},
): AsyncGenerator<Buffer> {
  const salt = randomBytes(salt_bytes)
  const key = pieceKey(master, salt)
  yield Buffer.concat([magic, Buffer.from([compress ? zstd : 0]), salt])
  let number = 0
  let held: Buffer | null = null
  for await (const piece of inPieces(compress ? compressed(plain) : plain)) {
    if (held !== null) yield sealPiece(key, held, number++, false)
    held = piece
  }
  yield sealPiece(key, held ?? Buffer.alloc(0), number, true)
}

/** Exactly so many bytes, or fewer where the file ends. */
export type Take = (bytes: number) => Promise<Buffer>

/** Reads one sealed stream and not a byte beyond it. `what` is named when it does not hold. */
export async function* open(take: Take, master: Uint8Array, what: string): AsyncGenerator<Buffer> {
  const head = await take(magic.length + 1 + salt_bytes)
  if (head.length < magic.length + 1 + salt_bytes || !head.subarray(0, 4).equals(magic)) {
    throw damaged(what)
  }
  const pieces = openPieces(take, pieceKey(master, head.subarray(5)), what)
  const plain = ((head[4] ?? 0) & zstd) === 0 ? pieces : decompressed(pieces, what)
  for await (const part of plain) {
    mustGoOn()
    yield part
  }
}

/** Passes over one sealed stream without opening it. */
export async function skip(take: Take, leap: (bytes: number) => void, what: string): Promise<void> {
  const head = await take(magic.length + 1 + salt_bytes)
  if (!head.subarray(0, 4).equals(magic)) throw damaged(what)
  for (;;) {
    const mark = await take(4)
    if (mark.length < 4) throw damaged(what)
    const word = mark.readUInt32BE()
    leap(word & (last_mark - 1))
    if ((word & last_mark) !== 0) return
  }
}

async function* openPieces(take: Take, key: Buffer, what: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const mark = await take(4)
    if (mark.length < 4) throw damaged(what)
    const word = mark.readUInt32BE()
    const is_last = word >= last_mark
    const length = is_last ? word - last_mark : word
    if (length < tag_bytes || length > piece_bytes + tag_bytes) throw damaged(what)
    const sealed = await take(length)
    if (sealed.length < length) throw damaged(what)
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, is_last))
    decipher.setAuthTag(sealed.subarray(-tag_bytes))
    try {
      const plain = decipher.update(sealed.subarray(0, -tag_bytes))
      yield Buffer.concat([plain, decipher.final()])
    } catch {
      throw brokenPiece(what, number + 1)
    }
    if (is_last) return
  }
}

function sealPiece(key: Buffer, plain: Buffer, number: number, is_last: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, is_last))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  const mark = Buffer.alloc(4)
  mark.writeUInt32BE(is_last ? sealed.length + last_mark : sealed.length)
  return Buffer.concat([mark, sealed])
}

function nonce(number: number, is_last: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(Math.floor(number / 2 ** 32), 3)
  bytes.writeUInt32BE(number % 2 ** 32, 7)
  bytes[11] = is_last ? 1 : 0
  return bytes
}

const pieceKey = (master: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', master, salt, 'kituo/backup/object', 32))

async function* inPieces(source: Bytes): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const part of source) {
    for (let at = 0; at < part.length; ) {
      const more = part.subarray(at, at + piece_bytes - bytes)
      held.push(more)
      bytes += more.length
      at += more.length
      if (bytes < piece_bytes) continue
      yield Buffer.concat(held)
      held = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(held)
}

function compressed(source: Bytes): Bytes {
  const params = { [constants.ZSTD_c_compressionLevel]: 1 }
  return compose(Readable.from(source), createZstdCompress({ params })) as Bytes
}

async function* decompressed(source: Bytes, what: string): AsyncGenerator<Buffer> {
  try {
    const plain = createZstdDecompress()
    // Whoever leaves before the end hears of no fault any more; one that nobody hears ends the process.
    pipeline(Readable.from(source), plain, () => undefined)
    yield* plain as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(what)
  }
}
