// The list of a day's appointments, A4 (APT-20): by the hour, with room to tick who came.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Paper } from './paper.ts'
import { words } from './words.ts'

const said = {
  en: {
    title: 'Appointments of the day',
    department: 'Department',
    clinician: 'Clinician',
    date: 'Day',
    count: 'Appointments',
    none: 'Nobody is booked.',
    head: ['Time', 'Patient', 'Number', 'Appointment', 'For', 'With', 'State'],
    kinds: {
      CONSULTATION: 'Consultation',
      FOLLOW_UP: 'Follow-up',
      PROCEDURE: 'Procedure',
      ANTENATAL: 'Antenatal',
      IMMUNISATION: 'Vaccination',
      REVIEW: 'Review',
      THEATRE: 'Theatre',
    } as Record<string, string>,
    states: {
      REQUESTED: 'Asked for',
      BOOKED: 'Booked',
      CONFIRMED: 'Will come',
      CHECKED_IN: 'Here',
      COMPLETED: 'Seen',
      NO_SHOW: 'Did not come',
    } as Record<string, string>,
  },
  sw: {
    title: 'Miadi ya siku',
    department: 'Idara',
    clinician: 'Mtoa huduma',
    date: 'Siku',
    count: 'Miadi',
    none: 'Hakuna aliyepangiwa.',
    head: ['Saa', 'Mgonjwa', 'Namba', 'Miadi', 'Kwa', 'Na', 'Hali'],
    kinds: {
      CONSULTATION: 'Kumwona daktari',
      FOLLOW_UP: 'Marudio',
      PROCEDURE: 'Utaratibu',
      ANTENATAL: 'Wajawazito',
      IMMUNISATION: 'Chanjo',
      REVIEW: 'Mapitio',
      THEATRE: 'Upasuaji',
    } as Record<string, string>,
    states: {
      REQUESTED: 'Ameomba',
      BOOKED: 'Amepangiwa',
      CONFIRMED: 'Atakuja',
      CHECKED_IN: 'Amefika',
      COMPLETED: 'Amehudumiwa',
      NO_SHOW: 'Hakuja',
    } as Record<string, string>,
  },
} as const

export interface DayList {
  head: Head
  language: Language
  date: string
  department: string | null
  clinician: string | null
  rows: readonly {
    time: string
    number: string
    patient: string
    patient_number: string
    kind: string
    clinician: string | null
    status: string
  }[]
  printed: { at: string; by: string }
}

export function dayList(made: DayList): Paper {
  const { head, language, printed } = made
  const own = said[language]
  const facts: (readonly [string, string | null])[] = [
    [own.date, dateText(made.date, head.date_format, language)],
    [own.department, made.department],
    [own.clinician, made.clinician],
    [own.count, String(made.rows.length)],
  ]
  const at = momentText(printed.at, head.timezone, head.date_format, language)
  const weights = [2, 6, 4, 5, 4, 5, 4]
  return {
    title: own.title,
    number: null,
    language,
    size: 'A4',
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    issued_at: printed.at,
    footer: head.footer,
    printed: words[language].printed(at, printed.by),
    mark: null,
    blocks: [
      {
        kind: 'facts',
        columns: 2,
        rows: facts.filter((row): row is readonly [string, string] => row[1] !== null),
      },
      {
        kind: 'table',
        columns: own.head.map((label, place) => ({ label, weight: weights[place] ?? 3 })),
        rows: made.rows.map((one) => [
          one.time,
          one.patient,
          one.patient_number,
          one.number,
          own.kinds[one.kind] ?? one.kind,
          one.clinician ?? '',
          own.states[one.status] ?? one.status,
        ]),
        empty: own.none,
      },
    ],
  }
}
