// The immunisation card (care CAR-168, CAR-217): what was given and when to come next. No diagnosis stands on it.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

const en = {
  card: 'Immunisation card',
  given: 'Given',
  coming: 'To come',
  vaccine: 'Vaccine',
  dose: 'Dose',
  on: 'Date',
  lot: 'Lot',
  where: 'Where',
  due: 'Due',
  not_counted: 'does not count',
  nothing_given: 'Nothing is given yet.',
  nothing_due: 'Nothing is due.',
  next: 'Next visit',
  bring: 'Bring this card to every visit.',
}
const sw: typeof en = {
  card: 'Kadi ya chanjo',
  given: 'Zilizotolewa',
  coming: 'Zinazofuata',
  vaccine: 'Chanjo',
  dose: 'Dozi',
  on: 'Tarehe',
  lot: 'Toleo',
  where: 'Mahali',
  due: 'Siku ya kuja',
  not_counted: 'haihesabiwi',
  nothing_given: 'Hakuna iliyotolewa bado.',
  nothing_due: 'Hakuna inayosubiriwa.',
  next: 'Ziara ijayo',
  bring: 'Njoo na kadi hii kila mara.',
}
const own_words: Readonly<Record<Language, typeof en>> = { en, sw }

export interface ImmunisationCard {
  head: Head
  language: Language
  number: string
  patient: PatientOnPaper
  given: readonly {
    vaccine: string
    dose_key: string
    given_on: string
    lot: string | null
    facility: string | null
    valid: boolean
  }[]
  due: readonly { vaccine: string; dose_key: string; due_on: string }[]
  at: string
  printed: { at: string; by: string }
}

export function immunisationCard(made: ImmunisationCard): Paper {
  const { head, language } = made
  const own = own_words[language]
  const moment = momentText(made.printed.at, head.timezone, head.date_format, language)
  return {
    language,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    title: own.card,
    number: made.number,
    size: 'A5',
    issued_at: made.at,
    printed: words[language].printed(moment, made.printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 2, rows: factsOf(made) },
      ...givenOn(made),
      ...comingOn(made),
      { kind: 'text', text: own.bring, small: true },
    ],
  }
}

const dayOf = ({ head, language }: ImmunisationCard, day: string): string =>
  dateText(day, head.date_format, language)

function factsOf(made: ImmunisationCard): (readonly [string, string])[] {
  const { language, patient, due } = made
  const said = words[language]
  const next = due.map(({ due_on }) => due_on).sort()[0]
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    ...(patient.birth_date === null
      ? []
      : [[said.born, dayOf(made, patient.birth_date)] as readonly [string, string]]),
    ...(next === undefined
      ? []
      : [[own_words[language].next, dayOf(made, next)] as readonly [string, string]]),
  ]
}

function givenOn(made: ImmunisationCard): Block[] {
  const own = own_words[made.language]
  if (made.given.length === 0) return [{ kind: 'text', title: own.given, text: own.nothing_given }]
  return [
    { kind: 'text', text: own.given, strong: true },
    {
      kind: 'table',
      columns: [
        { label: own.vaccine, weight: 4, strong: true },
        { label: own.dose, weight: 2 },
        { label: own.on, weight: 3 },
        { label: own.lot, weight: 2 },
        { label: own.where, weight: 3 },
      ],
      rows: made.given.map((dose) => [
        dose.vaccine,
        dose.valid ? dose.dose_key : `${dose.dose_key} (${own.not_counted})`,
        dayOf(made, dose.given_on),
        dose.lot ?? '',
        dose.facility ?? '',
      ]),
    },
  ]
}

function comingOn(made: ImmunisationCard): Block[] {
  const own = own_words[made.language]
  if (made.due.length === 0) return [{ kind: 'text', title: own.coming, text: own.nothing_due }]
  return [
    { kind: 'text', text: own.coming, strong: true },
    {
      kind: 'table',
      columns: [
        { label: own.vaccine, weight: 4, strong: true },
        { label: own.dose, weight: 2 },
        { label: own.due, weight: 3 },
      ],
      rows: made.due.map(({ vaccine, dose_key, due_on }) => [
        vaccine,
        dose_key,
        dayOf(made, due_on),
      ]),
    },
  ]
}
