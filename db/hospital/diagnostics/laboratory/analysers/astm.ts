// ASTM E1394 records (DIA-131): header, patient, order, result, terminator.

import { type Parsed, type ParsedLine, Unread } from './parsed.ts'

export function parseAstm(raw: string): Parsed {
  const records = raw.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const [head = ''] = records
  if (!head.startsWith('H') || head.length < 5) throw new Unread('AE', 'There is no H record.')
  const field = head.charAt(1)
  const component = head.charAt(3)
  const cells = head.split(field)
  const lines: ParsedLine[] = []
  let order: string[] = []
  for (const [at, record] of records.entries()) {
    const own = record.split(field)
    const kind = own[0] ?? ''
    if (!/^[HPOCRQMSL]$/.test(kind)) throw new Unread('AE', `Record ${at + 1} cannot be read.`)
    if (kind === 'P') order = []
    if (kind === 'O') order = own
    if (kind === 'R') lines.push(lineOf(own, order, component))
  }
  return {
    sending_app: first(cells, 4, component) || null,
    sending_facility: null,
    control_id: (cells[2] ?? '').trim() || null,
    lines,
  }
}

const first = (cells: readonly string[], at: number, component: string): string =>
  (cells[at] ?? '').split(component)[0]?.trim() ?? ''

const of_range = new Set(['', 'N', 'L', 'H', 'LL', 'HH', 'A', '<', '>', 'QC'])

function lineOf(own: readonly string[], order: readonly string[], component: string): ParsedLine {
  const code = (own[2] ?? '').split(component).map((one) => one.trim())
  const flags = (own[6] ?? '').split(/[\\^]/).map((one) => one.trim())
  return {
    numbers: [first(order, 2, component), first(order, 3, component)].filter((one) => one !== ''),
    analyser_code: code[3] || code.findLast((one) => one !== '') || '',
    value: first(own, 3, component),
    unit: (own[4] ?? '').trim() || null,
    flags: flags.filter((one) => !of_range.has(one)),
    status: (own[8] ?? '').trim() || null,
    time: (own[12] ?? '').trim() || null,
    // Action code Q: of control material.
    is_control: flags.includes('QC') || (order[11] ?? '').trim() === 'Q',
    is_file: false,
  }
}
