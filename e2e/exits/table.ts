/**
 * Every way out of a Worker that browsers have, and what becomes of it where no policy stands in the way. `counted`: a server sees
 * it arrive. `tried`: it is there, but speaks QUIC, which no server of ours does. `absent`: no Worker has it, and one that gets it
 * has to be judged anew.
 */
export const exits = {
  fetch: 'counted',
  xhr: 'counted',
  websocket: 'counted',
  eventsource: 'counted',
  beacon: 'absent',
  cache: 'counted',
  font: 'counted',
  worker: 'counted',
  module: 'counted',
  scripts: 'counted',
  webtransport: 'tried',
  webrtc: 'absent',
} as const satisfies Readonly<Record<string, 'counted' | 'tried' | 'absent'>>

export const workerTypes = ['module', 'classic'] as const
export type WorkerType = (typeof workerTypes)[number]

/** What a Worker of the probe has tried, by exit. */
export type Found = Readonly<Record<string, 'tried' | 'absent'>>
