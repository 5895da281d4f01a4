// Chance that is the same each time: everything made up comes from the seed, ids included.

export interface Chance {
  /** 0 up to, but not, 1. */
  next(): number
  whole(from: number, to: number): number
  one<T>(of: readonly T[]): T
  /** With weights. */
  weighed<T>(of: readonly (readonly [T, number])[]): T
  happens(share: number): boolean
  /** About this much, rarely further away than three times the spread. */
  about(mean: number, spread: number): number
  /** A UUIDv7 of that moment. */
  idAt(ms: number): string
}

/** sfc32: small, fast, and the same everywhere. */
export function chanceOf(seed: number, stream = 0): Chance {
  let [a, b, c, d] = [seed | 0, (seed ^ 0x9e3779b9) | 0, stream | 0, 1]
  const bits = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return t >>> 0
  }
  for (let warm = 0; warm < 15; warm++) bits()
  const next = (): number => bits() / 2 ** 32
  const hex = (): string => bits().toString(16).padStart(8, '0')
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    one: (of) => of[Math.floor(next() * of.length)] as (typeof of)[number],
    weighed(of) {
      let left = next() * of.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of of) {
        left -= weight
        if (left < 0) return value
      }
      return (of.at(-1) as (typeof of)[number])[0]
    },
    happens: (share) => next() < share,
    about: (mean, spread) => mean + spread * (next() + next() + next() + next() - 2) * 1.73,
    idAt(ms) {
      const time = ms.toString(16).padStart(12, '0')
      const [x, y, z] = [hex(), hex(), hex()]
      const variant = '89ab'[Number.parseInt(x.slice(3, 4), 16) & 3]
      return `${time.slice(0, 8)}-${time.slice(8)}-7${x.slice(0, 3)}-${variant}${y.slice(0, 3)}-${y.slice(3)}${z.slice(0, 7)}`
    },
  }
}
