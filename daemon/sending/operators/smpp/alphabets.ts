// Texts as octets and back: GSM 03.38 unpacked, Latin-1, UCS-2 big-endian (MSG-339).

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

const escape = 0x1b
const extension: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}

const septets = new Map<string, readonly number[]>()
const characters = new Map<number, string>()
const extended = new Map<number, string>()
for (const [at, character] of [...basic].entries()) {
  if (at === escape) continue
  septets.set(character, [at])
  characters.set(at, character)
}
for (const [character, at] of Object.entries(extension)) {
  septets.set(character, [escape, at])
  extended.set(at, character)
}

/** Null when a character has no place in the alphabet. */
export function toGsm(text: string): Buffer | null {
  const octets: number[] = []
  for (const character of text) {
    const found = septets.get(character)
    if (found === undefined) return null
    octets.push(...found)
  }
  return Buffer.from(octets)
}

/** What nobody may send is shown as a blank, as phones do. */
export function fromGsm(octets: Uint8Array): string {
  let text = ''
  for (let at = 0; at < octets.length; at++) {
    const octet = octets[at] as number
    if (octet === escape) {
      const next = octets[++at]
      text += next === undefined ? '' : (extended.get(next) ?? characters.get(next) ?? ' ')
    } else text += characters.get(octet) ?? ' '
  }
  return text
}

/** Null when a character is outside Latin-1. */
export function toLatin1(text: string): Buffer | null {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return null
  return Buffer.from(text, 'latin1')
}

export function toUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

export function fromUcs2(octets: Uint8Array): string {
  // An odd octet at the end is a cut character and is left out.
  const even = Buffer.from(octets.subarray(0, octets.length - (octets.length % 2)))
  return even.swap16().toString('utf16le')
}

export type Alphabet = 'gsm0338' | 'latin1'

export interface Octets {
  data_coding: number
  octets: Buffer
}

export const coding = { default: 0, ascii: 1, octets: 2, latin1: 3, binary: 4, ucs2: 8 } as const

/** A part of a text as it goes to an operator who reads data_coding 0 as `alphabet`. */
export function encodeText(
  text: string,
  counted_as: 'GSM-7' | 'UCS-2',
  alphabet: Alphabet,
): Octets {
  const plain = counted_as === 'UCS-2' ? null : alphabet === 'latin1' ? toLatin1(text) : toGsm(text)
  return plain === null
    ? { data_coding: coding.ucs2, octets: toUcs2(text) }
    : { data_coding: coding.default, octets: plain }
}

export function decodeText(data_coding: number, octets: Uint8Array, alphabet: Alphabet): string {
  // 0xDx and 0xFx are GSM message classes: bits 2 and 3 name the alphabet.
  const group = data_coding & 0xf0
  if (group === 0xf0) return (data_coding & 0x04) !== 0 ? latin1Of(octets) : fromGsm(octets)
  const low = group === 0x00 || group === 0xd0 || group === 0xe0 ? data_coding & 0x0f : data_coding
  if (low === coding.ucs2) return fromUcs2(octets)
  if (low === coding.default) return alphabet === 'latin1' ? latin1Of(octets) : fromGsm(octets)
  return latin1Of(octets)
}

const latin1Of = (octets: Uint8Array): string => Buffer.from(octets).toString('latin1')
