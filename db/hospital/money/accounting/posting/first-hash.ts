/** What stands before the first link of the chain. */
export const first_hash = '0'.repeat(64)
