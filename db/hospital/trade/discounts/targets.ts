// What a rule is for (commercial 2.6): all of something, a category, a kind of client or a department.

import type { Caller } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import { folded } from '../../../store/table.ts'
import { actingBranch } from '../../money/accounting/posting/post.ts'
import { tariff_categories } from '../../money/tariff/words.ts'
import { departments } from '../../office/places/places.ts'
import { client_kinds } from '../clients/words.ts'
import { whole_targets } from './words.ts'

const complaint =
  'must be ALL, BILL, SALE, QUOTATION, ORDER, a tariff category, a client kind or a department.'

/** A bare name is read as what it is the name of, in that order. */
export async function targetRead(caller: Caller, typed: string): Promise<string> {
  const [, prefix = '', name = ''] =
    /^(?:(CATEGORY|KIND|DEPARTMENT):)?(.*)$/i.exec(typed.trim()) ?? []
  const wanted = prefix.toUpperCase()
  const same = (one: string): boolean => folded(one) === folded(name.trim())
  const whole = whole_targets.find(same)
  if (whole !== undefined && wanted === '') return whole
  const category = tariff_categories.find(same)
  if (category !== undefined && ['', 'CATEGORY'].includes(wanted)) return `CATEGORY:${category}`
  const kind = client_kinds.find(same)
  if (kind !== undefined && ['', 'KIND'].includes(wanted)) return `KIND:${kind}`
  if (['', 'DEPARTMENT'].includes(wanted)) {
    const known = await departments(caller, await actingBranch(caller))
    const department = known.find((one) => same(one.name))
    if (department !== undefined) return `DEPARTMENT:${department.name}`
  }
  throw invalid('applies_to', complaint)
}

/** `CATEGORY:Pharmacy` as its two words; of a whole target the first alone. */
export function partsOf(applies_to: string): { what: string; name: string } {
  const at = applies_to.indexOf(':')
  return at < 0
    ? { what: applies_to, name: '' }
    : { what: applies_to.slice(0, at), name: applies_to.slice(at + 1) }
}
