// Files for tests, made byte by byte.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import writeJpeg, { init } from '@jsquash/jpeg/encode.js'
import { newId } from '../../db/core/ids.ts'
import type { Answer, Ask } from './ask.ts'

/** A multipart body of parts in the order given; a part that is an array is a file. */
export function multipart(parts: [string, string | [string, Buffer, string?]][]): {
  payload: Buffer
  headers: Record<string, string>
} {
  const boundary = `----${newId()}`
  const pieces = parts.flatMap(([name, value]) => {
    const [file_name, bytes, kind = 'application/octet-stream'] =
      typeof value === 'string' ? [null, Buffer.from(value)] : value
    const more = file_name === null ? '' : `; filename="${file_name}"`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n`
    const type = file_name === null ? '' : `content-type: ${kind}\r\n`
    return [Buffer.from(`${head}${type}\r\n`), bytes, Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

export const attach = (
  who: Ask,
  entity: { entity_type: string; entity_id: string },
  file_name: string,
  bytes: Buffer,
  more: Record<string, string> = {},
): Promise<Answer> =>
  who.inject({
    method: 'POST',
    url: '/api/v1/attachments',
    ...multipart([...Object.entries({ ...entity, ...more }), ['file', [file_name, bytes]]]),
  })

export const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF\n')
export const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')])
export const elf = Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0', 'latin1')

export const chunk = (type: string, body: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** Red above, blue below; `more` stands before the picture. */
export function png(width: number, height: number, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const line = (colour: number[]): Buffer => {
    const bytes = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1) bytes.set(colour, 1 + x * 3)
    return bytes
  }
  const [red, blue] = [line([220, 20, 20]), line([20, 20, 220])]
  const lines = Array.from({ length: height }, (_, y) => (y < height / 2 ? red : blue))
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A TIFF structure with an orientation, a place and a picture's date. */
export function exif({ orientation = 1, place = true, little = true } = {}): Buffer {
  const bytes = Buffer.alloc(160)
  const u16 = (value: number, at: number) =>
    little ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const u32 = (value: number, at: number) =>
    little ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  const entry = (at: number, tag: number, type: number, count: number, value: number) => {
    u16(tag, at)
    u16(type, at + 2)
    u32(count, at + 4)
    if (type === 3) u16(value, at + 8)
    else u32(value, at + 8)
  }
  bytes.write(little ? 'II' : 'MM', 0, 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(place ? 3 : 2, 8)
  entry(10, 0x0112, 3, 1, orientation)
  if (place) entry(22, 0x8825, 4, 1, 80)
  entry(place ? 34 : 22, 0xc4a5, 2, 20, 50)
  bytes.write('2026:03:02 08:00:00\0', 50, 'latin1')
  u16(1, 80)
  entry(82, 0x0002, 5, 3, 100)
  bytes.write('SECRET PLACE SOUTH 6.8', 100, 'latin1')
  return bytes
}

let ready: Promise<unknown> | null = null

/** Red above, blue below, as JPEG. */
export async function jpeg(width: number, height: number): Promise<Buffer> {
  const folder = join(import.meta.dirname, '../../node_modules/@jsquash/jpeg/codec/enc')
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile(bytes: Uint8Array): Promise<object> }
  }
  ready ??= WebAssembly.compile(
    new Uint8Array(readFileSync(join(folder, 'mozjpeg_enc.wasm'))),
  ).then((module) => init(module))
  await ready
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) {
    const above = at < data.length / 2
    data.set(above ? [220, 20, 20, 255] : [20, 20, 220, 255], at)
  }
  const pixels = { data, width, height } as unknown as Parameters<typeof writeJpeg>[0]
  return Buffer.from(await writeJpeg(pixels, { quality: 90, progressive: false }))
}

/** Puts a segment right behind the start mark. */
export const withSegment = (picture: Buffer, marker: number, body: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([picture.subarray(0, 2), head, body, picture.subarray(2)])
}

export const withExif = (picture: Buffer, block: Buffer): Buffer =>
  withSegment(picture, 0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), block]))

/** An archive of stored members. */
export function zip(members: Record<string, string>, flags = 0): Buffer {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(members)) {
    const body = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt32LE(crc32(body), 10)
    facts.writeUInt32LE(body.length, 14)
    facts.writeUInt32LE(body.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), body])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    listed.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), facts, tail, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(listed.length, 8)
  end.writeUInt16LE(listed.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end])
}

const types = (main: string): string =>
  `<Types><Override PartName="/x" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`

export const docx = zip({
  '[Content_Types].xml': types('wordprocessingml.document'),
  'word/document.xml': '<w:document/>',
})
export const docm = zip({
  '[Content_Types].xml': types('wordprocessingml.document'),
  'word/document.xml': '<w:document/>',
  'word/vbaProject.bin': 'Sub AutoOpen()',
})
export const xlsx = zip({
  '[Content_Types].xml': types('spreadsheetml.sheet'),
  'xl/workbook.xml': '<workbook/>',
})
const odf = (kind: string, more: Record<string, string> = {}): Buffer =>
  zip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': '<office:document-content/>',
    'META-INF/manifest.xml': '<manifest/>',
    ...more,
  })
export const odt = odf('text')
export const ods = odf('spreadsheet')
export const ods_with_macro = odf('spreadsheet', { 'Basic/Standard/Module1.xml': 'Sub Main' })
export const odt_locked = odf('text', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' })

export const webp = Buffer.concat([
  Buffer.from('RIFF'),
  Buffer.from([26, 0, 0, 0]),
  Buffer.from('WEBPVP8L'),
  Buffer.alloc(18),
])
export const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic'),
  Buffer.alloc(40),
])
export const avif = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypavif\0\0\0\0mif1avif'),
  Buffer.alloc(40),
])
export const tiff = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), Buffer.alloc(200)])
export const dicom = (preamble = Buffer.alloc(128)): Buffer =>
  Buffer.concat([preamble, Buffer.from('DICM'), Buffer.alloc(300)])
export const dicom_program = dicom(Buffer.concat([exe, Buffer.alloc(128 - exe.length)]))
