// Files that came in before: what became of each, and of its rows.

import { choice, text } from '../../db/appliance/configuration/kinds.ts'
import type { Import, ImportRow } from '../../db/hospital/office/imports/shapes.ts'
import { import_states, row_states } from '../../db/hospital/office/imports/words.ts'
import { command, maybe, word } from '../frame/grammar/command.ts'
import { gathered, limited, tableOf } from '../frame/lists.ts'

const shapes = () => import('../../db/hospital/office/imports/shapes.ts')

const list = command('import list', {
  says: 'Prints the files that came in, the newest first.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).Import }),
  permission: 'import:read',
  http: 'GET /api/v1/imports',
  flags: { ...limited, state: maybe(choice(import_states), 'only in this state') },
  examples: ['kituo import list', 'kituo import list --state PARTLY_DONE --json'],
  run: async ({ flags: { limit, state }, caller }) => {
    const by = await caller()
    const { list: imports } = await import('../../db/hospital/office/imports/imports.ts')
    return gathered(limit, (page) =>
      imports(by, { ...page, ...(state === undefined ? {} : { status: state }) }),
    )
  },
  view: tableOf<Import>(
    ['Id', (row) => row.id],
    ['Rows of', (row) => row.kind],
    ['File', (row) => row.file_name],
    ['State', (row) => row.status],
    ['Rows', (row) => row.rows_total],
    ['Errors', (row) => row.rows_error],
    ['Came', (row, page) => page.time(row.created_at), 'wide'],
    ['By', (row) => row.requested_by_name, 'wide'],
  ),
})

const show = command('import rows', {
  says: 'Prints the rows of a file that came in, with what was found.',
  class: 'R',
  reply: async () => ({ each: (await shapes()).ImportRow }),
  permission: 'import:read',
  http: 'GET /api/v1/imports/:id/rows',
  asks: { id: word(text('the id of an import', /^[^\s\0]{1,60}$/), 'which') },
  flags: { ...limited, state: maybe(choice(row_states), 'only in this state') },
  examples: [
    'kituo import rows 0199c0de-0000-7000-8000-000000000001 --state ERROR',
    'kituo import rows 0199c0de-0000-7000-8000-000000000001 --json',
  ],
  run: async ({ asked, flags: { limit, state }, caller }) => {
    const by = await caller()
    const { rows } = await import('../../db/hospital/office/imports/imports.ts')
    return gathered(limit, (page) =>
      rows(by, asked.id, { ...page, ...(state === undefined ? {} : { status: state }) }),
    )
  },
  view: tableOf<ImportRow>(
    ['Row', (row) => row.row],
    ['State', (row) => row.status],
    ['Found', (row) => row.errors.map(({ message }) => message).join(' ')],
    ['Looks like', (row) => row.duplicate_of?.label, 'wide'],
  ),
})

export const commands = [list, show]
