// How every route is walked by people without the right to a patient, and what is held against it.

import { hospital_doors } from '../../../daemon/hospital/areas.ts'
import { isNamed, isOfOne, type Opens } from '../../../daemon/edge/opens.ts'
import { codesOf, type Route } from '../../../daemon/edge/route.ts'
import { rows } from '../../../db/store/connection.ts'
import { isPlatformCode } from '../../../db/hospital/permits.ts'
import { sql } from '../../../db/store/sql.ts'
import type { Answer, Ask } from '../ask.ts'
import { needsPoppler, textOf } from '../pdf.ts'
import type { Person } from '../people.ts'
import { fieldsOf } from '../desk/two-hospitals.ts'
import type { Whole } from '../desk/whole-patient.ts'

export const closed_words =
  'This record is restricted. Open it with a reason if you must (permission patient:break-glass).'

/** Whoever holds one of these may open the record: it is the right itself. */
export const rights: readonly string[] = ['patient:restricted', 'patient:review-access']

/** Of the staff; the portal is swept in hospital/desk/portal/isolation.test.ts. */
export const staff_routes: readonly Route[] = hospital_doors
  .flatMap(({ routes }) => routes)
  .filter(({ access, path }) => access !== 'open' && !path.startsWith('/portal/'))
  .filter(({ access }) => !codesOf(access).some(isPlatformCode))

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method} ${path}`

export const isRight = ({ access }: Route): boolean =>
  codesOf(access).some((code) => rights.includes(code))

/** Opened to nobody without the right, whatever part of it is asked for. */
export const guards = (opens: Opens | undefined): boolean => {
  const part = typeof opens === 'object' && 'part' in opens ? opens.part : opens
  return part === 'record' || part === 'clinical'
}

/** Words without which a route is not answered at all. */
const needed: Record<string, (whole: Whole) => Record<string, string>> = {
  '/attachments': ({ id }) => ({ entity_type: 'patient', entity_id: id }),
  '/patients/:id/vitals/trend': () => ({ fields: 'heart_rate' }),
  '/patients/:id/merge-preview': ({ things }) => ({ with: things['twins'] ?? '' }),
  '/audit': ({ id }) => ({ patient_id: id }),
  '/nursing/doses/due': ({ things }) => ({ ward_id: things['wards'] ?? '' }),
  '/search': ({ number }) => ({ q: number }),
  '/patients/scan': ({ number }) => ({ code: number }),
  '/permissions/holders': () => ({ code: 'user:read' }),
  '/queue-figures': () => ({ from: '2026-03-01', to: '2026-03-31', group: 'point' }),
  '/appointments/day-list': () => ({ date: '2026-04-06' }),
  '/appointment-slots': () => ({ from: '2026-04-01', to: '2026-04-07', department: 'OPD' }),
  '/accounting/budgets': () => ({ year: '2026' }),
  '/accounting/reports/budget-actual': () => ({ year: '2026' }),
  '/accounting/reports/vat-return': () => ({ year: '2026', month: '3' }),
  '/diagnostics/qc/chart': ({ things }) => ({
    instrument_id: things['diagnostics/instruments'] ?? '',
    lot_id: things['diagnostics/qc/lots'] ?? '',
    test_code: 'HGB',
  }),
  '/stock/controlled/register/pdf': ({ things }) => ({
    store_id: things['stock/stores'] ?? '',
    product_id: things['stock/products'] ?? '',
  }),
  '/billing/tariffs/resolve': () => ({ code: 'FBC' }),
  '/billing/clearance': ({ things }) => ({ visit_id: things['visits'] ?? '' }),
}

/** Where the record of this patient stands under the route, or null where the route is of no such. */
export function addressOf({ path }: Route, whole: Whole): string | null {
  if (!path.includes(':')) return path
  if (path.startsWith('/photos/')) return path.replace(':subject/:id', `patient/${whole.id}`)
  const [, kind = ''] = /^\/(.*?)\/:/.exec(path) ?? []
  const id = whole.things[path] ?? whole.things[kind]
  return id === undefined ? null : path.replace(/:[a-z_]+/g, id)
}

/** The ways in which a list may be asked for one patient. */
export function askings({ path, query }: Route, whole: Whole): Record<string, string>[] {
  const words = { ...needed[path]?.(whole) }
  const fields = fieldsOf(query)
  const name = whole.names[0] ?? ''
  return [
    words,
    ...(fields.includes('patient_id') ? [{ ...words, patient_id: whole.id }] : []),
    ...(fields.includes('search')
      ? [...whole.names, whole.number].map((search) => ({ ...words, search }))
      : []),
    ...(path === '/search' ? whole.names.map((q) => ({ q })) : []),
    ...(fields.includes('facility_id') ? [{ ...words, facility_id: 'all' }] : []),
  ].filter((one, at, all) => all.findIndex((other) => same(one, other)) === at && name !== '')
}

const same = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b)

const has_poppler = needsPoppler.skip === false

/** The letters of a paper are drawn: they are read off it, where this machine can. */
export const readable = (raw: Buffer): string =>
  has_poppler && raw.subarray(0, 5).toString('latin1') === '%PDF-'
    ? `${raw.toString('latin1')} ${drawn(raw)}`
    : raw.toString('latin1')

/** What somebody uploaded need not be a paper, whatever it says of itself. */
function drawn(raw: Buffer): string {
  try {
    return textOf(raw)
  } catch {
    return ''
  }
}

/** Which of these words stand in an answer, whatever status it has. */
export const shown = ({ raw }: Pick<Answer, 'raw'>, words: readonly string[]): string[] =>
  wordsIn(readable(raw), words)

export function wordsIn(text: string, words: readonly string[]): string[] {
  const low = text.toLowerCase()
  return words.filter((word) => low.includes(word.toLowerCase()))
}

/** PRV-1: by the name alone a closed record is not found, where a name that nobody has finds nothing. */
async function isFoundByName(
  who: Ask,
  { reply, path }: Route,
  { whole, at, asked, answer }: Omit<Reading, 'secrets'> & { answer: Answer },
): Promise<boolean> {
  const marks = [whole.number, whole.id]
  const by_name = [asked['search'], asked['q']].includes(whole.names[0])
  // The register itself says that there is a record, and no more.
  if (register.includes(path)) return false
  if (!by_name || reply.kind === 'file' || shown(answer, marks).length === 0) return false
  const nobody = Object.fromEntries(
    Object.entries(asked).map(([key, word]) => [key, word === whole.names[0] ? 'Hayupoq' : word]),
  )
  return shown(await who.get(at, nobody), marks).length === 0
}

/** What is wrong with a reading of a closed record by somebody without the right. */
export async function faultsOfReading(
  who: Ask,
  route: Route,
  { whole, at, asked, secrets }: Reading,
): Promise<string[]> {
  const answer = await who.get(at, asked)
  const { opens } = route
  const { status } = answer
  const leaked = shown(
    answer,
    isLetThrough(opens) || isInHand(route, whole, asked)
      ? secrets.filter((one) => !whole.names.includes(one))
      : secrets,
  )
  const log = status === 200 ? await logOf(answer) : []
  const found = await isFoundByName(who, route, { whole, at, asked, answer })
  return [
    ...(leaked.length > 0 ? [`shows ${leaked.join(', ')}`] : []),
    ...(guards(opens) && isAbout(route, asked) && answer.message !== closed_words
      ? [`is not refused: ${status} ${answer.message}`]
      : []),
    ...(found ? ['finds the record by the name alone'] : []),
    ...([200, 403, 404].includes(status) ? [] : [`is not walked: ${status} ${answer.message}`]),
    ...(status === 200 ? unlogged(route, asked, log, whole) : []),
  ]
}

export interface Reading {
  whole: Whole
  at: string
  asked: Record<string, string>
  /** What must not be seen. */
  secrets: readonly string[]
}

/** One record of the desk's part says whose it is to who opens it, and that stands in the log (PRV-1). */
export const isLetThrough = (opens: Opens | undefined): boolean =>
  (isNamed(opens) && opens.in === 'body' ? opens.part : opens) === 'desk'

const register = ['/patients', '/search', '/patients/scan']

/** The register shows a row to who has the number, the card or an identifier of it (PRV-1). */
const isInHand = ({ path }: Route, { number, names }: Whole, asked: object): boolean =>
  register.includes(path) &&
  Object.values(asked).some((word) => [number, ...names.slice(1)].includes(word))

/** A query word names a patient only where it is sent. */
const isAbout = ({ opens }: Route, asked: Record<string, string>): boolean =>
  typeof opens === 'object' && 'field' in opens ? opens.field in asked : true

const not_noted =
  'answers, and no row of the access log bears the patient: say what it opens, or let its rule ask and note it'

/** Whatever it says that it opens: what stands under a patient is read of that patient. */
const isBelowPatient = ({ path }: Route): boolean => /^\/patients\/:id(\/|$)/.test(path)

/** PLT-112: one of one patient bears whose it is, a list that it was asked. */
function unlogged(
  route: Route,
  asked: Record<string, string>,
  log: readonly { patient_id: string | null }[],
  { id }: Whole,
): string[] {
  const { opens } = route
  const named = isOfOne(opens) && !(typeof opens === 'object' && !('patient_id' in asked))
  const of_one = named || isBelowPatient(route)
  if (of_one) {
    return log.some(({ patient_id }) => patient_id === id) ? [] : [not_noted]
  }
  return opens === 'many' && log.length === 0 ? ['leaves no row in the access log'] : []
}

const logOf = (answer: Answer): Promise<{ patient_id: string | null }[]> =>
  rows(sql`select patient_id from audit_rows
    where request_id = ${answer.headers['x-request-id'] ?? ''} and outcome = 'DONE'`)

/** Whoever did something for a visit is of its care team, and sees whose it is (PRV-2). */
export const caresFor = async (who: Person, { id }: Whole): Promise<boolean> =>
  (
    await rows(sql`select 1 as yes from visit_team t join visits v on v.id = t.visit_id
      where v.patient_id = ${id} and t.user_id = ${who.user.id}`)
  ).length > 0

/** Faults by route, each once. */
export class Faults {
  readonly found = new Map<string, Set<string>>()

  add(route: Route, faults: readonly string[]): void {
    if (faults.length === 0) return
    const name = nameOf(route)
    const set = this.found.get(name) ?? new Set()
    for (const fault of faults) set.add(fault)
    this.found.set(name, set)
  }

  /** What is wrong and no exception, and exceptions that are none any more. */
  against(exceptions: Readonly<Record<string, string>>): string[] {
    const wrong = [...this.found]
      .filter(([name]) => exceptions[name] === undefined)
      .map(([name, faults]) => `${name} ${[...faults].join('; ')}`)
    const needless = Object.keys(exceptions)
      .filter((name) => !this.found.has(name))
      .map((name) => `${name} is no exception any more: take it off the list`)
    return [...wrong, ...needless]
  }
}
