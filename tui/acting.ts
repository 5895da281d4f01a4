// Acts: what a key of a screen begins, its dialog, its plan, and the deed.

import { clock } from '../db/core/clock.ts'
import type { Document, Progress } from '../db/appliance/deployment/line.ts'
import type { Desk } from './desk.ts'
import { advanced, type Dialog, opened, planned, pressed, refused, wordsOf } from './dialog.ts'
import { faultOf, type How, typedAs } from './hands.ts'
import { once, page } from './papers.ts'
import { atBranch, load, show } from './reading.ts'
import { wrapped } from './text.ts'
import { type Act, because, type Row, type Tab, words } from './screens.ts'

export async function begin(desk: Desk, act: Act): Promise<void> {
  const row = desk.row
  if (act.of === 'row' && row === null) return
  if (act.page !== undefined) {
    desk.paper = page(act.says, act.page(row ?? {}))
    return desk.changed()
  }
  const line = act.words(row ?? {}, {})
  const about = await desk.hands.about(line)
  if (!desk.may(about?.permission ?? null)) {
    desk.message = `${act.says}: this needs ${about?.permission ?? ''}.`
  } else if (act.looks === true && act.asks === undefined) return show(desk, line)
  else {
    const name = row === null || act.of === 'list' ? '' : ` ${calledIn(desk.tab, row)}`
    openDialog(desk, act, act.of === 'row' ? row : null, `${act.says}${name}`)
  }
  desk.changed()
}

/** A line that was typed, or that an advice names: what changes something asks first. */
export async function beginLine(desk: Desk, line: readonly string[]): Promise<void> {
  const about = await desk.hands.about(line)
  if (about === null || !about.changes || line.some((word) => only_look.has(word))) {
    return show(desk, line)
  }
  if (!desk.may(about.permission)) {
    desk.message = `${line.join(' ')}: this needs ${about.permission ?? ''}.`
    return desk.changed()
  }
  const is_said = line.some((word) => /^--reason(?:=|$)/.test(word))
  const act: Act = {
    key: '',
    says: 'run it',
    of: 'list',
    prints: true,
    ...(about.reason && !is_said ? { asks: because } : {}),
    words: (_row, { reason = '' }) => (reason === '' ? line : [...line, '--reason', reason]),
  }
  openDialog(desk, act, null, `run ${line.join(' ')}`)
  desk.changed()
}

const only_look: ReadonlySet<string> = new Set(['--dry-run', '-n', '--help', '-h', '--explain'])

function openDialog(desk: Desk, act: Act, row: Row | null, title: string): void {
  desk.dialog = opened(act, row, title, act.asks ?? [], clock.ms())
  void foresee(desk, desk.dialog)
  if (desk.dialog.stage === 'plan') void plan(desk)
}

/** What a deed would do to others stands in its dialog before anything is asked (OPS-199). */
async function foresee(desk: Desk, { act, row, serial }: Dialog): Promise<void> {
  const impact = act.impact?.(row ?? {}) ?? null
  if (impact === null) return
  if (impact.waits !== undefined && desk.dialog?.serial === serial)
    desk.dialog = { ...desk.dialog, facts: [impact.waits] }
  const document = await tried(desk, atBranch(desk, impact.words(row ?? {})), {})
  if (desk.dialog?.serial !== serial) return
  if (typeof document === 'string') {
    if (impact.waits !== undefined) desk.dialog = { ...desk.dialog, facts: [document] }
    return desk.changed()
  }
  const data = (document.data ?? {}) as Row
  const facts = impact.says(data, row ?? {})
  const why = impact.refused?.(data, row ?? {}) ?? null
  const told = { ...desk.dialog, facts }
  const stands = told.stage !== 'doing' && told.stage !== 'refused'
  desk.dialog =
    why === null || !stands
      ? told
      : {
          ...refused(told, why),
          force: impact.force ?? null,
          opened_ms: clock.ms(),
        }
  desk.changed()
}

export function pressDialog(desk: Desk, key: string): void {
  const { dialog } = desk
  if (dialog === null) return
  const [next, wants] = pressed(dialog, key, clock.ms())
  desk.dialog = next
  if (wants === 'close' || wants === 'list' || wants === 'force') desk.dialog = null
  if (wants === 'list') {
    const impact = dialog.act.impact?.(dialog.row ?? {})
    if (impact !== null && impact !== undefined) void show(desk, impact.words(dialog.row ?? {}))
  }
  if (wants === 'force') {
    const other = desk.tab.acts.find((act) => act.key === dialog.force)
    if (other !== undefined) void begin(desk, other)
  }
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
  const now = desk.dialog
  if (now?.serial !== dialog.serial || now.stage !== 'plan') return
  if (typeof document === 'string') desk.dialog = { ...refused(now, document), force: null }
  else {
    const data = (document.data ?? {}) as { steps?: string[]; type?: string | null }
    const { steps = [document.message], type = null } = data
    const made = dialog.act.planned?.(dialog.row ?? {}, data as Row, dialog.said)
    // Nothing can be confirmed by the key that asked for it (OPS-199).
    const about = await desk.hands.about(line)
    const then = desk.dialog
    if (then?.serial !== dialog.serial || then.stage !== 'plan') return
    const ready = planned(then, made ?? { steps, type, words: null }, about?.second === true)
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
    onProgress: (said) => advance(desk, dialog.serial, said),
  })
  if (typeof document === 'string') {
    if (desk.dialog?.serial === dialog.serial) desk.dialog = refused(desk.dialog, document)
    else desk.message = document
  } else {
    if (desk.dialog?.serial === dialog.serial) desk.dialog = null
    // What is shown once is said on its own page alone (OPS-200).
    desk.message = dialog.act.once === true || dialog.act.prints === true ? '' : document.message
    if (dialog.act.once === true) {
      desk.paper = once(document, dialog.act.sheet?.((document.data ?? {}) as Row))
    } else if (dialog.act.prints === true) desk.paper = once(document, undefined, typedAs(line))
    desk.setList({ ...desk.list, at_ms: null })
    void load(desk)
  }
  desk.changed()
}

/** Told more often than anybody can read; drawn ten times a second at most. */
function advance(desk: Desk, serial: number, said: Progress): void {
  if (desk.dialog?.serial !== serial) return
  const is_new = desk.dialog.progress?.phase !== said.phase
  desk.dialog = advanced(desk.dialog, said)
  const now = clock.ms()
  if (!is_new && now - desk.advanced_ms < 100) return
  desk.advanced_ms = now
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

async function tried(desk: Desk, line: readonly string[], how: How): Promise<Document | string> {
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
