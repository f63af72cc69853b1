/**
 * Registers a name for the active account (specification §4). The message is created right before signing, because the registry
 * accepts it for a short time only: ten minutes, or seconds in the hosted API. If it is signed later, the user must sign again. Leaving the
 * view cancels. Loaded with the views of names.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { namespaceOf, parseCaip10, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, Hex } from '@airlock/protocol/scalars/values.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { textForWallet } from '../../../shared/sign-in/message.ts'
import { refusalOf } from '../../core/api/gateway-call.ts'
import { coinTypeOf, nameMessage, readLabel } from '../../core/api/name-rules.ts'
import { fetchAvailability, postName } from '../../core/api/names.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { parseOr } from '../../core/parse-or.ts'
import { holds, routeAtom, stackAtom } from '../../core/router/router.ts'
import { type Scope, slowAfterMs } from '../../core/scope.ts'
import { loadOwnNames, refreshIdentity } from '../../session/identity.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, track } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { identitiesAtom, ownNameAtom, setIdentityAtom } from '../../session/state/identity.ts'
import { type Lookup, type Naming, namingAtom, noNaming, type Registration } from './state/naming.ts'

const debounceMs = 300

/** Of the registration under way. */
const registeringAtom = atom<AbortSignal | undefined>(undefined)

const change = ({ store }: ModalContext, part: Partial<Naming>) =>
  store.set(namingAtom, { ...store.get(namingAtom), ...part })

const isRegistering = ({ status }: Registration) => status === 'signing' || status === 'sending'

/** Called when the view opens. */
export function startNaming(context: ModalContext): void {
  const { store } = context
  if (isRegistering(store.get(namingAtom).registration)) return
  const { suffix } = store.get(namingAtom)
  store.set(namingAtom, { ...noNaming, suffix })
  context.scope.run(loadOwnNames(context))
}

/** Handles a change of the field: looks up the name once the user has stopped typing. */
export function typeName(context: ModalContext, typed: string): void {
  const { suffix, registration } = context.store.get(namingAtom)
  if (isRegistering(registration)) return
  const { scope } = context
  const signal = scope.begin('nameLookup')
  const read = readLabel(typed, suffix)
  const lookup: Lookup = 'label' in read ? { status: 'looking', label: read.label } : { status: 'idle' }
  change(context, { typed, lookup, registration: { status: 'idle' } })
  if ('label' in read) scope.after(debounceMs, () => scope.run(look(context, read.label, signal)), signal)
}

async function look(context: ModalContext, label: string, signal: AbortSignal): Promise<void> {
  const service = gatewayOf(context)
  if (!service) return
  try {
    const { name, suffix, isTaken, alternatives } = await fetchAvailability(service, label, signal)
    if (signal.aborted) return
    change(context, { suffix, lookup: { status: isTaken ? 'taken' : 'free', label, name, alternatives } })
  } catch (error) {
    if (signal.aborted) return
    change(context, { lookup: { status: 'failed', label, said: refusalOf(error)?.description } })
  }
}

export function lookAgain(context: ModalContext): void {
  typeName(context, context.store.get(namingAtom).typed)
}

