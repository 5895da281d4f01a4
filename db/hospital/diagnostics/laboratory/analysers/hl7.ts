// HL7 version 2 as analysers speak it (DIA-129, DIA-130): results in, an acknowledgement out.

import { type Parsed, type ParsedLine, Unread } from './parsed.ts'

interface Separators {
  field: string
  component: string
  repetition: string
  escape: string
  subcomponent: string
}

export interface Header {
  separators: Separators
  sending_app: string
  sending_facility: string
  receiving_app: string
  receiving_facility: string
  type: string
  trigger: string
  control_id: string
  version: string
}

const segmentsOf = (raw: string): string[] =>
  raw.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')

/** Of the first line; undefined where there is none to answer to. */
export function headerOf(raw: string): Header | undefined {
  const [line = ''] = segmentsOf(raw)
  if (!line.startsWith('MSH') || line.length < 8) return undefined
  const field = line.charAt(3)
  const [, marks = ''] = line.split(field)
  if (marks.length < 2 || /[A-Za-z0-9\s]/.test(field)) return undefined
  const separators = {
    field,
    component: marks.charAt(0),
    repetition: marks.charAt(1),
    escape: marks.charAt(2) || '\\',
    subcomponent: marks.charAt(3) || '&',
  }
  const cells = line.split(field)
  const said = (at: number): string => unescaped(separators, cells[at - 1] ?? '')
  const [type = '', trigger = ''] = (cells[8] ?? '').split(separators.component)
  return {
    separators,
    sending_app: said(3),
    sending_facility: said(4),
    receiving_app: said(5),
    receiving_facility: said(6),
    type,
    trigger,
    control_id: said(10),
    version: said(12) || '2.3',
  }
}

function unescaped(
  { field, component, subcomponent, repetition, escape }: Separators,
  text: string,
) {
  const letters: Readonly<Record<string, string>> = {
    F: field,
    S: component,
    T: subcomponent,
    R: repetition,
    E: escape,
  }
  if (!text.includes(escape)) return text
  const [start = '', ...parts] = text.split(escape)
  let out = start
  for (let at = 0; at < parts.length; at += 2) {
    const word = parts[at] ?? ''
    const rest = parts[at + 1]
    const hex = /^X((?:[0-9A-Fa-f]{2})+)$/.exec(word)?.[1]
    if (rest === undefined) out += escape + word
    else
      out += (letters[word] ?? (hex === undefined ? '' : Buffer.from(hex, 'hex').toString())) + rest
  }
  return out
}

const results = new Set(['ORU', 'OUL'])

interface Group {
  order: string[]
  specimen: string[] | undefined
  observations: string[][]
  person: string[] | undefined
}

export function parseHl7(raw: string): Parsed {
  const header = headerOf(raw)
  if (header === undefined) throw new Unread('AE', 'There is no MSH segment.')
  if (!results.has(header.type)) {
    throw new Unread('AR', `Messages of the type ${header.type || '?'} are not taken.`)
  }
  const { sending_app, sending_facility, control_id } = header
  const groups = groupsOf(raw, header)
  return {
    sending_app: sending_app || null,
    sending_facility: sending_facility || null,
    control_id: control_id || null,
    lines: groups.flatMap((group) => group.observations.map((obx) => lineOf(header, group, obx))),
  }
}

function groupsOf(raw: string, { separators, type }: Header): Group[] {
  const groups: Group[] = []
  let person: string[] | undefined
  let specimen: string[] | undefined
  for (const [at, line] of segmentsOf(raw).entries()) {
    const cells = line.split(separators.field)
    const name = cells[0] ?? ''
    if (!/^[A-Z][A-Z0-9]{2}$/.test(name))
      throw new Unread('AE', `Segment ${at + 1} cannot be read.`)
    const group = groups.at(-1)
    if (name === 'PID') person = cells
    else if (name === 'SPM' && type === 'OUL') specimen = cells
    else if (name === 'SPM' && group !== undefined) group.specimen = cells
    else if (name === 'OBR') groups.push({ order: cells, specimen, observations: [], person })
    else if (name === 'OBX') {
      if (group === undefined) throw new Unread('AE', `OBX in segment ${at + 1} has no OBR.`)
      group.observations.push(cells)
    }
  }
  return groups
}

/** What the analyser says of the range is judged here again; other marks are its own. */
const of_range = new Set(['', 'N', 'L', 'H', 'LL', 'HH', 'A', 'AA', '<', '>', 'QC'])

function lineOf({ separators }: Header, group: Group, obx: string[]): ParsedLine {
  const { component, subcomponent, repetition } = separators
  const parts = (cells: string[] | undefined, at: number): string[] =>
    (cells?.[at] ?? '').split(component).map((one) => unescaped(separators, one).trim())
  const first = (cells: string[] | undefined, at: number): string =>
    (cells?.[at] ?? '').split(component)[0]?.split(subcomponent)[0]?.trim() ?? ''
  const [code = '', , , other = ''] = parts(obx, 3)
  const flags = (obx[8] ?? '').split(repetition).map((one) => one.trim())
  const numbers = [first(group.specimen, 2), first(group.order, 3), first(group.order, 2)]
  return {
    numbers: numbers.filter((one) => one !== ''),
    analyser_code: code || other,
    value: valueOf(obx[2] ?? '', parts(obx, 5), obx[5] ?? '', separators),
    unit: parts(obx, 6)[0] || null,
    flags: flags.filter((one) => !of_range.has(one)),
    status: (obx[11] ?? '').trim() || null,
    time: first(obx, 14) || first(group.order, 7) || null,
    is_control: flags.includes('QC'),
    is_file: obx[2] === 'ED' || obx[2] === 'RP',
  }
}

function valueOf(
  type: string,
  parts: readonly string[],
  raw: string,
  separators: Separators,
): string {
  const [first = '', second = ''] = parts
  if (type === 'SN') return `${first}${second}`
  if (type === 'CE' || type === 'CWE') return first || second
  return raw
    .split(separators.repetition)
    .map((one) => unescaped(separators, one).trim())
    .filter((one) => one !== '')
    .join('\n')
}

/** Sender and receiver exchanged; nothing to answer to gets the least that can be read. */
export function acknowledgement(
  header: Header | undefined,
  answer: 'AA' | 'AE' | 'AR',
  text: string,
  at: string,
): string {
  const time = at.replaceAll(/[-:T]/g, '').slice(0, 14)
  const to = [header?.receiving_app, header?.receiving_facility, header?.sending_app]
  const fields = ['MSH', '^~\\&', ...to, header?.sending_facility, time, '', 'ACK']
  const head = [...fields, `ACK${time}`, 'P', header?.version ?? '2.3']
  const said = text.replaceAll(/[|^~\\&\r\n]/g, ' ').slice(0, 80)
  const body = ['MSA', answer, header?.control_id ?? '', ...(said === '' ? [] : [said])]
  return `${head.map((one) => one ?? '').join('|')}\r${body.join('|')}\r`
}
