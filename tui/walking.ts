// From screen to screen, tab to tab, row to row: what the keys of everywhere do.

import { begin, beginLine } from './acting.ts'
import type { Desk } from './desk.ts'
import { type Does, screen_keys } from './keys.ts'
import { large } from './large.ts'
import { moved, takenIn } from './list.ts'
import { keysOf, linesOf, page } from './papers.ts'
import { load } from './reading.ts'
import { screens } from './screens/all.ts'
import { asRows, type Screen, text, words } from './screens.ts'
import type { Typing } from './typing.ts'

export function pressScreen(desk: Desk, key: string): void {
  desk.message = ''
  if ((screen_keys as readonly string[]).includes(key)) return openScreen(desk, key)
  if (desk.tab.across !== undefined && (key === 'left' || key === 'right')) {
    return moveAcross(desk, key === 'left' ? -1 : 1)
  }
  const global = desk.keys.get(key)
  if (global !== undefined) return does[global](desk)
  const act = desk.tab.acts.find((one) => one.key === key)
  if (act !== undefined) void begin(desk, act)
}

function openScreen(desk: Desk, key: string): void {
  // Webhooks stand among the messaging screens and have a key of their own.
  const screen = screens.find((one) => one.key === (key === '5' ? '4' : key))
  if (screen === undefined) return
  if (key === '5') {
    const at = screen.tabs.findIndex(({ name }) => name === 'Webhooks')
    if (at !== -1) desk.tabs.set(screen.name, at)
  }
  goTo(desk, screen)
}

export function goTo(desk: Desk, screen: Screen): void {
  if (!desk.may(screen.permission)) {
    desk.message = `${screen.title} needs ${screen.permission}.`
    return
  }
  desk.screen = screen
  void load(desk)
}

const does: Readonly<Record<Does, (desk: Desk) => void>> = {
  up: (desk) => move(desk, -1),
  down: (desk) => move(desk, 1),
  page_up: (desk) => move(desk, -pageOf(desk)),
  page_down: (desk) => move(desk, pageOf(desk)),
  first: (desk) => move(desk, -1_000_000),
  last: (desk) => move(desk, 1_000_000),
  next_tab: (desk) => turnTab(desk, 1),
  last_tab: (desk) => turnTab(desk, -1),
  open: openRow,
  back: (desk) => desk.setList({ ...desk.list, filter: '' }),
  filter: (desk) => beginTyping(desk, 'filter', desk.list.filter),
  command: (desk) => beginTyping(desk, 'command'),
  branch: (desk) => {
    beginTyping(desk, 'branch')
    void knowBranches(desk)
  },
  all: (desk) => beginTyping(desk, 'screens'),
  line: (desk) => {
    desk.paper = linesOf(desk.tab, desk.row)
  },
  id: showId,
  help: (desk) => {
    desk.paper = keysOf(desk.screen.title, desk.tab, desk.keys)
  },
  again: (desk) => {
    desk.setList(takenIn(desk.list, desk.tab.id))
    void load(desk)
  },
  freeze: (desk) => {
    desk.frozen = !desk.frozen
  },
  leave: (desk) => {
    desk.left = true
  },
}

const pageOf = ({ size }: Desk): number => Math.max(1, size.rows - 10)

function beginTyping(desk: Desk, kind: Typing['kind'], text = ''): void {
  desk.typing = { kind, text }
}

function move(desk: Desk, by: number): void {
  desk.setList(moved(desk.list, desk.tab, by))
}

function turnTab(desk: Desk, by: number): void {
  const count = desk.screen.tabs.length
  const at = desk.screen.tabs.indexOf(desk.tab)
  desk.tabs.set(desk.screen.name, (at + by + count) % count)
  void load(desk)
}

function moveAcross(desk: Desk, by: number): void {
  const last = (desk.tab.across?.names(desk.list.rows).length ?? 1) - 1
  const at = (desk.across.get(desk.tabKey) ?? 0) + by
  desk.across.set(desk.tabKey, Math.max(0, Math.min(last, at)))
}

async function knowBranches(desk: Desk): Promise<void> {
  const document = await desk.hands.run(['facility', 'list']).catch(() => null)
  desk.branches = asRows(document?.data).map((row) => text(row, 'code'))
  desk.changed()
}

function openRow(desk: Desk): void {
  const { row, tab } = desk
  if (row === null) return
  if (tab.page !== undefined) desk.paper = page(tab.id(row), tab.page(row))
  else if (tab.opens !== undefined) openLine(desk, tab.opens(row))
}

/** `tui --screen jobs` opens that screen here, which is what an advice may ask for. */
function openLine(desk: Desk, line: readonly string[]): void {
  const screen = screens.find(({ name }) => line[0] === 'tui' && name === line[2])
  if (screen !== undefined) goTo(desk, screen)
  else void beginLine(desk, line)
}

function showId(desk: Desk): void {
  const { row, tab } = desk
  if (row === null) return
  const id = words(row['id'] ?? tab.id(row))
  desk.paper = page('Id', ['', ...large(id, desk.size.columns - 6), '', id])
}
