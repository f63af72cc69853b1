/**
 * Measures how busy the machine is with other processes: samples how much of a core this process gets when it wants a
 * full one, so that times can be corrected for it.
 */
export type BusyClock = {
  readonly look: () => void
  /** How many times longer everything took; 1 on an otherwise idle machine. */
  readonly factor: () => number
}

export function createBusyClock(): BusyClock {
  let [wall, cpu] = [0, 0]
  return {
    look() {
      const [started, from] = [performance.now(), process.cpuUsage()]
      while (performance.now() - started < 5);
      const { user, system } = process.cpuUsage(from)
      wall += performance.now() - started
      cpu += (user + system) / 1000
    },
    factor: () => Math.max(1, wall / cpu),
  }
}
