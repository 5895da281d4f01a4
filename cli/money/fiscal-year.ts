// Fiscal years (accounting 8.1): closing one by its plan is the gravest thing the books know.

import { day, path, text, whole } from '../../db/appliance/configuration/kinds.ts'
import type { FiscalYear } from '../../db/hospital/money/accounting/years/shapes.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { command, done, type Frame, maybe, orElse, word, yes } from '../frame/grammar/command.ts'
import { converseClose, type Shown, viewClose } from './fiscal-year-view.ts'
import { cutTo, limit_flag } from '../frame/grammar/command.ts'
import { tableOf } from '../frame/lists.ts'
import { usage } from '../frame/grammar/usage.ts'

const name = word(text('the name of a fiscal year', /^[^\0]{1,40}$/), 'the year, by its name: 2026')

const list = command('fiscal-year list', {
  says: 'Prints the fiscal years.',
  class: 'R',
  reply: async () => ({
    each: (await import('../../db/hospital/money/accounting/years/shapes.ts')).FiscalYear,
  }),
  permission: 'fiscalyear:read',
  http: 'GET /api/v1/accounting/fiscal-years',
  flags: { limit: limit_flag },
  examples: ['kituo fiscal-year list', 'kituo fiscal-year list --json'],
  run: async ({ flags: { limit }, caller }) => {
    const { list: years } = await import('../../db/hospital/money/accounting/years/years.ts')
    const all = await years(await caller())
    return done(`${all.length} fiscal years.`, cutTo(all, limit), { total: all.length })
  },
  view: tableOf<FiscalYear>(
    ['Name', (row) => row.name],
    ['From', (row) => row.starts_on],
    ['To', (row) => row.ends_on],
    ['Status', (row) => row.status],
    ['Entries', (row) => row.entries],
    ['Drafts', (row) => row.drafts],
    ['Certificate', (row) => row.certificate_number],
  ),
})

const whole_year = async () => ({
  whole: (await import('../../db/hospital/money/accounting/years/shapes.ts')).FiscalYear,
})

const create = command('fiscal-year create', {
  says: 'Makes a fiscal year after the last one.',
  class: 'M',
  rehearses: true,
  reply: whole_year,
  permission: 'fiscalyear:manage',
  http: 'POST /api/v1/accounting/fiscal-years',
  asks: { name },
  flags: { from: word(day(), 'its first day'), to: word(day(), 'its last day') },
  examples: [
    'kituo fiscal-year create 2027 --from 2027-01-01 --to 2027-12-31',
    'kituo fiscal-year create 2027 --from 2027-01-01 --to 2027-12-31 --json',
  ],
  plan: async ({ asked, flags }) => ({
    steps: [`make the fiscal year ${asked.name}, ${flags.from} to ${flags.to}`],
  }),
  run: async ({ asked, flags, caller }) => {
    const { create: make } = await import('../../db/hospital/money/accounting/years/years.ts')
    const { FiscalYearInput } = await import('../../db/hospital/money/accounting/years/shapes.ts')
    const { said } = await import('../frame/grammar/fields.ts')
    const input = await said(FiscalYearInput, {
      name: asked.name,
      starts_on: flags.from,
      ends_on: flags.to,
    })
    const made = await make(await caller(), input)
    return done(`Fiscal year ${made.name} is made: ${made.status}.`, made)
  },
})

const open = command('fiscal-year open', {
  says: 'Opens a planned fiscal year.',
  class: 'M',
  rehearses: true,
  reply: whole_year,
  permission: 'fiscalyear:manage',
  http: 'POST /api/v1/accounting/fiscal-years/:id/open',
  asks: { name },
  examples: ['kituo fiscal-year open 2027', 'kituo fiscal-year open 2027 --json'],
  plan: async ({ asked }) => ({ steps: [`open the fiscal year ${asked.name}`] }),
  run: async ({ asked, caller }) => {
    const years = await import('../../db/hospital/money/accounting/years/years.ts')
    const by = await caller()
    const { id, status } = await years.called(by, asked.name)
    if (status === 'OPEN') {
      return done(`Fiscal year ${asked.name} is OPEN already.`, await years.find(by, id), {
        changed: false,
      })
    }
    const opened = await years.open(by, id)
    return done(`Fiscal year ${opened.name} is open.`, opened)
  },
})

