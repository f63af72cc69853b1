import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import { loginError } from '../../shared/login/failure.ts'
import { createListeners } from '../account-pages/shown.ts'
import { openReplacement } from '../custody/open-wallet.ts'
import { ServiceRefusal } from '../custody/service.ts'
import { troubleOf } from '../lock/lock.ts'
import { type AccountContext, createGivingUp, createUnlocking } from './access.ts'
import type { Account } from './account.ts'
import { told } from './email-login.ts'
import type { Ended as EndedSession } from './session.ts'
import { createChoices, servedNamespace } from './smart-accounts.ts'
import type { Ended } from './tabs.ts'

export function createAccount(context: AccountContext): Account {
  const { session, store, login, smartAccounts, onCreated, tellTabs } = context
  const ended = createListeners<[Ended]>()
  const moved = createListeners<[Addresses]>()
  /** Already known in this document. */
  let known: { readonly userId: string; readonly addresses: Addresses } | undefined
  /** Created in this document; the user has not been asked yet. */
  let isNew = false
  /** The user whose wallet the lock is for. */
  let lockedFor: string | undefined

  const signedIn = (): string => {
    const userId = session.userId()
    if (userId === undefined || !session.isConnectedHere()) throw new AirlockError('UNAUTHORIZED')
    // Another tab may have signed in another user.
    if (lockedFor !== undefined && lockedFor !== userId) lock.end(new AirlockError('UNAUTHORIZED'))
    lockedFor = userId
    return userId
  }
  const learn = (userId: string, addresses: Addresses): Addresses => {
    const before = known
    known = { userId, addresses }
    if (before?.userId === userId && before.addresses.eip155 !== addresses.eip155) moved.tell(addresses)
    return addresses
  }
  const { lock, email, custodyOf, custodyLevel } = createUnlocking(context, {
    signedIn,
    learn,
    onNew: () => {
      isNew = true
    },
  })
  const refreshed = <T>(work: () => Promise<T>) => orEnded(work, () => endEverywhere('expired'))
  const addresses = async (signal: AbortSignal): Promise<Addresses> => {
    const userId = signedIn()
    if (known?.userId === userId) return known.addresses
    return lock.ensure(signal, 'silently').catch((error: unknown) => addressesHere(context, userId, error))
  }

  const end = (why: Ended, which?: EndedSession): void => {
    if (!session.forget(which)) return
    if (session.userId() === undefined) store.clearCache('disconnected')
    login.forgetRecovery()
    known = undefined
    isNew = false
    lockedFor = undefined
    lock.end(why === 'removed' ? loginError({ reason: 'DEVICE_REMOVED' }) : new AirlockError('UNAUTHORIZED'))
    ended.tell(why)
  }
  const endEverywhere = async (why: Ended): Promise<void> => {
    const which = await session.end()
    end(why, which)
    tellTabs(why, which)
  }

  const { typesOn, ...choices } = createChoices(context)
  const account: Account = {
    ...choices,
    ...createGivingUp(context, { signedIn, end }),
    lock,
    email,
    addresses: (signal) => refreshed(() => addresses(signal)),
    isConnected() {
      if (session.userId() === undefined) store.clearCache('notConnected')
      return session.isConnectedHere()
    },
    async user({ chainId = choices.chain(), preferredAccountType }, signal) {
      const namespace = servedNamespace(chainId)
      const address = (await account.addresses(signal))[namespace]
      if (isNew) {
        isNew = false
        await onCreated?.(signal)
      }
      store.write('lastUsedChain', chainId)
      store.write('emailLoginUsed', true)
      const level = custodyLevel(signedIn())
      const types = await typesOn(chainId, address, preferredAccountType)
      const custody = await level
      return { ...identityIn(store), ...(custody && { custodyLevel: custody }), address, chainId, ...types }
    },
    async prefer(type, signal) {
      const { address } = await account.user({}, signal)
      if (type === 'smartAccount' && !smartAccounts.isOn(choices.chain())) throw new AirlockError('CHAIN_NOT_SUPPORTED')
      store.write('preferredAccountType', type)
      return { address }
    },
    open: (signal) =>
      refreshed(async () => {
        signedIn()
        return lock.ensure(signal, 'onScreen')
      }),
    async signOut() {
      // A page that is not connected must not end the session for the others.
      if (session.userId() === undefined || session.isConnectedHere()) await endEverywhere('signedOut')
    },
    async replace(create) {
      const { signal } = new AbortController()
      const custody = await custodyOf(signedIn(), signal)
      await openReplacement(custody, () => create(custody))
      tellTabs('moved', { refreshToken: store.read('session')?.refreshToken })
      return account.openMoved()
    },
    openMoved() {
      // Ends the Key Worker, and with it the keys that were open.
      lock.end(new AirlockError('ABORTED'))
      return lock.ensure(new AbortController().signal, 'silently')
    },
    onMoved: moved.add,
    end,
    onEnd: ended.add,
  }
  return account
}

/** If the login is too old for a new device, the user signs in again: this session would always lead back here. */
async function orEnded<T>(work: () => Promise<T>, end: () => Promise<void>): Promise<T> {
  try {
    return await told(work)
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.code !== 'REAUTH_REQUIRED') throw error
    await end()
    throw loginError({ reason: 'EXPIRED' })
  }
}

/** What the service could not say: this device still knows the wallet, and a passkey may open it without the service. */
async function addressesHere({ worker }: AccountContext, userId: string, error: unknown): Promise<Addresses> {
  const trouble = troubleOf(error)
  const isLost = trouble === 'notStored' || trouble === 'otherWallet'
  if (trouble !== 'unreachable' && !isLost) throw error
  const { pin, passkeys } = await worker.call('known', { userId })
  if (pin && (passkeys.length > 0 || !isLost)) return pin.addresses
  if (!isLost) throw error
  throw loginError({ reason: pin ? 'OTHER_WALLET' : 'NOT_YOUR_WALLET' })
}

/** Who the user is, as this device was told at the login. */
function identityIn(store: AccountContext['store']) {
  const [email, userName, social] = [store.read('email'), store.read('socialUsername'), store.read('social')]
  return {
    ...(email !== undefined && { email }),
    ...(userName !== undefined && { userName }),
    ...(social !== undefined && { social }),
  }
}
