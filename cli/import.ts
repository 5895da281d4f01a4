// Files that come in: checked whole, then written by the area's own rules (PLT-127).

import { choice, path, text } from '../db/configuration/kinds.ts'
import type { Sent } from '../db/hospital/imports/imports.ts'
import { date_orders } from '../db/hospital/imports/words.ts'
import {
  command,
  done,
  file,
  type Frame,
  maybe,
  orElse,
  type Outcome,
  word,
  yes,
} from './command.ts'

const errors_shown = 20

const load = command('import', {
  says: 'Checks a CSV file and writes its rows; --dry-run checks alone.',
  class: 'M',
  reply: async () => ({ whole: (await import('../db/hospital/imports/shapes.ts')).Import }),
  permission: 'import:commit',
  http: 'POST /api/v1/imports/:id/commit',
  confirm: 'C1',
  transaction: 'rule',
  asks: {
    kind: word(text('what is imported', /^[^\s\0]{1,60}$/), 'what the rows are: users'),
    file: file('the CSV file; - is standard input'),
  },
  flags: {
    on_duplicate: orElse(choice(['error', 'skip', 'update']), 'error', 'what is recorded already'),
    skip_errors: yes('write the good rows although others have errors'),
    date_order: maybe(choice(date_orders), 'how dates are written'),
    out: maybe(path(), 'a file for the rows that cannot be written'),
  },
  exits: [14],
  examples: [
    'kituo import users ./staff.csv --dry-run',
    'kituo import users ./staff.csv --on-duplicate skip --skip-errors --yes --out ./errors.csv',
  ],
  plan: async (frame) => {
    const { tryOut } = await import('../db/hospital/imports/try-out.ts')
    const found = await tryOut(await frame.caller(), sentIn(frame))
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
  },
  run: async (frame) => {
    const by = await frame.caller()
    const rules = await import('../db/hospital/imports/imports.ts')
    const { untilDone } = await import('./hands.ts')
    const { id } = await rules.upload(by, sentIn(frame))
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
    if (checked.status === 'FAILED')
      return refused(checked.error ?? 'It could not be read.', checked)
    if (checked.rows_error > 0 && !frame.flags.skip_errors) {
      const { within } = await import('../db/connection.ts')
      const data = await within(() => rules.cancel(by, id))
      return refused(`${checked.rows_error} rows have errors. Mend the file or skip them.`, data)
    }
    if (checked.status !== 'CHECKED') return cut(checked)
    const { within } = await import('../db/connection.ts')
    await within(() => rules.commit(by, id))
    const ended = await settled('COMMITTING', 'CHECKING')
    if (ended.status === 'COMMITTING') return cut(ended)
    const { created, updated, skipped } = ended
    const words = `${created} rows written, ${updated} changed, ${skipped} passed over.`
    return ended.status === 'DONE' ? done(words, ended) : refused(ended.error ?? words, ended)
  },
})

export const commands = [load]

type Flags = { on_duplicate: string; skip_errors: boolean; date_order: string | undefined }
type Asked = Frame<{ kind: string; file: string }, Flags & { out: string | undefined }>

function sentIn({ asked, flags, sent }: Asked): Sent {
  const { name = asked.file, bytes = Buffer.alloc(0) } = sent('file') ?? {}
  return {
    kind: asked.kind,
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
  const { rows } = await import('../db/hospital/imports/imports.ts')
  const { rows: wrong } = await rows(by, id, { page: 1, per_page: errors_shown, status: 'ERROR' })
  for (const { row, errors } of wrong) {
    const said = errors.map(({ message }) => message).join(' ')
    frame.warn('import.row', `row ${row}: ${said}`)
  }
  if (frame.flags.out === undefined) return
  const { failures } = await import('../db/hospital/imports/failures.ts')
  for await (const piece of (await failures(by, id)).text) await frame.put(Buffer.from(piece))
}

const refused = <D>(message: string, data: D): Outcome<D> =>
  done(message, data, { changed: false, error: { code: 'rule.refused' } })

const cut = <D extends { status: string }>(data: D): Outcome<D> =>
  done(`It stands at ${data.status} and goes on by itself.`, data, { error: { code: 'work.cut' } })