interface CloseFlags {
  plan: string | undefined
  accept: string | undefined
  resume: boolean
  wait: number
}
type CloseFrame = Frame<{ name: string }, CloseFlags>

const codes = (typed: string | undefined): string[] =>
  (typed ?? '')
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '')

async function looked(frame: CloseFrame): Promise<Shown> {
  const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
  const { plan } = await import('../../db/hospital/money/accounting/years/close-plan.ts')
  const by = await frame.caller()
  const { id } = await called(by, frame.asked.name)
  return {
    did: 'looked',
    ...(await plan(by, id, { accept: codes(frame.flags.accept), reason: frame.reason })),
  }
}

const close = command('fiscal-year close', {
  says: 'Closes a fiscal year by its plan; --dry-run looks and gives the plan.',
  class: 'M',
  permission: 'fiscalyear:close',
  http: 'POST /api/v1/accounting/fiscal-years/:id/close',
  exits: [4, 5, 6, 7],
  transaction: 'rule',
  asks: { name },
  flags: {
    plan: maybe(
      text('12 to 64 hex digits', /^[0-9a-fA-F]{12,64}$/),
      'close only if the plan is still this',
    ),
    accept: maybe(
      text('codes like W01,W08', /^[A-Za-z0-9, ]{1,200}$/),
      'warnings (and C11) accepted',
    ),
    resume: yes('make certificate and notices of a year already closed'),
    wait: orElse(whole(0), '10', 'seconds to wait for another close'),
  },
  examples: [
    'kituo fiscal-year close 2026 --dry-run',
    'kituo fiscal-year close 2026 --plan 7f3c0a91d2be --accept W01',
  ],
  look: async (frame) => {
    const shown = await looked(frame as CloseFrame)
    const { plan } = (frame as CloseFrame).flags
    if (plan !== undefined && !shown.plan.startsWith(plan.toLowerCase())) {
      throw await movedSince(frame as CloseFrame)
    }
    const blocked = shown.checks.filter(({ state }) => state === 'FAIL').length
    const open_warnings = shown.warnings.filter(({ accepted }) => !accepted).length
    return shown.ready || shown.fiscal_year.status === 'CLOSED'
      ? done('Nothing was written.', { ...shown, exit: 0 }, { changed: false })
      : done(`${blocked} blocking, ${open_warnings} to accept; nothing was written`, shown, {
          changed: false,
          error: { code: 'check.failed' },
        })
  },
  converse: converseClose,
  run: async (frame) => {
    const { flags, asked } = frame
    if (flags.plan === undefined && !flags.resume) {
      throw usage('plan', 'give --dry-run to look or --plan <hash> to close')
    }
    const rules = await import('../../db/hospital/money/accounting/years/close.ts')
    const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
    const by = await frame.caller()
    const { id } = await called(by, asked.name)
    const outcome = await waiting(flags.wait, () =>
      rules.close(by, id, {
        plan: flags.plan ?? null,
        accept: codes(flags.accept),
        reason: frame.reason,
      }),
    ).catch(async (error: unknown) => {
      throw isRefusal(error) && error.code === 'plan.moved' ? await movedSince(frame) : error
    })
    return closedDocument(frame, outcome)
  },
  view: (data) => viewClose(data as Shown),
})

/** OPS-67: another close of the year is waited for, then named. */
async function waiting<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  for (let left = seconds; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'lock.held' || left <= 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}

async function movedSince(frame: CloseFrame): Promise<Refusal> {
  const { newerThan } = await import('../../db/hospital/money/accounting/years/close-newer.ts')
  const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
  const by = await frame.caller()
  const year = await called(by, frame.asked.name)
  const { plan, newer, last } = await newerThan(by, year.id, frame.flags.plan ?? '')
  const entries = newer === null ? 'many entries' : `${newer} ${newer === 1 ? 'entry' : 'entries'}`
  return new Refusal(
    409,
    'plan.moved',
    `the books moved since that plan (plan now ${plan.slice(0, 12)}, ${entries} newer, last ${last}); nothing was written`,
  )
}

