// What is read: the list of a tab and what stands above it, what its acts need, and what a command
// prints.

import { clock } from '../db/core/clock.ts'
import type { Desk } from './desk.ts'
import { faultOf, typedAs } from './hands.ts'
import { chosenRow, empty, read } from './list.ts'
import { page } from './papers.ts'
import type { Tab } from './screens.ts'
import { readTimesIn } from './times.ts'

export const read_again_ms = 3000

/** Older than three readings: dim, and marked where there is no colour. */
export const isStale = ({ list: { at_ms }, every_ms }: Desk): boolean =>
  at_ms !== null && clock.ms() - at_ms > 3 * every_ms

/** The branch that was chosen goes along where nothing else was said. */
export const atBranch = ({ branch }: Desk, line: readonly string[]): readonly string[] =>
  branch === null || line.includes('--facility') ? line : [...line, '--facility', branch]

/** The line that fills the tab; null while the row that it is about is not known. */
async function lineOf(desk: Desk, tab: Tab): Promise<readonly string[] | null> {
  const { of } = tab
  if (of === undefined) return tab.words
  const other = desk.screen.tabs.find(({ name }) => name === of.tab)
  if (other === undefined) return null
  const key = `${desk.screen.name}/${other.name}`
  if (desk.lists.get(key) === undefined) {
    const document = await desk.hands.run(atBranch(desk, other.words))
    desk.lists.set(key, read(empty, other.rows(document.data), other.id, clock.ms()))
  }
  const row = chosenRow(desk.lists.get(key) ?? empty, other)
  return row === null ? null : of.words(row)
}

const session_over = 'Your session is over: sign in again.'

export async function load(desk: Desk): Promise<void> {
  const { tab, tabKey, person } = desk
  if (desk.reading.has(tabKey)) return
  desk.reading.add(tabKey)
  try {
    const line = await lineOf(desk, tab)
    if (line === null) {
      desk.lists.set(tabKey, { ...empty, at_ms: clock.ms() })
      return
    }
    const document = await desk.hands.run(atBranch(desk, line))
    readTimesIn(document.meta.time_zone)
    if (desk.person !== person) return
    if (document.error?.code === 'sign_in.needed') return desk.turnedOut(session_over)
    const list = desk.lists.get(tabKey) ?? empty
    // A look whose finding is bad has data all the same.
    const shows = document.success || document.data !== null
    desk.lists.set(
      tabKey,
      shows
        ? read(list, tab.rows(document.data), tab.id, clock.ms())
        : {
            ...list,
            at_ms: clock.ms(),
            fault: document.message,
            away: document.error?.code === 'daemon.silent',
          },
    )
    if (tab.head !== undefined) {
      // What this person may not see leaves its box empty; what a house that falls does not answer stands as it was.
      const before = desk.beside.get(tabKey) ?? []
      const others = await Promise.all(
        (tab.beside ?? []).map(async (one, at) => {
          const answer = await desk.hands.run(atBranch(desk, one)).catch(() => null)
          const is_silent = answer === null || answer.error?.code === 'daemon.silent'
          return is_silent ? (before[at + 1] ?? null) : answer
        }),
      )
      desk.beside.set(tabKey, [document, ...others])
    }
    await knowPermissions(desk, tab, tabKey)
  } catch (error) {
    const list = desk.lists.get(tabKey) ?? empty
    desk.lists.set(tabKey, { ...list, at_ms: clock.ms(), fault: faultOf(error), away: true })
  } finally {
    desk.reading.delete(tabKey)
    desk.changed()
  }
}

/** By the tab that was read: another may be in front by now, and two screens have a tab Now. */
async function knowPermissions(desk: Desk, tab: Tab, tabKey: string): Promise<void> {
  const row = chosenRow(desk.lists.get(tabKey) ?? empty, tab)
  for (const act of tab.acts) {
    if (act.of === 'row' && row === null) continue
    const known = await desk.hands.about(
      act.words(tab.across === undefined ? (row ?? {}) : { ...row, across: '' }, {}),
    )
    desk.permissions.set(`${tabKey}/${act.key}`, known?.permission ?? null)
  }
}

export const banners_again_ms = 15_000

/** What stands over all screens; what cannot be read just now stays as it was. */
export async function readBanners(desk: Desk): Promise<void> {
  if (desk.hands.banners === undefined || desk.reading.has('banners')) return
  desk.reading.add('banners')
  desk.banners_ms = clock.ms()
  try {
    desk.banners = await desk.hands.banners().catch(() => desk.banners)
  } finally {
    desk.reading.delete('banners')
    desk.changed()
  }
}

/** Each second, so that a house that fell is told within two; figures are read every three. */
export async function listen(desk: Desk): Promise<void> {
  if (desk.hands.heard === undefined || desk.reading.has('daemon')) return
  desk.reading.add('daemon')
  try {
    desk.unheard = !(await desk.hands.heard().catch(() => false))
  } finally {
    desk.reading.delete('daemon')
    desk.changed()
  }
}

export async function show(desk: Desk, line: readonly string[]): Promise<void> {
  const width = Math.max(20, desk.size.columns - 6)
  // Some looks take their time: a backup that is proved, a chain that is walked.
  desk.message = 'Looking ...'
  desk.changed()
  const lines = await desk.hands
    .print(atBranch(desk, line), width)
    .catch((error: unknown) => [faultOf(error)])
  desk.message = ''
  desk.paper = page(typedAs(line), lines)
  desk.changed()
}
