/** Installs a test wallet in a browser context: a provider in every top document, keys and decisions in Node. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from '@playwright/test'
import { RpcError } from '../world/rpc.ts'
import type { World } from '../world/world.ts'
import { createSigner } from './account.ts'
import { createApprovals } from './approval.ts'
import { type InPageWallet, provideWallet, type Reply } from './in-page.ts'
import { createMethods, type WalletState } from './methods.ts'
import { type TestWallet, tellPages, type WalletCall, type WalletOptions } from './wallet.ts'

const defaultIcon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 8 8%22%3E%3Crect width=%228%22 height=%228%22 fill=%22%23667dff%22/%3E%3C/svg%3E'

/** Every wallet knows chain 1, but none of our hosts lists it. */
const foreignChainId = 1

/** Call it before the page opens: an open page does not get the wallet. */
export async function installWallet(
  context: BrowserContext,
  world: World,
  options: WalletOptions,
): Promise<TestWallet> {
  const {
    name,
    behaviour = 'honest',
    presence = 'eip6963',
    frames = 'top',
    uuid = randomUUID(),
    icon = defaultIcon,
  } = options
  const rdns = options.rdns ?? `example.${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
  const nodes = new Map(world.chains.map((chain) => [chain.chainId, chain.nodeUrl]))
  const home = behaviour === 'wrong-network' ? foreignChainId : (options.chainId ?? world.chains[0].chainId)
  const state: WalletState = {
    chainId: home,
    isConnected: false,
    known: new Map([...nodes].filter(([id]) => behaviour !== 'unsupported-chain' || id === home)),
  }
  const signer = createSigner()
  const approvals = createApprovals(behaviour, options.delayMs ?? 1000)
  const binding = `__wallet_${uuid.replaceAll(/\W/g, '')}`
  const calls: WalletCall[] = []
  const arrivals = new EventEmitter<{ call: [WalletCall] }>().setMaxListeners(0)

  const emit: TestWallet['emit'] = (event, payload) => tellPages(context, binding, event, payload)
  const handle = createMethods({
    state,
    signer,
    approvals,
    emit,
    addable: nodes,
    hasBatches: options.hasBatches ?? false,
    forger: options.forges ? createSigner() : undefined,
  })

  await world.fund(signer.address)
  await context.exposeBinding(binding, async (_source, method: unknown, params: unknown): Promise<Reply> => {
    const call = { method: String(method), params }
    calls.push(call)
    arrivals.emit('call', call)
    if (options.clings && call.method === 'wallet_revokePermissions') await new Promise(() => {})
    if (options.wakesAfterMs && call.method === 'eth_accounts') await delay(options.wakesAfterMs)
    try {
      return { result: await handle(call.method, params) }
    } catch (error) {
      return { error: toReply(error) }
    }
  })
  const inPage: InPageWallet = { binding, presence, frames, info: { uuid, name, icon, rdns } }
  await context.addInitScript(provideWallet, inPage)

  return {
    name,
    rdns,
    uuid,
    address: signer.address,
    calls,
    called: (method) => {
      const present = calls.find((call) => call.method === method)
      if (present) return Promise.resolve(present)
      return new Promise((resolve) => {
        arrivals.on('call', function onCall(call) {
          if (call.method !== method) return
          arrivals.off('call', onCall)
          resolve(call)
        })
      })
    },
    ...approvals.decisions,
    unlock: approvals.unlock,
    emit,
  }
}

/** Converts an error to the form in which a wallet reports it. */
export function toReply(error: unknown): { code: number; message: string; data?: unknown } {
  if (error instanceof RpcError)
    return { code: error.code, message: error.message, ...(error.data === undefined ? {} : { data: error.data }) }
  return { code: -32603, message: error instanceof Error ? error.message : String(error) }
}
