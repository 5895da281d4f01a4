// Files that come in: checked whole, then written by the area's own rules (PLT-127).

import { choice, path, text } from '../../db/appliance/configuration/kinds.ts'
import type { Sent } from '../../db/hospital/office/imports/imports.ts'
import type { Import } from '../../db/hospital/office/imports/shapes.ts'
import { date_orders } from '../../db/hospital/office/imports/words.ts'
import { invalid } from '../../db/core/refusal.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  maybeFile,
  orElse,
  type Outcome,
  type Plan,
  word,
  yes,
} from '../frame/grammar/command.ts'
import { commands as listing } from './import-list.ts'

const errors_shown = 20

/** What every import is told beside its file, whatever its rows are. */
export const flags = {
  on_duplicate: orElse(choice(['error', 'skip', 'update']), 'error', 'what is recorded already'),
  skip_errors: yes('write the good rows although others have errors'),
  date_order: maybe(choice(date_orders), 'how dates are written'),
  out: maybe(path(), 'a file for the rows that cannot be written'),
}

/** What every import of a list is like, under whichever noun. */
export const alike = {
  class: 'M',
  reply: async () => ({
    whole: (await import('../../db/hospital/office/imports/shapes.ts')).Import,
  }),
  confirm: 'C1',
  transaction: 'rule',
  exits: [14],
} as const

const load = command('import', {
  ...alike,
  says: 'Checks a CSV file and writes its rows; --dry-run checks alone.',
  permission: 'import:commit',
  http: 'POST /api/v1/imports/:id/commit',
  asks: {
    kind: word(text('what is imported', /^[^\s\0]{1,60}$/), 'what the rows are: users'),
    file: file('the CSV file; - is standard input'),
  },
  flags,
  examples: [
    'kituo import users ./staff.csv --dry-run',
    'kituo import users ./staff.csv --on-duplicate skip --skip-errors --yes --out ./errors.csv',
  ],
  plan: (frame) => tried(frame, sentIn(frame, frame.asked.kind)),
  run: (frame) => written(frame, sentIn(frame, frame.asked.kind)),
})

/** The same under the noun of the register, with the columns of the old one named (PAT-34). */
export const patient_import = command('patient import', {
  ...alike,
  says: 'Checks an old register, a CSV file, and writes its rows; --dry-run checks alone.',
  permission: 'patient:import',
  asks: { file: file('the CSV file; - is standard input') },
  flags: {
    map: maybeFile('a JSON file: the columns of the file, each with the name it has here'),
    ...flags,
  },
  examples: [
    'kituo patient import ./register.csv --map ./columns.json --dry-run',
    'kituo patients import ./register.csv --map ./columns.json --skip-errors --yes --out ./errors.csv',
  ],
  plan: (frame) => tried(frame, { ...sentIn(frame, 'patients'), ...mappingIn(frame) }),
  run: (frame) => written(frame, { ...sentIn(frame, 'patients'), ...mappingIn(frame) }),
})

/** The same under the noun of the accounts (operations 5.3). */
export const user_import = command('user import', {
  ...alike,
  says: 'Checks a CSV file of staff accounts and opens them; --dry-run checks alone.',
  permission: 'import:commit',
  asks: { file: file('the CSV file; - is standard input') },
  flags,
  examples: [
    'kituo user import ./staff.csv --dry-run',
    'kituo users import ./staff.csv --on-duplicate skip --yes --out ./errors.csv',
  ],
  plan: (frame) => tried(frame, sentIn(frame, 'users')),
  run: (frame) => written(frame, sentIn(frame, 'users')),
})

export const commands = [load, ...listing]

type Flags = { on_duplicate: string; skip_errors: boolean; date_order: string | undefined }
export type Asked = Frame<{ file: string }, Flags & { out: string | undefined }>

