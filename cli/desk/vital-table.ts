// The tables by which vital signs are judged. Adopting one needs a person's sign-in, not this.

import { choice, day, text, whole } from '../../db/appliance/configuration/kinds.ts'
import {
  growth_indicators,
  growth_sexes,
  table_codes,
} from '../../db/hospital/desk/vitals/words.ts'
import { command, done, file, type Frame, maybe, word } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'

interface Table {
  code: string
  version: number
  rows: readonly unknown[]
  source: string
  effective_from: string
  in_force: boolean
  adopted_by: string | null
}

const shape = async () => (await import('../../db/hospital/desk/vitals/table-shapes.ts')).VitalTable

const list = command('vital-table list', {
  says: 'Prints the tables of ranges, limits, scores and growth: in force and drafts.',
  class: 'R',
  reply: async () => ({ each: await shape() }),
  permission: 'clinical-table:read',
  http: 'GET /api/v1/vital-tables',
  flags: { code: maybe(choice(table_codes), 'only this table') },
  examples: ['kituo vital-table list', 'kituo vital-table list --code GROWTH --json'],
  run: async ({ flags: { code }, caller }) => {
    const { list: tables } = await import('../../db/hospital/desk/vitals/vital-tables.ts')
    const found = await tables(await caller(), code)
    return done(`${found.length} tables.`, found, { total: found.length })
  },
  view: tableOf<Table>(
    ['Code', (row) => row.code],
    ['Version', (row) => row.version],
    ['In force', (row) => (row.in_force ? 'yes' : 'draft')],
    ['Adopted by', (row) => row.adopted_by],
    ['Rows', (row) => row.rows.length],
    ['Since', (row) => row.effective_from],
    ['Source', (row) => row.source, 'wide'],
  ),
})

const show = command('vital-table show', {
  says: 'Prints one table, in force or as one of its versions.',
  class: 'R',
  reply: async () => ({ whole: await shape() }),
  permission: 'clinical-table:read',
  http: 'GET /api/v1/vital-tables/:code',
  asks: { code: word(choice(table_codes), 'which table') },
  flags: { number: maybe(whole(1, 100_000), 'which version; without it the one in force') },
  examples: ['kituo vital-table show MUAC', 'kituo vital-table show GROWTH --number 2 --json'],
  run: async ({ asked: { code }, flags: { number }, caller }) => {
    const { find } = await import('../../db/hospital/desk/vitals/vital-tables.ts')
    const found = await find(await caller(), code, number)
    return done(`${found.code} version ${found.version}.`, found)
  },
})

const load = command('vital-table import', {
  says: 'Reads a growth table as the WHO publishes it, one file for one indicator and sex, as a draft.',
  class: 'M',
  reply: async () => ({ whole: await shape() }),
  permission: 'clinical-table:manage',
  http: 'POST /api/v1/vital-tables/:code/versions',
  asks: { file: file('the file, with columns Month, Day, Length or Height, and L, M, S') },
  flags: {
    indicator: word(
      choice(growth_indicators),
      'what is scored: WFLH is weight for length or height',
    ),
    sex: word(choice(growth_sexes), 'of whom'),
    source: word(text('3 to 500 characters', /^[^\0]{3,500}$/), 'where the file comes from'),
    date: word(day(), 'the date of the source'),
  },
  examples: [
    'kituo vital-table import ./wfl_boys.txt --indicator WFLH --sex Male --source "WHO 2006" --date 2006-04-27 --dry-run',
    'kituo vital-table import ./wfa_girls.txt --indicator WFA --sex Female --source "WHO 2006" --date 2006-04-27',
  ],
  plan: async (frame) => {
    const { length } = await rowsOf(frame)
    const { indicator, sex } = frame.flags
    return { steps: [`draft a version of GROWTH with ${length} rows of ${indicator} ${sex}`] }
  },
  run: async (frame) => {
    const rows = await rowsOf(frame)
    const { VitalTableDate } = await import('../../db/hospital/desk/vitals/table-shapes.ts')
    const { said } = await import('../frame/grammar/fields.ts')
    const { effective_from } = await said(VitalTableDate, { effective_from: frame.flags.date })
    const { writeGrowth } = await import('../../db/hospital/desk/vitals/vital-tables.ts')
    const { source } = frame.flags
    const made = await writeGrowth(await frame.caller(), { rows, source, effective_from })
    const words = `${rows.length} rows stand in GROWTH version ${made.version}, a draft. Somebody who is signed in adopts it.`
    return done(words, made)
  },
})

const diff = command('vital-table diff', {
  says: 'Prints what another version of a table says otherwise than the one in force.',
  class: 'R',
  permission: 'clinical-table:read',
  asks: { code: word(choice(table_codes), 'which table') },
  flags: { number: maybe(whole(1, 100_000), 'which version; without it the newest') },
  examples: ['kituo vital-table diff RANGES', 'kituo vital-tables diff MUAC --number 2 --json'],
  run: async ({ asked: { code }, flags: { number }, caller }) => {
    const by = await caller()
    const { find, list: versions } = await import('../../db/hospital/desk/vitals/vital-tables.ts')
    const now = await find(by, code)
    const newest = Math.max(...(await versions(by, code)).map(({ version }) => version))
    const other = await find(by, code, number ?? newest)
    const lines = (rows: readonly unknown[]) => new Set(rows.map((row) => JSON.stringify(row)))
    const [before, after] = [lines(now.rows), lines(other.rows)]
    const data: Difference = {
      code,
      in_force: now.version,
      version: other.version,
      gone: [...before].filter((row) => !after.has(row)),
      new: [...after].filter((row) => !before.has(row)),
    }
    const words = `Version ${data.version} against ${data.in_force}: ${data.gone.length} rows gone, ${data.new.length} new.`
    return done(words, data)
  },
  view: ({ gone, new: made }) =>
    [...gone.map((row) => `- ${row}`), ...made.map((row) => `+ ${row}`)].join('\n') || null,
})

interface Difference {
  code: string
  in_force: number
  version: number
  gone: string[]
  new: string[]
}

type Flags = {
  indicator: (typeof growth_indicators)[number]
  sex: (typeof growth_sexes)[number]
}

async function rowsOf({ sent, flags }: Frame<{ file: string }, Flags>) {
  const { growthFile } = await import('../../db/hospital/desk/vitals/growth-file.ts')
  const { indicator, sex } = flags
  return growthFile(sent('file')?.bytes ?? Buffer.alloc(0), { indicator, sex })
}

export const commands = [list, show, load, diff]
