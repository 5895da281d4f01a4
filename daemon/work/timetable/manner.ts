// In what manner jobs run: light ones beside everything else, heavy ones one at a time.

export const light = {
  weight: 'light',
  runs_on: 'leader',
  deadline_s: 60,
  pausable: true,
} as const

export const heavy = {
  weight: 'heavy',
  runs_on: 'leader',
  deadline_s: 3600,
  pausable: true,
} as const

/** Erased in pieces, so that people never wait long for the writer. */
export async function untilNone(
  erase: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const erased = signal.aborted ? 0 : await erase()
    if (erased === 0) return count
    count += erased
  }
}

export const isMonday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 1
