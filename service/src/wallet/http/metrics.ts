/** Prometheus metrics on a separate port for the operator. Labels are routes and statuses, never callers. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  readonly observe: (request: { readonly route: string; readonly status: number; readonly ms: number }) => void
  readonly mail: (outcome: 'sent' | 'failed' | 'dropped') => void
  readonly render: () => Promise<{ readonly type: string; readonly text: string }>
}

export function createMetrics(options: { readonly pendingMails: () => Promise<number> }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'airlock_wallet_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const times = new Histogram({
    name: 'airlock_wallet_request_seconds',
    help: 'Time to answer, long polls included',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  const mails = new Counter({
    name: 'airlock_wallet_mails_total',
    help: 'Mails by outcome',
    labelNames: ['outcome'],
    registers,
  })
  new Gauge({
    name: 'airlock_wallet_mails_pending',
    help: 'Mails that wait to be sent',
    registers,
    async collect() {
      this.set(await options.pendingMails())
    },
  })
  return {
    observe({ route, status, ms }) {
      requests.inc({ route, status: String(status) })
      times.observe({ route }, ms / 1000)
    },
    mail: (outcome) => mails.inc({ outcome }),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
