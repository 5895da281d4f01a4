// How fast a link, an operator or a campaign may go (MSG-306, MSG-340).
//
// In every sliding second at most `cap` segments. What is sent travels through buffers and arrives a
// little bunched, so the second is counted a bit long and no more than a twentieth leaves at a time:
// the far side then sees no second above the cap either, and 98 % of it over a minute.

const window_ms = 1012
const slice_ms = 50

export class Pace {
  private cap: number
  private slowed: number | null = null
  private held_until = 0
  private raised_at = 0
  private readonly sent: { at: number; segments: number }[] = []
  private in_window = 0
  private debt_until = 0

  constructor(cap: number) {
    this.cap = cap
  }

  set(cap: number): void {
    this.cap = cap
    if (this.slowed !== null && this.slowed >= cap) this.slowed = null
  }

  /** Segments in any second now. */
  get rate(): number {
    return this.slowed ?? this.cap
  }

  /** What it is when nothing slows it. */
  get most(): number {
    return this.cap
  }

  get throttled(): boolean {
    return this.slowed !== null
  }

  /** Segments that may leave at this moment. */
  allowance(now: number): number {
    this.recover(now)
    if (now < this.held_until || now < this.debt_until) return 0
    this.forget(now)
    const rate = Math.max(1, Math.floor(this.rate))
    const slice = Math.max(1, Math.ceil((rate * slice_ms) / 1000))
    let lately = 0
    for (let at = this.sent.length - 1; at >= 0; at--) {
      const one = this.sent[at] as { at: number; segments: number }
      if (one.at <= now - slice_ms) break
      lately += one.segments
    }
    return Math.max(0, Math.min(rate - this.in_window, slice - lately))
  }

  /** A submission of more segments than the cap goes alone, and is waited for afterwards. */
  mayGoAlone(now: number, segments: number): boolean {
    this.recover(now)
    this.forget(now)
    const idle = this.in_window === 0 && now >= this.held_until && now >= this.debt_until
    return idle && segments > Math.max(1, Math.floor(this.rate))
  }

  spend(now: number, segments: number): void {
    this.forget(now)
    this.sent.push({ at: now, segments })
    this.in_window += segments
    const rate = Math.max(1, Math.floor(this.rate))
    if (segments > rate) this.debt_until = now + (segments / rate) * window_ms
  }

  /** Nothing for so long. */
  rest(now: number, ms: number): void {
    this.held_until = Math.max(this.held_until, now + ms)
  }

  /** Another daemon let it go, at that moment. */
  heard(at: number, segments: number): void {
    this.sent.push({ at, segments })
    this.sent.sort((a, b) => a.at - b.at)
    this.in_window += segments
  }

  /** How long until something may leave again; 0 when it may now. */
  waitMs(now: number): number {
    if (this.allowance(now) > 0) return 0
    const held = Math.max(this.held_until, this.debt_until) - now
    if (held > 0) return held
    const [oldest] = this.sent
    const full = this.in_window >= Math.max(1, Math.floor(this.rate))
    return full && oldest !== undefined ? Math.max(1, oldest.at + window_ms - now) : slice_ms / 5
  }

  /** The operator said that this is too fast: half, and nothing at all for a second. */
  throttle(now: number): void {
    // Answers to one slice come together and are one complaint.
    if (now < this.held_until) return
    this.slowed = Math.max(1, this.rate / 2)
    this.held_until = now + 1000
    this.raised_at = now
  }

  private recover(now: number): void {
    while (this.slowed !== null && now - this.raised_at >= 10_000) {
      this.raised_at += 10_000
      this.slowed += this.cap / 10
      if (this.slowed >= this.cap) this.slowed = null
    }
  }

  private forget(now: number): void {
    let gone = 0
    for (const one of this.sent) {
      if (one.at > now - window_ms) break
      this.in_window -= one.segments
      gone += 1
    }
    if (gone > 0) this.sent.splice(0, gone)
  }
}
