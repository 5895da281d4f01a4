// Which copy of SQLite this process works with: the runtime's own, or the driver sqlite3. Never both on
// one file: two copies do not see each other's locks.

export const drivers = ['node', 'sqlite3'] as const
export type Driver = (typeof drivers)[number]

let chosen: Driver = 'node'
export function chooseDriver(driver: Driver): void {
  chosen = driver
}
export const driverInUse = (): Driver => chosen
