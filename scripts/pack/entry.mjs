// The packaged program begins here and not in bin/kituo.ts, because of what must be true earlier.

// The runtime reads settings of its own from the environment. What an operator has set there for
// some other program must change nothing here: not the certificates that are trusted, not where
// code comes from. The program starts itself anew without them (OPS-2), as the same process.
// NODE_CHANNEL_* tell a child where its parent listens and stay; NODE_ENV is no setting of the runtime.
const foreign = Object.keys(process.env).filter((name) => /^NODE_(?!CHANNEL_|ENV$)/.test(name))

// Rows are laid out in one thread and let go in another. With a heap for each thread what was let go
// lies about in all of them; two heaps are enough, and what serves for months stays small (decision 0176).
const spread =
  process.platform === 'linux' &&
  process.env.LISTEN_FDS === undefined &&
  process.argv.includes('serve') &&
  process.env.MALLOC_ARENA_MAX === undefined

if (foreign.length > 0 || spread) {
  const env = { ...process.env, MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2' }
  for (const name of foreign) delete env[name]
  // The runtime keeps listeners that systemd handed over from a program that follows it: that one
  // binds its own. The unit of the house sets nothing that leads here.
  for (const name of ['LISTEN_PID', 'LISTEN_FDS', 'LISTEN_FDNAMES']) delete env[name]
  process.execve(process.execPath, [process.execPath, ...process.argv.slice(2)], env)
}

// Read once, when the thread pool is first used.
process.env.UV_THREADPOOL_SIZE ??= '16'

// A process of the house that reads for it and is ended when it must stop (db/store/engines/sqlite-process.ts).
if (process.argv[2] === '--reads-sqlite' && process.send !== undefined) {
  await import('../../db/store/engines/sqlite-child.ts')
} else {
  await import('../../bin/kituo.ts')
}
