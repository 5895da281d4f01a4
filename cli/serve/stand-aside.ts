// A command that needs the house alone (OPS-53, decision 0254): the daemon lets go of its data and goes
// on listening, so that whoever asks is told; it takes them up again when the command has ended, however
// that ended.

import { setTimeout as wait } from 'node:timers/promises'
import type { Daemon } from '../../daemon/main.ts'
import { instantIn, seconds } from '../../db/clock.ts'
import type { AsideAsked } from '../../db/deployment/line.ts'
import { isRefusal, Refusal } from '../../db/refusal.ts'
import { version } from '../../db/version.ts'
import { standsAside } from '../heard.ts'

/** What it is of the house that stands aside. */
interface Parts {
  daemon: () => Daemon | null
  /** Commands that run inside the daemon have ended, or too much time has passed. */
  quiet: (patience_ms: number) => Promise<readonly string[]>
  letGo: () => Promise<void>
  takeUp: () => Promise<void>
  /** It cannot come back in this process. */
  giveUp: (error: unknown) => void
  tried_again_ms?: number
}

export interface Aside {
  /** Which command works on the data; null while the house does. */
  now(): AsideAsked | null
  standAside(asked: AsideAsked): Promise<void>
  comeBack(): Promise<void>
  left(): void
  /** For a command on another machine, until that has ended. */
  standAsideFor(reason: string, isOver: () => Promise<boolean>): Promise<void>
}

const quiet_within_ms = seconds(30)
/** Not counted while somebody else holds the data. */
const tries_most = 10

export function besideCommands(parts: Parts): Aside {
  const { daemon, quiet, letGo, takeUp, giveUp, tried_again_ms = seconds(1) } = parts
  let now: AsideAsked | null = null
  let coming: Promise<void> | null = null

  const comeBack = async (): Promise<void> => {
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
    for (let tries = 1; now !== null; ) {
      try {
        await comeBackOnce()
      } catch (error) {
        daemon()?.log.error({ err: error }, 'the house could not come back; it tries again')
        if (!isHeld(error)) tries += 1
        if (tries > tries_most) return giveUp(error)
        await wait(tried_again_ms)
      }
    }
  }

  return {
    now: () => now,
    async standAside(asked) {
      const at_work = daemon()
      if (now !== null) throw standsAside(now)
      if (at_work === null) throw new Refusal(503, 'daemon.silent', 'Kituo is starting. Try again.')
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
      await at_work.standAside({
        reason: `${command} is at work`,
        until: takes_s === null ? null : instantIn(seconds(takes_s)),
      })
      await letGo()
    },
    async comeBack() {
      if (now !== null) await comeBackOnce()
    },
    left() {
      void comeBackByItself()
    },
    async standAsideFor(reason, isOver) {
      const at_work = daemon()
      if (now !== null || at_work === null) return
      now = { command: reason, caller: 'on another machine', version, takes_s: null }
      if ((await quiet(quiet_within_ms)).length > 0) {
        // It is asked for again as long as it is needed.
        now = null
        return
      }
      await at_work.standAside({ reason, until: null })
      await letGo()
      while (!(await isOver().catch(() => false))) await wait(tried_again_ms)
      await comeBackByItself()
    },
  }
}

const isHeld = (error: unknown): boolean => isRefusal(error) && error.code === 'lock.held'
