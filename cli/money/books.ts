// The books from the command line (accounting 8.2).

import { localTime } from '../../db/core/local-time.ts'
import { day, text } from '../../db/appliance/configuration/kinds.ts'
import { exporting } from './books-export.ts'
import { command, done, limit_flag, cutTo, maybe, word, yes } from '../frame/grammar/command.ts'
import { saidBranch } from '../frame/names/branch.ts'
import { tableOf } from '../frame/lists.ts'
import { amount, csv } from './money.ts'
import { table } from '../frame/page.ts'
import { echo, usage } from '../frame/grammar/usage.ts'

const verify = command('books verify', {
  says: 'Proves that the books are whole: sums, numbers, chain, closed years, sub-ledgers.',
  class: 'R',
  permission: 'books:verify',
  exits: [6],
  flags: {
    only: maybe(text('codes like ACC-108,ACC-127', /^[A-Za-z0-9, -]{1,300}$/), 'only these'),
    quick: yes('the chain only from where the last proof ended'),
    year: maybe(text('the name of a fiscal year', /^.{1,40}$/), 'what can be said of this year'),
  },
  examples: [
    'kituo books verify',
    'kituo books verify --year 2026',
    'kituo books verify --only ACC-107,ACC-127 --json',
  ],
  run: async ({ flags: { only, quick, year }, facility, caller }) => {
    const { verify: prove } = await import('../../db/hospital/money/accounting/proofs/verify.ts')
    const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
    const by = await caller()
    const codes = (only ?? '')
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== '')
    const at = await saidBranch({ facility, caller })
    const found = await prove(by, { quick, only: codes, year, ...at })
    const { name, timezone } = await hospitalOf(by)
    const absent = codes.filter((code) => !found.checks.some(({ id }) => id === code))
    if (absent.length > 0) {
      const of_what = year === undefined ? '' : ' of a year'
      throw usage('value', `--only: there is no proof ${echo(absent.join(', '))}${of_what}.`)
    }
    const data = { ...found, hospital: name, time_zone: timezone }
    const bad = found.checks.find(({ state }) => state === 'FAILED')
    return bad === undefined
      ? done(`The books hold: ${found.checked} checked.`, data)
      : done(`${bad.id} ${bad.title} does not hold.`, data, { error: { code: 'proof.failed' } })
  },
  view: (data) =>
    [
      [
        `Books of ${data.hospital}${data.year === null ? '' : ` in ${data.year}`}`,
        `chain ${amount(Math.min(data.chain_from, data.chain_to))} to ${amount(data.chain_to)}`,
        `head ${data.head.slice(0, 12)}`,
        localTime(data.time_zone, data.at),
      ].join('   '),
      ...data.checks.flatMap(({ id, title, state, checked, of, failed, first }) => [
        `  ${{ OK: '[ok]  ', FAILED: '[FAIL]', UNKNOWN: '[none]' }[state]} ${id.padEnd(8)} ${title.padEnd(38)} ${
          state === 'FAILED'
            ? `${amount(failed)} of ${amount(checked)} ${failed === 1 ? 'differs' : 'differ'}`
            : `${state === 'UNKNOWN' ? '' : `${amount(checked)} `}${of}`
        }`.trimEnd(),
        ...(state === 'FAILED' ? [`         first: ${first}`] : []),
      ]),
      `${data.checked} checked, ${data.hold} hold, ${data.failed} ${data.failed === 1 ? 'fails' : 'fail'}.`,
    ].join('\n'),
})

const replay = command('books replay', {
  says: 'Builds the automatic entries anew from their documents and prints what differs.',
  class: 'R',
  permission: 'books:verify',
  exits: [5, 6],
  flags: {
    diff: yes('print the differences'),
    from: maybe(text('a chain number', /^\d{1,15}$/), 'from this chain number'),
    to: maybe(text('a chain number', /^\d{1,15}$/), 'to this chain number'),
  },
  examples: ['kituo books replay --diff', 'kituo books replay --diff --from 400000 --json'],
  run: async ({ flags: { from, to }, caller }) => {
    const { replay: again } = await import('../../db/hospital/money/accounting/proofs/replay.ts')
    const found = await again(await caller(), {
      from: from === undefined ? 1 : Number(from),
      ...(to === undefined ? {} : { to: Number(to) }),
    })
    return found.count === 0
      ? done(`No differences in ${amount(found.entries)} entries.`, found)
      : done(`${amount(found.count)} differences.`, found, { error: { code: 'proof.failed' } })
  },
  view: ({ entries, from, to, count, differences }) =>
    count === 0
      ? `No differences in ${amount(entries)} entries.`
      : [
          `Replay of ${amount(entries)} automatic entries, chain ${amount(from)} to ${amount(to)}`,
          ...differences.map(
            ({ what, source, document, entry, where, ledger, replayed }) =>
              `  ${what.padEnd(8)} ${source}  ${document}  ${entry ?? '(no entry)'}  ${where}   ${ledger === null ? '' : `ledger ${amount(ledger)}  `}${replayed === null ? '' : `replay ${amount(replayed)}`}`,
          ),
          `${amount(count)} ${count === 1 ? 'difference' : 'differences'} in ${amount(entries)} entries.`,
        ].join('\n'),
})

