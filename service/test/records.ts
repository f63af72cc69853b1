/** Project records for the tests of this folder. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'

export const production: ProjectRecord = {
  projectId: 'shop',
  hostOrigins: ['https://shop.example', 'https://www.shop.example'],
  walletOrigin: 'https://wallet.example',
  rpc: {
    'eip155:1': ['https://rpc.example/v1/key', 'https://fallback.example/rpc'],
    'eip155:10': ['https://rpc.example/v2', 'wss://stream.example/ws'],
  },
  pinnedHosts: [],
  development: false,
}

/** Without nodes and services: the gateway's own settings name them. */
export const shop: ProjectRecord = {
  projectId: 'shop',
  hostOrigins: ['https://shop.example'],
  rpc: {},
  pinnedHosts: [],
  development: false,
}

export const local: ProjectRecord = {
  projectId: 'demo',
  hostOrigins: ['http://app.localhost:5170'],
  rpc: { 'eip155:31337': ['http://rpc.localhost:5172/one'] },
  pinnedHosts: [],
  development: true,
}

export function directives(policy: string | null | undefined): Record<string, string> {
  const entries = (policy ?? '').split('; ').map((part) => {
    const [name = '', ...sources] = part.split(' ')
    return [name, sources.join(' ')] as const
  })
  return Object.fromEntries(entries)
}
