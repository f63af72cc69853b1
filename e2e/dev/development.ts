/** Hot reload for modal, wallet and demo, each from a Vite server of its own. Only the local world uses it. */
import type { WorldOptions } from '../world/world.ts'
import { demoRoute, frameRoute, inFront } from './origins.ts'
import { startHotServer } from './vite.ts'

export type Development = Required<Pick<WorldOptions, 'inFront'>> & { readonly stop: () => Promise<void> }

export async function startDevelopment(): Promise<Development> {
  // One after the other: each looks through the dependencies at its first start.
  const servers = {
    modal: await startHotServer('frame'),
    wallet: await startHotServer('wallet'),
    hosts: await startHotServer('dev-demo'),
  }
  const routes = { modal: frameRoute('modal'), wallet: frameRoute('wallet'), hosts: demoRoute }
  return {
    inFront: (origin, app, listener) => inFront(app, listener, servers[origin], routes[origin]),
    stop: async () => {
      await Promise.all(Object.values(servers).map((server) => server.stop()))
    },
  }
}
