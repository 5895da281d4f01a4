// The papers of a blood bank: the tag that goes out with a bag, the request with which it is fetched, the record of a
// transfusion, the card of a donor and the slip of who cannot give today.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { blood_words } from './blood-words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import type { Block, Paper } from './paper.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

type Fact = readonly [string, string | null]

interface Made {
  head: Head
  language: Language
  printed: { at: string; by: string }
}

const moment = ({ head, language }: Made, at: string | null): string | null =>
  at === null ? null : momentText(at, head.timezone, head.date_format, language)
const day = ({ head, language }: Made, on: string | null): string | null =>
  on === null ? null : dateText(on, head.date_format, language)

const frame = (made: Made, size: Paper['size']): Omit<Paper, 'title' | 'blocks' | 'number'> => ({
  language: made.language,
  size,
  house: made.head.house,
  theme: made.head.theme,
  accent: made.head.accent,
  issued_at: made.printed.at,
  footer: size === 'A6' ? null : made.head.footer,
  printed: words[made.language].printed(moment(made, made.printed.at) ?? '', made.printed.by),
  mark: null,
})

const facts = (rows: readonly Fact[], columns: 1 | 2 | 3 = 2): Block => ({
  kind: 'facts',
  columns,
  rows: rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== ''),
})

function person({ language }: Made, patient: PatientOnPaper): Fact[] {
  const said = words[language]
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
  ]
}

export interface BloodRequestPaper extends Made {
  kind: 'tag' | 'request'
  number: string
  patient: PatientOnPaper
  group: string | null
  priority: 'ROUTINE' | 'URGENT' | 'EMERGENCY'
  needed_at: string
  indication: string
  indication_note: string | null
  haemoglobin: number | null
  location: string | null
  asked_by: string
  sample: string | null
  lines: readonly { component: string; units: number }[]
  /** Each bag that went out, the last first. */
  bags: readonly {
    number: string
    group: string | null
    component: string
    expires_at: string
    volume_ml: number
    matched_by: string | null
    issued_at: string
    issued_by: string
    collector: string
    destination: string
  }[]
}

export const bloodRequestPaper = (made: BloodRequestPaper): Paper =>
  made.kind === 'tag' ? tags(made) : requestForm(made)

/** A page for each bag: it is tied to it. */
function tags(made: BloodRequestPaper): Paper {
  const own = blood_words[made.language]
  return {
    ...frame(made, 'A6'),
    title: own.tag,
    number: made.number,
    blocks: made.bags.flatMap((bag, at): Block[] => [
      ...(at === 0 ? [] : [{ kind: 'page' as const }]),
      ...tagOf(made, bag),
    ]),
  }
}

function tagOf(made: BloodRequestPaper, bag: BloodRequestPaper['bags'][0]): Block[] {
  const own = blood_words[made.language]
  const unmatched: Block[] =
    bag.matched_by === null
      ? [{ kind: 'text', text: own.not_matched, framed: true, strong: true, align: 'center' }]
      : []
  return [
    ...unmatched,
    facts(person(made, made.patient), 1),
    {
      kind: 'strip',
      cells: [
        { label: own.patient_group, value: made.group ?? own.not_known },
        { label: own.unit_group, value: bag.group ?? own.not_known },
      ],
    },
    facts(
      [
        [own.component, bag.component],
        [own.volume, `${bag.volume_ml} ml`],
        [own.expires, moment(made, bag.expires_at)],
        [own.matched_by, bag.matched_by],
        [own.issued, [moment(made, bag.issued_at), bag.issued_by].filter(Boolean).join(', ')],
        [own.collector, [bag.collector, bag.destination].filter(Boolean).join(' → ')],
      ],
      1,
    ),
    { kind: 'codes', barcode: bag.number, lines: [bag.number] },
    { kind: 'text', text: own.start, framed: true, small: true },
  ]
}

