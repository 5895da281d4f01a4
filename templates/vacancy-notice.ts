// The advertisement of a vacancy, for the notice board and the newspaper (people 5.3).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

export interface VacancyNotice {
  head: Head
  language: Language
  number: string
  at: string
  job_title: string
  employment_type: keyof (typeof en)['types']
  positions: number
  department: string | null
  cadre: string | null
  posted_on: string
  closes_on: string | null
  description: string | null
  requirements: readonly string[]
  is_closed: boolean
  printed: { at: string; by: string }
}

const en = {
  title: 'Vacancy',
  post: 'Post',
  type: 'Kind of employment',
  positions: 'Positions',
  department: 'Department',
  cadre: 'Cadre',
  posted: 'Posted on',
  closes: 'Applications until',
  about: 'The work',
  wanted: 'What we ask for',
  how: 'How to apply',
  apply: (house: string, number: string): string =>
    `Bring or send your letter, your CV and copies of your certificates and licence to ${house}, with the reference ${number}.`,
  closed: 'CLOSED',
  types: {
    PERMANENT: 'Permanent',
    CONTRACT: 'Contract',
    LOCUM: 'Locum',
    INTERN: 'Internship',
    VOLUNTEER: 'Volunteer',
  },
}
const sw: typeof en = {
  title: 'Nafasi ya kazi',
  post: 'Kazi',
  type: 'Aina ya ajira',
  positions: 'Nafasi',
  department: 'Idara',
  cadre: 'Kada',
  posted: 'Imetangazwa',
  closes: 'Maombi hadi',
  about: 'Kazi yenyewe',
  wanted: 'Sifa zinazohitajika',
  how: 'Jinsi ya kuomba',
  apply: (house, number) =>
    `Leta au tuma barua yako, wasifu wako na nakala za vyeti na leseni kwa ${house}, ukitaja kumbukumbu ${number}.`,
  closed: 'IMEFUNGWA',
  types: {
    PERMANENT: 'Ya kudumu',
    CONTRACT: 'Mkataba',
    LOCUM: 'Ya muda',
    INTERN: 'Mafunzo kazini',
    VOLUNTEER: 'Kujitolea',
  },
}
const said_in: Record<Language, typeof en> = { en, sw }

export function vacancyNotice(made: VacancyNotice): Paper {
  const { head, language } = made
  const said = said_in[language]
  const day = (text: string | null): string | null =>
    text === null ? null : dateText(text, head.date_format, language)
  const moment = momentText(made.printed.at, head.timezone, head.date_format, language)
  const rows: (readonly [string, string | null])[] = [
    [said.post, made.job_title],
    [said.type, said.types[made.employment_type]],
    [said.positions, String(made.positions)],
    [said.department, made.department],
    [said.cadre, made.cadre],
    [said.posted, day(made.posted_on)],
    [said.closes, day(made.closes_on)],
  ]
  return {
    title: said.title,
    number: made.number,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: made.at,
    footer: head.footer,
    printed: words[language].printed(moment, made.printed.by),
    mark: made.is_closed ? said.closed : null,
    blocks: [
      {
        kind: 'facts',
        columns: 1,
        rows: rows.filter((row): row is readonly [string, string] => row[1] !== null),
      },
      ...text(said.about, made.description),
      ...text(said.wanted, made.requirements.map((one) => `• ${one}`).join('\n') || null),
      ...text(said.how, said.apply(head.house.name, made.number)),
    ],
  }
}

const text = (title: string, said: string | null): Block[] =>
  said === null || said.trim() === '' ? [] : [{ kind: 'text', title, text: said }]
