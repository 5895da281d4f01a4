// How far each series has come, for whoever writes it down outside the database (OPS-130), and for who
// reads it there when the data are gone (OPS-129).

import type { AnchorLine } from '../audit/anchor-log.ts'
import { type OwnSeries, registry, type Series } from '../../registry.ts'
import { sequence_counters } from './tables.ts'

/** The counters of every kind; entries and drawers have series of their own. */
const counters: OwnSeries = {
  kinds: (kind) => !registry.series.some((own) => own.kinds(kind)),
  async all(hospital_id) {
    const found = await sequence_counters.all({ hospital_id })
    return found.map(({ kind, place, period, next_value, lost }) => {
      return { kind, place, period, given: next_value - 1, lost }
    })
  },
  async raise(hospital_id, { kind, place, period, given, lost }) {
    const key = { hospital_id, kind, place, period }
    const to = { next_value: given + 1, lost }
    if ((await sequence_counters.change(key, to)) === 0) {
      await sequence_counters.insert({ ...key, ...to })
    }
    return true
  },
}

export const ownSeries = (): readonly OwnSeries[] => [counters, ...registry.series]

export async function everySeries(hospital_id: string): Promise<Series[]> {
  const found: Series[] = []
  for (const own of ownSeries()) found.push(...(await own.all(hospital_id)))
  return found
}

export const nameOf = ({ kind, place, period }: Omit<Series, 'given' | 'lost'>): string =>
  [kind, place, period].join('/')

export async function reached(hospital_id: string): Promise<Record<string, number>> {
  const all = await everySeries(hospital_id)
  return Object.fromEntries(all.map((one) => [nameOf(one), one.given]))
}

/** The highest that any line says of each. */
export function seriesIn(lines: readonly AnchorLine[]): Series[] {
  const highest = new Map<string, number>()
  for (const { series } of lines as readonly { series?: Record<string, unknown> }[]) {
    for (const [name, given] of Object.entries(series ?? {})) {
      if (typeof given !== 'number' || !Number.isSafeInteger(given)) continue
      highest.set(name, Math.max(given, highest.get(name) ?? 0))
    }
  }
  return [...highest].flatMap(([name, given]) => {
    const [kind = '', place = '', period = '', ...more] = name.split('/')
    return period === '' || more.length > 0 ? [] : [{ kind, place, period, given, lost: null }]
  })
}
