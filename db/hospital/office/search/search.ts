// One field for everything (PLT-120): each area finds its own kinds, and the caller sees only those
// whose permission he or she holds and whose module is on here.

import { type Caller, can } from '../../../core/caller.ts'
import { invalid } from '../../../core/refusal.ts'
import { recordRead } from '../audit/reads.ts'
import { switchesOf } from '../places/switches.ts'
import { registry, type SearchKind } from '../../registry.ts'
import type { Found, SearchWords } from './shapes.ts'

const each_max = 10
const all_max = 50

export async function search(caller: Caller, asked: SearchWords): Promise<Found> {
  const words = wordsOf(asked.q)
  const kinds = await openKinds(caller, asked.types)
  const found = await Promise.all(
    kinds.map(async (kind) => (await kind.find(caller, words, each_max)).slice(0, each_max)),
  )
  const hits = found.flat().slice(0, asked.limit ?? all_max)
  const by_type: Record<string, number> = {}
  for (const { type } of hits) by_type[type] = (by_type[type] ?? 0) + 1
  if (kinds.some(({ type }) => type === 'patient')) {
    await recordRead(caller, 'patient.search', {
      rows: by_type['patient'] ?? 0,
      query: { q: words },
    })
  }
  return { hits, by_type }
}

function wordsOf(q: string | undefined): string {
  const words = q?.trim()
  if (words === undefined) throw invalid('q', 'is required.')
  if ([...words].length < 2) throw invalid('q', 'must be at least two characters.')
  if ([...words].length > 80) throw invalid('q', 'must be at most 80 characters.')
  return words
}

async function openKinds(caller: Caller, types: string | undefined): Promise<SearchKind[]> {
  const all = [...registry.searches.values()]
  const wanted = types?.split(',').flatMap((word) => (word.trim() === '' ? [] : [word.trim()]))
  const unknown = wanted?.find((word) => !registry.searches.has(word))
  if (unknown !== undefined) {
    throw invalid('types', `must be one of ${all.map(({ type }) => type).join(', ')}.`)
  }
  const permitted = all.filter(
    ({ type, permission }) =>
      can(caller, permission) &&
      (wanted === undefined || wanted.length === 0 || wanted.includes(type)),
  )
  const { facility_id } = caller
  if (facility_id === null || permitted.every(({ module }) => module === undefined)) {
    return permitted
  }
  const { on } = await switchesOf(caller.hospital_id, facility_id)
  return permitted.filter(({ module }) => module === undefined || on[module])
}
