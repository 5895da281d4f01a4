// The screens on a terminal. Ink draws the lines and hears the keys; all else is the desk's. On the
// way out, however it ends, the terminal is as it was (OPS-201).

import { Text, render, useInput } from 'ink'
import { useEffect, useReducer } from 'react'
import type { Desk } from './desk.ts'
import { frameOf } from './frame.ts'
import type { Line, Span, Style } from './text.ts'
import { namesOf, type Pressed } from './typed-keys.ts'

const other_screen = '\u001b[?1049h\u001b[?25l'
const main_screen = '\u001b[?1049l\u001b[?25h'
const tick_ms = 500
const frames_a_second = 10

export interface Opened {
  /** 0, or 128 and the signal. */
  readonly ended: Promise<number>
}

export function openScreens(desk: Desk, colour: boolean): Opened {
  const { stdout } = process
  const resize = (): void => desk.resize({ columns: stdout.columns, rows: stdout.rows })
  resize()
  stdout.write(other_screen)
  let ended = false
  let done: (code: number) => void = () => undefined
  const finished = new Promise<number>((resolve) => {
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
  const end = (code: number): void => {
    if (ended) return
    ended = true
    clearInterval(timer)
    stopWatching()
    stdout.off('resize', resize)
    for (const [signal, heard] of heard_signals) process.off(signal, heard)
    app.unmount()
    stdout.write(main_screen)
    done(code)
  }
  const stopWatching = desk.onChange(() => {
    if (desk.left) end(0)
  })
  const heard_signals = (
    [
      ['SIGTERM', 143],
      ['SIGHUP', 129],
      ['SIGINT', 130],
    ] as const
  ).map(([signal, code]) => [signal, () => end(code)] as const)
  for (const [signal, heard] of heard_signals) process.on(signal, heard)
  // A terminal that is gone cannot be read or written any more.
  process.stdin.on('end', () => end(129))
  stdout.on('error', () => end(129))
  stdout.on('resize', resize)
  desk.tick()
  return { ended: finished }
}

function Screens({ desk, colour }: { desk: Desk; colour: boolean }) {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => desk.onChange(drawAgain), [desk])
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

const plain_styles: Partial<Record<Style, object>> = {
  bold: { bold: true },
  inverse: { inverse: true },
}
const styles: Partial<Record<Style, object>> = {
  ...plain_styles,
  dim: { dimColor: true },
  green: { color: 'green' },
  yellow: { color: 'yellow' },
  red: { color: 'red' },
  cyan: { color: 'cyan' },
}

const styled = ({ style }: Span, colour: boolean): object =>
  style === undefined ? {} : ((colour ? styles : plain_styles)[style] ?? {})
