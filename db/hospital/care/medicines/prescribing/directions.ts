// How a medicine is taken, in words made from codes (CAR-99): `Take 2 capsules 3 times a day for 5 days`,
// `Meza vidonge 2 mara 3 kwa siku kwa siku 5`.

import type { DoseUnit, MedicineForm } from '../words.ts'
import { additiveSaid } from './additives.ts'
import { frequencyCalled } from './frequencies.ts'
import type { Infusion } from './tables.ts'
import type { LabelLanguage } from './words.ts'

export interface Directed {
  form: MedicineForm | null
  unit: DoseUnit | null
  per_dose: number | null
  /** As it was written, where nobody can count it: `10 MG`. */
  written: string | null
  frequency: string
  duration_days: number | null
  prn_reason: string | null
  prn_max_24h: number | null
  taper: readonly { dose: number; days: number }[] | null
  infusion: Pick<Infusion, 'volume_ml' | 'rate_ml_h' | 'additives'> | null
  instructions: string | null
}

type Said = Readonly<Record<LabelLanguage, string>>

const apply: Said = { en: 'Apply', sw: 'Paka' }
const inject: Said = { en: 'By injection', sw: 'Kwa sindano' }
const drink: Said = { en: 'Take', sw: 'Kunywa' }
const swallow: Said = { en: 'Take', sw: 'Meza' }
const insert: Said = { en: 'Insert', sw: 'Weka' }
const use: Said = { en: 'Use', sw: 'Tumia' }

const verbs: Partial<Record<MedicineForm, Said>> = {
  tablet: swallow,
  capsule: swallow,
  syrup: drink,
  suspension: drink,
  powder: drink,
  injection: inject,
  infusion: inject,
  vaccine: inject,
  cream: apply,
  ointment: apply,
  drops: { en: 'Put in', sw: 'Weka' },
  inhaler: { en: 'Inhale', sw: 'Vuta' },
  suppository: insert,
  pessary: insert,
}

/** One, several. */
type Named = Readonly<Record<LabelLanguage, readonly [string, string]>>
const named = (one: string, many: string, moja: string, nyingi: string): Named => ({
  en: [one, many],
  sw: [moja, nyingi],
})
const tablet = named('tablet', 'tablets', 'kidonge', 'vidonge')
const units: Record<DoseUnit, Named> = {
  TAB: tablet,
  CAP: named('capsule', 'capsules', 'kidonge', 'vidonge'),
  ML: named('ml', 'ml', 'ml', 'ml'),
  AMP: named('ampoule', 'ampoules', 'ampuli', 'ampuli'),
  VIAL: named('vial', 'vials', 'kichupa', 'vichupa'),
  PUFF: named('puff', 'puffs', 'mvuto', 'mivuto'),
  DROP: named('drop', 'drops', 'tone', 'matone'),
  SUPP: named('suppository', 'suppositories', 'kidonge', 'vidonge'),
  SACHET: named('sachet', 'sachets', 'pakiti', 'pakiti'),
  UNIT: named('unit', 'units', 'uniti', 'uniti'),
  G: named('g', 'g', 'g', 'g'),
  L_MIN: named('l/min', 'l/min', 'l/dak', 'l/dak'),
}

export function directions(of: Directed, language: LabelLanguage): string {
  const parts = [
    verb(of, language),
    amount(of, language),
    howOften(of, language),
    howLong(of, language),
  ]
  const said = parts.filter(Boolean).join(' ')
  return [said, of.instructions].filter(Boolean).join('. ').slice(0, 300)
}

const verb = ({ form }: Directed, language: LabelLanguage): string =>
  ((form === null ? undefined : verbs[form]) ?? use)[language]

function amount(of: Directed, language: LabelLanguage): string {
  const { infusion, taper, unit, per_dose, written } = of
  if (infusion !== null) {
    const rate = infusion.rate_ml_h ? ` (${infusion.rate_ml_h} ml/h)` : ''
    return (
      [`${infusion.volume_ml} ml`, ...(infusion.additives ?? []).map(additiveSaid)].join(' + ') +
      rate
    )
  }
  if (taper !== null) return steps(of, language)
  if (per_dose === null || unit === null) return written ?? ''
  return counted(per_dose, unit, language)
}