/** Registers the name that the lookup found free. */
export async function registerName(context: ModalContext): Promise<void> {
  const { store } = context
  const { lookup, registration } = store.get(namingAtom)
  const connection = store.get(activeConnectionAtom)
  const service = gatewayOf(context)
  const isBlocked = isRegistering(registration) || (registration.status === 'failed' && registration.isFinal)
  if (lookup.status !== 'free' || isBlocked || store.get(ownNameAtom) !== undefined) return
  if (!service || !connection || namespaceOf(connection.chainId) !== 'eip155') return
  const { name } = lookup
  const { active, chainId } = connection
  const { address } = parseCaip10(active)
  const facts = { isSmartAccount: connection.accountType === 'smartAccount' }
  const { signal, dispose } = watchLeaving(context, active)
  store.set(registeringAtom, signal)
  const show = (next: Registration) => {
    if (!signal.aborted) change(context, { registration: next })
  }
  // However the registration ends, clears its state, unless another one has begun since.
  const end = () => {
    if (store.get(registeringAtom) !== signal) return
    store.set(registeringAtom, undefined)
    if (isRegistering(store.get(namingAtom).registration)) change(context, { registration: { status: 'idle' } })
  }
  signal.addEventListener('abort', end)
  track(context, 'REGISTER_NAME_INITIATED', facts)
  show({ status: 'signing', name, isSlow: false })
  announce(context, 'live.waitingFor', { wallet: connection.wallet.name })
  const slow = context.scope.after(slowAfterMs, () => show({ status: 'signing', name, isSlow: true }))
  try {
    const connector = connectorOf(store.get(connectorsAtom), 'eip155', connection.wallet)
    if (!connector) throw new AirlockError('DISCONNECTED', { message: 'Address or auth connector not found' })
    const coinType = coinTypeOf(Number(referenceOf(chainId)))
    const message = nameMessage(name, Date.now())
    const signed = await connector.request('personal_sign', [textForWallet(message), address], {
      scope: chainId,
      signal,
    })
    signal.throwIfAborted()
    const signature = parseOr('WALLET_FAILED', Hex, signed)
    slow()
    show({ status: 'sending', name })
    const request = { coin_type: coinType, address: z.parse(EvmAddress, address), message, signature }
    // The signed name may be registered already, so read the outcome even if the view is left.
    await postName(service, request, new AbortController().signal)
    track(context, 'REGISTER_NAME_SUCCESS', facts)
    nameRegistered(context, address, name)
    if (!signal.aborted && store.get(routeAtom)?.view === 'RegisterAccountName')
      go.replace(context, { view: 'RegisterAccountNameSuccess', name })
  } catch (error) {
    if (signal.aborted) return
    const refusal = refusalOf(error)
    track(context, 'REGISTER_NAME_ERROR', { ...facts, error: refusal?.field ?? codeOf(error) })
    shake(context)
    if (codeOf(error) === 'USER_REJECTED') {
      show({ status: 'declined', name })
      announce(context, 'live.signInDeclined', {}, true)
      return
    }
    const { field, description: said } = refusal ?? {}
    show({ status: 'failed', name, said, isLate: field === 'timestamp', isFinal: isOfNameOrAddress(field) })
    // It has one that was not known here: it is shown from now on.
    if (field === 'address') await readNamesAgain(context, address)
  } finally {
    slow()
    dispose()
  }
}

const isOfNameOrAddress = (field: string | undefined) => field === 'name' || field === 'address'

/** Shows a name at once after the registry has accepted it. An ENS name takes precedence. */
export function nameRegistered(context: ModalContext, address: string, name: string): void {
  const { store } = context
  forgetNames(context, address)
  const known = store.get(identitiesAtom)[address.toLowerCase()]?.name
  store.set(setIdentityAtom, address, { registered: [name], ...(known === undefined && { name }) })
}

async function readNamesAgain(context: ModalContext, address: string): Promise<void> {
  forgetNames(context, address)
  await loadOwnNames(context)
  await refreshIdentity(context)
}

function forgetNames(context: ModalContext, address: string): void {
  const base = gatewayOf(context)?.base
  for (const kind of ['names', 'identity']) queries.removeQueries({ queryKey: [kind, base, address] })
}

const codeOf = (error: unknown) => (error instanceof AirlockError ? error.code : 'INTERNAL')

/** Aborts when the user leaves the view or the modal, or another account becomes active. An approval above the view is not leaving. */
function watchLeaving({ store, scope }: ModalContext, account: string): Scope {
  const watch = scope.child()
  const check = () => {
    const isHere = store.get(isOpenAtom) && holds(store.get(stackAtom), 'RegisterAccountName')
    if (!isHere || store.get(activeConnectionAtom)?.active !== account) watch.dispose()
  }
  for (const atom of [stackAtom, isOpenAtom, activeConnectionAtom]) watch.add(store.sub(atom, check))
  return watch
}
