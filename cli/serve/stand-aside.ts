// A command that needs the house alone (OPS-53, decision 0254): the daemon lets go of its data and goes
// on listening, so that whoever asks is told; it takes them up again when the command has ended, however
// that ended.

import { setTimeout as wait } from 'node:timers/promises'
import type { Daemon } from '../../daemon/main.ts'
import { instantIn, minutes, seconds } from '../../db/core/clock.ts'
import type { AsideAsked } from '../../db/appliance/deployment/line.ts'
import { isRefusal, Refusal } from '../../db/core/refusal.ts'
import { version } from '../../db/core/version.ts'
import { standsAside } from '../frame/heard.ts'

/** What it is of the house that stands aside. */
interface Parts {
  daemon: () => Daemon | null
  /** Commands that run inside the daemon have ended, or too much time has passed. */
  quiet: (patience_ms: number) => Promise<readonly string[]>
  letGo: () => Promise<void>
  takeUp: () => Promise<void>
  /** It cannot come back in this process. */
  giveUp: (error: unknown) => void
  /** It was told to stop. */
  isEnding: () => boolean
  tried_again_ms?: number
}

export interface Aside {
  /** Which command works on the data; null while the house does. */
  now(): AsideAsked | null
  standAside(asked: AsideAsked): Promise<void>
  comeBack(): Promise<void>
  /** The command that asked is gone, and said nothing. */
  left(asked: AsideAsked): void
  /** For a command on another machine, until that has ended. */
  standAsideFor(reason: string, isOver: () => Promise<boolean>): Promise<void>
  /** Nothing is half way. */
  settled(): Promise<void>
}

const quiet_within_ms = seconds(30)
/** Requests, jobs and links come to their end by then, or this process is not to be trusted with them. */
const aside_within_ms = minutes(2)
/** Not counted while somebody else holds the data. */
const tries_most = 10

export function besideCommands(parts: Parts): Aside {
  const { daemon, quiet, letGo, takeUp, giveUp, isEnding, tried_again_ms = seconds(1) } = parts
  let now: AsideAsked | null = null
  let coming: Promise<void> | null = null
  let going: Promise<void> | null = null

  const comeBack = async (): Promise<void> => {
    if (isEnding()) return
    await takeUp()
    try {
      await daemon()?.comeBack()
    } catch (error) {
      await letGo()
      throw error
    }
    now = null
  }
  /** Two who ask at once are answered together. */
  const comeBackOnce = (): Promise<void> => {
    coming ??= comeBack().finally(() => {
      coming = null
    })
    return coming
  }
  const comeBackByItself = async (): Promise<void> => {
    for (let tries = 1; now !== null && !isEnding(); ) {
      try {
        await comeBackOnce()
      } catch (error) {
        if (isEnding()) return
        daemon()?.log.error({ err: error }, 'the house could not come back; it tries again')
        if (!isHeld(error)) tries += 1
        if (tries > tries_most) return giveUp(error)
        await wait(tried_again_ms)
      }
    }
  }
  /** Whatever goes wrong on the way: it is not left half aside. */
  const goAside = async (at_work: Daemon, why: Parameters<Daemon['standAside']>[0]) => {
    try {
      await inTime(at_work.standAside(why), aside_within_ms)
      await letGo()
    } catch (error) {
      if (isLate(error)) giveUp(error)
      else {
        await letGo().catch(() => undefined)
        void comeBackByItself()
      }
      throw error
    }
  }

  return {
    now: () => now,
    async standAside(asked) {
      const at_work = daemon()
      if (now !== null) throw standsAside(now)
      if (at_work === null || isEnding())
        throw new Refusal(503, 'daemon.silent', 'Kituo is starting. Try again.')
      if (asked.version !== version) {
        throw new Refusal(
          409,
          'version.program',
          `The daemon is ${version}, this is ${asked.version}.`,
        )
      }
      now = asked
      const running = await quiet(quiet_within_ms)
      if (running.length > 0) {
        now = null
        throw new Refusal(
          503,
          'lock.held',
          `${asked.command} needs the house alone, and ${running.join(', ')} is still at work. Try again when that has ended.`,
        )
      }
      const { command, takes_s } = asked
      const until = takes_s === null ? null : instantIn(seconds(takes_s))
      going = goAside(at_work, { reason: `${command} is at work`, until })
      await going
    },
    async comeBack() {
      if (now !== null) await comeBackOnce()
    },
    left(asked) {
      if (now === asked) void comeBackByItself()
    },
    async standAsideFor(reason, isOver) {
      const at_work = daemon()
      if (now !== null || at_work === null || isEnding()) return
      now = { command: reason, caller: 'on another machine', version, takes_s: null }
      if ((await quiet(quiet_within_ms)).length > 0) {
        // It is asked for again as long as it is needed.
        now = null
        return
      }
      going = goAside(at_work, { reason, until: null })
      await going
      while (!isEnding() && !(await isOverAtLast(isOver))) await wait(tried_again_ms)
      await comeBackByItself()
    },
    async settled() {
      await going?.catch(() => undefined)
      await coming?.catch(() => undefined)
    },
  }
}

/** A database that is away says nothing; one that refuses will refuse the coming back too, and aloud. */
async function isOverAtLast(isOver: () => Promise<boolean>): Promise<boolean> {
  try {
    return await isOver()
  } catch (error) {
    return isRefusal(error) && error.status !== 503
  }
}

async function inTime(work: Promise<unknown>, ms: number): Promise<void> {
  const done = new AbortController()
  const late = wait(ms, 'late' as const, { signal: done.signal, ref: false })
  late.catch(() => undefined)
  try {
    if ((await Promise.race([work, late])) === 'late') throw cut()
  } finally {
    done.abort()
  }
}

const cut = (): Refusal =>
  new Refusal(503, 'work.cut', 'The house could not stand aside in time: it starts anew.')
const isLate = (error: unknown): boolean => isRefusal(error) && error.code === 'work.cut'
const isHeld = (error: unknown): boolean => isRefusal(error) && error.code === 'lock.held'
