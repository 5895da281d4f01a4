// The permissions there are, as the roles screen shows them.

import { folded } from '../../../../store/table.ts'
import { catalogue, permitOf } from '../../../permits.ts'
import type { Permission, PermissionWords } from './shapes.ts'
import { moduleOf, routesOf } from './route-index.ts'

export function list(asked: PermissionWords): Permission[] {
  return catalogue
    .map(permission)
    .filter(
      (one) =>
        (asked.area === undefined || one.area === asked.area) &&
        (asked.class === undefined || one.class === asked.class) &&
        isFound(asked.search ?? '', `${one.code} ${one.label}`),
    )
}

function permission(code: string): Permission {
  const [area = '', action = ''] = code.split(':')
  const found = permitOf(code)
  return {
    code,
    area,
    action,
    class: found?.class ?? 'M',
    label: found?.says ?? code,
    module: moduleOf(code),
    routes: routesOf(code).map(({ method, path }) => ({ method, path })),
  }
}

/** Every word that was typed occurs somewhere. */
function isFound(typed: string, text: string): boolean {
  const words = folded(typed).split(/\s+/)
  const searched = folded(text)
  return words.every((word) => searched.includes(word))
}
