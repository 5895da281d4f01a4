// Acts: what a key of a screen begins, its dialog, its plan, and the deed.

import { clock } from '../db/clock.ts'
import type { Document } from '../db/deployment/line.ts'
import type { Desk } from './desk.ts'
import { opened, planned, pressed, refused, wordsOf } from './dialog.ts'
import { faultOf } from './hands.ts'
import { chosenRow } from './list.ts'
import { once } from './papers.ts'
import { atBranch, load, show } from './reading.ts'
import { wrapped } from './text.ts'
import { type Act, type Row, type Tab, words } from './screens.ts'

export async function begin(desk: Desk, act: Act): Promise<void> {
  const row = chosenRow(desk.list, desk.tab)
  if (act.of === 'row' && row === null) return
  const line = act.words(row ?? {}, {})
  const about = await desk.hands.about(line)
  if (!desk.may(about?.permission ?? null)) {
    desk.message = `${act.says}: this needs ${about?.permission ?? ''}.`
  } else if (act.looks === true && act.asks === undefined) return show(desk, line)
  else {
    const name = row === null || act.of === 'list' ? '' : ` ${calledIn(desk.tab, row)}`
    desk.dialog = opened(
      act,
      act.of === 'row' ? row : null,
      `${act.says}${name}`,
      act.asks ?? [],
      clock.ms(),
    )
    if (desk.dialog.stage === 'plan') void plan(desk)
  }
  desk.changed()
}

export function pressDialog(desk: Desk, key: string): void {
  if (desk.dialog === null) return
  const [next, wants] = pressed(desk.dialog, key, clock.ms())
  desk.dialog = next
  if (wants === 'close') desk.dialog = null
  if (wants === 'plan') void plan(desk)
  if (wants === 'do') void carryOut(desk)
}

async function plan(desk: Desk): Promise<void> {
  const { dialog } = desk
  if (dialog === null) return
  const line = wordsOf(dialog)
  if (dialog.act.looks === true) {
    desk.dialog = null
    return show(desk, line)
  }
  const document = await tried(desk, atBranch(desk, line), { dry_run: true })
  if (desk.dialog !== dialog && desk.dialog?.act !== dialog.act) return
  if (typeof document === 'string') desk.dialog = refused(dialog, document)
  else {
    const data = (document.data ?? {}) as { steps?: string[]; type?: string | null }
    const { steps = [document.message], type = null } = data
    const made = dialog.act.planned?.(dialog.row ?? {}, data as Row, dialog.said)
    // Nothing can be confirmed by the key that asked for it (OPS-199).
    const about = await desk.hands.about(line)
    const ready = planned(dialog, made ?? { steps, type, words: null }, about?.second === true)
    desk.dialog = { ...ready, opened_ms: clock.ms() }
  }
  desk.changed()
}

async function carryOut(desk: Desk): Promise<void> {
  const { dialog } = desk
  if (dialog === null) return
  const line = wordsOf(dialog)
  if (dialog.line !== null && dialog.typed.trim() !== (dialog.type ?? '')) {
    desk.dialog = refused(dialog, 'Nothing was written.')
    desk.changed()
    return
  }
  const document = await tried(desk, atBranch(desk, line), {
    yes: true,
    ...(dialog.type === null ? {} : { confirm: dialog.typed.trim() }),
    ...(dialog.second === null || dialog.second.username.trim() === ''
      ? {}
      : { approver: { ...dialog.second, username: dialog.second.username.trim() } }),
  })
  if (typeof document === 'string') desk.dialog = refused(dialog, document)
  else {
    desk.dialog = null
    desk.message = document.message
    if (dialog.act.once === true) {
      desk.paper = once(document, dialog.act.sheet?.((document.data ?? {}) as Row))
    }
    desk.setList({ ...desk.list, at_ms: null })
    void load(desk)
  }
  desk.changed()
}

/** OPS-200: what is shown once, as a page that can be carried. */
export async function writeSheet(desk: Desk): Promise<void> {
  const { paper } = desk
  if (paper?.sheet === undefined) return
  const { words: line, sent } = paper.sheet
  const document = await tried(desk, line, { sent })
  const said = typeof document === 'string' ? document : document.message
  if (desk.paper === paper) desk.paper = { ...paper, lines: [...paper.lines, ...wrapped(said, 70)] }
  desk.changed()
}

async function tried(desk: Desk, line: readonly string[], how: object): Promise<Document | string> {
  try {
    const document = await desk.hands.run(line, how)
    return document.success ? document : document.message
  } catch (error) {
    return faultOf(error)
  }
}

/** How people call a row: what its first column with a title says. */
const calledIn = (tab: Tab, row: Row): string =>
  words(tab.columns.find(({ title }) => title !== '')?.of(row))
