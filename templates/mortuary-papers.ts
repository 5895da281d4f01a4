// The papers of a body: the tag that is tied on, the form that its claimant signs, the pass for the gate and the
// list of its belongings. No cause of death stands on any of them.

import type { Language } from '../db/hospital/office/hospitals/words.ts'
import { dateText, momentText } from './figures.ts'
import type { Head } from './letters.ts'
import { mortuary_words } from './mortuary-words.ts'
import type { Block, Paper } from './paper.ts'
import { words } from './words.ts'

type Fact = readonly [string, string | null]

interface Claimant {
  name: string
  relation: string
  id_no: string
  phone: string
}

export interface BodyPaper {
  kind: 'tag' | 'admission' | 'belongings' | 'post_mortem' | 'gate_pass' | 'release_form'
  head: Head
  language: Language
  reference: string
  tag_no: string
  patient: { number: string; full_name: string; sex: 'Male' | 'Female' | 'Ambiguous'; age: string }
  died_at: string | null
  received_at: string | null
  place: string | null
  high_risk: boolean
  police_case: boolean
  admission: {
    source: string
    received_by: string | null
    sent_by: string | null
    brought_by: {
      name: string
      relation: string | null
      phone: string
      vehicle_no: string | null
    } | null
    condition: string | null
    marks: string | null
    clothing: string | null
    kin: readonly { name: string; relation: string | null; phone: string | null }[]
    police: { station: string | null; case_no: string | null; officer: string | null } | null
  }
  post_mortem: {
    number: string
    kind: string
    authority: { kind: string; number: string | null; name: string } | null
    performed_at: string | null
    performed_by_name: string | null
    findings: string
    cause: { text: string; code: string | null }
    samples: readonly { what: string; given_to: string | null }[]
    released_to: string | null
  } | null
  release: {
    kind: 'CLAIMANT' | 'AUTHORITY' | 'TRANSFER'
    at: string
    by_name: string
    second_name: string
    claimant: Claimant | null
    second_claimant: Claimant | null
    authority: { name: string; office: string; phone: string | null } | null
    to: { name: string; kind: string } | null
    permit_no: string | null
    permit_on: string | null
    papers_no: string | null
    burial_place: string | null
    transport: { vehicle_no: string; driver: string; phone: string | null }
    viewed: boolean
    viewed_reason: string | null
  } | null
  release_order_no: string | null
  belongings: readonly {
    item: string
    description: string | null
    quantity: number
    state: 'KEPT' | 'RETURNED' | 'TO_POLICE' | 'DESTROYED'
  }[]
  pass: { number: string; vehicle_no: string | null; issued_at: string } | null
  /** 0: the original. */
  copy: number
  /** Of a gate pass: where anybody may ask whether it is genuine (MOD-21). */
  verify: { code: string; url: string } | null
  at: string
  printed: { at: string; by: string }
}

const makers = {
  tag: bodyTag,
  admission: admissionForm,
  belongings: belongingsList,
  post_mortem: postMortem,
  gate_pass: passOfBody,
  release_form: releaseForm,
} as const

export const bodyPaper = (made: BodyPaper): Paper => makers[made.kind](made)

const isSaid = (row: Fact): row is readonly [string, string] => row[1] !== null && row[1] !== ''

const moment = ({ head, language }: BodyPaper, at: string | null): string | null =>
  at === null ? null : momentText(at, head.timezone, head.date_format, language)

function frame(made: BodyPaper, size: Paper['size']): Omit<Paper, 'title' | 'blocks'> {
  const { head, language } = made
  const printed = words[language].printed(moment(made, made.printed.at) ?? '', made.printed.by)
  return {
    number: made.reference,
    language,
    size,
    house: head.house,
    theme: head.theme,
    accent: head.accent,
    footer: size === 'ROLL80' ? null : head.footer,
    issued_at: made.at,
    printed: size === 'ROLL80' ? null : printed,
    mark: null,
  }
}

function person(made: BodyPaper): Fact[] {
  const [said, own] = [words[made.language], mortuary_words[made.language]]
  const { patient } = made
  return [
    [said.patient, patient.full_name],
    [said.number, patient.number],
    [said.sex, said.sexes[patient.sex]],
    [said.age, patient.age],
    [own.body, made.reference],
    [own.tag_no, made.tag_no],
    [own.died, moment(made, made.died_at)],
    [own.received, moment(made, made.received_at)],
  ]
}

