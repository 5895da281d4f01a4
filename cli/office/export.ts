// A list or report as a file, however many rows it has.

import { choice, list, path, text } from '../../db/appliance/configuration/kinds.ts'
import { export_formats } from '../../db/hospital/office/exports/words.ts'
import { command, done, maybe, orElse, word, words } from '../frame/grammar/command.ts'
import { usage } from '../frame/grammar/usage.ts'

const take = command('export', {
  says: 'Writes a list or report to a file, and that it was taken.',
  class: 'M',
  permission: 'export:create',
  http: 'POST /api/v1/exports',
  transaction: 'rule',
  asks: { dataset: word(text('the name of a dataset', /^[^\s\0]{1,60}$/), 'what to write') },
  flags: {
    format: orElse(choice(export_formats), 'csv', 'how it is written'),
    where: words(text('FILTER=VALUE', /^[a-z0-9_]+=[^\0]*$/), 'a filter of the dataset'),
    columns: maybe(list(text('a column', /^[a-z0-9_.]{1,60}$/)), 'which, with commas between'),
    out: word(path(), 'the file to write'),
  },
  examples: [
    'kituo export users --out ./users.csv',
    'kituo export audit --where from=2027-01-01 --where to=2027-01-31 --format xlsx --out ./audit.xlsx',
  ],
  plan: async ({ asked, flags, caller }) => {
    const { find } = await import('../../db/hospital/office/exports/datasets.ts')
    const { label } = await find(await caller(), await known(asked.dataset))
    return { steps: [`write ${label} to ${flags.out}`] }
  },
  run: async ({ asked, flags, caller, put, progress }) => {
    const by = await caller()
    const { find } = await import('../../db/hospital/office/exports/datasets.ts')
    const { takeAway } = await import('../../db/hospital/office/exports/take-away.ts')
    const dataset = await find(by, await known(asked.dataset))
    const filters = Object.fromEntries(
      flags.where.map((one) => {
        const [key, value] = [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]
        return [key, typedAs(dataset.filters.find(({ name }) => name === key)?.type, value)]
      }),
    )
    const wanted = {
      dataset: dataset.code,
      filters,
      columns: flags.columns === undefined ? undefined : [...flags.columns],
      format: flags.format,
    }
    const taken = await takeAway(by, wanted, put, async (rows) => progress('rows', { done: rows }))
    const data = { dataset: dataset.code, ...taken, file: flags.out }
    return done(`${taken.rows} rows are in ${flags.out}, sha256 ${taken.sha256}.`, data)
  },
})

export const commands = [take]

/** A name that is wrong is answered with those there are. */
async function known(typed: string): Promise<string> {
  const { registry } = await import('../../db/hospital/registry.ts')
  if (registry.datasets.has(typed)) return typed
  const all = [...registry.datasets.keys()].sort().join(', ')
  throw usage('value', `there is no dataset ${typed.slice(0, 60)}. There are: ${all}.`)
}

/** As the dataset's filter has it; what does not fit is left for the rule to refuse. */
function typedAs(type: string | undefined, value: string): unknown {
  if (type === 'number' && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'flag' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}
