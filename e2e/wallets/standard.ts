/** Installs a Wallet Standard wallet with a Solana account in a browser context: keys and decisions are in Node. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import { getBase58Decoder, getBase58Encoder, getBase64Encoder } from '@solana/kit'
import { createSignInMessage } from '@solana/wallet-standard-util'
import * as z from 'zod'
import type { World } from '../world/world.ts'
import { createApprovals } from './approval.ts'
import { type InPageStandardWallet, provideStandardWallet, type ToldAccount } from './in-page-standard.ts'
import { createSolanaWallet } from './solana.ts'
import { answerPage, type Behaviour, type SwitchingWallet, tellPages, WalletError } from './wallet.ts'

export type StandardWalletOptions = {
  readonly name: string
  readonly behaviour?: Behaviour
  /** Default: the standard's name of a development network. */
  readonly chains?: readonly string[]
  readonly lacks?: readonly string[]
  readonly icon?: string
}

export type StandardWallet = SwitchingWallet & {
  readonly name: string
  /** Of the account that it shares first. */
  readonly address: string
}

const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiM5OTQ1ZmYiLz48L3N2Zz4='

const Bytes = z.array(z.int().min(0).max(255)).transform((list) => Uint8Array.from(list))
const Request = z.object({ address: z.string(), bytes: Bytes })
const Sending = Request.extend({ chain: z.string(), options: z.record(z.string(), z.unknown()).optional() })
/** The wallet writes the text itself, by the library of the standard. */
const SigningIn = z.object({
  domain: z.string(),
  address: z.string(),
  statement: z.string().optional(),
  uri: z.string(),
  version: z.string(),
  chainId: z.enum(['mainnet', 'devnet', 'testnet', 'localnet']),
  nonce: z.string(),
  issuedAt: z.string(),
  expirationTime: z.string().optional(),
})
const Signed = z.object({ signature: z.string() })
const SignedTransaction = z.object({ transaction: z.base64() })

/** Call it before the page opens: an open page does not get the wallet. */
export async function installStandardWallet(
  context: BrowserContext,
  world: World,
  options: StandardWalletOptions,
): Promise<StandardWallet> {
  const { name, behaviour = 'honest', chains = ['solana:localnet'], lacks = [] } = options
  const approvals = createApprovals(behaviour, 1000)
  const binding = `__standard_${randomBytes(8).toString('hex')}`
  const create = () =>
    createSolanaWallet({
      secret: randomBytes(32),
      ask: () => approvals.ask(),
      send: (transaction, given) =>
        world.solana.rpc('sendTransaction', [transaction, { ...given, encoding: 'base64' }]),
    })
  const [first, second] = [await create(), await create()]
  let [active, isConnected] = [first, false]
  const told = (): ToldAccount[] =>
    isConnected ? [{ address: active.address, publicKey: [...getBase58Encoder().encode(active.address)] }] : []
  const own = (address: string) => {
    if (!isConnected || address !== active.address) throw new WalletError(4100, 'The account is not authorized.')
  }
  const chain = (asked: string) => {
    if (!chains.includes(asked)) throw new WalletError(-32602, `The wallet does not serve ${asked}.`)
  }
  const written = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const calls = await answerPage(context, binding, {
    async connect(params) {
      const { silent } = z.object({ silent: z.boolean().optional() }).parse(params)
      if (!isConnected && !silent) {
        await approvals.ask()
        isConnected = true
      }
      return told()
    },
    async disconnect() {
      isConnected = false
      return null
    },
    async signMessage(params) {
      const { address, bytes } = Request.parse(params)
      own(address)
      const message = getBase58Decoder().decode(bytes)
      const { signature } = Signed.parse(await active.handle('solana_signMessage', { message, pubkey: address }))
      return [...getBase58Encoder().encode(signature)]
    },
    async signIn(params) {
      const { statement, expirationTime, ...input } = SigningIn.parse(params)
      own(input.address)
      const bytes = createSignInMessage({
        ...input,
        ...(statement !== undefined && { statement }),
        ...(expirationTime !== undefined && { expirationTime }),
      })
      const message = getBase58Decoder().decode(bytes)
      const { signature } = Signed.parse(await active.handle('solana_signMessage', { message, pubkey: input.address }))
      return { message: [...bytes], signature: [...getBase58Encoder().encode(signature)] }
    },
    async signTransaction(params) {
      const { address, bytes, chain: on } = Sending.parse(params)
      own(address)
      chain(on)
      const answer = await active.handle('solana_signTransaction', { transaction: written(bytes) })
      return [...getBase64Encoder().encode(SignedTransaction.parse(answer).transaction)]
    },
    async signAndSendTransaction(params) {
      const { address, bytes, chain: on, options: sendOptions = {} } = Sending.parse(params)
      own(address)
      chain(on)
      const asked = { transaction: written(bytes), sendOptions }
      const { signature } = Signed.parse(await active.handle('solana_signAndSendTransaction', asked))
      return [...getBase58Encoder().encode(signature)]
    },
  })
  const inPage: InPageStandardWallet = { binding, name, icon: options.icon ?? icon, chains, lacks }
  await context.addInitScript(provideStandardWallet, inPage)

  return {
    name,
    address: first.address,
    other: second.address,
    calls,
    ...approvals.decisions,
    async switchAccount() {
      active = second
      await tellPages(context, binding, told())
    },
  }
}
