// What comes in its time: asked again and again, never slept for.

/** Waits for what must come, and says what did not. */
export async function until(
  what: string,
  met: () => Promise<boolean>,
  within_ms = 60_000,
): Promise<void> {
  const end = performance.now() + within_ms
  while (!(await met())) {
    if (performance.now() > end) throw new Error(`${what} did not come within ${within_ms} ms`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
