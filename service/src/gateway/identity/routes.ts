/** Identities over HTTP. */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { Identity } from '@airlock/protocol/gateway/names.ts'
import * as z from 'zod/mini'
import type { GatewayServer } from '../http/serve.ts'
import { createIdentities, type IdentityOptions } from './identities.ts'

/** Units charged to the budget: a few calls to a node. */
const units = 5

export function serveIdentity(server: GatewayServer, identity: IdentityOptions): void {
  const read = createIdentities(identity)
  for (const path of [endpoints.identity.path, '/v1/account/:address/identity'])
    server.raw('GET', path, async (c, signal) => {
      await server.charge(c, units)
      const answer = await read(c.req.param('address') ?? '', signal)
      return { body: JSON.stringify(z.parse(Identity, answer.identity)), maxAge: answer.maxAge }
    })
}
