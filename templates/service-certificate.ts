// The certificate of service (people HR-135): who served here, from when to when, and in which posts.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

export interface ServiceCertificate {
  head: Head
  language: Language
  number: string
  at: string
  staff: { number: string; name: string }
  from: string
  to: string
  posts: readonly { from: string; to: string; job_title: string; department: string }[]
  verify: { code: string; url: string }
  printed: { at: string; by: string }
}

const en = {
  title: 'Certificate of service',
  opening: 'To whom it may concern',
  certifies: (name: string, house: string, from: string, to: string): string =>
    `This is to certify that ${name} was in the service of ${house} from ${from} to ${to}, and held the posts below.`,
  name: 'Name',
  number: 'Staff number',
  since: 'From',
  until: 'To',
  post: 'Post',
  department: 'Department',
  none: 'No post is on record.',
  signed: 'For the hospital',
  stamped: 'Stamp and date',
}
const sw: typeof en = {
  title: 'Cheti cha utumishi',
  opening: 'Kwa yeyote anayehusika',
  certifies: (name, house, from, to) =>
    `Hii ni kuthibitisha kwamba ${name} alikuwa mtumishi wa ${house} kuanzia ${from} hadi ${to}, na alishika nafasi zifuatazo.`,
  name: 'Jina',
  number: 'Namba ya mtumishi',
  since: 'Kuanzia',
  until: 'Hadi',
  post: 'Nafasi',
  department: 'Idara',
  none: 'Hakuna nafasi iliyoandikwa.',
  signed: 'Kwa niaba ya hospitali',
  stamped: 'Muhuri na tarehe',
}
const said_in: Record<Language, typeof en> = { en, sw }

export function serviceCertificate(made: ServiceCertificate): Paper {
  const { head, language, staff, verify } = made
  const said = said_in[language]
  const day = (text: string): string => dateText(text, head.date_format, language)
  const moment = momentText(made.printed.at, head.timezone, head.date_format, language)
  // Blanks at which no line breaks: a code is read in one go.
  const code = verify.code.replace(/(.{4})(?=.)/g, '$1\u00a0')
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
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: [
          [said.name, staff.name],
          [said.number, staff.number],
          [said.since, day(made.from)],
          [said.until, day(made.to)],
        ],
      },
      {
        kind: 'text',
        title: said.opening,
        text: said.certifies(staff.name, head.house.name, day(made.from), day(made.to)),
      },
      {
        kind: 'table',
        columns: [
          { label: said.since, weight: 1 },
          { label: said.until, weight: 1 },
          { label: said.post, weight: 2 },
          { label: said.department, weight: 2 },
        ],
        rows: made.posts.map(({ from, to, job_title, department }) => [
          day(from),
          day(to),
          job_title,
          department,
        ]),
        empty: said.none,
      },
      {
        kind: 'together',
        blocks: [
          { kind: 'gap', height: 40 },
          { kind: 'signatures', lines: [{ caption: said.signed }, { caption: said.stamped }] },
          { kind: 'gap', height: 12 },
          { kind: 'codes', qr: verify.url, lines: [words[language].verify(code), verify.url] },
        ],
      },
    ],
  }
}
