import { main } from '../cli/main.ts'
import { processTerminal } from '../cli/terminal.ts'

// Whatever is made is for its owner alone (OPS-42).
process.umask(0o077)
process.exitCode = await main(process.argv.slice(2), processTerminal())
