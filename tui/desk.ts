// The person at the screens: what is shown, what a key does, what is read again and when. It knows
// nothing of terminals; a test presses keys and reads frames.

import { clock } from '../db/clock.ts'
import type { Document } from '../db/deployment/line.ts'
import { type Dialog, edited, opened, planned, pressed, refused, wordsOf } from './dialog.ts'
import { type Hands, type Person, type Place, typedAs } from './hands.ts'
import { type Does, type KeyTable, screen_keys } from './keys.ts'
import { chosenRow, empty, type List, moved, read, takenIn, visible } from './list.ts'
import { keysOf, linesOf, once, page, type Paper, turned } from './papers.ts'
import { screens } from './screens/all.ts'
import { type Act, type Row, type Screen, type Tab, words } from './screens.ts'
import { filledIn, formFor, no_form, type SignForm } from './sign-form.ts'

export interface Typing {
  readonly kind: 'filter' | 'command' | 'screens' | 'branch'
  readonly text: string
}

export interface Size {
  readonly columns: number
  readonly rows: number
}

export const least: Size = { columns: 60, rows: 16 }
export const read_again_ms = 3000
const session_ms = 8 * 3_600_000

export class Desk {
  size: Size = { columns: 80, rows: 24 }
  person: Person | null = null
  locked = false
  form: SignForm = no_form
  screen: Screen = screens[0] as Screen
  tabs = new Map<string, number>()
  lists = new Map<string, List>()
  beside = new Map<string, readonly (Document | null)[]>()
  dialog: Dialog | null = null
  paper: Paper | null = null
  typing: Typing | null = null
  message = ''
  branch: string | null = null
  frozen = false
  /** Set when the person has left. */
  left = false
  /** A second Ctrl-C leaves. */
  private broken_off = false
  private last_key_ms = clock.ms()
  private signed_ms = 0
  private reading = new Set<string>()
  private readonly permissions = new Map<string, string | null>()
  private readonly listeners = new Set<() => void>()
  readonly hands: Hands
  readonly place: Place
  readonly keys: KeyTable
  readonly ascii: boolean

  constructor(hands: Hands, place: Place, keys: KeyTable, ascii: boolean) {
    this.hands = hands
    this.place = place
    this.keys = keys
    this.ascii = ascii
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }

  get tab(): Tab {
    return this.screen.tabs[this.tabs.get(this.screen.name) ?? 0] ?? this.screen.tabs[0]
  }

  get list(): List {
    return this.lists.get(this.tabKey) ?? empty
  }

  get tabKey(): string {
    return `${this.screen.name}/${this.tab.name}`
  }

  get tooSmall(): boolean {
    return this.size.columns < least.columns || this.size.rows < least.rows
  }

  beginWith(name: string): void {
    this.screen = screens.find((one) => one.name === name) ?? this.screen
  }

  resize(size: Size): void {
    this.size = size
    this.changed()
  }

  /** Locks, clears what is shown once, reads again. */
  tick(): void {
    const now = clock.ms()
    if (this.paper?.until_ms !== null && this.paper !== null && now >= (this.paper.until_ms ?? 0))
      this.paper = null
    if (this.person !== null && !this.locked) {
      if (now - this.last_key_ms >= this.place.lock_ms || now - this.signed_ms >= session_ms)
        this.lock()
      else if (!this.frozen && now - (this.list.at_ms ?? 0) >= read_again_ms) void this.load()
    }
    this.changed()
  }

  press(key: string): void {
    this.last_key_ms = clock.ms()
    if (key === 'ctrl-c') {
      if (this.broken_off) this.left = true
      this.broken_off = true
      this.message = 'Ctrl-C once more leaves.'
      this.changed()
      return
    }
    this.broken_off = false
    if (this.tooSmall) {
      if (key === 'q') this.left = true
    } else if (this.person === null || this.locked) this.pressSignIn(key)
    else if (this.dialog !== null) this.pressDialog(key)
    else if (this.typing !== null) this.pressTyping(key)
    else if (this.paper !== null) this.pressPaper(key)
    else this.pressScreen(key)
    this.changed()
  }

