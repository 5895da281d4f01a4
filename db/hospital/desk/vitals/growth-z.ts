// z-scores by L, M and S (VIT-15), pure. Where a measure of weight lies beyond three deviations the
// WHO goes on in steps as wide as the one between the second and the third.

export interface Lms {
  l: number
  m: number
  s: number
}

/** A row of a growth standard: at an age in days, or at a length in cm. */
export interface LmsRow extends Lms {
  at: number
}

export const zOf = (value: number, { l, m, s }: Lms): number =>
  l === 0 ? Math.log(value / m) / s : ((value / m) ** l - 1) / (l * s)

/** The measure that lies `z` deviations from the middle. */
export const valueAt = (z: number, { l, m, s }: Lms): number =>
  l === 0 ? m * Math.exp(s * z) : m * (1 + l * s * z) ** (1 / l)

export function restrictedZ(value: number, of: Lms): number {
  const z = zOf(value, of)
  // A value so far below that the curve does not reach it has no z by the formula at all.
  if (z > 3) return 3 + (value - valueAt(3, of)) / (valueAt(3, of) - valueAt(2, of))
  if (z < -3) return -3 + (value - valueAt(-3, of)) / (valueAt(-2, of) - valueAt(-3, of))
  return z
}

/** Between two rows L, M and S lie on straight lines; outside of the rows there is nothing. */
export function between(below: LmsRow | null, above: LmsRow | null, at: number): Lms | null {
  if (below === null || above === null || below.at > at || above.at < at) return null
  if (below.at === above.at) return below
  const part = (at - below.at) / (above.at - below.at)
  const mix = (one: number, other: number): number => one + (other - one) * part
  return { l: mix(below.l, above.l), m: mix(below.m, above.m), s: mix(below.s, above.s) }
}

/** From this day on children are measured standing (24 months by the WHO's tables by day). */
export const standing_from_days = 731
const lying_longer_cm = 0.7
/** Where the age is not known, whoever is shorter was measured lying. */
const lying_below_cm = 87

export type Position = 'STANDING' | 'LYING'

export const positionFor = (
  age_days: number | null,
  height: number,
  told: Position | null,
): Position => {
  if (age_days !== null) return age_days < standing_from_days ? 'LYING' : 'STANDING'
  return told ?? (height < lying_below_cm ? 'LYING' : 'STANDING')
}

/** The measure as the tables want it: lying, a child is longer than standing (CAR-170). */
export function asMeasured(height: number, told: Position | null, wanted: Position): number {
  if (told === null || told === wanted) return height
  const corrected = wanted === 'LYING' ? height + lying_longer_cm : height - lying_longer_cm
  return Math.round(corrected * 10) / 10
}

export const rounded = (z: number): number => {
  const size = Math.round(Math.abs(z) * 100) / 100
  return size === 0 ? 0 : Math.sign(z) * size
}
