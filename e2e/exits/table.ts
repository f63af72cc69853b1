/**
 * Every way for a browser's Worker to send data out, and its result without a policy. `counted`: a server sees it
 * arrive. `tried`: it exists, but uses QUIC, which our servers do not support. `absent`: no Worker has it; if a browser
 * adds it, it must be reviewed.
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

/** The result of each exit in one Worker. */
export type Found = Readonly<Record<string, 'tried' | 'absent'>>
