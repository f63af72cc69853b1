/** The nodes of the project records, which the frames ask from a browser: with a preflight request, and by the rules of CORS. */
import { type Caip2, namespaceOf, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Config } from '../config/read.ts'
import { requireNone } from './finding.ts'

const timeoutMs = 5_000

/** What names the network, by namespace. The frames ask no node of another namespace in this way. */
const identities: Readonly<Record<string, { readonly method: string; readonly read: (result: unknown) => string }>> = {
  eip155: { method: 'eth_chainId', read: (result) => String(Number(result)) },
  solana: { method: 'getGenesisHash', read: (result) => String(result).slice(0, 32) },
}

type Asked = Pick<Config, 'projects' | 'projectsFile' | 'modal' | 'wallet'>

export async function checkPageNodes({ projects, projectsFile, modal, wallet }: Asked): Promise<string> {
  const origins = [modal, wallet].flatMap((role) => (role ? [role.url] : []))
  const nodes = [...projects.values()].flatMap(({ projectId, rpc }) =>
    Object.entries(rpc).flatMap(
      ([id, urls]) => urls.map((url, index) => ({ id: id as Caip2, url, place: `${projectId}: rpc.${id}[${index}]` })), // as: a key of the record
    ),
  )
  const asked = nodes.filter(({ id, url }) => namespaceOf(id) in identities && url.startsWith('http'))
  const problems = await Promise.all(
    asked.map(async ({ id, url, place }) => {
      const found = await Promise.all(origins.map((origin) => probeAsPage(id, url, origin)))
      const problem = found.find((one) => one !== undefined)
      return problem && `${place} ${problem}`
    }),
  )
  requireNone(problems, `edit ${projectsFile}, or ask the operator of the node`)
  return asked.length === 0 ? 'none' : `${asked.length} answer to the frames`
}

/** @returns the problem, without the node's address, which may contain a key */
async function probeAsPage(network: Caip2, url: string, origin: string): Promise<string | undefined> {
  const identity = identities[namespaceOf(network)]
  if (!identity) return undefined
  const send = (init: RequestInit) => fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
  const isOpen = ({ headers }: Response) => ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
  try {
    const asking = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
    const preflight = await send({ method: 'OPTIONS', headers: asking })
    const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/, */)
    if (!preflight.ok || !isOpen(preflight) || !allowed.some((name) => name === '*' || name === 'content-type'))
      return `lets no page of ${origin} ask it: its CORS headers allow neither this origin nor *, or not Content-Type`
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: identity.method, params: [] })
    const answer = await send({ method: 'POST', headers: { origin, 'content-type': 'application/json' }, body })
    if (!isOpen(answer)) return `does not let ${origin} read its answers: access-control-allow-origin names another`
    const { result } = Object(await answer.json()) as { result?: unknown }
    if (result === undefined) return `refuses ${identity.method}`
    const reference = identity.read(result)
    return reference === referenceOf(network) ? undefined : `serves another network (${reference})`
  } catch {
    return 'does not answer'
  }
}
