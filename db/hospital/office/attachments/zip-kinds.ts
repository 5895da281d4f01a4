// Office files are zip archives. Which one it is stands in its list of contents; a list with a
// macro, a lock, or anything that is not a document is not accepted (PLT-104).

import { inflateRawSync } from 'node:zlib'

type OfficeKind = 'docx' | 'xlsx' | 'odt' | 'ods'

interface Member {
  name: string
  method: number
  packed: number
  size: number
  at: number
  encrypted: boolean
}

const members_max = 10_000
const listing_max = 1024 * 1024

export const isZip = (bytes: Buffer): boolean =>
  bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50

/** Bytes of another kind that are an archive as well, read from their end. */
export function isDisguisedZip(bytes: Buffer): boolean {
  const end = endRecord(bytes)
  if (end === undefined) return false
  const listed = bytes.readUInt32LE(end + 12)
  return listed > 0 && listed <= end && bytes.readUInt32LE(end - listed) === 0x02014b50
}

export function officeKind(bytes: Buffer): OfficeKind | undefined {
  const members = membersOf(bytes)
  if (members === undefined || members.some(isForbidden)) return undefined
  const names = new Set(members.map(({ name }) => name))
  // A name that stands twice is read one way by one program and another way by the next.
  if (names.size !== members.length) return undefined
  if (names.has('[Content_Types].xml')) return ooxmlKind(bytes, members, names)
  return odfKind(bytes, members)
}

function ooxmlKind(
  bytes: Buffer,
  members: readonly Member[],
  names: ReadonlySet<string>,
): OfficeKind | undefined {
  const listing = textOf(bytes, members, '[Content_Types].xml')
  if (listing === undefined || /macroEnabled|vbaProject|activeX/i.test(listing)) return undefined
  if (names.has('word/document.xml') && listing.includes('wordprocessingml.document.main'))
    return 'docx'
  if (names.has('xl/workbook.xml') && listing.includes('spreadsheetml.sheet.main')) return 'xlsx'
  return undefined
}

function odfKind(bytes: Buffer, members: readonly Member[]): OfficeKind | undefined {
  const manifest = textOf(bytes, members, 'META-INF/manifest.xml')
  if (manifest === undefined || /encryption-data/i.test(manifest)) return undefined
  switch (textOf(bytes, members, 'mimetype')?.trim()) {
    case 'application/vnd.oasis.opendocument.text':
      return 'odt'
    case 'application/vnd.oasis.opendocument.spreadsheet':
      return 'ods'
    default:
      return undefined
  }
}

const isForbidden = ({ name, encrypted }: Member): boolean =>
  encrypted ||
  /(^|\/)\.\.(\/|$)|^\/|\\/.test(name) ||
  /vba(Project|Data)|(^|\/)(macrosheets|activeX|Basic|Scripts)\//i.test(name) ||
  /EncryptedPackage|EncryptionInfo/i.test(name) ||
  /\.(exe|dll|scr|com|bat|cmd|js|vbs|ps1|jar|class|html?|hta|lnk|msi|sh)$/i.test(name)

function membersOf(bytes: Buffer): Member[] | undefined {
  const end = endRecord(bytes)
  // Nothing may stand behind the archive either.
  if (end === undefined || end + 22 + bytes.readUInt16LE(end + 20) !== bytes.length)
    return undefined
  const count = bytes.readUInt16LE(end + 10)
  const listed = bytes.readUInt32LE(end + 12)
  let at = bytes.readUInt32LE(end + 16)
  if (count === 0 || count > members_max || at + listed !== end) return undefined
  const members: Member[] = []
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) return undefined
    const name_length = bytes.readUInt16LE(at + 28)
    members.push({
      name: bytes.toString('utf8', at + 46, at + 46 + name_length),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
      encrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    })
    at += 46 + name_length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return at === end ? members : undefined
}

/** Where the end record begins, with its comment reaching just to the end of the bytes. */
function endRecord(bytes: Buffer): number | undefined {
  const first = Math.max(0, bytes.length - 22 - 65_535)
  for (let at = bytes.length - 22; at >= first; at -= 1) {
    if (bytes.readUInt32LE(at) === 0x06054b50) {
      if (at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return at
    }
  }
  return undefined
}

/** One member unpacked, at most a megabyte of it. */
function textOf(bytes: Buffer, members: readonly Member[], name: string): string | undefined {
  const member = members.find((one) => one.name === name)
  if (member === undefined || member.size > listing_max) return undefined
  const { at, packed, method } = member
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== 0x04034b50) return undefined
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const body = bytes.subarray(start, start + packed)
  try {
    if (method === 0) return body.toString('utf8')
    return method === 8
      ? inflateRawSync(body, { maxOutputLength: listing_max }).toString('utf8')
      : undefined
  } catch {
    return undefined
  }
}