async function closedDocument(
  frame: CloseFrame,
  {
    did,
    year,
    plan,
  }: { did: 'closed' | 'already' | 'waits'; year: { id: string; name: string }; plan: string },
) {
  const { closedOf } = await import('../../db/hospital/money/accounting/years/closed.ts')
  const { plan: planOf } = await import('../../db/hospital/money/accounting/years/close-plan.ts')
  const { rowOf } = await import('../../db/hospital/money/accounting/years/years.ts')
  const { hospitalOf } = await import('../../db/hospital/office/hospitals/hospitals.ts')
  const by = await frame.caller()
  const row = await rowOf(by, year.id)
  const closed = await closedOf(by, row)
  const { timezone } = await hospitalOf(by)
  const base = await planOf(by, year.id)
  const { purseOf } = await import('../../db/hospital/money/accounting/purse.ts')
  const { major } = await purseOf(by)
  const data: Shown = {
    ...base,
    did,
    plan: did === 'waits' ? plan : (row.close_plan ?? plan),
    ready: false,
    written: did === 'closed',
    exit: did === 'waits' ? 7 : 0,
    total: { ...base.total, ...(row.result === null ? {} : { surplus: major(row.result) }) },
    asked_by: row.awaiting?.asked_by_name ?? null,
    time_zone: timezone,
    ...(closed === undefined || did === 'waits' ? {} : { closed }),
  }
  const message =
    did === 'waits'
      ? `Fiscal year ${year.name} waits for a second person.`
      : `Fiscal year ${year.name} is closed.`
  return done(message, data, {
    changed: did !== 'already',
    ...(did === 'waits' ? { exit: 7 } : {}),
  })
}

const approve = command('fiscal-year approve', {
  says: 'Approves a close or a reopening that somebody else asked for.',
  class: 'M',
  reply: whole_year,
  permission: 'fiscalyear:close',
  transaction: 'rule',
  exits: [4, 5],
  asks: { name },
  flags: {
    plan: maybe(text('12 to 64 hex digits', /^[0-9a-fA-F]{12,64}$/), 'only if this was asked'),
  },
  examples: [
    'kituo fiscal-year approve 2026',
    'kituo fiscal-year approve 2026 --plan 7f3c0a91d2be',
  ],
  plan: async ({ asked }) => ({ steps: [`do what was asked for ${asked.name}`] }),
  run: async ({ asked, flags, caller }) => {
    const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
    const { approve: agree } = await import('../../db/hospital/money/accounting/years/approve.ts')
    const by = await caller()
    const { id } = await called(by, asked.name)
    const year = await agree(by, id, flags.plan ?? null)
    return done(`Fiscal year ${year.name} is ${year.status}.`, year)
  },
})

const withdraw = command('fiscal-year withdraw', {
  says: 'Takes back a close or a reopening that waits for a second person.',
  class: 'M',
  rehearses: true,
  reply: whole_year,
  permission: 'fiscalyear:close',
  http: 'POST /api/v1/accounting/fiscal-years/:id/withdraw',
  asks: { name },
  examples: ['kituo fiscal-year withdraw 2026', 'kituo fiscal-year withdraw 2026 --json'],
  plan: async ({ asked }) => ({ steps: [`withdraw what was asked for ${asked.name}`] }),
  run: async ({ asked, caller }) => {
    const years = await import('../../db/hospital/money/accounting/years/years.ts')
    const { withdraw: back } = await import(
      '../../db/hospital/money/accounting/years/close-agreed.ts'
    )
    const by = await caller()
    const { id } = await years.called(by, asked.name)
    await back(by, id)
    return done(`Nothing waits for ${asked.name} any more.`, await years.find(by, id))
  },
})

