// After a restore no number is given twice (OPS-129): every series goes on after the highest that was
// ever used. The data that are left know it; where they cannot be read, the lines of the hours that
// stand outside the data do.

import { clock } from '../../../core/clock.ts'
import { readAnchors } from '../audit/anchor-log.ts'
import type { Restored } from '../../registry.ts'
import { everySeries, nameOf, ownSeries, seriesIn } from './reached.ts'

export const restored: Restored = async ({ hospital_id }, { live }) => {
  const left = new Map(
    (live === null
      ? seriesIn((await readAnchors(hospital_id)).lines)
      : await live(() => everySeries(hospital_id))
    ).map((one) => [nameOf(one), one]),
  )
  const at = clock.instant()
  let series = 0
  let lost = 0
  for (const own of ownSeries()) {
    const here = new Map((await own.all(hospital_id)).map((one) => [nameOf(one), one]))
    for (const [name, one] of left) {
      const now = here.get(name)
      const first = (now?.given ?? 0) + 1
      if (first > one.given || !own.kinds(one.kind)) continue
      const known = now?.lost ?? []
      const range = { first, last: one.given, at }
      if (!(await own.raise(hospital_id, { ...one, lost: [...known, range] }))) continue
      series += 1
      lost += one.given - first + 1
    }
  }
  return { series_raised: series, numbers_lost: lost }
}
