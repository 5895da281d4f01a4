// The papers of maternity: the card that a woman carries, the chart of her labour, the notification of a birth
// (MAT-15, MAT-28, MAT-31).

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import { maternity_words } from './maternity-words.ts'
import type { Block, Paper } from './paper.ts'
import type { PartographPlot } from './partograph-plot.ts'
import type { PatientOnPaper } from './ward-papers.ts'
import { words } from './words.ts'

interface Made {
  head: Head
  language: Language
  printed: { at: string; by: string }
}
type Fact = readonly [string, string | null]

const frameOf = ({ head, language, printed }: Made) => ({
  language,
  house: head.house,
  theme: head.theme,
  accent: head.accent,
  footer: head.footer,
  issued_at: printed.at,
  printed: words[language].printed(moment({ head, language }, printed.at), printed.by),
})

type Said = Pick<Made, 'head' | 'language'>
const moment = ({ head, language }: Said, at: string): string =>
  momentText(at, head.timezone, head.date_format, language)
const day = ({ head, language }: Said, on: string): string =>
  dateText(on, head.date_format, language)
const facts = (rows: readonly Fact[]): Block => ({
  kind: 'facts',
  columns: 2,
  rows: rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== ''),
})
const number = (value: number | null): string => (value === null ? '' : String(value))

interface Weeks {
  weeks: number
  days: number
}

export interface AntenatalCardPaper extends Made {
  patient: PatientOnPaper
  number: string
  card_no: string | null
  edd: string | null
  gestation: Weeks | null
  gravida: number
  para: number
  multiple: number | null
  blood_group: string | null
  rhesus: string | null
  birth_plan: Readonly<Record<string, string | null>> | null
  contacts: readonly {
    number: number
    on: string
    gestation: Weeks | null
    weight_kg: number | null
    systolic: number | null
    diastolic: number | null
    haemoglobin: number | null
    fundal_height_cm: number | null
    fetal_heart_rate: number | null
    advice: readonly string[]
  }[]
  due: readonly { title: string; due_on: string }[]
  next_contact_on: string | null
  danger_signs: readonly string[]
}

export function antenatalCardPaper(card: AntenatalCardPaper): Paper {
  const own = maternity_words[card.language]
  return {
    ...frameOf(card),
    title: own.card,
    number: card.number,
    size: 'A5',
    mark: null,
    blocks: [
      facts(cardFacts(card)),
      ...(card.next_contact_on === null
        ? []
        : [
            {
              kind: 'large' as const,
              caption: own.next,
              text: day(card, card.next_contact_on),
              size: 15,
            },
            { kind: 'gap' as const, height: 6 },
          ]),
      { kind: 'heading', text: own.contacts },
      contactTable(card),
      { kind: 'heading', text: own.due },
      dueTable(card),
      ...planOf(card),
      { kind: 'text', title: own.danger, text: card.danger_signs.join(' · '), framed: true },
    ],
  }
}

function cardFacts(card: AntenatalCardPaper): Fact[] {
  const [said, own] = [words[card.language], maternity_words[card.language]]
  const { patient, gestation } = card
  const rhesus = card.rhesus === null ? '' : (own.rhesus[card.rhesus] ?? '')
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.age, patient.age],
    [own.card_no, card.card_no],
    [own.edd, card.edd === null ? null : day(card, card.edd)],
    [own.gestation, gestation === null ? null : own.weeks(gestation.weeks, gestation.days)],
    [own.gravida, String(card.gravida)],
    [own.para, String(card.para)],
    [own.multiple, card.multiple === null ? null : String(card.multiple)],
    [own.group, card.blood_group === null ? null : `${card.blood_group} ${rhesus}`.trim()],
  ]
}

