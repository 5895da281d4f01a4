// Which bills may lean on their scheme (BIL-25): it asks for no authorisation, or one stands.

import type { Caller } from '../../../core/caller.ts'
import { schemes } from '../tariff/scheme-tables.ts'
import { authorisations } from './tables.ts'

interface OfScheme {
  id: string
  scheme_id: string | null
  visit_id: string | null
}

export async function authorisedVisits(
  { hospital_id }: Pick<Caller, 'hospital_id'>,
  bills: readonly OfScheme[],
): Promise<ReadonlySet<string>> {
  const insured = bills.filter(({ scheme_id }) => scheme_id !== null)
  if (insured.length === 0) return new Set()
  const known = await schemes.all({
    hospital_id,
    id: [...new Set(insured.map(({ scheme_id }) => scheme_id ?? ''))],
  })
  const asking = new Set(known.filter((one) => one.authorisation_required).map(({ id }) => id))
  const asked = insured.filter(({ scheme_id }) => asking.has(scheme_id ?? ''))
  const visits = [...new Set(asked.flatMap(({ visit_id }) => visit_id ?? []))]
  const given =
    visits.length === 0
      ? []
      : await authorisations.all({
          hospital_id,
          visit_id: visits,
          status: ['ACTIVE', 'PROVISIONAL'],
        })
  const standing = new Set(given.map(({ visit_id, scheme_id }) => `${visit_id}|${scheme_id}`))
  return new Set(
    insured
      .filter(
        ({ scheme_id, visit_id }) =>
          !asking.has(scheme_id ?? '') || standing.has(`${visit_id}|${scheme_id}`),
      )
      .map(({ id }) => id),
  )
}
