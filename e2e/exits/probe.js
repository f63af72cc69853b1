/**
 * Runs in a Worker and tries every way for data to leave it. Each attempt ends by itself; only the server knows what
 * actually left. Plain JavaScript, because this file is served as it is.
 */
const settled = (target, ...events) =>
  new Promise((resolve) => {
    for (const event of events) target.addEventListener(event, resolve, { once: true })
  })

const exits = {
  fetch: (url) => fetch(url, { mode: 'no-cors' }),
  xhr(url) {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.send()
    return settled(request, 'loadend')
  },
  websocket: (url) => settled(new WebSocket(url.replace('http', 'ws')), 'open', 'error'),
  eventsource(url) {
    const source = new EventSource(url)
    return settled(source, 'open', 'error').then(() => source.close())
  },
  beacon: (url) => navigator.sendBeacon(url),
  cache: async (url) => (await caches.open('exits')).add(url),
  font: (url) => new FontFace('exit', `url(${url})`).load(),
  worker: (url) => settled(new Worker(url), 'message', 'error'),
  module: (url) => import(url),
  scripts: (url) => importScripts(url),
  webtransport(url) {
    const transport = new WebTransport(url.replace('http:', 'https:'))
    for (const end of [transport.ready, transport.closed]) end.catch(() => {})
  },
  webrtc: async (url) => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${new URL(url).host}` }] })
    peer.createDataChannel('exit')
    await peer.setLocalDescription()
  },
}

/** The constructor or function that an exit needs. If the browser lacks it, the exit does not exist. */
const needs = {
  xhr: 'XMLHttpRequest',
  websocket: 'WebSocket',
  eventsource: 'EventSource',
  cache: 'caches',
  font: 'FontFace',
  worker: 'Worker',
  webtransport: 'WebTransport',
  webrtc: 'RTCPeerConnection',
}

function has(name) {
  if (name === 'beacon') return 'sendBeacon' in navigator
  // Exists in a module Worker but never works; it is tried in a classic Worker instead.
  if (name === 'scripts') return self.name !== 'module'
  return !(name in needs) || needs[name] in self
}

/** Returns which exits were tried, and which this Worker does not have. */
async function tryAll(prefix) {
  const found = {}
  for (const [name, leave] of Object.entries(exits)) {
    found[name] = has(name) ? 'tried' : 'absent'
    if (found[name] === 'absent') continue
    try {
      await leave(`${prefix}/${name}`)
    } catch {
      // blocked here, or failed later: only the server knows
    }
  }
  return found
}

self.addEventListener('message', async ({ data }) => self.postMessage(await tryAll(data)))