function contactTable(card: AntenatalCardPaper): Block {
  const own = maternity_words[card.language]
  const weights = [1, 3, 2, 2, 3, 2, 2, 2]
  return {
    kind: 'table',
    columns: own.contact_head.map((label, at) => ({ label, weight: weights[at] ?? 2 })),
    rows: card.contacts.map((one) => [
      String(one.number),
      day(card, one.on),
      one.gestation === null ? '' : `${one.gestation.weeks}+${one.gestation.days}`,
      number(one.weight_kg),
      one.systolic === null || one.diastolic === null ? '' : `${one.systolic}/${one.diastolic}`,
      number(one.haemoglobin),
      number(one.fundal_height_cm),
      number(one.fetal_heart_rate),
    ]),
    empty: own.no_contacts,
  }
}

function dueTable(card: AntenatalCardPaper): Block {
  const own = maternity_words[card.language]
  return {
    kind: 'table',
    columns: [
      { label: own.due_head[0] ?? '', weight: 6 },
      { label: own.due_head[1] ?? '', weight: 3 },
    ],
    rows: card.due.map(({ title, due_on }) => [own.due_titles[title] ?? title, day(card, due_on)]),
    empty: own.nothing_due,
  }
}

function planOf(card: AntenatalCardPaper): Block[] {
  const own = maternity_words[card.language]
  const plan = card.birth_plan
  if (plan === null) return []
  const rows = Object.entries(own.plan_fields).map(
    ([field, label]): Fact => [label, plan[field] ?? null],
  )
  return [{ kind: 'heading', text: own.plan }, facts(rows)]
}

export interface LabourChartPaper extends Made {
  mode: 'LCG' | 'PARTOGRAPH'
  number: string
  patient: PatientOnPaper
  edd: string | null
  gestation: Weeks | null
  parity: number
  admitted_at: string
  membranes: string | null
  bed: string | null
  plot: Omit<PartographPlot, 'kind' | 'labels' | 'rows'>
  rows: Readonly<
    Record<
      'liquor' | 'moulding' | 'oxytocin' | 'temperature' | 'urine',
      readonly (readonly [number, string])[]
    >
  >
  alerts: readonly {
    at: string
    field: string
    value: string
    threshold: string
    action: string | null
  }[]
  births: readonly {
    born_at: string
    sex: string
    weight_g: number
    mode: string
    apgar: string
    band_no: string | null
  }[]
  unconfirmed: boolean
}

const row_places = {
  liquor: 'heart',
  moulding: 'heart',
  oxytocin: 'contractions',
  temperature: 'pressure',
  urine: 'pressure',
} as const

export function labourChart(made: LabourChartPaper): Paper {
  const own = maternity_words[made.language]
  const [said] = [words[made.language]]
  return {
    ...frameOf(made),
    title: made.mode === 'PARTOGRAPH' ? own.partograph : own.care_guide,
    number: made.number,
    size: 'A4',
    mark: null,
    blocks: [
      facts([
        [said.patient, made.patient.full_name],
        [said.number, made.patient.number],
        [said.age, made.patient.age],
        [own.parity, String(made.parity)],
        [
          own.gestation,
          made.gestation === null ? null : own.weeks(made.gestation.weeks, made.gestation.days),
        ],
        [own.admitted, [moment(made, made.admitted_at), made.bed].filter(Boolean).join(', ')],
        [own.membranes, made.membranes],
      ]),
      {
        ...made.plot,
        kind: 'partograph',
        labels: {
          fetal_heart: own.fetal_heart,
          cervix: own.cervix,
          contractions: own.contractions,
          pressure: own.pressure,
          alert: own.alert,
          action: own.action,
        },
        rows: Object.entries(row_places).map(([key, after]) => ({
          label: own.rows[key as keyof typeof row_places],
          after,
          cells: made.rows[key as keyof typeof row_places],
        })),
      },
      ...(made.unconfirmed ? [{ kind: 'text' as const, text: own.unconfirmed, small: true }] : []),
      { kind: 'heading', text: own.births },
      birthTable(made),
      { kind: 'heading', text: own.alerts },
      alertTable(made),
    ],
  }
}

