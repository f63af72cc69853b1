/** `wallet_createSession`: opens the modal for each requested namespace that is not connected, one after the other. */
import { AirlockError } from '@airlock/host-sdk'
import { inBrowser } from '../dom.ts'
import type { Airlock, Namespace } from '../types.ts'
import { refuse } from './errors.ts'
import { expectRequired, grant, isRequired, namespacesOf, reasonAgainst } from './grant.ts'
import { namespaceOfScope } from './offered.ts'
import type { SessionRequest } from './scopes.ts'
import { liveOf } from './sessions.ts'

/** @returns the request without the scopes that the user has not connected */
export async function negotiate(airlock: Airlock, request: SessionRequest): Promise<SessionRequest> {
  const { networks } = liveOf(airlock)
  expectRequired(request, networks)
  const reason = reasonAgainst(request, networks)
  if (reason) throw reason
  await restored(airlock)
  const declined: string[] = []
  for (const namespace of namespacesOf(request, networks))
    if (!isConnected(airlock, namespace) && !(await connect(airlock, namespace))) {
      if (isRequired(request, namespace)) refuse(5001, `The user connected no ${namespace} account`)
      declined.push(namespace)
    }
  const scopes = request.scopes.filter(
    ({ key }) => !declined.includes(namespaceOfScope(key)) && isConnected(airlock, namespaceOfScope(key)),
  )
  const live = liveOf(airlock)
  const granted = grant(scopes, live)
  const missing = scopes.find(({ required, key }) =>
    required?.chains.some((chain) => !granted.find((one) => one.key === key)?.accounts.has(chain)),
  )
  if (missing) refuse(5000, `No account is connected for ${missing.key}`)
  if (granted.length === 0) refuse(declined.length > 0 ? 5001 : 5000, 'No scopes were authorized')
  return { ...request, scopes }
}

/** Waits until stored connections are restored. Requesting a session is the intent that loads the frame. */
export async function restored(airlock: Airlock): Promise<void> {
  if (!inBrowser()) refuse(5000, 'NOT_AVAILABLE: sessions need a browser')
  if (airlock.getState().ready) return
  airlock.prefetch()
  await airlock.ready.catch((error: unknown) => refuse(5000, codeOf(error)))
}

export const codeOf = (error: unknown): string => (error instanceof AirlockError ? error.code : 'INTERNAL')

const isConnected = (airlock: Airlock, namespace: string): boolean =>
  Object.values(airlock.getState().accounts).some((one) => one.namespace === namespace && one.status === 'connected')

/** `false` if the user declined. */
async function connect(airlock: Airlock, namespace: Namespace): Promise<boolean> {
  try {
    await closed(airlock)
    await airlock.connect({ namespace })
    return isConnected(airlock, namespace)
  } catch (error) {
    if (error instanceof AirlockError && (error.code === 'USER_CLOSED' || error.code === 'USER_REJECTED')) return false
    return refuse(5000, codeOf(error))
  }
}

/** Long enough for the modal to show its result and fade out. An embed stays open. */
const closingMs = 3000

/** Otherwise the modal of the previous connection would close over the next prompt. */
async function closed({ getState, subscribe }: Airlock): Promise<void> {
  if (!getState().open) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      unsubscribe()
      resolve()
    }
    const timer = setTimeout(done, closingMs)
    const unsubscribe = subscribe(() => getState().open || done())
  })
}
