// The chart of medicines on paper (care CAR-120, CAR-217): each day of a stay, each medicine, each dose with what
// became of it. What is still to be given has a line for time and initials, for a ward without light.

import { dayIn, timeIn } from '../db/core/clock.ts'
import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { admission_words } from './admission-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

export interface DoseOnChart {
  due_at: string
  status: keyof (typeof admission_words)['en']['states']
  given_at: string | null
  /** In full; the chart shows the letters of it. */
  by: string | null
  /** What was given where it differs, why it was not, who saw it. */
  said: string | null
  witness: string | null
}

export interface ChartLine {
  medicine: string
  how: string
  started_at: string
  /** Stopped, or running to there. */
  until: string | null
  state: 'RUNS' | 'ON_HOLD' | 'STOPPED'
  doses: readonly DoseOnChart[]
}

export interface MedicineChart {
  head: Head
  language: Language
  number: string
  patient: PatientOnPaper
  place: string | null
  weight_kg: number | null
  /** Null: nobody asked; empty: none known. */
  allergies: readonly string[] | null
  days: readonly { date: string; lines: readonly ChartLine[]; other: readonly ChartLine[] }[]
  at: string
  printed: { at: string; by: string }
}

export function medicineChart(made: MedicineChart): Paper {
  const { head, language } = made
  const own = admission_words[language]
  const printed = momentText(made.printed.at, head.timezone, head.date_format, language)
  return {
    language,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: head.footer,
    // It heads every page: no sheet of a chart is without a name.
    title: `${own.chart}: ${made.patient.full_name}`,
    number: made.number,
    size: 'A4',
    landscape: true,
    issued_at: made.at,
    printed: words[language].printed(printed, made.printed.by),
    mark: null,
    blocks: [
      { kind: 'facts', columns: 3, rows: factsOf(made) },
      ...made.days.flatMap((day) => dayOn(made, day)),
      { kind: 'text', text: own.legend, small: true },
    ],
  }
}

function factsOf(made: MedicineChart): (readonly [string, string])[] {
  const [own, said] = [admission_words[made.language], words[made.language]]
  const { patient, allergies, weight_kg, place } = made
  const rows: readonly (readonly [string, string | null])[] = [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.age, `${patient.age}, ${said.sexes[patient.sex]}`],
    [own.ward, place],
    [weightWord(made.language), weight_kg === null ? null : `${weight_kg} kg`],
    [own.allergies, allergies === null ? said.not_asked : allergies.join(', ') || said.none_known],
  ]
  return rows.filter((row): row is readonly [string, string] => row[1] !== null)
}

const weightWord = (language: Language): string => (language === 'sw' ? 'Uzito' : 'Weight')

/** Four parts of a day, each as wide as its doses need. */
const quarters = ['00–06', '06–12', '12–18', '18–24'] as const

function dayOn(
  made: MedicineChart,
  { date, lines, other }: MedicineChart['days'][number],
): Block[] {
  const own = admission_words[made.language]
  const rows = lines.map((line) => rowOf(made, line))
  const apart = other.map((line) => rowOf(made, line))
  return [
    { kind: 'heading', text: dateText(date, made.head.date_format, made.language) },
    {
      kind: 'table',
      columns: [
        { label: own.medicine, weight: 4 },
        { label: own.from_to, weight: 2 },
        ...quarters.map((label) => ({ label, weight: 3 })),
      ],
      rows: [...rows, ...(apart.length === 0 ? [] : [[own.other]]), ...apart],
      headings: apart.length === 0 ? [] : [rows.length],
      empty: own.nothing,
    },
  ]
}

function rowOf(made: MedicineChart, line: ChartLine): string[] {
  const { head, language } = made
  const own = admission_words[language]
  const day = (at: string): string =>
    dateText(dayIn(head.timezone, new Date(at)), head.date_format, language)
  const ended = { RUNS: null, ON_HOLD: own.on_hold, STOPPED: own.stopped }[line.state]
  const until = line.until === null ? '' : day(line.until)
  return [
    [line.medicine, line.how].filter(Boolean).join('\n'),
    [`${day(line.started_at)} – ${until}`, ended].filter(Boolean).join('\n'),
    ...quarters.map((_, index) =>
      line.doses
        .filter(({ due_at }) => quarterOf(made, due_at) === index)
        .map((dose) => doseOn(made, dose))
        .join('\n'),
    ),
  ]
}

const timeOf = ({ head }: MedicineChart, at: string): string =>
  timeIn(head.timezone, new Date(at)).slice(0, 5)

const quarterOf = (made: MedicineChart, at: string): number =>
  Math.floor(Number(timeOf(made, at).slice(0, 2)) / 6)

/** `08:00 given 08:05 N.L.`, `14:00 withheld: LOW_BP`, `22:00 ________`. */
function doseOn(made: MedicineChart, dose: DoseOnChart): string {
  const own = admission_words[made.language]
  const parts = [
    timeOf(made, dose.due_at),
    own.states[dose.status],
    dose.given_at === null ? null : timeOf(made, dose.given_at),
    dose.by === null ? null : letters(dose.by),
    dose.said === null ? null : `(${dose.said})`,
    dose.witness === null ? null : `${own.witnessed} ${letters(dose.witness)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

const letters = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
