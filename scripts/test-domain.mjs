// Stands where tap would load async-hook-domain, which notes every promise of a process to know whose error
// was caught by nobody, and takes a seventh of the processor for it. Tests run one after the other here: it is
// the innermost one that runs.

export class Domain {
  constructor(onerror) {
    this.onerror = onerror
    listen()
  }

  destroy() {}
}

let is_listening = false

function listen() {
  if (is_listening) return
  is_listening = true
  process.on('uncaughtExceptionMonitor', (error, event) => {
    // Whoever listens himself deals with it himself.
    if (!handled(error, event) || process.hasUncaughtExceptionCaptureCallback()) return
    process.setUncaughtExceptionCaptureCallback(() =>
      process.setUncaughtExceptionCaptureCallback(null),
    )
  })
  const emit = process.emit.bind(process)
  process.emit = (event, ...rest) =>
    event !== 'unhandledRejection' || process.listenerCount(event) > 0
      ? emit(event, ...rest)
      : handled(rest[0], event)
}

function handled(error, event) {
  if (process.hasUncaughtExceptionCaptureCallback()) return false
  if (process.listenerCount('uncaughtException') > 0) return false
  const domain = running()?.hookDomain
  domain?.onerror(error, event)
  return domain !== undefined
}

function running() {
  let test = globalThis[Symbol.for('TAP private constructor')]
  for (let inner = test; inner !== undefined; [inner] = inner.activeSubtests ?? []) test = inner
  return test
}