/** `2 tablets`, `half a tablet`, `1½ tablets`: in Swahili the thing stands before its number. */
export function counted(per_dose: number, unit: DoseUnit, language: LabelLanguage): string {
  const [one, many] = units[unit][language]
  const whole = Math.floor(per_dose)
  const half = per_dose - whole === 0.5 && unit !== 'ML' && unit !== 'G'
  if (language === 'sw') {
    if (half && whole === 0) return `nusu ${one}`
    const name = per_dose > 1 ? many : one
    return half ? `${name} ${whole} na nusu` : `${name} ${per_dose}`
  }
  if (half && whole === 0) return `half a ${one}`
  return `${half ? `${whole}½` : per_dose} ${per_dose === 1 ? one : many}`
}

function steps({ taper, written }: Directed, language: LabelLanguage): string {
  const unit = (written ?? '').replace(/^[\d.]+ /, '')
  return (taper ?? [])
    .map(({ dose, days }) => {
      const long = language === 'sw' ? `kwa siku ${days}` : `for ${days} days`
      return `${dose} ${unit} ${long}`
    })
    .join(', ')
}

function howOften(of: Directed, language: LabelLanguage): string {
  const found = frequencyCalled(of.frequency)
  if (found === undefined) return of.frequency
  if (found.code === 'PRN') return whenNeeded(of, language)
  const { times_per_day, interval_hours, days_interval } = found
  const counts = times_per_day !== null && interval_hours === null && days_interval === null
  if (!counts || found.code === 'MANE' || found.code === 'NOCTE') {
    const label = language === 'sw' ? found.label_sw : found.label
    return label.charAt(0).toLowerCase() + label.slice(1)
  }
  if (language === 'sw') return `mara ${times_per_day} kwa siku`
  if (times_per_day === 1) return 'once a day'
  return times_per_day === 2 ? 'twice a day' : `${times_per_day} times a day`
}

function whenNeeded({ prn_reason, prn_max_24h }: Directed, language: LabelLanguage): string {
  const why = prn_reason === null ? '' : `: ${prn_reason}`
  return language === 'sw'
    ? `ikihitajika${why}; si zaidi ya mara ${prn_max_24h ?? 1} kwa saa 24`
    : `when needed${why}; at most ${prn_max_24h ?? 1} times in 24 hours`
}

function howLong({ duration_days, taper }: Directed, language: LabelLanguage): string {
  if (duration_days === null || taper !== null) return ''
  if (language === 'sw') return `kwa siku ${duration_days}`
  return duration_days === 1 ? 'for 1 day' : `for ${duration_days} days`
}

/** Goods as they are counted on a shelf, by the word of their base unit. */
const goods: Readonly<Record<string, Named>> = {
  tablet,
  capsule: units.CAP,
  ampoule: units.AMP,
  vial: units.VIAL,
  sachet: units.SACHET,
  suppository: units.SUPP,
  bottle: named('bottle', 'bottles', 'chupa', 'chupa'),
  tube: named('tube', 'tubes', 'tyubu', 'tyubu'),
  bag: named('bag', 'bags', 'mfuko', 'mifuko'),
  pack: named('pack', 'packs', 'pakiti', 'pakiti'),
  inhaler: named('inhaler', 'inhalers', 'kivuta pumzi', 'vivuta pumzi'),
}

/** `15 capsules`, `vidonge 15`; a unit that the house named itself stands as it is. */
export function countedGoods(
  quantity: number,
  unit: string | null,
  language: LabelLanguage,
): string {
  const word = (unit ?? '').trim()
  const known = goods[word.toLowerCase()] ?? units[word.toUpperCase() as DoseUnit]
  if (known === undefined) return `${quantity} ${word}`.trim()
  const [one, many] = known[language]
  if (language === 'sw') return `${quantity > 1 ? many : one} ${quantity}`
  return `${quantity} ${quantity === 1 ? one : many}`
}
