// The API as a list that a reviewer can read: method, path, access, module, summary.

import { addressesOf } from '../route.ts'
import { codesOf, type Door } from '../route.ts'

export const endpointLines = (doors: readonly Door[], prefix: string): string[] =>
  doors
    .flatMap(({ routes }) => routes)
    .flatMap((route) =>
      addressesOf({ prefix }, route).map((path) => {
        const codes = codesOf(route.access)
        const access = codes.length > 0 ? codes.join(' or ') : String(route.access)
        return [route.method, path, access, route.module ?? '', route.summary].join('\t')
      }),
    )
    .sort((a, b) => {
      const [am = '', ap = ''] = a.split('\t')
      const [bm = '', bp = ''] = b.split('\t')
      return ap === bp ? (am < bm ? -1 : 1) : ap < bp ? -1 : 1
    })
