// What can be imported, and a file to begin with.

import type { Static } from '../../../core/kinds/kinds.ts'
import { noSuch } from '../../../core/refusal.ts'
import { bom, plainLine } from '../../../core/csv-lines.ts'
import { registry } from '../../registry.ts'
import type { ImportKindShape } from './shapes.ts'

export const list = async (): Promise<Static<typeof ImportKindShape>[]> =>
  [...registry.imports.values()]
    .sort((a, b) => (a.kind < b.kind ? -1 : 1))
    .map(({ kind, label, permission, columns }) => ({
      kind,
      label,
      permissions: ['import:commit', permission],
      columns: columns.map((column) => ({ ...column })),
    }))

/** Headings and one example row. */
export function template(word: string): { file_name: string; text: string } {
  const kind = registry.imports.get(word)
  if (kind === undefined) throw noSuch('kind of import')
  return {
    file_name: `${kind.kind}.csv`,
    text:
      bom +
      plainLine(kind.columns.map(({ name }) => name)) +
      plainLine(kind.columns.map(({ example }) => example)),
  }
}
