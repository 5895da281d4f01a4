// The words of a message to a patient (PTM-3): filled in, counted, and looked at for what must not
// stand in a text that others may read.

import type { Hospital } from '../../office/hospitals/hospitals.ts'

export const most_characters = 306

export type Values = Readonly<Record<string, string | number | null | undefined>>

export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name]) => name as string)),
]

/**
 * A sentence that lacks a value is left out: better no `Free:` than one with nothing behind it.
 * Without a link the hospital's number stands in its place.
 */
export function filled(template: string, hospital: Hospital, given: Values, initials = ''): string {
  const phone = hospital.support_phone ?? ''
  const values: Values = {
    phone,
    ...given,
    link: given['link'] || phone,
    hospital: `${hospital.short_name ?? hospital.name}${initials === '' ? '' : ` ${initials}`}`,
  }
  const valueOf = (name: string): string => String(values[name] ?? '')
  const callable = phone === '' ? template.replace(/ (or call|au piga) \{phone\}/g, '') : template
  return callable
    .split(/(?<=\.)\s+/)
    .filter(
      (sentence, index) =>
        index === 0 || variablesOf(sentence).every((name) => valueOf(name) !== ''),
    )
    .join(' ')
    .replace(/\{([a-z_]+)\}/g, (_, name: string) => valueOf(name))
    .trim()
}

/** `A.J.` */
export const initialsOf = (first_name: string, last_name: string | null): string =>
  [first_name, last_name ?? '']
    .filter(Boolean)
    .map((name) => `${[...name][0]?.toUpperCase() ?? ''}.`)
    .join('')

const gsm =
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

/** Characters as they are sent, and how many messages that makes. */
export function measure(text: string): { characters: number; segments: number; gsm: boolean } {
  const plain = gsm.test(text)
  const characters = plain
    ? [...text].reduce((n, one) => n + (/[\^{}\\[~\]|€]/.test(one) ? 2 : 1), 0)
    : text.length
  const [single, joined] = plain ? [160, 153] : [70, 67]
  return {
    characters,
    segments: characters <= single ? 1 : Math.ceil(characters / joined),
    gsm: plain,
  }
}

/** Conditions, tests and clinics that nobody else should read of (PTM-4), in both languages. */
const sensitive = [
  'aids',
  'art',
  'arv',
  'biopsy',
  'cancer',
  'cd4',
  'chlamydia',
  'ctc',
  'depression',
  'diabetes',
  'dialysis',
  'epilepsy',
  'family planning',
  'gonorrhoea',
  'hepatitis',
  'hiv',
  'kansa',
  'kaswende',
  'kifafa',
  'kifua kikuu',
  'kisonono',
  'kisukari',
  'malaria',
  'mental',
  'mimba',
  'miscarriage',
  'oncology',
  'pregnancy',
  'pregnant',
  'psychiatry',
  'saratani',
  'sti',
  'syphilis',
  'tb',
  'tuberculosis',
  'ukimwi',
  'ujauzito',
  'viral load',
  'vvu',
] as const

/** The first such word in a text, as it stands there. */
export function sensitiveWord(text: string): string | undefined {
  const folded = ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  const word = sensitive.find((one) => folded.includes(` ${one} `))
  if (word === undefined) return undefined
  const at = text.toLowerCase().indexOf(word)
  return at < 0 ? word : text.slice(at, at + word.length)
}