const warnings = (made: BodyPaper): Block[] => {
  const own = mortuary_words[made.language]
  const said = [made.high_risk ? own.high_risk : null, made.police_case ? own.police_case : null]
  return said.flatMap((text): Block[] =>
    text === null ? [] : [{ kind: 'text', text, framed: true, strong: true }],
  )
}

function bodyTag(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  return {
    ...frame(made, 'ROLL80'),
    title: own.tag,
    blocks: [
      { kind: 'large', caption: own.tag_no, text: made.tag_no, size: 22 },
      ...warnings(made),
      { kind: 'facts', columns: 1, rows: person(made).filter(isSaid) },
      { kind: 'codes', qr: made.tag_no, barcode: made.tag_no, lines: [made.tag_no] },
    ],
  }
}

function passOfBody(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  const { release, pass } = made
  const number = pass?.number ?? ''
  const rows: Fact[] = [
    [own.body, made.reference],
    [own.tag_no, made.tag_no],
    [own.released, moment(made, release?.at ?? null)],
    [whomOf(made)[0], whomOf(made)[1]],
    [own.vehicle, pass?.vehicle_no ?? null],
    [own.driver, release?.transport.driver ?? null],
    [own.released_by, release?.by_name ?? null],
  ]
  const mark = made.copy === 0 ? own.original : `${own.copy} ${made.copy}`
  return {
    ...frame(made, 'ROLL80'),
    title: own.gate_pass,
    number,
    blocks: [
      { kind: 'text', text: mark, strong: true, align: 'center' },
      { kind: 'large', caption: own.may_leave, text: made.patient.full_name, size: 15 },
      { kind: 'facts', columns: 1, rows: rows.filter(isSaid) },
      { kind: 'codes', barcode: number, lines: [number, own.gate_note] },
      ...(made.verify === null
        ? []
        : [
            {
              kind: 'codes' as const,
              qr: made.verify.url,
              lines: [
                words[made.language].verify(made.verify.code.replace(/(.{4})(?=.)/g, '$1\u00a0')),
              ],
            },
          ]),
    ],
  }
}

function whomOf({ language, release }: BodyPaper): Fact {
  const own = mortuary_words[language]
  if (release?.claimant) return [own.to_claimant, release.claimant.name]
  if (release?.authority) {
    return [own.to_authority, `${release.authority.name}, ${release.authority.office}`]
  }
  return [own.to_transfer, release?.to?.name ?? null]
}

function releaseForm(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  return {
    ...frame(made, 'A4'),
    title: own.release_form,
    number: made.pass?.number ?? made.reference,
    blocks: [
      { kind: 'facts', columns: 2, rows: person(made).filter(isSaid) },
      ...warnings(made),
      { kind: 'heading', text: own.released },
      { kind: 'facts', columns: 2, rows: releaseFacts(made).filter(isSaid) },
      { kind: 'heading', text: own.belongings },
      itemsTable(made),
      { kind: 'gap', height: 10 },
      { kind: 'text', text: viewedText(made), framed: true },
      signatures(made),
    ],
  }
}

function releaseFacts(made: BodyPaper): Fact[] {
  const own = mortuary_words[made.language]
  const { release, head, language } = made
  const { claimant = null, second_claimant = null } = release ?? {}
  const on = release?.permit_on ?? null
  const permit = [release?.permit_no, on === null ? null : dateText(on, head.date_format, language)]
  return [
    whomOf(made),
    [own.relation, claimant?.relation ?? null],
    [own.identity_no, claimant?.id_no ?? null],
    [own.phone, claimant?.phone ?? release?.authority?.phone ?? null],
    [own.second_claimant, second_claimant?.name ?? null],
    [own.permit, permit.filter(Boolean).join(', ')],
    [own.release_order, made.release_order_no],
    [own.papers_no, release?.papers_no ?? null],
    [own.burial_place, release?.burial_place ?? null],
    [own.vehicle, release?.transport.vehicle_no ?? null],
    [own.driver, release?.transport.driver ?? null],
    [own.released, moment(made, release?.at ?? null)],
  ]
}

function viewedText({ language, release }: BodyPaper): string {
  const own = mortuary_words[language]
  return release?.viewed === false && release.viewed_reason
    ? `${own.not_viewed} ${release.viewed_reason}`
    : own.viewed
}

