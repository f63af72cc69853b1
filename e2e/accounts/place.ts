/**
 * A browser partition of one site, and its tabs: the wallet's own code, with the Key Worker's methods in the same
 * process and an in-memory IndexedDB. Only the browser itself is missing, which has specs of its own.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { verifyMessage } from 'viem'
import { expect } from 'vitest'
import * as z from 'zod'
import type { KeyWorker } from '../../frame-app/src/wallet/custody/worker-client.ts'
import { idleLockMs, type KeyWorkerCalls } from '../../frame-app/src/wallet/key-link/surface.ts'
import { createCalls } from '../../frame-app/src/wallet/key-worker/calls.ts'
import { openVault } from '../../frame-app/src/wallet/key-worker/vault.ts'
import { assembleWallet, type EmbeddedWallet } from '../../frame-app/src/wallet/login/assemble.ts'
import { PasskeyError, type Passkeys } from '../../frame-app/src/wallet/recovery/passkeys.ts'
import type { Signer } from '../../frame-app/src/wallet/signing/request.ts'
import { cheapHash } from '../../frame-app/test/support/key-worker.ts'
import { hostOrigin, type Services } from './services.ts'

/** An authenticator that the user can take from device to device. Computes the output of a passkey with PRF. */
export function createAuthenticator() {
  const secret = randomBytes(32)
  const known = new Set<string>()
  let isThere = true
  const prf = (credentialId: string) => ({
    credentialId,
    prf: Buffer.from(hkdfSync('sha256', secret, credentialId, '', 32)).toString('base64url'),
  })
  const passkeys: Passkeys = {
    async create() {
      if (!isThere) throw new PasskeyError('STOPPED')
      const credentialId = randomBytes(16).toString('base64url')
      known.add(credentialId)
      return prf(credentialId)
    },
    async use(credentialIds) {
      const credentialId = isThere ? credentialIds.find((id) => known.has(id)) : undefined
      if (credentialId === undefined) throw new PasskeyError('STOPPED')
      return prf(credentialId)
    },
  }
  return {
    passkeys,
    leaveAtHome: () => {
      isThere = false
    },
  }
}
/** The storage key of an item of the login. */
export const itemName = ({ project }: Services, item: string) => `@airlock/wallet/${project.projectId}/${item}`
const Kept = z.object({ userId: z.string(), refreshToken: z.string(), login: z.string() })

let places = 0

export function createPlace(
  services: Services,
  authenticator = createAuthenticator(),
  { hasAuthenticator = false } = {},
) {
  const name = `place-${places++}`
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage // as: no other methods are used
  const queues = new Map<string, Promise<unknown>>()
  const alone = <T>(lock: string, work: () => Promise<T>): Promise<T> => {
    const mine = (queues.get(lock) ?? Promise.resolve()).then(work, work)
    queues.set(
      lock,
      mine.catch(() => {}),
    )
    return mine
  }
  return {
    name,
    items,
    vault: () => openVault(name),
    /** The stored session of the login. */
    session: () => Kept.parse(JSON.parse(items.get(itemName(services, 'session')) ?? 'null')),
    /** Opens a tab with its own Worker; `idle` locks it as its timers would after five minutes. */
    tab(origin = hostOrigin): EmbeddedWallet & { readonly idle: () => void } {
      let calls: KeyWorkerCalls | undefined
      let onIdle = () => {}
      const worker: KeyWorker = {
        call: (method, request) => {
          calls ??= createCalls(openVault(name), { idleMs: idleLockMs, cost: cheapHash })
          const run: KeyWorkerCalls[typeof method] = calls[method]
          return run(request)
        },
        stop: () => {
          void calls?.lock({})
          calls = undefined
        },
      }
      const wallet = assembleWallet({
        project: services.project,
        hostOrigin: origin,
        firstChain: 'eip155:1',
        startWorker: (onEnd) => {
          onIdle = () => onEnd('idle')
          return worker
        },
        storage,
        alone,
        passkeys: authenticator.passkeys,
        hasAuthenticator: () => Promise.resolve(hasAuthenticator),
        partition: name,
      })
      return {
        ...wallet,
        /** Opens the wallet before signing, as approvals do. */
        signer: {
          async sign(request, signal) {
            await wallet.account.open(signal)
            return wallet.signer.sign(request, signal)
          },
        } satisfies Signer,
        idle() {
          worker.stop()
          onIdle()
        },
      }
    },
  }
}
export type Place = ReturnType<typeof createPlace>
export type Tab = ReturnType<Place['tab']>

const never = new AbortController().signal

/** Signs in by email, like a user. `mails` counts the emails that arrive for it. */
export async function signIn(services: Services, tab: Tab, email: string, more: { readonly seen?: number } = {}) {
  const mails = services.readMails(email)
  const { action, match } = await tab.login.start(email)
  if (action === 'VERIFY_DEVICE') {
    await services.approve(email, match ?? '', more.seen)
    await tab.login.awaitApproval(never)
  }
  await tab.login.verify(await mails.code())
  const user = () => tab.account.user({ chainId: 'eip155:1' }, never)
  return { mails, user, address: async () => (await user()).address }
}

/** Whether the wallet signs a message with the key of this address. */
export async function signs(tab: Tab, address: string): Promise<boolean> {
  const signer = address as `0x${string}` // as: an EVM address
  const signature = await tab.signer.sign(
    { kind: 'evmMessage', signer, message: '0x6869' },
    new AbortController().signal,
  )
  return verifyMessage({ address: signer, message: 'hi', signature: signature as `0x${string}` }) // as: an EVM signature
}

/** A device without a share offers the passkey, which its user takes. */
export async function usePasskey(tab: Tab, hasMail = true): Promise<void> {
  await expect
    .poll(tab.security.screen)
    .toEqual({ kind: 'newDevice', screen: { busy: false, hasPasskey: true, hasMail } })
  tab.security.newDevice.usePasskey()
}
