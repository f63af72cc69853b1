/** Finds the recipient that the form's text names, by an address or by a name that resolves to one, and what to warn about. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import type { Ask, SendDriver } from '../../../shared/chains/sending.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { networksAtom } from '../../session/state/network.ts'
import { knownTo } from './send-known.ts'
import type { Resolved } from './send-names.ts'
import { inspectRecipient } from './state/recipient-rules.ts'
import { type Draft, draftAtom, type Found, foundAtom } from './state/send.ts'

/** Names are looked up once the user has stopped typing. */
const pauseMs = 300

/** An EVM address without its prefix (specification §5). */
const bareAddress = /^[0-9a-f]{40}$/i

/** Called when the text, the account or the token of the form has changed. */
export function lookUpRecipient(context: ModalContext): void {
  const { store } = context
  const signal = context.scope.begin('recipient')
  const draft = store.get(draftAtom)
  const text = draft?.to.trim() ?? ''
  if (!draft || text === '') return store.set(foundAtom, { status: 'none' })
  store.set(foundAtom, { status: 'looking' })
  context.scope.run(
    look(context, draft, text, signal).then((found) => {
      if (!signal.aborted) store.set(foundAtom, found)
    }),
  )
}

async function look(context: ModalContext, draft: Draft, text: string, signal: AbortSignal): Promise<Found> {
  const network = context.store.get(networksAtom).find(({ id }) => id === draft.chainId)
  if (!network) return { status: 'invalid', why: 'failed' }
  try {
    const driver = await loadSending(network.id)
    const known = { network, driver }
    const address = namespaceOf(network.id) === 'eip155' && bareAddress.test(text) ? `0x${text}` : text
    // Checked without nodes, so that a text that is no address is recognised even if none answers.
    if (driver.isAddress(address)) return await inspect(context, draft, known, { address }, signal)
    if (namespaceOf(network.id) !== 'eip155' || !text.includes('.')) return { status: 'invalid', why: 'form' }
    await context.scope.pause(pauseMs, signal)
    signal.throwIfAborted()
    const { resolveName } = await import('./send-names.ts')
    const resolved = await resolveName(context, text, network.id, signal)
    if (typeof resolved === 'string') return { status: 'invalid', why: resolved }
    return await inspect(context, draft, known, resolved, signal)
  } catch {
    return { status: 'invalid', why: 'failed' }
  }
}

async function inspect(
  context: ModalContext,
  draft: Draft,
  { network, driver }: { readonly network: Network; readonly driver: SendDriver },
  { address, name, isElsewhere = false }: Pick<Resolved, 'address'> & Partial<Resolved>,
  signal: AbortSignal,
): Promise<Found> {
  const ask: Ask = await askerOf(context, network, signal).catch(() => () => Promise.reject(new Error('nobody')))
  const facts = await driver
    .inspect(ask, address)
    .catch(() => ({ hasChecksum: true, isContract: false, isOffCurve: false }))
  const findings = inspectRecipient({
    namespace: namespaceOf(network.id),
    address,
    own: parseCaip10(draft.account).address,
    token: draft.token?.address,
    known: knownTo(context, draft.account),
    isElsewhere,
    ...facts,
    // The user has not typed the capitals of an address that a name resolves to.
    hasChecksum: facts.hasChecksum || name !== undefined,
  })
  return { status: 'found', address, name, findings }
}
