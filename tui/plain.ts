// The screens as numbered lines, asked one by one: for screen readers, slow lines and dumb
// terminals (OPS-202). It is the same desk: the same lists, acts, plans and refusals.

import type { Document } from '../db/appliance/deployment/line.ts'
import type { Desk } from './desk.ts'
import { faultOf, typedAs } from './hands.ts'
import { chosenIn, type PlainTerminal, type Say, secondPerson, signedIn } from './plain-asking.ts'
import { atBranch } from './reading.ts'
import { named, screens } from './screens/all.ts'
import { type Act, asRows, type Row, type Screen, type Tab, text, words } from './screens.ts'
import { clean } from './text.ts'

const width = 78

/** What asks, and what answers. */
interface Talk {
  readonly desk: Desk
  readonly terminal: PlainTerminal
  readonly say: Say
}

export async function plainly(desk: Desk, terminal: PlainTerminal): Promise<number> {
  const say: Say = (said) => terminal.out(`${said}\n`)
  const talk = { desk, terminal, say }
  if (!(await signedIn(desk, terminal, say))) return 9
  for (;;) {
    const open = screens.filter(({ permission }) => desk.may(permission))
    const found = await chosenIn(terminal, say, 'Screens', [
      ...open.map(({ title }) => title),
      'Another branch',
      'Type any command',
    ])
    if (found === null) return 0
    if (typeof found === 'string') {
      // A word picks, as it does after `-`.
      const [screen] = named(found).filter(({ permission }) => desk.may(permission))
      if (screen === undefined) say(`No screen is called ${clean(found)}.`)
      else await atScreen(talk, screen)
    } else if (found === open.length) await otherBranch(talk)
    else if (found === open.length + 1) await anyCommand(talk)
    else await atScreen(talk, open[found] as Screen)
  }
}

async function atScreen(talk: Talk, screen: Screen): Promise<void> {
  const { terminal, say } = talk
  const names = screen.tabs.map(({ name }) => name)
  const at = names.length === 1 ? 0 : await chosenIn(terminal, say, screen.title, names)
  const tab = typeof at === 'number' ? screen.tabs[at] : undefined
  if (tab !== undefined) await atTab(talk, screen, tab)
}

async function otherBranch({ desk, terminal, say }: Talk): Promise<void> {
  const document = await asked(() => desk.hands.run(['facility', 'list']))
  const codes =
    typeof document === 'string' ? [] : asRows(document.data).map((row) => text(row, 'code'))
  const at = await chosenIn(terminal, say, 'Branches', ['all', ...codes])
  if (typeof at === 'number') desk.branch = codes[at - 1] ?? null
}

async function anyCommand(talk: Talk): Promise<void> {
  const { desk, terminal } = talk
  const typed = ((await terminal.ask('kituo ')) ?? '').trim()
  if (typed === '') return
  const line = desk.hands.split(typed)
  const about = await desk.hands.about(line)
  if (about === null || !about.changes) return printed(talk, line)
  const act: Act = { key: '', says: 'run it', of: 'list', once: true, words: () => line }
  await carriedOut(talk, act, null)
}

/** Of a tab that belongs to a row of another, that row is chosen first. */
async function lineOf(talk: Talk, screen: Screen, tab: Tab): Promise<readonly string[] | null> {
  const { desk, terminal, say } = talk
  const { of } = tab
  const other = screen.tabs.find(({ name }) => name === of?.tab)
  if (of === undefined || other === undefined) return tab.words
  const rows = await rowsOf(talk, other, other.words)
  const at = await chosenIn(
    terminal,
    say,
    other.name,
    rows.map((row) => shown(other, row)),
  )
  const row = typeof at === 'number' ? rows[at] : undefined
  return row === undefined ? null : atBranch(desk, of.words(row))
}

async function rowsOf(
  { desk, say }: Talk,
  tab: Tab,
  line: readonly string[],
): Promise<readonly Row[]> {
  const document = await asked(() => desk.hands.run(atBranch(desk, line)))
  if (typeof document === 'string') {
    say(document)
    return []
  }
  if (!document.success) say(document.message)
  return document.success || document.data !== null ? tab.rows(document.data) : []
}

const shown = (tab: Tab, row: Row): string =>
  tab.columns.map(({ of }) => clean(words(of(row)))).join('  ')

async function atTab(talk: Talk, screen: Screen, tab: Tab): Promise<void> {
  const { terminal, say } = talk
  const line = await lineOf(talk, screen, tab)
  if (line === null) return
  const all = await rowsOf(talk, tab, line)
  const acts = tab.acts.filter(({ of }) => of === 'list')
  for (let filter = ''; ; ) {
    const rows = all.filter((row) => shown(tab, row).toLowerCase().includes(filter))
    const at = await chosenIn(
      terminal,
      say,
      filter === '' ? tab.name : `${tab.name} with "${filter}"`,
      [...acts.map(({ says }) => says), ...rows.map((row) => shown(tab, row))],
      'Number, words to filter by, or empty to go back: ',
    )
    if (at === null) return
    if (typeof at === 'string') {
      filter = at.toLowerCase()
      continue
    }
    const act = acts[at]
    if (act !== undefined) return carriedOut(talk, act, null)
    return atRow(talk, tab, rows[at - acts.length] as Row, all)
  }
}

