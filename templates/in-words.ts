// Amounts in words, as a receipt says them in English and in Swahili (billing BIL-159).

import type { Language } from '../db/hospital/office/hospitals/words.ts'

/** What a currency is called, and its hundredth; others are named by their code. */
const currencies: Record<string, Record<Language, { unit: string; part: string }>> = {
  TZS: shilling(),
  KES: shilling(),
  UGX: shilling(),
  SOS: shilling(),
  RWF: franc(),
  BIF: franc(),
  CDF: franc(),
  DJF: franc(),
  USD: { en: { unit: 'dollars', part: 'cents' }, sw: { unit: 'dola', part: 'senti' } },
  EUR: { en: { unit: 'euros', part: 'cents' }, sw: { unit: 'yuro', part: 'senti' } },
  GBP: { en: { unit: 'pounds', part: 'pence' }, sw: { unit: 'pauni', part: 'peni' } },
  ETB: { en: { unit: 'birr', part: 'santim' }, sw: { unit: 'birr', part: 'santimu' } },
  ZMW: { en: { unit: 'kwacha', part: 'ngwee' }, sw: { unit: 'kwacha', part: 'ngwee' } },
  MWK: { en: { unit: 'kwacha', part: 'tambala' }, sw: { unit: 'kwacha', part: 'tambala' } },
  ZAR: { en: { unit: 'rand', part: 'cents' }, sw: { unit: 'randi', part: 'senti' } },
}

function shilling(): Record<Language, { unit: string; part: string }> {
  return {
    en: { unit: 'shillings', part: 'cents' },
    sw: { unit: 'shilingi', part: 'senti' },
  }
}
function franc(): Record<Language, { unit: string; part: string }> {
  return { en: { unit: 'francs', part: 'centimes' }, sw: { unit: 'faranga', part: 'senti' } }
}

const singular: Record<string, string> = {
  shillings: 'shilling',
  francs: 'franc',
  dollars: 'dollar',
  euros: 'euro',
  pounds: 'pound',
  cents: 'cent',
  centimes: 'centime',
  pence: 'penny',
}

/**
 * `Twelve thousand five hundred shillings only`, `Shilingi elfu kumi na mbili na mia tano tu`.
 * `scale`: decimals of the currency's minor unit.
 */
export function amountInWords(
  minor: number,
  currency: string,
  scale: number,
  language: Language,
): string {
  const positive = Math.abs(minor)
  const unit = 10 ** scale
  const [whole, part] = [Math.floor(positive / unit), positive % unit]
  const names = currencies[currency]?.[language] ?? { unit: currency, part: '' }
  const said = language === 'sw' ? swahili(whole, part, names) : english(whole, part, names)
  const minus = minor < 0 ? (language === 'sw' ? 'hasi ' : 'minus ') : ''
  const text = minus + said
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function english(whole: number, part: number, names: { unit: string; part: string }): string {
  const unit = whole === 1 ? (singular[names.unit] ?? names.unit) : names.unit
  const words = `${inEnglish(whole)} ${unit}`
  if (part === 0) return `${words} only`
  const piece = part === 1 ? (singular[names.part] ?? names.part) : names.part
  return `${words} and ${inEnglish(part)}${piece === '' ? ' hundredths' : ` ${piece}`} only`
}

function swahili(whole: number, part: number, names: { unit: string; part: string }): string {
  const words = `${names.unit} ${inSwahili(whole)}`
  return part === 0 ? `${words} tu` : `${words} na ${names.part} ${inSwahili(part)}`.concat(' tu')
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const steps: readonly [number, string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
]

export function inEnglish(number: number): string {
  if (number < 20) return small[number] as string
  if (number < 100) {
    const rest = number % 10
    return `${tens[Math.floor(number / 10)]}${rest === 0 ? '' : `-${small[rest]}`}`
  }
  if (number < 1000) {
    const rest = number % 100
    return `${small[Math.floor(number / 100)]} hundred${rest === 0 ? '' : ` and ${inEnglish(rest)}`}`
  }
  const [size, name] = steps.find(([least]) => number >= least) as [number, string]
  const rest = number % size
  const head = `${inEnglish(Math.floor(number / size))} ${name}`
  if (rest === 0) return head
  return rest < 100 ? `${head} and ${inEnglish(rest)}` : `${head} ${inEnglish(rest)}`
}

const moja = 'sifuri moja mbili tatu nne tano sita saba nane tisa'.split(' ')
const kumi = '- kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini'.split(' ')
const hatua: readonly [number, string][] = [
  [1e12, 'trilioni'],
  [1e9, 'bilioni'],
  [1e6, 'milioni'],
  [1e3, 'elfu'],
]

/** Largest first, joined with `na`: `elfu kumi na mbili na mia tano`. */
export function inSwahili(number: number): string {
  if (number < 10) return moja[number] as string
  const parts: string[] = []
  let rest = number
  for (const [size, name] of hatua) {
    if (rest < size) continue
    parts.push(`${name} ${inSwahili(Math.floor(rest / size))}`)
    rest %= size
  }
  if (rest >= 100) {
    parts.push(`mia ${moja[Math.floor(rest / 100)]}`)
    rest %= 100
  }
  if (rest >= 10) {
    parts.push(kumi[Math.floor(rest / 10)] as string)
    rest %= 10
  }
  if (rest > 0) parts.push(moja[rest] as string)
  return parts.join(' na ')
}
