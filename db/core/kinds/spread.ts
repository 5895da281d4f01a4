// An amount over weights, whole minor units, the largest remainders first (BIL-121).

export function largestRemainder(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.map(() => 0)
  const shares = weights.map((weight, at) => {
    const product = BigInt(amount) * BigInt(weight)
    return { at, whole: Number(product / BigInt(total)), rest: product % BigInt(total) }
  })
  let left = amount - shares.reduce((sum, { whole }) => sum + whole, 0)
  const given = shares.map(({ whole }) => whole)
  for (const { at } of shares.toSorted((a, b) =>
    b.rest > a.rest ? 1 : b.rest < a.rest ? -1 : a.at - b.at,
  )) {
    if (left === 0) break
    given[at] = (given[at] ?? 0) + 1
    left -= 1
  }
  return given
}