interface Draft {
  entry_date: string
  memo: string
  total: number
  difference: number
  author_name: string
}

const drafts = command('books drafts', {
  says: 'Prints drafts of entries, of one fiscal year where it is named.',
  class: 'R',
  permission: 'entry:read',
  http: 'GET /api/v1/accounting/entries',
  flags: {
    year: maybe(text('the name of a year', /^[^\0]{1,40}$/), 'of this fiscal year'),
    limit: limit_flag,
  },
  examples: ['kituo books drafts', 'kituo books drafts --year 2026 --json'],
  run: async ({ flags: { year, limit }, caller }) => {
    const { list } = await import('../../db/hospital/money/accounting/entries/list.ts')
    const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
    const by = await caller()
    const of = year === undefined ? undefined : await called(by, year)
    const found = await list(by, {
      status: 'DRAFT',
      page: 1,
      per_page: 10_000,
      ...(of === undefined ? {} : { from: of.starts_on, to: of.ends_on }),
    })
    return done(`${found.meta.total} drafts.`, cutTo(found.rows as Draft[], limit), {
      total: found.meta.total,
    })
  },
  view: tableOf<Draft>(
    ['Date', (row) => row.entry_date],
    ['Memo', (row) => row.memo],
    ['Debits', (row) => amount(row.total)],
    ['Apart', (row) => amount(row.difference)],
    ['By', (row) => row.author_name],
  ),
})

const lock = command('books lock', {
  says: 'Locks the books to a day.',
  class: 'M',
  rehearses: true,
  permission: 'accounting:configure',
  http: 'PATCH /api/v1/accounting/preferences',
  asks: { date: word(day(), 'the last day that is locked') },
  examples: ['kituo books lock 2026-11-30', 'kituo books lock 2026-11-30 --json'],
  plan: async ({ asked }) => ({ steps: [`lock the books to ${asked.date}`] }),
  run: async ({ asked, caller, reason }) => {
    const { change } = await import('../../db/hospital/money/accounting/preferences.ts')
    const kept = await change(await caller(), { lock_date: asked.date, note: reason ?? '' })
    return done(`The books are locked to ${kept.lock_date}.`, kept)
  },
})

const unlock = command('books unlock', {
  says: 'Takes the lock date away; closed years stay closed.',
  class: 'M',
  reason: 'must',
  permission: 'accounting:configure',
  http: 'PATCH /api/v1/accounting/preferences',
  examples: [
    'kituo books unlock --reason "a late invoice"',
    'kituo books unlock --reason "a late invoice" --json',
  ],
  plan: async () => ({ steps: ['take the lock date away'] }),
  run: async ({ caller, reason }) => {
    const { change } = await import('../../db/hospital/money/accounting/preferences.ts')
    const kept = await change(await caller(), { lock_date: null, note: reason ?? '' })
    return done(
      kept.effective_lock_date === null
        ? 'No day is locked.'
        : `The books are locked to ${kept.effective_lock_date} by closed years.`,
      kept,
    )
  },
})

const trial = command('books trial-balance', {
  says: 'Prints the trial balance.',
  class: 'R',
  permission: 'report:finance',
  http: 'GET /api/v1/accounting/reports/trial-balance',
  flags: { as_of: maybe(day(), 'to the end of this day'), csv },
  examples: [
    'kituo books trial-balance',
    'kituo books trial-balance --as-of 2026-06-30 --csv ./trial-balance.csv',
  ],
  run: async ({ flags: { as_of, csv: file }, facility, caller, put }) => {
    const { trialBalance } = await import(
      '../../db/hospital/money/accounting/reports/trial-balance.ts'
    )
    const { trialCsv } = await import('../../db/hospital/money/accounting/reports/csv.ts')
    const by = await caller()
    const found = await trialBalance(by, {
      ...(as_of === undefined ? {} : { to: as_of }),
      ...(await saidBranch({ facility, caller })),
    })
    const data = { ...found, file: file ?? null }
    if (file === undefined) return done(`Trial balance to ${found.to}.`, data)
    await put(Buffer.from(trialCsv(found)))
    return done(`The trial balance to ${found.to} is in ${file}.`, data)
  },
  view: (data, page) =>
    data.file !== null
      ? null
      : table(
          [
            ...data.rows,
            { code: '', name: 'Total', ...data.totals, kind: 'ASSET', account_id: '' },
          ],
          [
            { title: 'Code', of: (row) => row.code },
            { title: 'Account', of: (row) => row.name },
            { title: 'Opening', of: (row) => amount(row.opening), right: true },
            { title: 'Debit', of: (row) => amount(row.debit), right: true },
            { title: 'Credit', of: (row) => amount(row.credit), right: true },
            { title: 'Closing', of: (row) => amount(row.closing), right: true },
          ],
          page,
        ),
})

export const commands = [verify, replay, drafts, lock, unlock, trial, exporting]
