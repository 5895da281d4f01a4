// What a file is, by its bytes and not by its name (PLT-104). Whatever is not in this table is
// refused; of what is, the shapes that carry a second life (archives, programs) are refused too.

import { Refusal } from '../../../core/refusal.ts'
import { endingOf } from './names.ts'
import { isDisguisedZip, isZip, officeKind } from './zip-kinds.ts'
import { isPlainText, looksLikeMarkup } from './text-kinds.ts'

export interface FileKind {
  readonly content_type: string
  /** Endings a name may have with these bytes; the first is given where it has none of them. */
  readonly endings: readonly string[]
  /** Pictures of machines may be five times as large (PLT-105). */
  readonly large?: boolean
  /** May be shown in the browser's own window (PLT-107). */
  readonly inline?: boolean
}

const kinds = {
  pdf: { content_type: 'application/pdf', endings: ['pdf'], inline: true },
  jpeg: { content_type: 'image/jpeg', endings: ['jpg', 'jpeg', 'jpe', 'jfif'], inline: true },
  png: { content_type: 'image/png', endings: ['png'], inline: true },
  webp: { content_type: 'image/webp', endings: ['webp'], inline: true },
  heic: { content_type: 'image/heic', endings: ['heic', 'heif'] },
  tiff: { content_type: 'image/tiff', endings: ['tif', 'tiff'], large: true },
  dicom: { content_type: 'application/dicom', endings: ['dcm', 'dicom', 'ima'], large: true },
  docx: {
    content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  xlsx: {
    content_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    endings: ['xlsx'],
  },
  odt: { content_type: 'application/vnd.oasis.opendocument.text', endings: ['odt'] },
  ods: { content_type: 'application/vnd.oasis.opendocument.spreadsheet', endings: ['ods'] },
  csv: { content_type: 'text/csv', endings: ['csv'] },
  text: { content_type: 'text/plain', endings: ['txt', 'text', 'log', 'md'] },
} as const satisfies Record<string, FileKind>

export type KindName = keyof typeof kinds

export const inline_types: readonly string[] = Object.values(kinds)
  .filter((kind: FileKind) => kind.inline === true)
  .map(({ content_type }) => content_type)

/** Endings that say what a file is; with other bytes the name is a lie. */
const telling = new Set<string>(Object.values(kinds).flatMap(({ endings }) => endings))

/** Text under these endings is something that a machine runs or draws. */
const running = new Set(
  [
    'htm html xhtml shtml mht mhtml svg xml xsl xslt css',
    'js mjs cjs jse ts jsx tsx hta vb vbs vbe wsf wsh ps1 psm1 bat cmd com',
    'sh bash zsh csh ksh py pyw rb pl pm php phtml asp aspx jsp cgi lua tcl awk sql',
    'reg inf scf url desktop lnk jar ini exe dll scr msi apk app bin elf so',
  ].flatMap((line) => line.split(' ')),
)

export const refusedKind = (): Refusal =>
  new Refusal(400, 'file_kind', 'This kind of file is not accepted.')
export const lyingName = (): Refusal =>
  new Refusal(400, 'file_name', 'The file is not what its name says.')

/** The kind of these bytes under this name, or the refusal of PLT-104. */
export function fileKind(bytes: Buffer, name: string): FileKind {
  const ending = endingOf(name)
  const found = nameOf(bytes, ending)
  if (found === undefined) throw telling.has(ending) ? lyingName() : refusedKind()
  const kind: FileKind = kinds[found]
  if ((telling.has(ending) || running.has(ending)) && !kind.endings.includes(ending)) {
    throw found === 'text' && running.has(ending) ? refusedKind() : lyingName()
  }
  return kind
}

/** Whether the first bytes are of a kind that may be five times as large. */
export const isLarge = (head: Buffer): boolean => isTiff(head) || isDicom(head)

function nameOf(bytes: Buffer, ending: string): KindName | undefined {
  if (isZip(bytes)) return officeKind(bytes)
  const binary = binaryKind(bytes)
  // An archive at the end of a picture or a letter is found by whoever opens it as an archive.
  if (binary !== undefined) return isDisguisedZip(bytes) ? undefined : binary
  if (!isPlainText(bytes) || looksLikeMarkup(bytes)) return undefined
  return ending === 'csv' ? 'csv' : 'text'
}

function binaryKind(bytes: Buffer): KindName | undefined {
  if (starts(bytes, '%PDF-')) return 'pdf'
  if (bytes.length > 3 && bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (bytes.subarray(0, 8).equals(png_mark)) return 'png'
  if (starts(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  if (isHeic(bytes)) return 'heic'
  // Before TIFF: the standard lets a DICOM file begin like one.
  if (isDicom(bytes)) return isHarmless(bytes.subarray(0, 128)) ? 'dicom' : undefined
  return isTiff(bytes) ? 'tiff' : undefined
}

const png_mark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const starts = (bytes: Buffer, word: string): boolean =>
  bytes.toString('latin1', 0, word.length) === word

const isDicom = (bytes: Buffer): boolean => bytes.toString('latin1', 128, 132) === 'DICM'

const isTiff = (bytes: Buffer): boolean => starts(bytes, 'II*\0') || starts(bytes, 'MM\0*')

const heic_brands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const size = bytes.readUInt32BE(0)
  if (size < 16 || size > 512) return false
  const brands = bytes.toString('latin1', 8, size).match(/.{4}/gs) ?? []
  const [main = '', , ...others] = brands
  // mif1 and msf1 hold other codings as well (AVIF); then a HEVC brand must stand beside them.
  if (!heic_brands.includes(main)) return false
  return main.startsWith('he') || others.some((brand) => /^he[iv]/.test(brand))
}

/** The 128 bytes before a DICOM mark are anybody's; a program may hide there. */
const isHarmless = (preamble: Buffer): boolean =>
  !/^(MZ|\x7fELF|#!|%PDF|PK|\xca\xfe\xba\xbe|[\xce\xcf]\xfa\xed\xfe|<)/.test(
    preamble.toString('latin1', 0, 8),
  )