  // Sign-in and lock

  private lock(): void {
    this.locked = true
    this.form = formFor(this.person?.username ?? '')
    this.paper = null
    this.dialog = null
  }

  private pressSignIn(key: string): void {
    const [form, wants] = filledIn(this.form, key, this.locked)
    this.form = form
    if (wants === 'leave') this.left = true
    if (wants === 'sign_in') void this.signIn()
  }

  private async signIn(): Promise<void> {
    const { username, password, code } = this.form
    this.form = { ...this.form, busy: true, message: '' }
    this.changed()
    const answer = await this.hands
      .signIn({ username, password, code })
      .catch((error: unknown) => ({ kind: 'refused' as const, message: said(error) }))
    if (answer.kind === 'code')
      this.form = {
        ...this.form,
        busy: false,
        wants_code: true,
        focus: 2,
        message: 'Now the code of the second factor.',
      }
    else if (answer.kind === 'refused')
      this.form = {
        ...this.form,
        busy: false,
        password: '',
        code: '',
        focus: 1,
        message: answer.message,
      }
    else if (this.locked && answer.person.username !== this.person?.username)
      this.form = formFor(this.person?.username ?? '', 'Only the same person opens this.')
    else {
      this.person = answer.person
      this.locked = false
      this.form = no_form
      this.signed_ms = clock.ms()
      this.last_key_ms = clock.ms()
      void this.load()
    }
    this.changed()
  }

  // The screen

  private pressScreen(key: string): void {
    this.message = ''
    if ((screen_keys as readonly string[]).includes(key)) return this.openScreen(key)
    const does = this.keys.get(key)
    if (does !== undefined) return this.does(does)
    const act = this.tab.acts.find((one) => one.key === key)
    if (act !== undefined) void this.begin(act)
  }

  private openScreen(key: string): void {
    // Webhooks stand among the messaging screens and have a key of their own.
    const screen = screens.find((one) => one.key === (key === '5' ? '4' : key))
    if (screen === undefined) return
    if (key === '5') {
      const at = screen.tabs.findIndex(({ name }) => name === 'Webhooks')
      if (at !== -1) this.tabs.set(screen.name, at)
    }
    this.goTo(screen)
  }

  private goTo(screen: Screen): void {
    if (!this.may(screen.permission)) {
      this.message = `${screen.title} needs ${screen.permission}.`
      return
    }
    this.screen = screen
    void this.load()
  }

  may(permission: string | null): boolean {
    return permission === null || this.person?.permissions.has(permission) === true
  }

  private does(does: Does): void {
    const page = Math.max(1, this.size.rows - 10)
    switch (does) {
      case 'up':
        return this.move(-1)
      case 'down':
        return this.move(1)
      case 'page_up':
        return this.move(-page)
      case 'page_down':
        return this.move(page)
      case 'first':
        return this.move(-1_000_000)
      case 'last':
        return this.move(1_000_000)
      case 'next_tab':
        return this.turnTab(1)
      case 'last_tab':
        return this.turnTab(-1)
      case 'open':
        return this.openRow()
      case 'back':
        return this.setList({ ...this.list, filter: '' })
      case 'filter':
        this.typing = { kind: 'filter', text: this.list.filter }
        return
      case 'command':
        this.typing = { kind: 'command', text: '' }
        return
      case 'branch':
        this.typing = { kind: 'branch', text: '' }
        return
      case 'all':
        this.typing = { kind: 'screens', text: '' }
        return
      case 'line':
        this.paper = linesOf(this.tab, chosenRow(this.list, this.tab))
        return
      case 'id':
        return this.showId()
      case 'help':
        this.paper = keysOf(this.screen.title, this.tab, this.keys)
        return
      case 'again':
        this.setList(takenIn(this.list, this.tab.id))
        void this.load()
        return
      case 'freeze':
        this.frozen = !this.frozen
        return
      case 'leave':
        this.left = true
    }
  }

