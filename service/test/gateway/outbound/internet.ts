/** A simulated Internet on loopback: one https server for all sites, and a DNS with answers set by a test. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GuardedFetchOptions } from '../../../src/gateway/outbound/guarded-fetch.ts'

/** Names below it belong to the server. */
export const site = 'pictures-of-tests.net'
/** Stands in for a public address. All of 127.0.0.0/8 is loopback on Linux; on other systems this address does not exist. */
export const publicAddress = '127.0.0.1'

export type Internet = {
  readonly options: Required<Pick<GuardedFetchOptions, 'resolve' | 'isAllowed' | 'tls'>>
  /** Connections that reached the server, and requests with their paths. */
  readonly connections: () => number
  readonly requests: () => readonly IncomingMessage[]
  /** How often each name was looked up. */
  readonly lookups: () => readonly string[]
  readonly behave: (behaviour: (request: IncomingMessage, response: ServerResponse) => void) => void
  /** Addresses for the next look-ups of any name, one answer each; then the public one again. */
  readonly answer: (...answers: readonly (readonly string[])[]) => void
  readonly reset: () => void
  readonly stop: () => Promise<void>
}

export async function startInternet(): Promise<Internet> {
  const { key, cert } = makeCertificate()
  let behaviour: Parameters<Internet['behave']>[0] = (_, response) => response.end('content')
  let connections = 0
  let requests: IncomingMessage[] = []
  let lookups: string[] = []
  let answers: (readonly string[])[] = []
  const server = createServer({ key, cert }, (request, response) => {
    requests.push(request)
    behaviour(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo // as: it listens on a port
  return {
    options: {
      tls: { port, ca: cert },
      resolve: async (host) => {
        lookups.push(host)
        return answers.shift() ?? [publicAddress]
      },
      isAllowed: (address) => address === publicAddress,
    },
    connections: () => connections,
    requests: () => requests,
    lookups: () => lookups,
    behave: (next) => {
      behaviour = next
    },
    answer: (...next) => {
      answers = [...next]
    },
    reset() {
      connections = 0
      requests = []
      lookups = []
      answers = []
      behaviour = (_, response) => response.end('content')
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function makeCertificate(): { readonly key: string; readonly cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'airlock-certificate-'))
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = `subjectAltName=DNS:${site},DNS:*.${site}`
  const output = ['-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...curve, '-days', '2', '-subj', '/CN=test', '-addext', names, ...output], {
    stdio: 'ignore',
  })
  try {
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
