// Which routes ask for which code, for the roles screen: read from the same doors that are mounted.

import type { IndexedRoute } from '../../db/hospital/office/access/roles/route-index.ts'
import { codesOf, type Door } from './route.ts'

export function routeIndexOf(doors: readonly Door[]): Map<string, IndexedRoute[]> {
  const index = new Map<string, IndexedRoute[]>()
  for (const { routes } of doors) {
    for (const { method, path, module, access } of routes) {
      for (const code of codesOf(access)) {
        const known = index.get(code) ?? []
        known.push({ method, path, module })
        index.set(code, known)
      }
    }
  }
  return index
}
