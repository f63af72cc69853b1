/** The gateway's metrics. */
import { Gauge, Registry } from 'prom-client'
import { createRequestMetrics, type RequestMetrics } from '../wallet/http/metrics.ts'

/** @param behind blocks between index and head, of the networks that this process indexes */
export function createGatewayMetrics(behind: () => ReadonlyMap<string, number>): RequestMetrics {
  const registry = new Registry()
  new Gauge({
    name: 'airlock_gateway_index_blocks_behind',
    help: 'Blocks between the index and the head of the chain, of the networks that this process indexes',
    labelNames: ['network'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [network, blocks] of behind()) this.set({ network }, blocks)
    },
  })
  return createRequestMetrics('gateway', registry)
}
