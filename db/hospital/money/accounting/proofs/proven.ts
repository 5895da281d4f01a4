// What a proof of the books says of one invariant.

export interface Proven {
  id: string
  title: string
  /** UNKNOWN: the area that counts it too is not there. */
  state: 'OK' | 'FAILED' | 'UNKNOWN'
  checked: number
  of: string
  failed: number
  first: string | null
}

export const proven = (
  id: string,
  title: string,
  checked: number,
  of: string,
  first: string | null | undefined,
  failed = first === null || first === undefined ? 0 : 1,
): Proven => ({
  id,
  title,
  state: failed === 0 ? 'OK' : 'FAILED',
  checked,
  of,
  failed,
  first: first ?? null,
})

export const unknown = (id: string, title: string): Proven => ({
  id,
  title,
  state: 'UNKNOWN',
  checked: 0,
  of: 'nobody keeps them',
  failed: 0,
  first: null,
})
