// The screens on a terminal. Ink draws the lines and hears the keys; all else is the desk's. On the
// way out, however it ends, the terminal is as it was (OPS-201).

import { Text, render, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import type { Desk } from './desk.ts'
import { frameOf } from './frame.ts'
import { paced } from './pace.ts'
import { styled } from './styles.ts'
import type { Line } from './text.ts'
import { namesOf, type Pressed } from './typed-keys.ts'

const other_screen = '\u001b[?1049h\u001b[?25l'
const main_screen = '\u001b[?1049l\u001b[?25h'
const tick_ms = 1000
/** Ink's own bound would let a key wait for the tenth of a second in which something was drawn. */
const frames_a_second = 60

export interface Ended {
  /** 0, 1 for a fault, or 128 and the signal. */
  readonly exit: number
  /** Told by whoever opened them, once the terminal is as it was. */
  readonly fault: unknown
}

export interface Opened {
  readonly ended: Promise<Ended>
}

export function openScreens(desk: Desk, colour: boolean): Opened {
  const { stdout } = process
  const resize = (): void => desk.resize({ columns: stdout.columns, rows: stdout.rows })
  resize()
  stdout.write(other_screen)
  let ended = false
  let done: (how: Ended) => void = () => undefined
  const finished = new Promise<Ended>((resolve) => {
    done = resolve
  })
  const app = render(<Screens desk={desk} colour={colour} />, {
    exitOnCtrlC: false,
    patchConsole: false,
    maxFps: frames_a_second,
    // Ink keeps all but its last frame to itself where a variable named CI is set. Only `tui` on a
    // terminal comes here, so there is a person who looks.
    interactive: true,
  })
  const timer = setInterval(() => desk.tick(), tick_ms)
  const end = (code: number, fault: unknown = null): void => {
    if (ended) return
    ended = true
    clearInterval(timer)
    stopWatching()
    stdout.off('resize', resize)
    // A terminal that goes away tells it more than once; the sign-in is closed in peace.
    for (const [signal, heard] of heard_signals)
      process.on(signal, () => undefined).off(signal, heard)
    try {
      app.unmount()
      stdout.write(main_screen)
    } catch {
      // A terminal that is gone cannot be put back.
    }
    process.off('uncaughtException', broken)
    done({ exit: code, fault })
  }
  const broken = (error: unknown): void => end(1, error)
  process.on('uncaughtException', broken)
  // Ink has drawn its own page about a fault in a drawing; it goes with the other screen.
  app.waitUntilExit().catch(broken)
  const stopWatching = desk.onChange(() => {
    if (desk.left) end(desk.exit)
  })
  const heard_signals = [
    ['SIGTERM', () => end(143)],
    ['SIGHUP', () => end(129)],
    ['SIGQUIT', () => end(131)],
    // Means something to the house, and nothing to a screen; unheard it would tear the screen down.
    ['SIGUSR2', () => desk.changed()],
    // Twice, as on the keyboard.
    ['SIGINT', () => desk.press('ctrl-c')],
  ] as const
  for (const [signal, heard] of heard_signals) process.on(signal, heard)
  // A terminal that is gone cannot be read or written any more.
  process.stdin.on('end', () => end(129))
  process.stdin.on('error', () => end(129))
  stdout.on('error', () => end(129))
  stdout.on('resize', resize)
  desk.tick()
  return { ended: finished }
}

function Screens({ desk, colour }: { desk: Desk; colour: boolean }) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const pace = paced(drawAgain)
    const stopHearing = desk.onChange(pace.wanted)
    return () => {
      stopHearing()
      pace.stop()
    }
  }, [desk])
  useInput((input, key) => {
    for (const name of namesOf(input, key as Pressed)) desk.press(name)
  })
  const lines = frameOf(desk)
  // The last line of a terminal that is filled to its end would roll the whole picture.
  return (
    <Text wrap="truncate">
      {lines.map((line, at) => (
        // Lines have no names of their own; their place is what they are.
        // oxlint-disable-next-line react/no-array-index-key
        <Text key={at}>
          {drawn(line, colour)}
          {at === lines.length - 1 ? '' : '\n'}
        </Text>
      ))}
    </Text>
  )
}

const drawn = (line: Line, colour: boolean) =>
  line.map((one, at) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Text key={at} {...styled(one, colour)}>
      {one.text}
    </Text>
  ))
