// Which routes ask for which permission. Only the doors know, so the daemon hands the list in when
// it is built; a program without doors knows none.

import type { Module } from '../../../modules.ts'

export interface IndexedRoute {
  readonly method: string
  readonly path: string
  readonly module: Module | undefined
}

let index: ReadonlyMap<string, readonly IndexedRoute[]> = new Map()

export const setRouteIndex = (routes: ReadonlyMap<string, readonly IndexedRoute[]>): void => {
  index = routes
}

export const routesOf = (code: string): readonly IndexedRoute[] => index.get(code) ?? []

/** The module behind which every route stands that needs the code; null when there is no one. */
export function moduleOf(code: string): Module | null {
  const modules = new Set(routesOf(code).map(({ module }) => module))
  const [only] = modules
  return modules.size === 1 ? (only ?? null) : null
}
