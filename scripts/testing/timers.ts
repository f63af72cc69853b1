/** Lists the timers that are started in this process, so that those of a file of tests end with it. */
const started = new Set<NodeJS.Timeout>()
const { setTimeout: startTimeout, setInterval: startInterval } = globalThis

const listed = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
  new Proxy(start, {
    apply(target, self, given: Parameters<Start>) {
      const timer = target.apply(self, given)
      started.add(timer)
      return timer
    },
  })

globalThis.setTimeout = listed(startTimeout)
globalThis.setInterval = listed(startInterval)

export function endTimers(): void {
  for (const timer of started) clearTimeout(timer)
  started.clear()
}
