import sqlite3 from 'sqlite3'

/** Of the SQLite inside this program, not of one on the machine. */
export const driverVersion = (): string => sqlite3.VERSION
