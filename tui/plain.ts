// The screens as numbered lines, asked one by one: for screen readers, slow lines and dumb
// terminals (OPS-202). It is the same desk: the same lists, acts, plans and refusals.

import type { Desk } from './desk.ts'
import { type Said, typedAs } from './hands.ts'
import { screens } from './screens/all.ts'
import { type Act, asRows, type Row, type Tab, words } from './screens.ts'
import { clean } from './text.ts'

export interface PlainTerminal {
  out(text: string): void
  ask(question: string, how?: { hidden: boolean }): Promise<string | null>
}

export async function plainly(desk: Desk, terminal: PlainTerminal): Promise<number> {
  const say = (text: string): void => terminal.out(`${text}\n`)
  if (!(await signedIn(desk, terminal, say))) return 9
  for (;;) {
    const open = screens.filter(({ permission }) => desk.may(permission))
    const at = await chosen(
      terminal,
      say,
      'Screens',
      open.map(({ title }) => title),
    )
    const screen = open[at]
    if (screen === undefined) return 0
    const tab_at =
      screen.tabs.length === 1
        ? 0
        : await chosen(
            terminal,
            say,
            screen.title,
            screen.tabs.map(({ name }) => name),
          )
    const tab = screen.tabs[tab_at]
    if (tab !== undefined) await atTab(desk, tab, terminal, say)
  }
}

type Say = (text: string) => void

async function signedIn(desk: Desk, terminal: PlainTerminal, say: Say): Promise<boolean> {
  const hospital =
    desk.place.hosted === true
      ? ((await terminal.ask('Hospital, by its code: ')) ?? '').trim()
      : null
  const where = hospital === null ? {} : { hospital }
  const username = (await terminal.ask('Username: ')) ?? ''
  const password = (await terminal.ask('Password: ', { hidden: true })) ?? ''
  let answer = await desk.hands.signIn({ ...where, username, password, code: '' })
  if (answer.kind === 'code') {
    const code = (await terminal.ask('Code: ')) ?? ''
    answer = await desk.hands.signIn({ ...where, username, password, code })
  }
  if (answer.kind === 'in') {
    desk.person = answer.person
    return true
  }
  say(answer.kind === 'refused' ? answer.message : 'Not signed in.')
  return false
}

/** -1 for back. */
async function chosen(
  terminal: PlainTerminal,
  say: Say,
  title: string,
  names: readonly string[],
): Promise<number> {
  say(`\n${title}`)
  for (const [at, name] of names.entries()) say(`  ${at + 1}. ${name}`)
  const typed = await terminal.ask('Number, or empty to go back: ')
  const number = Number(typed ?? '')
  return Number.isInteger(number) && number >= 1 && number <= names.length ? number - 1 : -1
}

async function atTab(desk: Desk, tab: Tab, terminal: PlainTerminal, say: Say): Promise<void> {
  const document = await desk.hands.run(tab.words)
  const rows = document.success || document.data !== null ? tab.rows(document.data) : []
  if (!document.success) say(document.message)
  const acts = tab.acts.filter(({ of }) => of === 'list')
  const at = await chosen(terminal, say, tab.name, [
    ...acts.map(({ says }) => says),
    ...rows.map((row) => tab.columns.map(({ of }) => clean(words(of(row)))).join('  ')),
  ])
  const act = acts[at]
  if (act !== undefined) return carriedOut(desk, act, null, terminal, say)
  const row = rows[at - acts.length]
  if (row !== undefined) await atRow(desk, tab, row, terminal, say)
}

async function atRow(
  desk: Desk,
  tab: Tab,
  row: Row,
  terminal: PlainTerminal,
  say: Say,
): Promise<void> {
  const acts = tab.acts.filter(({ of }) => of === 'row')
  const opens = tab.opens?.(row)
  const at = await chosen(terminal, say, tab.id(row), [
    ...(opens === undefined ? [] : ['show']),
    ...acts.map(({ says }) => says),
  ])
  if (opens !== undefined && at === 0) {
    for (const line of await desk.hands.print(opens, 78)) say(line)
    return
  }
  const act = acts[opens === undefined ? at : at - 1]
  if (act !== undefined) await carriedOut(desk, act, row, terminal, say)
}

async function carriedOut(
  desk: Desk,
  act: Act,
  row: Row | null,
  terminal: PlainTerminal,
  say: Say,
): Promise<void> {
  const said: Record<string, string> = {}
  for (const ask of act.asks ?? []) {
    const standing = ask.value?.(row) ?? ''
    const typed = await terminal.ask(`${ask.says}${standing === '' ? '' : ` [${standing}]`}: `)
    said[ask.name] = typed === null || typed.trim() === '' ? standing : typed.trim()
  }
  const line = act.words(row ?? {}, said)
  say(typedAs(line))
  if (act.looks === true) {
    for (const one of await desk.hands.print(line, 78)) say(one)
    return
  }
  const plan = await desk.hands.run(line, { dry_run: true })
  if (!plan.success) return say(plan.message)
  const { steps = [plan.message], type = null } = plan.data as {
    steps?: string[]
    type?: string | null
  }
  for (const [at, step] of steps.entries()) say(`${at + 1}. ${step}`)
  const typed = await terminal.ask(type === null ? 'Go on? [y/N] ' : `Type ${type} to go on: `)
  const agreed = type === null ? /^y(?:es)?$/i.test((typed ?? '').trim()) : typed?.trim() === type
  if (!agreed) return say('Nothing was changed.')
  const approver = await secondPerson(desk, line, terminal)
  const done = await desk.hands.run(line, {
    yes: true,
    ...(type === null ? {} : { confirm: type }),
    ...(approver === null ? {} : { approver }),
  })
  say(done.message)
  if (done.success && act.once === true)
    for (const [name, value] of Object.entries(asRows(done.data)[0] ?? {}))
      if (typeof value === 'string') say(`${name}: ${value}`)
}

/** Without one the request waits until somebody else decides. */
async function secondPerson(
  desk: Desk,
  line: readonly string[],
  terminal: PlainTerminal,
): Promise<Said | null> {
  if ((await desk.hands.about(line))?.second !== true) return null
  const username = ((await terminal.ask('Second person, or empty to wait: ')) ?? '').trim()
  if (username === '') return null
  const password = (await terminal.ask('Password: ', { hidden: true })) ?? ''
  const code = ((await terminal.ask('Code, if two-factor is on: ')) ?? '').trim()
  return { username, password, code }
}
