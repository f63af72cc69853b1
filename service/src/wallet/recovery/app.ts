/** The recovery role over HTTP. It has its own process, database and sender address. */
import { recoveryEndpoints as endpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { Hono } from 'hono'
import type { RecoveryContext } from '../domain/context.ts'
import { createEndpointServer, type ServerOptions } from '../http/serve.ts'
import { sendStyle, stylePath } from '../pages/mail-pages.ts'
import { type Checks, createChecks } from './checks.ts'
import { serveRecoveryPage } from './page.ts'

export type RecoveryAppOptions = Pick<ServerOptions, 'log' | 'metrics' | 'addressOf' | 'stopping'> & {
  readonly context: RecoveryContext
}

export function createRecoveryApp({ context, ...options }: RecoveryAppOptions): {
  readonly app: Hono
  readonly checks: Checks
} {
  const { publicUrl, limits } = context.settings
  const server = createEndpointServer({ ...options, ...context, publicUrl, limits })
  const checks = createChecks(context)

  server.open(endpoints.nonce, async () => ({ ok: true }) as const)
  server.proven(endpoints.checkStart, ({ request, ...from }) => checks.start(request, from))
  server.proven(endpoints.checkVerify, ({ request: { checkId, wait = 0 }, signal, ...from }) =>
    checks.look(checkId, from, { waitMs: wait * 1000, signal }),
  )
  server.proven(endpoints.sharePut, ({ request, ...from }) => checks.put(request, from))
  server.proven(endpoints.shareCopy, ({ request, ...from }) => checks.copy(request, from))
  server.proven(endpoints.shareOpen, ({ request, ...from }) => checks.open(request, from))
  serveRecoveryPage(server, checks, publicUrl)
  server.app.get(stylePath, sendStyle)
  return { app: server.app, checks }
}