  private setList(list: List): void {
    this.lists.set(this.tabKey, list)
  }

  private move(by: number): void {
    this.setList(moved(this.list, this.tab, by))
  }

  private turnTab(by: number): void {
    const count = this.screen.tabs.length
    const at = this.screen.tabs.indexOf(this.tab)
    this.tabs.set(this.screen.name, (at + by + count) % count)
    void this.load()
  }

  private openRow(): void {
    const row = chosenRow(this.list, this.tab)
    if (row === null || this.tab.opens === undefined) return
    void this.show(this.tab.opens(row))
  }

  private showId(): void {
    const row = chosenRow(this.list, this.tab)
    if (row !== null) this.paper = page('Id', ['', words(row['id'] ?? this.tab.id(row)), ''])
  }

  // What is read

  async load(): Promise<void> {
    const { tab, tabKey, branch } = this
    if (this.reading.has(tabKey)) return
    this.reading.add(tabKey)
    try {
      const document = await this.hands.run([...tab.words, ...at(branch, tab.words)])
      const list = this.lists.get(tabKey) ?? empty
      // A look whose finding is bad has data all the same.
      const shows = document.success || document.data !== null
      this.lists.set(
        tabKey,
        shows
          ? read(list, tab.rows(document.data), tab.id, clock.ms())
          : { ...list, at_ms: clock.ms(), fault: document.message },
      )
      if (tab.head !== undefined) {
        // What this person may not see leaves its box empty; the rest stands.
        const others = await Promise.all(
          (tab.beside ?? []).map((line) => this.hands.run(line).catch(() => null)),
        )
        this.beside.set(tabKey, [document, ...others])
      }
      await this.knowPermissions(tab)
    } catch (error) {
      const list = this.lists.get(tabKey) ?? empty
      this.lists.set(tabKey, { ...list, at_ms: clock.ms(), fault: said(error) })
    } finally {
      this.reading.delete(tabKey)
      this.changed()
    }
  }

  private async knowPermissions(tab: Tab): Promise<void> {
    const row = chosenRow(this.list, tab)
    for (const act of tab.acts) {
      if (act.of === 'row' && row === null) continue
      const known = await this.hands.about(act.words(row ?? {}, {}))
      this.permissions.set(`${tab.name}/${act.key}`, known?.permission ?? null)
    }
  }

  mayAct(act: Act): boolean {
    return this.may(this.permissions.get(`${this.tab.name}/${act.key}`) ?? null)
  }

  private async show(line: readonly string[]): Promise<void> {
    const width = Math.max(20, this.size.columns - 6)
    const lines = await this.hands
      .print([...line, ...at(this.branch, line)], width)
      .catch((error: unknown) => [said(error)])
    this.paper = page(typedAs(line), lines)
    this.changed()
  }

  // Acts

  private async begin(act: Act): Promise<void> {
    const row = chosenRow(this.list, this.tab)
    if (act.of === 'row' && row === null) return
    const line = act.words(row ?? {}, {})
    const about = await this.hands.about(line)
    if (!this.may(about?.permission ?? null)) {
      this.message = `${act.says}: this needs ${about?.permission ?? ''}.`
    } else if (act.looks === true && act.asks === undefined) return this.show(line)
    else {
      const name = row === null || act.of === 'list' ? '' : ` ${calledIn(this.tab, row)}`
      this.dialog = opened(
        act,
        act.of === 'row' ? row : null,
        `${act.says}${name}`,
        act.asks ?? [],
        clock.ms(),
      )
      if (this.dialog.stage === 'plan') void this.plan()
    }
    this.changed()
  }

  private pressDialog(key: string): void {
    if (this.dialog === null) return
    const [next, wants] = pressed(this.dialog, key, clock.ms())
    this.dialog = next
    if (wants === 'close') this.dialog = null
    if (wants === 'plan') void this.plan()
    if (wants === 'do') void this.carryOut()
  }