export async function tried(frame: Asked, sent: Sent): Promise<Plan> {
  const { tryOut } = await import('../../db/hospital/office/imports/try-out.ts')
  const found = await tryOut(await frame.caller(), sent)
  for (const { row, message } of found.errors.slice(0, errors_shown)) {
    frame.warn('import.row', `row ${row}: ${message}`)
  }
  const { rows_total, rows_ok, rows_error, rows_duplicate } = found
  return {
    steps: [
      `check ${rows_total} rows: ${rows_ok} good, ${rows_error} with errors, ${rows_duplicate} recorded already`,
      `write ${rows_ok} rows`,
    ],
  }
}

export async function written(frame: Asked, sent: Sent): Promise<Outcome<Import>> {
  const by = await frame.caller()
  const rules = await import('../../db/hospital/office/imports/imports.ts')
  const { untilDone } = await import('../frame/hands.ts')
  const { id } = await rules.upload(by, sent)
  const settled = async (...moving: string[]) => {
    const one = await untilDone(frame, async () => {
      const now = await rules.find(by, id)
      frame.progress(now.status, { done: now.rows_done, total: now.rows_total })
      return moving.includes(now.status) ? undefined : now
    })
    return one ?? rules.find(by, id)
  }
  const checked = await settled('CHECKING')
  if (checked.rows_error > 0) await tellErrors(frame, id)
  if (checked.status === 'FAILED') return refused(checked.error ?? 'It could not be read.', checked)
  if (checked.rows_error > 0 && !frame.flags.skip_errors) {
    const { within } = await import('../../db/store/connection.ts')
    const data = await within(() => rules.cancel(by, id))
    return refused(`${checked.rows_error} rows have errors. Mend the file or skip them.`, data)
  }
  if (checked.status !== 'CHECKED') return cut(checked)
  const { within } = await import('../../db/store/connection.ts')
  await within(() => rules.commit(by, id))
  const ended = await settled('COMMITTING', 'CHECKING')
  if (ended.status === 'COMMITTING') return cut(ended)
  const { created, updated, skipped } = ended
  const words = `${created} rows written, ${updated} changed, ${skipped} passed over.`
  return ended.status === 'DONE' ? done(words, ended) : refused(ended.error ?? words, ended)
}

export function sentIn({ asked, flags, sent }: Asked, kind: string): Sent {
  const { name = asked.file, bytes = Buffer.alloc(0) } = sent('file') ?? {}
  return {
    kind,
    file_name: name,
    bytes,
    options: {
      on_duplicate: flags.on_duplicate.toUpperCase() as 'ERROR' | 'SKIP' | 'UPDATE',
      skip_errors: flags.skip_errors,
      ...(flags.date_order === undefined
        ? {}
        : { date_order: flags.date_order as (typeof date_orders)[number] }),
    },
  }
}

/** The first of them are said; all go into the file that was asked for. */
async function tellErrors(frame: Asked, id: string): Promise<void> {
  const by = await frame.caller()
  const { rows } = await import('../../db/hospital/office/imports/imports.ts')
  const { rows: wrong } = await rows(by, id, { page: 1, per_page: errors_shown, status: 'ERROR' })
  for (const { row, errors } of wrong) {
    const said = errors.map(({ message }) => message).join(' ')
    frame.warn('import.row', `row ${row}: ${said}`)
  }
  if (frame.flags.out === undefined) return
  const { failures } = await import('../../db/hospital/office/imports/failures.ts')
  for await (const piece of (await failures(by, id)).text) await frame.put(Buffer.from(piece))
}

const refused = <D>(message: string, data: D): Outcome<D> =>
  done(message, data, { changed: false, error: { code: 'rule.refused' } })

const cut = <D extends { status: string }>(data: D): Outcome<D> =>
  done(`It stands at ${data.status} and goes on by itself.`, data, { error: { code: 'work.cut' } })

/** `{"Jina": "first_name"}`; without it the headings are read for what they say. */
function mappingIn({ sent }: Pick<Frame, 'sent'>): Pick<Sent, 'mapping'> {
  const told = sent('map')
  if (told === undefined) return {}
  const mapping = jsonIn(told.bytes)
  if (mapping === null || typeof mapping !== 'object' || Array.isArray(mapping)) {
    throw invalid('map', 'must be a file of JSON, {"column of the file": "name here"}.')
  }
  return { mapping: mapping as Record<string, unknown> }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
