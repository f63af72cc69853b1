/** Identities over HTTP. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Identity } from '@airlock/protocol/gateway/names.ts'
import * as z from 'zod/mini'
import { requireProject } from '../http/access.ts'
import type { GatewayServer, GatewayServerOptions } from '../http/serve.ts'
import { createIdentities, type IdentityOptions } from './identities.ts'

/** Units charged to the budget: a few calls to a node. */
const units = 5

export function serveIdentity(
  server: GatewayServer,
  identity: IdentityOptions,
  options: Pick<GatewayServerOptions, 'projects' | 'modalOrigin' | 'spend' | 'addressOf' | 'now'>,
): void {
  const read = createIdentities(identity)
  for (const path of [endpoints.identity.path, '/v1/account/:address/identity'])
    server.raw('GET', path, async (c, signal) => {
      const projectId = requireProject(c, options)
      await options.spend({ projectId, address: options.addressOf(c) }, units, options.now())
      const answer = await read(c.req.param('address') ?? '', signal)
      return { body: JSON.stringify(z.parse(Identity, answer.identity)), maxAge: answer.maxAge }
    })
}