  private async plan(): Promise<void> {
    const { dialog } = this
    if (dialog === null) return
    const line = wordsOf(dialog)
    if (dialog.act.looks === true) {
      this.dialog = null
      return this.show(line)
    }
    const document = await this.tried([...line, ...at(this.branch, line)], { dry_run: true })
    if (this.dialog !== dialog && this.dialog?.act !== dialog.act) return
    if (typeof document === 'string') this.dialog = refused(dialog, document)
    else {
      const { steps = [document.message], type = null } = (document.data ?? {}) as {
        steps?: string[]
        type?: string | null
      }
      // Nothing can be confirmed by the key that asked for it (OPS-199).
      this.dialog = { ...planned(dialog, steps, type), opened_ms: clock.ms() }
    }
    this.changed()
  }

  private async carryOut(): Promise<void> {
    const { dialog } = this
    if (dialog === null) return
    const line = wordsOf(dialog)
    const document = await this.tried([...line, ...at(this.branch, line)], {
      yes: true,
      ...(dialog.type === null ? {} : { confirm: dialog.typed.trim() }),
    })
    if (typeof document === 'string') this.dialog = refused(dialog, document)
    else {
      this.dialog = null
      this.message = document.message
      if (dialog.act.once === true) this.paper = once(document)
      this.setList({ ...this.list, at_ms: null })
      void this.load()
    }
    this.changed()
  }

  private async tried(line: readonly string[], how: object): Promise<Document | string> {
    try {
      const document = await this.hands.run(line, how)
      return document.success ? document : document.message
    } catch (error) {
      return said(error)
    }
  }

  // What is typed, and papers

  private pressTyping(key: string): void {
    const { typing } = this
    if (typing === null) return
    if (key === 'esc') {
      if (typing.kind === 'filter') this.setList({ ...this.list, filter: '' })
      this.typing = null
    } else if (key === 'enter') this.typedAll(typing)
    else {
      const text = edited(typing.text, key)
      this.typing = { ...typing, text }
      if (typing.kind === 'filter') this.filterBy(text)
      if (typing.kind === 'screens') this.pickByLetter(text)
    }
  }

  private filterBy(filter: string): void {
    const list = { ...this.list, filter }
    const [first] = visible(list, this.tab)
    const stays = visible(list, this.tab).some((row) => this.tab.id(row) === list.chosen)
    this.setList(stays || first === undefined ? list : { ...list, chosen: this.tab.id(first) })
  }

  private pickByLetter(text: string): void {
    const found = screens.find(({ key }) => key === text && !/[0-9!]/.test(key))
    if (found === undefined) return
    this.typing = null
    this.goTo(found)
  }

  private typedAll({ kind, text }: Typing): void {
    this.typing = null
    if (kind === 'command' && text.trim() !== '')
      void this.show(this.hands.split(text.replace(/^\s*kituo /, '')))
    if (kind === 'branch') {
      this.branch = text.trim() === '' ? null : text.trim()
      this.lists.clear()
      void this.load()
    }
    if (kind === 'screens') {
      const [found] = named(text)
      if (found !== undefined) this.goTo(found)
    }
  }

  private pressPaper(key: string): void {
    if (this.paper === null) return
    this.paper = turned(this.paper, key, Math.max(1, this.size.rows - 6))
  }
}

export const named = (text: string): Screen[] => {
  const wanted = text.trim().toLowerCase()
  return screens.filter(
    ({ name, title }) => name.startsWith(wanted) || title.toLowerCase().includes(wanted),
  )
}

/** How people call a row: what its first column with a title says. */
const calledIn = (tab: Tab, row: Row): string =>
  words(tab.columns.find(({ title }) => title !== '')?.of(row))

/** The branch that was chosen goes along where nothing else was said. */
const at = (branch: string | null, line: readonly string[]): string[] =>
  branch === null || line.includes('--facility') ? [] : ['--facility', branch]

const said = (error: unknown): string => (error instanceof Error ? error.message : String(error))