function requestForm(made: BloodRequestPaper): Paper {
  const [said, own] = [words[made.language], blood_words[made.language]]
  return {
    ...frame(made, 'A4'),
    title: own.request,
    number: made.number,
    blocks: [
      facts([
        ...person(made, made.patient),
        [own.patient_group, made.group ?? own.not_known],
        [own.priority, said.urgencies[made.priority]],
        [own.needed, moment(made, made.needed_at)],
        [own.indication, own.indications[made.indication] ?? made.indication],
        [own.indication_note, made.indication_note],
        [own.haemoglobin, made.haemoglobin === null ? null : `${made.haemoglobin} g/dL`],
        [own.location, made.location],
        [own.sample, made.sample],
        [own.asked_by, made.asked_by],
      ]),
      { kind: 'heading', text: own.units },
      {
        kind: 'table',
        columns: [
          { label: own.component, weight: 6 },
          { label: own.units, weight: 1, align: 'right' },
        ],
        rows: made.lines.map(({ component, units }) => [component, String(units)]),
      },
      { kind: 'heading', text: own.issued },
      bagTable(made),
      { kind: 'text', text: own.bring, framed: true },
      {
        kind: 'together',
        blocks: [
          { kind: 'codes', barcode: made.patient.number, lines: [made.patient.number] },
          {
            kind: 'signatures',
            lines: [{ caption: said.signature, name: made.asked_by }, { caption: own.collector }],
          },
        ],
      },
    ],
  }
}

function bagTable(made: BloodRequestPaper): Block {
  const own = blood_words[made.language]
  const columns: readonly (readonly [string, number])[] = [
    [own.unit, 5],
    [own.component, 4],
    [own.group, 1],
    [own.matched_by, 3],
    [own.issued, 3],
    [own.collector, 3],
  ]
  return {
    kind: 'table',
    columns: columns.map(([label, weight]) => ({ label, weight })),
    rows: made.bags.map((bag) => [
      bag.number,
      bag.component,
      bag.group ?? '',
      bag.matched_by ?? own.not_matched,
      moment(made, bag.issued_at) ?? '',
      bag.collector,
    ]),
    empty: '–',
  }
}

export interface TransfusionPaper extends Made {
  number: string
  unit_number: string
  component: string
  patient: PatientOnPaper
  group: string | null
  unit_group: string | null
  ward: string | null
  started_at: string
  started_by: string
  witness: string
  checks: Readonly<Record<string, boolean>>
  ended_at: string | null
  ended_by: string | null
  volume_given_ml: number | null
  stop_reason: string | null
  observations: readonly {
    at: string
    point: string
    temperature: number
    pulse: number
    systolic: number
    diastolic: number
    respiratory_rate: number
    oxygen_saturation: number | null
    signs: readonly string[]
    by: string
  }[]
  reaction: {
    onset_at: string | null
    signs: readonly string[]
    actions: string
    doctor: string | null
    concluded: string | null
  } | null
}

export function transfusionRecord(made: TransfusionPaper): Paper {
  const own = blood_words[made.language]
  const { checks } = made
  const passed = Object.entries(own.check_words).map(
    ([key, label]) => `${checks[key] === true ? '✓' : '✗'} ${label}`,
  )
  return {
    ...frame(made, 'A4'),
    title: own.record,
    number: made.number,
    blocks: [
      facts([...person(made, made.patient), ...course(made)]),
      { kind: 'text', title: own.checks, text: passed.join('   '), framed: true },
      { kind: 'heading', text: own.observations },
      observationTable(made),
      ...reactionOf(made),
      {
        kind: 'together',
        blocks: [
          {
            kind: 'signatures',
            lines: [
              { caption: own.by, name: made.started_by },
              { caption: own.witness, name: made.witness },
              { caption: own.ended, name: made.ended_by },
            ],
          },
        ],
      },
    ],
  }
}