const signatures = ({ language, release }: BodyPaper): Block => {
  const own = mortuary_words[language]
  const taker = release?.claimant?.name ?? release?.authority?.name ?? release?.to?.name ?? null
  return {
    kind: 'together',
    blocks: [
      {
        kind: 'signatures',
        lines: [
          { caption: own.received_by, name: taker },
          { caption: own.released_by, name: release?.by_name ?? null },
          { caption: own.witness, name: release?.second_name ?? null },
        ],
      },
    ],
  }
}

function itemsTable({ language, belongings }: BodyPaper): Block {
  const own = mortuary_words[language]
  return {
    kind: 'table',
    columns: [
      { label: own.item, weight: 3 },
      { label: own.description, weight: 5 },
      { label: own.quantity, weight: 1, align: 'right' },
      { label: own.state, weight: 2 },
    ],
    rows: belongings.map(({ item, description, quantity, state }) => [
      item,
      description ?? '',
      String(quantity),
      own.states[state],
    ]),
    empty: own.none,
  }
}

function belongingsList(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  return {
    ...frame(made, 'A4'),
    title: own.belongings,
    blocks: [
      { kind: 'facts', columns: 2, rows: person(made).filter(isSaid) },
      itemsTable(made),
      {
        kind: 'signatures',
        lines: [
          { caption: own.attendant, name: null },
          { caption: own.witness, name: null },
        ],
      },
    ],
  }
}

/** What was found when the body came, signed by who brought it and who took it in. */
function admissionForm(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  const { admission } = made
  const { brought_by, police } = admission
  const rows: Fact[] = [
    [own.source, own.sources[admission.source] ?? admission.source],
    [own.sent_by, admission.sent_by],
    [own.brought_by, brought_by?.name ?? null],
    [own.relation, brought_by?.relation ?? null],
    [own.phone, brought_by?.phone ?? null],
    [own.vehicle, brought_by?.vehicle_no ?? null],
    [own.station, police?.station ?? null],
    [own.case_no, police?.case_no ?? null],
    [own.officer, police?.officer ?? null],
    [own.place, made.place],
    [
      own.condition,
      admission.condition === null
        ? null
        : (own.conditions[admission.condition] ?? admission.condition),
    ],
    [own.marks, admission.marks],
    [own.clothing, admission.clothing],
    [
      own.kin,
      admission.kin.map(({ name, phone }) => [name, phone].filter(Boolean).join(' ')).join(', '),
    ],
  ]
  return {
    ...frame(made, 'A4'),
    title: own.admission,
    blocks: [
      { kind: 'facts', columns: 2, rows: person(made).filter(isSaid) },
      ...warnings(made),
      { kind: 'facts', columns: 2, rows: rows.filter(isSaid) },
      { kind: 'heading', text: own.belongings },
      itemsTable(made),
      {
        kind: 'signatures',
        lines: [
          { caption: own.brought_by, name: brought_by?.name ?? admission.sent_by },
          { caption: own.attendant, name: admission.received_by },
          { caption: own.witness, name: null },
        ],
      },
    ],
  }
}

/** For the file and the law; the family is given the certificate. */
function postMortem(made: BodyPaper): Paper {
  const own = mortuary_words[made.language]
  const { post_mortem } = made
  const { authority = null, samples = [] } = post_mortem ?? {}
  const cause = [post_mortem?.cause.text, post_mortem?.cause.code].filter(Boolean).join(', ')
  const rows: Fact[] = [
    [own.authority, [authority?.name, authority?.number].filter(Boolean).join(', ')],
    [own.performed_at, moment(made, post_mortem?.performed_at ?? null)],
    [own.performed_by, post_mortem?.performed_by_name ?? null],
    [own.report_to, post_mortem?.released_to ?? null],
  ]
  return {
    ...frame(made, 'A4'),
    title: own.post_mortem,
    number: post_mortem?.number ?? made.reference,
    mark: own.confidential,
    blocks: [
      { kind: 'facts', columns: 2, rows: person(made).filter(isSaid) },
      { kind: 'facts', columns: 2, rows: rows.filter(isSaid) },
      { kind: 'text', title: own.findings, text: post_mortem?.findings ?? '' },
      { kind: 'text', title: own.cause, text: cause, framed: true, strong: true },
      { kind: 'heading', text: own.samples },
      {
        kind: 'table',
        columns: [
          { label: own.sample, weight: 4 },
          { label: own.given_to, weight: 4 },
        ],
        rows: samples.map(({ what, given_to }) => [what, given_to ?? '']),
        empty: own.no_samples,
      },
      {
        kind: 'signatures',
        lines: [{ caption: own.performed_by, name: post_mortem?.performed_by_name ?? null }],
      },
    ],
  }
}
