// Names of people: how they are kept (PAT-2), folded and compared (PAT-5). Pure functions.

import { capitals } from '../../../../core/kinds/capitals.ts'
import { invalid } from '../../../../core/refusal.ts'
import { folded } from '../../../../store/table.ts'

const alphabet = /^[\p{L}\p{M} '.-]+$/u
const apostrophes = /[\u2018\u2019\u02bc\u0060\u00b4]/g

/** A name as it is kept; an empty one is null. */
export function readName(field: string, typed: string | null | undefined): string | null {
  if (typed === undefined || typed === null) return null
  const name = typed.replace(apostrophes, "'").replace(/\s+/g, ' ').trim().normalize('NFC')
  if (name === '') return null
  if ([...name].length > 60) throw invalid(field, 'is longer than 60 characters.')
  if (!/\p{L}/u.test(name)) throw invalid(field, 'must hold a letter.')
  if (!alphabet.test(name)) {
    throw invalid(field, "may hold letters, spaces, - ' and . only.")
  }
  return cased(name)
}

/** PAT-2: as typed, but for names that are all capitals or all small. */
function cased(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name
  return name.toLowerCase().replace(/(^|[ '.-])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + capitals(letter)
  })
}

/** Spellings of one name in East Africa, by the one they fall to (PAT-5); a hospital adds its own (`name_aliases`). */
const spellings: Readonly<Record<string, string>> = {
  abdala: 'abdalla abdallah abdulla abdullah',
  abdurahman: 'abdulrahaman abdulrahman abdulrahmani abdurrahman',
  aisha: 'aisa aishah ayesha aysha',
  ali: 'alli ally aly',
  athuman: 'athumani osman othman othuman uthman',
  bakari: 'bakar bakary',
  christina: 'kristina',
  daudi: 'daud daudu dawood',
  elia: 'elija elijah eliya',
  elizabeth: 'elisabeth elisabethi elizabethi',
  ester: 'esta esther',
  fatuma: 'fatima fatimah fatma fatouma fatumah',
  hadija: 'hadidja hadijah khadidja khadija khadijah',
  halid: 'halidi khalid khalidi',
  halifa: 'halifan khalifa khalifan',
  hamis: 'hamisi khamis khamisi',
  hasan: 'hasani hassan hassani',
  hatib: 'hatibu khatib khatibu',
  husein: 'husain huseni hussain hussein husseni',
  ibrahim: 'ibrahima ibrahimu',
  isaya: 'isaia isaiah',
  ismail: 'esmail ismael ismaili',
  jenifer: 'jenifa jenipher jennifa jennifer',
  jeremia: 'jeremiah yeremia',
  katherine: 'catherine catherini katherini kathrine',
  margaret: 'magret magreth margareth margreth',
  mariam: 'mariamu maryam miriam',
  mathayo: 'matayo matthayo',
  mathew: 'matthew',
  michael: 'maiko michaeli mikael',
  mohamed: 'mohamad mohamadi mohamedi mohammad mohammed muhamed muhammad muhammed',
  nur: 'noor nuru',
  omar: 'omari omary umar',
  ramadhan: 'ramadan ramadhani ramathani ramazani',
  rashid: 'rashidi',
  said: 'saeed saidi sayid',
  saleh: 'salehe swaleh swalehe',
  salim: 'saleem salimu',
  salum: 'salumu',
  shaban: 'shaaban shabani',
  steven: 'stephen stevin',
  suleiman: 'seleman selemani sulaiman suleman sulemani',
  yohana: 'johana yohane yohani',
  yusufu: 'yousouf youssef yussuf yusuf yusuph',
  zainab: 'zainabu zaynab zeinab zenabu',
  zakaria: 'zacharia zachariah zacharias zakariah zakariya',
}

const shipped_aliases: Aliases = Object.fromEntries(
  Object.entries(spellings).flatMap(([one, others]) =>
    others.split(' ').map((other) => [other, one]),
  ),
)

export type Aliases = Readonly<Record<string, string>>

/** The words of a name without marks and other signs, in small letters. */
export const plainWords = (name: string): string[] =>
  folded(name)
    .split(/[\s-]+/)
    .map((word) => word.replace(/[^\p{L}]/gu, ''))
    .filter((word) => word !== '')

/** Somebody may be called `constructor`, which every object has without having been told. */
const aliasIn = (aliases: Aliases, word: string): string | undefined =>
  Object.hasOwn(aliases, word) ? aliases[word] : undefined

/** PAT-5: one word, so that spellings of one name fall together. */
export function foldWord(word: string, aliases: Aliases = {}): string {
  const known = aliasIn(aliases, word) ?? aliasIn(shipped_aliases, word) ?? word
  return known
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replace(/c(?!h)/g, 'k')
    .replaceAll('q', 'k')
    .replaceAll('x', 'ks')
    .replaceAll('ee', 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/y$/, 'i')
    .replace(/(\p{L})\1+/gu, '$1')
    .replace(/(?<=.)h$/, '')
}

export const foldName = (name: string, aliases: Aliases = {}): string[] =>
  plainWords(name).map((word) => foldWord(word, aliases))

/** Of two folded names: the best pairing of the shorter's words, over at least two words, but for two of one word. */
export function similarity(one: readonly string[], other: readonly string[]): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one]
  const unused = [...longer]
  let sum = 0
  for (const word of shorter) {
    let best = -1
    let at = -1
    for (const [index, candidate] of unused.entries()) {
      const alike = jaroWinkler(word, candidate)
      if (alike > best) [best, at] = [alike, index]
    }
    if (at < 0) break
    sum += best
    unused.splice(at, 1)
  }
  return longer.length === 1 ? sum : sum / Math.max(2, shorter.length)
}

export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1
  const jaro = jaroOf(one, other)
  let prefix = 0
  while (prefix < 4 && one[prefix] !== undefined && one[prefix] === other[prefix]) prefix += 1
  return jaro + prefix * 0.1 * (1 - jaro)
}

function jaroOf(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = Array.from({ length: other.length }, () => false)
  const met: string[] = []
  for (let index = 0; index < one.length; index += 1) {
    const last = Math.min(other.length - 1, index + reach)
    for (let at = Math.max(0, index - reach); at <= last; at += 1) {
      if (taken[at] === true || one[index] !== other[at]) continue
      taken[at] = true
      met.push(one[index] as string)
      break
    }
  }
  if (met.length === 0) return 0
  const there = [...other].filter((_, index) => taken[index])
  const moved = met.filter((letter, index) => letter !== there[index]).length / 2
  const m = met.length
  return (m / one.length + m / other.length + (m - moved) / m) / 3
}

/** What a search looks in: each word after a blank, as typed and as folded (PAT-10). */
export function searchWords(names: readonly (string | null)[], aliases: Aliases = {}): string {
  const plain = names.flatMap((name) => searchable(name ?? ''))
  const all = new Set([...plain, ...plain.map((word) => foldWord(word, aliases))])
  return ` ${[...all].join(' ')} `.slice(0, 1000)
}

/** Also digits: labels of unknown people hold them. */
export const searchable = (text: string): string[] =>
  folded(text)
    .split(/[\s-]+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