function course(made: TransfusionPaper): Fact[] {
  const own = blood_words[made.language]
  const { volume_given_ml } = made
  return [
    [own.patient_group, made.group ?? own.not_known],
    [own.unit, made.unit_number],
    [own.component, made.component],
    [own.unit_group, made.unit_group],
    [own.location, made.ward],
    [own.started, moment(made, made.started_at)],
    [own.ended, moment(made, made.ended_at)],
    [own.given, volume_given_ml === null ? null : `${volume_given_ml} ml`],
    [own.stopped, made.stop_reason],
  ]
}

const signsIn = ({ language }: Made, signs: readonly string[]): string =>
  signs
    .map(
      (sign) => blood_words[language].sign_words[sign] ?? sign.replaceAll('_', ' ').toLowerCase(),
    )
    .join(', ')

function observationTable(made: TransfusionPaper): Block {
  const own = blood_words[made.language]
  const weights = [4, 2, 2, 2, 2, 2, 2, 4, 3]
  return {
    kind: 'table',
    columns: own.observation_head.map((label, at) => ({ label, weight: weights[at] ?? 2 })),
    rows: made.observations.map((one) => [
      moment(made, one.at) ?? '',
      own.points[one.point] ?? one.point,
      one.temperature.toFixed(1),
      String(one.pulse),
      `${one.systolic}/${one.diastolic}`,
      String(one.respiratory_rate),
      one.oxygen_saturation === null ? '' : `${one.oxygen_saturation} %`,
      signsIn(made, one.signs),
      one.by,
    ]),
  }
}

function reactionOf(made: TransfusionPaper): Block[] {
  const own = blood_words[made.language]
  const { reaction } = made
  if (reaction === null) return []
  return [
    { kind: 'heading', text: own.reaction },
    facts([
      [own.onset, moment(made, reaction.onset_at)],
      [own.signs, signsIn(made, reaction.signs)],
      [own.actions, reaction.actions],
      [own.doctor, reaction.doctor],
      [own.concluded, reaction.concluded],
    ]),
  ]
}

export interface DonorPaper extends Made {
  kind: 'card' | 'slip'
  number: string
  full_name: string
  birth_date: string
  group: string | null
  donations: number
  last_on: string | null
  next_on: string | null
  /** Of who cannot give today: until when, and the words of the rule. Null: for ever. */
  until: string | null
  said: readonly string[]
}

export function donorPaper(made: DonorPaper): Paper {
  const own = blood_words[made.language]
  return {
    ...frame(made, 'A6'),
    title: made.kind === 'card' ? own.donor_card : own.deferral,
    number: made.number,
    blocks: made.kind === 'card' ? donorCard(made) : deferralSlip(made),
  }
}

const donor = (made: DonorPaper): Fact[] => [
  [words[made.language].name, made.full_name],
  [blood_words[made.language].donor_no, made.number],
]

function donorCard(made: DonorPaper): Block[] {
  const own = blood_words[made.language]
  const next: Block[] =
    made.next_on === null
      ? []
      : [{ kind: 'large', caption: own.next, text: day(made, made.next_on) ?? '', size: 15 }]
  return [
    facts(
      [
        ...donor(made),
        [own.born, day(made, made.birth_date)],
        [own.donations, String(made.donations)],
        [own.last, day(made, made.last_on)],
      ],
      1,
    ),
    { kind: 'large', caption: own.group, text: made.group ?? own.not_known, size: 24 },
    ...next,
    { kind: 'codes', barcode: made.number, lines: [made.number, own.thanks] },
  ]
}

/** BLD-6: the date and the rule's own words, never the finding. */
function deferralSlip(made: DonorPaper): Block[] {
  const own = blood_words[made.language]
  const until = day(made, made.until)
  return [
    facts(donor(made), 1),
    until === null
      ? { kind: 'text', text: own.not_again, framed: true, strong: true, align: 'center' }
      : { kind: 'large', caption: own.not_before, text: until, size: 20 },
    ...made.said.map((text): Block => ({ kind: 'text', text })),
    { kind: 'text', text: own.thanks, align: 'center' },
  ]
}