function birthTable(made: LabourChartPaper): Block {
  const [said, own] = [words[made.language], maternity_words[made.language]]
  const weights = [4, 2, 2, 3, 3, 3]
  return {
    kind: 'table',
    columns: own.birth_head.map((label, at) => ({ label, weight: weights[at] ?? 2 })),
    rows: made.births.map((one) => [
      moment(made, one.born_at),
      said.sexes[one.sex as keyof typeof said.sexes],
      String(one.weight_g),
      own.modes[one.mode as keyof typeof own.modes],
      one.apgar,
      one.band_no ?? '',
    ]),
    empty: own.no_births,
  }
}

function alertTable(made: LabourChartPaper): Block {
  const own = maternity_words[made.language]
  const weights = [4, 3, 2, 3, 5]
  return {
    kind: 'table',
    columns: own.alert_head.map((label, at) => ({ label, weight: weights[at] ?? 2 })),
    rows: made.alerts.map((one) => [
      moment(made, one.at),
      one.field.replaceAll('_', ' '),
      one.value,
      one.threshold,
      one.action ?? '',
    ]),
    empty: own.no_alerts,
  }
}

export interface BirthNotificationPaper extends Made {
  number: string
  status: 'ISSUED' | 'REPLACED' | 'VOIDED'
  child_name: string | null
  child: {
    sex: 'Male' | 'Female' | 'Ambiguous'
    born_at: string
    weight_g: number
    place: keyof (typeof maternity_words)['en']['places']
    mode: keyof (typeof maternity_words)['en']['modes']
    birth_order: number
    of: number
  }
  mother: { name: string; number: string; residence: string; age: string }
  father: { name: string; id_no?: string | null } | null
  informant: string | null
  registration_no: string | null
  signature: { name: string; cadre: string | null; at: string }
  copy: number
  verify: { code: string; url: string }
}

export function birthNotification(made: BirthNotificationPaper): Paper {
  const [said, own] = [words[made.language], maternity_words[made.language]]
  const { child, mother, father } = made
  return {
    ...frameOf(made),
    title: own.notification,
    number: made.number,
    size: 'A4',
    issued_at: made.signature.at,
    mark: markOf(made),
    blocks: [
      { kind: 'heading', text: own.child },
      facts([
        [own.child_name, made.child_name ?? own.not_named],
        [own.born_at, moment(made, child.born_at)],
        [own.sex, said.sexes[child.sex]],
        [own.weight, `${child.weight_g} g`],
        [own.place, own.places[child.place]],
        [own.mode, own.modes[child.mode]],
        [own.order, child.of > 1 ? own.nth(child.birth_order, child.of) : null],
      ]),
      { kind: 'heading', text: own.mother },
      facts([
        [said.patient, mother.name],
        [said.number, mother.number],
        [said.age, mother.age],
        [own.residence, mother.residence],
      ]),
      ...(father === null
        ? []
        : [
            { kind: 'heading' as const, text: own.father },
            facts([
              [own.father, father.name],
              [own.father_id, father.id_no ?? null],
            ]),
          ]),
      facts([
        [own.informant, made.informant],
        [own.registration, made.registration_no],
      ]),
      { kind: 'text', text: own.take, framed: true },
      { kind: 'together', blocks: closing(made) },
    ],
  }
}

function markOf({ language, status, copy }: BirthNotificationPaper): string | null {
  const own = maternity_words[language]
  if (status === 'VOIDED') return own.void
  if (status === 'REPLACED') return own.replaced
  return copy > 0 ? `${words[language].copy} ${copy}` : null
}

function closing(made: BirthNotificationPaper): Block[] {
  const said = words[made.language]
  const { name, cadre, at } = made.signature
  return [
    {
      kind: 'signatures',
      lines: [
        {
          caption: said.signature,
          name,
          note: [cadre, moment(made, at)].filter(Boolean).join(' · '),
        },
        { caption: said.stamp },
      ],
    },
    {
      kind: 'codes',
      qr: made.verify.url,
      lines: [said.verify(made.verify.code), made.verify.url],
    },
  ]
}
