// Amounts are rounded half up on what they amount to (HR-109).

export function quotient(above: bigint, below: bigint): number {
  const positive = above < 0n ? -above : above
  const rounded = Number((positive * 2n + below) / (below * 2n))
  return above < 0n ? -rounded || 0 : rounded
}

/** A percentage with up to two decimals, in hundredths. */
export const bpOf = (percent: number): bigint => BigInt(Math.round(percent * 100))
