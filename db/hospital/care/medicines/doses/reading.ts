// A dose as somebody types it (CAR-118): `500 mg`, `1 tab`, `5ml`, `1/2 tab`, `0,5 mg`. What cannot be read is
// kept as text, and is compared by a person.

export interface Typed {
  number: number | null
  unit: string | null
}

const units: Readonly<Record<string, string>> = {
  mg: 'MG',
  mcg: 'MCG',
  ug: 'MCG',
  g: 'G',
  gm: 'G',
  iu: 'IU',
  unit: 'UNIT',
  units: 'UNIT',
  u: 'UNIT',
  mmol: 'MMOL',
  ml: 'ML',
  tab: 'TAB',
  tabs: 'TAB',
  tablet: 'TAB',
  tablets: 'TAB',
  cap: 'CAP',
  caps: 'CAP',
  capsule: 'CAP',
  capsules: 'CAP',
  amp: 'AMP',
  ampoule: 'AMP',
  vial: 'VIAL',
  puff: 'PUFF',
  puffs: 'PUFF',
  drop: 'DROP',
  drops: 'DROP',
  supp: 'SUPP',
  sachet: 'SACHET',
}

export function readDose(text: string): Typed {
  const found = /^\s*(\d+(?:[.,]\d+)?)(?:\s*\/\s*(\d+))?\s*([a-zµ]+)\s*$/i.exec(text)
  if (found === null) return { number: null, unit: null }
  const [, figure = '', divisor, word = ''] = found
  const number = Number(figure.replace(',', '.')) / Number(divisor ?? 1)
  const unit = units[word.toLowerCase().replace('µ', 'u')] ?? null
  return unit === null || !Number.isFinite(number) ? { number: null, unit: null } : { number, unit }
}