const reopen = command('fiscal-year reopen', {
  says: 'Opens the latest closed fiscal year again.',
  class: 'M',
  rehearses: true,
  reason: 'must',
  permission: 'fiscalyear:reopen',
  http: 'POST /api/v1/accounting/fiscal-years/:id/reopen',
  exits: [5, 6, 7],
  asks: { name },
  examples: [
    'kituo fiscal-year reopen 2026 --reason "an invoice was found"',
    'kituo fiscal-year reopen 2026 --reason "an invoice was found" --json',
  ],
  plan: async ({ asked }) => ({ steps: [`take back the closing entries of ${asked.name}`] }),
  run: async ({ asked, caller, reason }) => {
    const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
    const { reopen: back } = await import('../../db/hospital/money/accounting/years/reopen.ts')
    const by = await caller()
    const { id, name: year } = await called(by, asked.name)
    const { did, entries, lock_date, filed_returns } = await back(by, id, reason)
    const data = { fiscal_year: year, did, entries, lock_date, filed_returns }
    return did === 'waits'
      ? done(`Recorded. Fiscal year ${year} waits for a second person.`, data, { exit: 7 })
      : done(`Fiscal year ${year} is open again.`, data)
  },
  view: ({ did, fiscal_year, entries, lock_date, filed_returns }) =>
    did === 'waits'
      ? `Recorded. Fiscal year ${fiscal_year} waits for a second person.`
      : [
          `Fiscal year ${fiscal_year} is open again.`,
          `Mirrored         ${entries.length === 0 ? 'none' : entries.join(', ')}`,
          `Lock date        ${lock_date ?? 'none'}`,
          ...(filed_returns.length === 0 ? [] : [`Returns filed    ${filed_returns.join(', ')}`]),
        ].join('\n'),
})

const seal = command('fiscal-year seal', {
  says: 'Seals a closed fiscal year for good; it is never opened again.',
  class: 'M',
  confirm: 'C2',
  reply: whole_year,
  permission: 'fiscalyear:seal',
  http: 'POST /api/v1/accounting/fiscal-years/:id/seal',
  asks: { name },
  flags: {
    auditor: word(text('a name', /^[^\0]{2,160}$/), 'who audited it'),
    on: word(day(), 'the day of the audit report'),
  },
  examples: [
    'kituo fiscal-year seal 2025 --auditor "Audit House" --on 2026-05-30',
    'kituo fiscal-year seal 2025 --auditor "Audit House" --on 2026-05-30 --json',
  ],
  plan: async ({ asked }) => ({ steps: [`seal the fiscal year ${asked.name}`], type: asked.name }),
  run: async ({ asked, flags, caller }) => {
    const years = await import('../../db/hospital/money/accounting/years/years.ts')
    const { seal: shut } = await import('../../db/hospital/money/accounting/years/reopen.ts')
    const by = await caller()
    const { id } = await years.called(by, asked.name)
    await shut(by, id, { auditor: flags.auditor, sealed_on: flags.on })
    return done(`Fiscal year ${asked.name} is sealed.`, await years.find(by, id))
  },
})

const certificate = command('fiscal-year certificate', {
  says: 'Writes the certificate of a close as a PDF.',
  class: 'R',
  permission: 'fiscalyear:read',
  http: 'GET /api/v1/accounting/fiscal-years/:id/certificate',
  asks: { name },
  flags: { out: word(path(), 'the file to write') },
  examples: [
    'kituo fiscal-year certificate 2026 --out ./certificate-2026.pdf',
    'kituo fiscal-year certificate 2026 --out ./certificate-2026.pdf --json',
  ],
  run: async ({ asked, flags: { out }, caller, put }) => {
    const { called } = await import('../../db/hospital/money/accounting/years/years.ts')
    const { certificateOf } = await import(
      '../../db/hospital/money/accounting/years/certificate.ts'
    )
    const { letterheadOf } = await import('../../db/hospital/office/places/letterhead.ts')
    const { certificatePaper } = await import('../../templates/certificate.ts')
    const { render } = await import('../../templates/render.ts')
    const { fontBytes } = await import('../../templates/font-files.ts')
    const { clock } = await import('../../db/core/clock.ts')
    const by = await caller()
    const { id } = await called(by, asked.name)
    const found = await certificateOf(by, id)
    const head = await letterheadOf(by, null)
    const printed = { at: clock.instant(), by: by.name }
    const paper = certificatePaper(found, head, head.language, printed)
    await put(Buffer.from(await render(paper, fontBytes())))
    const { number, sha256, version } = found
    return done(`Certificate ${number} is in ${out}.`, { number, version, sha256, file: out })
  },
  view: () => null,
})

export const commands = [list, create, open, close, approve, withdraw, reopen, seal, certificate]
