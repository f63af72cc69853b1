/** Prometheus metrics on a separate port for the operator. Labels are routes and statuses, never callers. */
import { Hono } from 'hono'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type RequestMetrics = {
  readonly observe: (request: { readonly route: string; readonly status: number; readonly ms: number }) => void
  readonly render: () => Promise<{ readonly type: string; readonly text: string }>
}
export type Metrics = RequestMetrics & {
  readonly mail: (outcome: 'sent' | 'failed' | 'dropped') => void
}

/** The metrics that every role has. */
export function createRequestMetrics(role: 'wallet' | 'gateway', registry: Registry = new Registry()): RequestMetrics {
  const registers = [registry]
  const requests = new Counter({
    name: `airlock_${role}_requests_total`,
    help: 'Requests by route and status',
    labelNames: ['route', 'status'],
    registers,
  })
  const times = new Histogram({
    name: `airlock_${role}_request_seconds`,
    help: 'Time to answer, long polls included',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.1, 0.25, 1, 5, 30],
    registers,
  })
  return {
    observe({ route, status, ms }) {
      requests.inc({ route, status: String(status) })
      times.observe({ route }, ms / 1000)
    },
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

export function createMetrics(options: { readonly pendingMails: () => Promise<number> }): Metrics {
  const registry = new Registry()
  const registers = [registry]
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
  return { ...createRequestMetrics('wallet', registry), mail: (outcome) => mails.inc({ outcome }) }
}

/** `GET /metrics` for Prometheus. */
export function createMetricsApp(metrics: RequestMetrics): Hono {
  const app = new Hono({ strict: true })
  app.get('/metrics', async (c) => {
    const { type, text } = await metrics.render()
    return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  })
  return app
}
