// How far a long command has come (OPS-71): a line that is drawn over on a terminal, a line now and
// then elsewhere, JSON lines where a script reads.

import { clock } from '../../db/core/clock.ts'
import type { Progress } from '../../db/appliance/deployment/line.ts'
import { plain } from './page.ts'
import type { Showing } from './present.ts'
import type { Terminal } from './terminal.ts'

const quiet_ms = 1000
const drawn_ms = 100
const said_ms = 10_000
const bar_size = 20

export interface ProgressLine {
  readonly show: (progress: Progress) => void
  /** Leaves a clean line for what comes next. */
  readonly end: () => void
}

export function progressLine(showing: Showing, terminal: Terminal): ProgressLine {
  if (showing.jsonl) {
    return {
      show: (progress) => terminal.out(`${JSON.stringify(progress)}\n`),
      end: () => undefined,
    }
  }
  if (showing.quiet || (showing.json && !terminal.err_is_terminal)) {
    return { show: () => undefined, end: () => undefined }
  }
  const began = clock.ms()
  let last = { at: 0, phase: '' }
  const said = new Set<string>()
  let drawn = false
  return {
    show(progress) {
      const now = clock.ms()
      if (now - began < quiet_ms) return
      const fresh = progress.phase !== last.phase
      if (terminal.err_is_terminal) {
        if (!fresh && now - last.at < drawn_ms) return
        const { item } = progress
        const at = item === undefined ? '' : `  ${plain(item)}`
        terminal.err(`\r\x1b[K${described(progress)}${at}`)
        drawn = true
      } else if (!said.has(progress.phase) || now - last.at >= said_ms) {
        // Two that take turns are no news each time.
        said.add(progress.phase)
        terminal.err(`${described(progress)}\n`)
      } else {
        return
      }
      last = { at: now, phase: progress.phase }
    },
    end() {
      if (drawn) terminal.err('\r\x1b[K')
      drawn = false
    },
  }
}

function described({ phase, done, total, bytes, bytes_total, eta_ms }: Progress): string {
  const parts = [plain(phase)]
  const share = shareOf(done, total) ?? shareOf(bytes, bytes_total)
  if (share !== null) {
    const full = Math.round(share * bar_size)
    parts.push(
      `[${'#'.repeat(full)}${'-'.repeat(bar_size - full)}]`,
      `${Math.round(share * 100)} %`,
    )
  } else if (done !== undefined) {
    parts.push(String(done))
  }
  if (eta_ms !== undefined) parts.push(`${Math.ceil(eta_ms / 1000)} s left`)
  return parts.join('  ')
}

function shareOf(part: number | undefined, whole: number | undefined): number | null {
  if (part === undefined || whole === undefined || whole <= 0) return null
  return Math.min(1, part / whole)
}
