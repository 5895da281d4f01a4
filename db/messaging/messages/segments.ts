// How long a text is, and where it is cut (MSG 4.7). What is counted here is what is sent: the
// drain encodes the very parts that `split` gives (MSG-225).

import type { Encoding } from './words.ts'

const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'

/** Septets by code unit: 0 is not in the alphabet. */
const septets = new Uint8Array(0x10000)
for (const letter of basic) septets[letter.charCodeAt(0)] = 1
for (const letter of extension) septets[letter.charCodeAt(0)] = 2

export const segments_max = 10
const single = { 'GSM-7': 160, 'UCS-2': 70 } as const
const several = { 'GSM-7': 153, 'UCS-2': 67 } as const

export interface Measured {
  encoding: Encoding
  /** Septets or code units. */
  units: number
  segments: number
  /** Why it is UCS-2: the first character that GSM-7 lacks, and its place among the characters. */
  because: { character: string; position: number } | null
}

export function measure(text: string): Measured {
  const units = gsmUnits(text)
  if (units !== null) {
    return { encoding: 'GSM-7', units, segments: count(text, units, 'GSM-7'), because: null }
  }
  return {
    encoding: 'UCS-2',
    units: text.length,
    segments: count(text, text.length, 'UCS-2'),
    because: firstOutside(text),
  }
}

function gsmUnits(text: string): number | null {
  let units = 0
  for (let at = 0; at < text.length; at++) {
    const width = septets[text.charCodeAt(at)] as number
    if (width === 0) return null
    units += width
  }
  return units
}

function count(text: string, units: number, encoding: Encoding): number {
  if (units <= single[encoding]) return 1
  return cuts(text, encoding).length
}

/** The parts as they go out; a pair is never parted. */
export function split(text: string, encoding: Encoding): string[] {
  const units = encoding === 'GSM-7' ? (gsmUnits(text) ?? text.length) : text.length
  if (units <= single[encoding]) return [text]
  const ends = cuts(text, encoding)
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}

/** Where each part ends, filled greedily. */
function cuts(text: string, encoding: Encoding): number[] {
  const most = several[encoding]
  const ends: number[] = []
  let filled = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const is_pair = encoding === 'UCS-2' && isHigh(code) && isLow(text.charCodeAt(at + 1))
    const width = encoding === 'GSM-7' ? (septets[code] as number) : is_pair ? 2 : 1
    if (filled + width > most) {
      ends.push(at)
      filled = 0
    }
    filled += width
    at += is_pair ? 2 : 1
  }
  ends.push(at)
  return ends
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

function firstOutside(text: string): Measured['because'] {
  let position = 0
  for (const character of text) {
    position += 1
    if (character.length > 1 || septets[character.charCodeAt(0)] === 0)
      return { character, position }
  }
  return null
}

/** What GSM-7 lacks and has a plain cousin (MSG-224). */
const cousins = new Map<string, string>([
  ...pairs('‘’‚‛′´ʹʼ`', "'"),
  ...pairs('“”„‟″«»', '"'),
  ...pairs('‐‑‒–—―−', '-'),
  ...pairs('•‣◦∙●▪·', '*'),
  ...pairs(
    '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\t',
    ' ',
  ),
  ['…', '...'],
])

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter) => [letter, to])
}

/** The text as it will be stored and sent, and how many characters were replaced. */
export function smartened(text: string): { text: string; replaced: number } {
  let replaced = 0
  let result = ''
  for (const [cluster] of text.matchAll(/\P{M}\p{M}*/gsu)) {
    if (gsmUnits(cluster) !== null) {
      result += cluster
      continue
    }
    const plain = cousinOf(cluster)
    if (plain !== cluster) replaced += 1
    result += plain
  }
  return { text: result, replaced }
}

function cousinOf(cluster: string): string {
  const known = cousins.get(cluster)
  if (known !== undefined) return known
  // A letter and its accent, written apart, or another width of a letter that the alphabet has.
  for (const form of ['NFC', 'NFKC'] as const) {
    const composed = cluster.normalize(form)
    if (gsmUnits(composed) !== null) return composed
  }
  return cluster
}
