// The pace of a campaign: in every sliding minute at most so many of its messages (MSG-306).

export const minute_ms = 60_000

export class MinutePace {
  private most: number
  /** When the last ones left, the oldest first. */
  private left: number[] = []

  constructor(most: number) {
    this.most = most
  }

  set(most: number): void {
    this.most = most
  }

  room(now: number): number {
    this.forget(now)
    return Math.max(0, this.most - this.left.length)
  }

  /** When the next one may leave. */
  opensAt(now: number): number {
    this.forget(now)
    const place = this.left.length - this.most
    const [oldest = now] = place < 0 ? [] : this.left.slice(place)
    return place < 0 ? now : oldest + minute_ms
  }

  spend(now: number): void {
    this.left.push(now)
  }

  /** It did not leave after all. */
  takeBack(): void {
    this.left.pop()
  }

  /** Another daemon let so many go, at that moment. */
  heard(at: number, count: number): void {
    for (let one = 0; one < count; one++) this.left.push(at)
    this.left.sort((a, b) => a - b)
  }

  get per_minute(): number {
    return this.most
  }

  private forget(now: number): void {
    let gone = 0
    for (const at of this.left) {
      if (at > now - minute_ms) break
      gone += 1
    }
    if (gone > 0) this.left.splice(0, gone)
  }
}
