// Whom and what a request of the crowd is about: the newest records whose tables are called like the words of its path
// and the fields of its body.

import type { Route } from '../../../daemon/edge/route.ts'
import { newId } from '../../../db/core/ids.ts'
import { rows } from '../../../db/store/connection.ts'
import { raw, sql } from '../../../db/store/sql.ts'
import { tables } from '../../../db/store/table.ts'
import type { Ask } from '../ask.ts'
import type { Known, Said } from './bodies.ts'
import { type Hint, plain } from './extremes.ts'

export interface Api {
  /** Who asked for something does not decide on it, and who decided does not pay it. */
  people: Ask[]
  at: string
  prefix: string
  owner: [column: string, id: string]
  known: Known
}

/** So many of the newest records of a kind are tried: one of them may be in the state that is wanted. */
export const newest_max = 11

/** The ids of records whose tables are called like the words of the path and the fields of the body. */
export async function idsFor(
  api: Api,
  { path, body }: Route,
  back: number,
): Promise<Map<string, string>> {
  const wanted = new Set([
    'patients',
    'bills',
    'deposits',
    'schemes',
    'drawers',
    'contacts',
    'order_items',
  ])
  for (const [, name = ''] of path.matchAll(/([a-z-]+)\/:/g)) wanted.add(plural(name))
  if (path.startsWith('/procurement/')) {
    for (const name of ['stores', 'products', 'suppliers', 'orders']) wanted.add(name)
  }
  if (body !== undefined) {
    plain(body, (field) => {
      const stem = stemOf(field)
      if (stem !== undefined) wanted.add(plural(stem))
      return undefined
    })
  }
  const ids = new Map<string, string>()
  for (const name of wanted) {
    const own = called_below.find(([below, one]) => path.startsWith(below) && one === name)
    const id = await nth(api, own?.[2] ?? name, back, path.startsWith('/gateway/'))
    if (id !== undefined) ids.set(name, id)
  }
  return ids
}

/** Where a table is not called like its part of the path. */
const called: Record<string, string> = {
  identifiers: 'patient_identifiers',
  alerts: 'patient_alerts',
  break_glasses: 'break_glass_grants',
  mass_casualty_incidents: 'casualty_incidents',
  appointment_waitlists: 'appointment_waitlist',
  entries: 'journal_entries',
  gate_overrides: 'bill_overrides',
  items: 'bill_items',
  activations: 'device_activations',
  duplicates: 'duplicate_pairs',
  displays: 'queue_displays',
  plans: 'scheme_plans',
  members: 'memberships',
  staffs: 'staff',
  licences: 'staff_licences',
  bank_accounts: 'staff_bank_accounts',
  trainings: 'training_records',
  leaves: 'leave_requests',
  suppliers: 'goods_suppliers',
  exits: 'staff_exits',
  attendances: 'attendance',
  records: 'clinical_records',
  notices: 'case_notices',
  tasks: 'nursing_tasks',
  fluids: 'fluid_entries',
}
/** The same, below one path alone. */
const called_below: readonly (readonly [path: string, name: string, table: string])[] = [
  ['/hr/exits/', 'items', 'exit_items'],
  ['/commercial/', 'orders', 'sales_orders'],
  ['/commercial/', 'contacts', 'client_contacts'],
  ['/blood-bank/', 'units', 'blood_units'],
  ['/blood-bank/', 'requests', 'blood_requests'],
  ['/blood-bank/', 'samples', 'blood_samples'],
  ['/blood-bank/', 'transfusions', 'blood_transfusions'],
  ['/diagnostics/', 'orders', 'diagnostic_orders'],
  ['/diagnostics/', 'items', 'diagnostic_items'],
  ['/diagnostics/', 'results', 'diagnostic_results'],
  ['/diagnostics/', 'tests', 'diagnostic_tests'],
  ['/diagnostics/', 'criticals', 'critical_alerts'],
  ['/diagnostics/', 'studies', 'imaging_studies'],
  ['/diagnostics/', 'lots', 'control_lots'],
  ['/diagnostics/', 'runs', 'control_runs'],
  ['/diagnostics/', 'analyser_messages', 'analyser_messages'],
  ['/pharmacy/', 'owed', 'owed_medicines'],
  ['/pharmacy/', 'returns', 'pharmacy_returns'],
  ['/vials/', 'vials', 'vaccine_vials'],
  ['/messaging/', 'messages', 'msg_messages'],
  ['/messaging/', 'inbounds', 'msg_inbound'],
  ['/commercial/', 'order_items', 'sales_order_items'],
  ['/commercial/', 'returns', 'sales_returns'],
  ['/procurement/', 'orders', 'purchase_orders'],
  ['/procurement/', 'receipts', 'goods_receipts'],
  ['/procurement/', 'invoices', 'supplier_invoices'],
  ['/procurement/', 'payments', 'supplier_payments'],
  ['/procurement/', 'returns', 'supplier_returns'],
]

/** Not a word that a body or a path could name. */
export const furnished_until = 'furnished until'
const made_late = /^(ambulance|diagnostic|specimen|control|analyser|critical|instrument)/

async function nth(api: Api, name: string, back: number, of_all: boolean) {
  const { prefix, owner } = api
  const wanted = of_all ? `msg_${name}` : `${prefix}${called[name] ?? name}`
  const table = tables.find((one) => one.name === wanted)
  if (table === undefined || !('id' in table.columns)) return undefined
  if (!of_all && !(owner[0] in table.columns)) return undefined
  const here = of_all ? sql`1 = 1` : sql`${raw(owner[0])} = ${owner[1]}`
  const until = api.known[furnished_until]
  const before =
    typeof until !== 'string' || made_late.test(table.name) ? sql`` : sql` and id < ${until}`
  const found = await rows<{ id: string }>(
    sql`select id from ${raw(table.name)} where ${here}${before} order by id desc limit ${newest_max}`,
  )
  return (found[back] ?? found.at(-1))?.id
}

const stemOf = (field: string): string | undefined =>
  /^(?<of>.+?)_?[iI]ds?$/.exec(field)?.groups?.['of']

const plural = (word: string): string => {
  const name = word.replaceAll('-', '_')
  if (name.endsWith('y') && !name.endsWith('ey')) return `${name.slice(0, -1)}ies`
  return name.endsWith('s') && !name.endsWith('ss') ? name : `${name}s`
}

export function filled({ known }: Api, { path }: Route, ids: ReadonlyMap<string, string>): string {
  return path
    .split('/')
    .map((part, index, parts) => {
      if (!part.startsWith(':')) return part
      const before = parts[index - 1] ?? ''
      const said = known[`${before} ${part}`]
      if (typeof said === 'string') return said
      return ids.get(plural(stemOf(part.slice(1)) ?? '')) ?? ids.get(plural(before)) ?? newId()
    })
    .join('/')
}

export const hinting =
  ({ known, ids, word }: Said): Hint =>
  (field, { type, format, enum: choices, maxLength = 300, minLength = 1 }) => {
    if (field in known) return fitting(type, known[field])
    const stem = stemOf(field)
    const id = stem === undefined ? undefined : ids.get(plural(stem))
    if (id !== undefined) return type === 'array' ? [id] : id
    if (type !== 'string' || choices !== undefined || (format ?? '') in dated) return undefined
    return word.padEnd(minLength, 'x').slice(0, maxLength)
  }

const dated: Record<string, true> = { day: true, clock: true, instant: true, email: true }
const fitting = (type: string | undefined, word: unknown): unknown =>
  type === undefined || type === (Array.isArray(word) ? 'array' : typeof word) ? word : undefined