async function atRow(talk: Talk, tab: Tab, row: Row, all: readonly Row[]): Promise<void> {
  const { terminal, say } = talk
  const acts = tab.acts.filter(({ of }) => of === 'row')
  const has_more = tab.opens !== undefined || tab.page !== undefined
  const at = await chosenIn(terminal, say, tab.id(row), [
    ...(has_more ? ['show'] : []),
    ...acts.map(({ says }) => says),
  ])
  if (typeof at !== 'number') return
  if (has_more && at === 0) {
    if (tab.page !== undefined) for (const line of tab.page(row)) say(line)
    else if (tab.opens !== undefined) await opened(talk, tab.opens(row))
    return
  }
  const act = acts[has_more ? at - 1 : at]
  if (act === undefined) return
  if (tab.across === undefined) return carriedOut(talk, act, row)
  const names = tab.across.names(all)
  const across = await chosenIn(terminal, say, 'Of', names)
  if (typeof across === 'number') await carriedOut(talk, act, { ...row, across: names[across] })
}

/** What an advice names may be a command that changes something: then it asks as any other. */
async function opened(talk: Talk, line: readonly string[]): Promise<void> {
  const about = await talk.desk.hands.about(line)
  if (about === null || !about.changes || line.includes('--dry-run')) return printed(talk, line)
  await carriedOut(talk, { key: '', says: 'run it', of: 'list', words: () => line }, null)
}

async function printed({ desk, say }: Talk, line: readonly string[]): Promise<void> {
  const lines = await asked(() => desk.hands.print(atBranch(desk, line), width))
  for (const one of typeof lines === 'string' ? [lines] : lines) say(one)
}

async function carriedOut(talk: Talk, act: Act, row: Row | null): Promise<void> {
  const { desk, terminal, say } = talk
  if (act.page !== undefined) {
    for (const line of act.page(row ?? {})) say(line)
    return
  }
  if (!(await foreseen(talk, act, row))) return
  const said = await answers(talk, act, row)
  let line = act.words(row ?? {}, said)
  const about = await desk.hands.about(line)
  if (about?.reason === true && !line.includes('--reason')) {
    const reason = ((await terminal.ask('Why: ')) ?? '').trim()
    line = [...line, '--reason', reason]
  }
  say(typedAs(line))
  if (act.looks === true) return printed(talk, line)
  const plan = await asked(() => desk.hands.run(atBranch(desk, line), { dry_run: true }))
  if (typeof plan === 'string') return say(plan)
  if (!plan.success) return say(plan.message)
  const data = (plan.data ?? {}) as { steps?: string[]; type?: string | null } & Row
  const {
    steps = [plan.message],
    type = null,
    words: own = null,
  } = act.planned?.(row ?? {}, data, said) ?? data
  if (own !== null) line = own as readonly string[]
  for (const [at, step] of steps.entries()) say(`${at + 1}. ${step}`)
  if (act.undo !== undefined) say(`Taken back by: ${act.undo}.`)
  else if (/^[A-Z]$/.test(act.key)) say('This cannot be undone.')
  await agreed(talk, act, line, type)
}

/** What it would do to others; false where that refuses it. */
async function foreseen({ desk, say }: Talk, act: Act, row: Row | null): Promise<boolean> {
  const impact = act.impact?.(row ?? {}) ?? null
  if (impact === null) return true
  const document = await asked(() => desk.hands.run(atBranch(desk, impact.words(row ?? {}))))
  if (typeof document === 'string' || !document.success) return true
  const data = (document.data ?? {}) as Row
  for (const fact of impact.says(data, row ?? {})) say(fact)
  const why = impact.refused?.(data, row ?? {}) ?? null
  if (why !== null) say(why)
  return why === null
}

async function answers(
  { terminal }: Talk,
  act: Act,
  row: Row | null,
): Promise<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const ask of act.asks ?? []) {
    const standing = ask.value?.(row) ?? ''
    const typed = await terminal.ask(`${ask.says}${standing === '' ? '' : ` [${standing}]`}: `)
    said[ask.name] = typed === null || typed.trim() === '' ? standing : typed.trim()
  }
  return said
}

async function agreed(
  talk: Talk,
  act: Act,
  line: readonly string[],
  type: string | null,
): Promise<void> {
  const { desk, terminal, say } = talk
  const typed = await terminal.ask(type === null ? 'Go on? [y/N] ' : `Type ${type} to go on: `)
  const yes = type === null ? /^y(?:es)?$/i.test((typed ?? '').trim()) : typed?.trim() === type
  if (!yes) return say('Nothing was changed.')
  const approver = await secondPerson(desk, line, terminal)
  const done = await asked(() =>
    desk.hands.run(atBranch(desk, line), {
      yes: true,
      ...(type === null ? {} : { confirm: type }),
      ...(approver === null ? {} : { approver }),
    }),
  )
  if (typeof done === 'string') return say(done)
  say(done.message)
  if (done.success && act.once === true) await shownOnce(talk, act, done)
}

async function shownOnce({ desk, terminal, say }: Talk, act: Act, done: Document): Promise<void> {
  const row = asRows(done.data)[0] ?? {}
  for (const [name, value] of Object.entries(row))
    if (typeof value === 'string') say(`${name}: ${clean(value)}`)
  const sheet = act.sheet?.(row)
  if (sheet === undefined) return
  const wanted = await terminal.ask('Write the page as a PDF? [y/N] ')
  if (!/^y(?:es)?$/i.test((wanted ?? '').trim())) return
  const written = await asked(() => desk.hands.run(sheet.words, { sent: sheet.sent }))
  say(typeof written === 'string' ? written : written.message)
}

async function asked<T>(work: () => Promise<T>): Promise<T | string> {
  try {
    return await work()
  } catch (error) {
    return faultOf(error)
  }
}
