/** Two permissions that should not meet in one account (PLT-47). */
export type Pair = readonly [string, string]
