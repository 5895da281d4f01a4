// The card with the next appointment, A6 (APT-20). It lies about at home: day, hour and where to ask, and nothing of
// what for, of whom or of which clinic (TBC-23).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

const said = {
  en: {
    title: 'Appointment card',
    day: 'Your day',
    hour: 'Your time',
    ask: 'Show this card at the reception desk.',
    late: 'If you cannot come, call us before the day.',
  },
  sw: {
    title: 'Kadi ya miadi',
    day: 'Siku yako',
    hour: 'Saa yako',
    ask: 'Onyesha kadi hii mapokezi.',
    late: 'Kama huwezi kuja, tupigie simu kabla ya siku hiyo.',
  },
} as const

export interface AppointmentCard {
  head: Head
  language: Language
  /** Null where none was given: the day is enough. */
  number: string | null
  patient: { number: string; full_name: string }
  day: string
  /** `10:15`, by the clock of the branch. */
  hour: string | null
  printed: { at: string; by: string }
}

export function appointmentCard(card: AppointmentCard): Paper {
  const { head, language, patient, printed } = card
  const [own, all] = [said[language], words[language]]
  const at = momentText(printed.at, head.timezone, head.date_format, language)
  const hour: Block[] =
    card.hour === null ? [] : [{ kind: 'large', caption: own.hour, text: card.hour, size: 20 }]
  return {
    title: own.title,
    number: card.number,
    language,
    size: 'A6',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: printed.at,
    footer: null,
    printed: all.printed(at, printed.by),
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 1,
        rows: [
          [all.name, patient.full_name],
          [all.number, patient.number],
        ],
      },
      {
        kind: 'large',
        caption: own.day,
        text: dateText(card.day, head.date_format, language),
        size: 20,
      },
      ...hour,
      { kind: 'text', text: `${own.ask} ${own.late}`, framed: true, align: 'center' },
    ],
  }
}
