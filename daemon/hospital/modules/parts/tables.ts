// The doors of a module's tables (MOD-15): the same two for each part.

import type { TSchema } from '../../../../db/core/kinds/kinds.ts'
import { list, put as write, tableCalled } from '../../../../db/hospital/modules/parts/changing.ts'
import type { PartTable } from '../../../../db/hospital/modules/parts/part-table.ts'
import { ModuleTable, ModuleTableInput } from '../../../../db/hospital/modules/parts/shapes.ts'
import type { Module } from '../../../../db/hospital/modules.ts'
import type { PermitCode } from '../../../../db/hospital/permits.ts'
import type { Route } from '../../../edge/route.ts'
import { nobodys } from '../../words.ts'

interface Doors {
  module: Module
  path: string
  /** As in `The theatre`. */
  called: string
  read: PermitCode | readonly PermitCode[]
  manage: PermitCode
  tables: readonly PartTable<TSchema>[]
}

export const partTableRoutes = ({ module, path, called, read, manage, tables }: Doors): Route[] => [
  nobodys.listed(path, {
    summary: `Tables of ${called}`,
    access: read,
    module,
    each: ModuleTable,
    run: ({ caller }) => list(caller, tables),
  }),
  nobodys.put(`${path}/:key`, {
    summary: `Write a table of ${called} anew, as a whole`,
    access: manage,
    module,
    record: async (_caller, { key }) => tableCalled(tables, key ?? ''),
    body: ModuleTableInput,
    reply: ModuleTable,
    says: 'Table written.',
    run: ({ caller, params, body }) => write(caller, tableCalled(tables, params.key), body),
  }),
]
