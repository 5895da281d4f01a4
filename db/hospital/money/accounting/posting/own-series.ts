// The numbers of journal entries: a series for each year (ACC-13).

import type { OwnSeries } from '../../../registry.ts'
import { entry_series } from '../tables.ts'

const kind = 'journal_entry'

export const own_series: OwnSeries = {
  kinds: (asked) => asked === kind,
  async all(hospital_id) {
    const found = await entry_series.all({ hospital_id })
    return found.map(({ year, last_number, lost }) => {
      return { kind, place: '*', period: String(year), given: last_number, lost }
    })
  },
  async raise(hospital_id, { period, given, lost }) {
    if (!/^\d{4}$/.test(period)) return false
    const key = { hospital_id, year: Number(period) }
    const to = { last_number: given, lost }
    if ((await entry_series.change(key, to)) === 0) await entry_series.insert({ ...key, ...to })
    return true
  },
}
