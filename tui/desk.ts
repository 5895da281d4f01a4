// The person at the screens: what is shown now, and which room a key belongs to. What a key does
// there is said in the rooms: signing-in, walking, typing, acting; what is read, in reading. It
// knows nothing of terminals; a test presses keys and reads frames.

import { clock } from '../db/core/clock.ts'
import type { Document } from '../db/appliance/deployment/line.ts'
import { pressDialog, writeSheet } from './acting.ts'
import type { Dialog } from './dialog.ts'
import type { Hands, Person, Place } from './hands.ts'
import type { KeyTable } from './keys.ts'
import { chosenRow, empty, type List } from './list.ts'
import { type Paper, turned } from './papers.ts'
import { banners_again_ms, listen, load, read_again_ms, readBanners } from './reading.ts'
import { screens } from './screens/all.ts'
import type { Act, Row, Screen, Tab } from './screens.ts'
import { emptyForm, type SignForm } from './sign-form.ts'
import { lock, pressSignIn } from './signing-in.ts'
import { pressTyping, type Typing } from './typing.ts'
import { pressScreen } from './walking.ts'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export const least: Size = { columns: 60, rows: 16 }
const session_ms = 8 * 3_600_000

export class Desk {
  size: Size = { columns: 80, rows: 24 }
  person: Person | null = null
  locked = false
  form: SignForm
  /** Where whoever is here signed in. */
  signed: Pick<SignForm, 'hosted' | 'hospital'>
  screen: Screen = screens[0] as Screen
  tabs = new Map<string, number>()
  lists = new Map<string, List>()
  beside = new Map<string, readonly (Document | null)[]>()
  dialog: Dialog | null = null
  paper: Paper | null = null
  typing: Typing | null = null
  message = ''
  /** What every screen says until it is over (OPS-134). */
  banners: readonly string[] = []
  banners_ms = 0
  /** No daemon was there when last looked: what stands here is no living house's (OPS-196). */
  unheard = false
  branch: string | null = null
  frozen = false
  /** Branches there are, as far as they were asked for. */
  branches: readonly string[] = []
  /** On a matrix: which of its names the arrows stand on. */
  readonly across = new Map<string, number>()
  /** Set when the person has left, and by which way: 130 by Ctrl-C. */
  left = false
  exit = 0
  /** When a deed that goes on was last drawn. */
  advanced_ms = 0
  /** Tabs that are being read just now. */
  readonly reading = new Set<string>()
  /** What the acts of a tab need, as far as it is known. */
  readonly permissions = new Map<string, string | null>()
  /** A second Ctrl-C leaves. */
  private broken_off = false
  private last_key_ms = clock.ms()
  private signed_ms = 0
  private readonly listeners = new Set<() => void>()
  readonly hands: Hands
  readonly place: Place
  readonly keys: KeyTable
  readonly ascii: boolean

  constructor(hands: Hands, place: Place, keys: KeyTable, ascii: boolean) {
    this.hands = hands
    this.place = place
    this.form = emptyForm(place.hosted === true)
    this.signed = this.form
    this.keys = keys
    this.ascii = ascii
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Tells those who draw. */
  changed(): void {
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

  /** What an act is about: on a matrix with the name that is chosen. */
  get row(): Row | null {
    const row = chosenRow(this.list, this.tab)
    const name = this.acrossName
    return row === null || name === null ? row : { ...row, across: name }
  }

  get acrossName(): string | null {
    const names = this.tab.across?.names(this.list.rows)
    return names?.[this.across.get(this.tabKey) ?? 0] ?? names?.[0] ?? null
  }

  /** How often the tab is read again. */
  get every_ms(): number {
    return this.tab.every_ms ?? read_again_ms
  }

  get tooSmall(): boolean {
    return this.size.columns < least.columns || this.size.rows < least.rows
  }

  may(permission: string | null): boolean {
    return permission === null || this.person?.permissions.has(permission) === true
  }

  mayAct(act: Act): boolean {
    return this.may(this.permissions.get(`${this.tabKey}/${act.key}`) ?? null)
  }

  beginWith(name: string): void {
    this.screen = screens.find((one) => one.name === name) ?? this.screen
  }

  /** The session and the quiet before the lock both begin now. */
  letIn(person: Person): void {
    this.person = person
    this.locked = false
    if (!this.may(this.screen.permission)) {
      this.screen = screens.find(({ permission }) => this.may(permission)) ?? this.screen
    }
    this.form = emptyForm(this.form.hosted)
    this.signed_ms = clock.ms()
    this.last_key_ms = clock.ms()
  }

  /** The session is over: what was on the screen is gone with it (OPS-195). */
  turnedOut(message: string): void {
    this.person = null
    this.locked = false
    this.dialog = null
    this.paper = null
    this.typing = null
    this.message = ''
    this.lists.clear()
    this.beside.clear()
    this.permissions.clear()
    this.branch = null
    this.branches = []
    this.form = { ...emptyForm(this.form.hosted), message }
    this.changed()
  }

  setList(list: List): void {
    this.lists.set(this.tabKey, list)
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
      void listen(this)
      if (now - this.banners_ms >= banners_again_ms) void readBanners(this)
      if (now - this.last_key_ms >= this.place.lock_ms || now - this.signed_ms >= session_ms)
        lock(this)
      else if (!this.frozen && now - (this.list.at_ms ?? 0) >= this.every_ms) void load(this)
    }
    this.changed()
  }

  press(key: string): void {
    this.last_key_ms = clock.ms()
    if (key === 'ctrl-c') {
      if (this.broken_off) {
        this.left = true
        this.exit = 130
      }
      this.broken_off = true
      this.message = 'Ctrl-C once more leaves.'
      this.changed()
      return
    }
    this.broken_off = false
    if (this.tooSmall) {
      if (key === 'q') this.left = true
    } else if (this.person === null || this.locked) pressSignIn(this, key)
    else if (this.dialog !== null) pressDialog(this, key)
    else if (this.typing !== null) pressTyping(this, key)
    else if (this.paper?.sheet !== undefined && key === 's') void writeSheet(this)
    else if (this.paper !== null)
      this.paper = turned(this.paper, key, Math.max(1, this.size.rows - 6))
    else pressScreen(this, key)
    this.changed()
  }
}
