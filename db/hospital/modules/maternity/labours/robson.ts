// The ten groups by which caesareans are compared (MAT-21), from this pregnancy alone.

export interface Robson {
  first_birth: boolean
  babies: number
  presentation: string
  weeks: number | null
  previous_sections: number
  /** Induced, or a section before labour began. */
  not_spontaneous: boolean
}

/** Null: how far the pregnancy was is not known. */
export function robsonOf(of: Robson): number | null {
  if (of.babies > 1) return 8
  if (of.presentation === 'TRANSVERSE' || of.presentation === 'OBLIQUE') return 9
  if (of.presentation === 'BREECH') return of.first_birth ? 6 : 7
  if (of.weeks === null) return null
  if (of.weeks < 37) return 10
  if (of.previous_sections > 0) return 5
  if (of.first_birth) return of.not_spontaneous ? 2 : 1
  return of.not_spontaneous ? 4 : 3
}
