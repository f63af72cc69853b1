/** Installs a wallet of `window.injectedWeb3` with accounts of Polkadot in a browser context: keys and decisions are in Node. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'
import * as z from 'zod'
import { createApprovals } from './approval.ts'
import { provideInjectedWeb3 } from './in-page-injected-web3.ts'
import { createPolkadotAccount, Extrinsic, Raw } from './polkadot.ts'
import { answerPage, type Behaviour, type SwitchingWallet, tellPages, WalletError } from './wallet.ts'

export type InjectedWeb3Options = {
  readonly key: string
  readonly behaviour?: Behaviour
  readonly lacks?: readonly string[]
  readonly lateMs?: number
}

/** It shares both accounts first, and after `switchAccount` only the other one. */
export type InjectedWeb3Wallet = SwitchingWallet & {
  readonly address: string
}

/** Call it before the page opens: an open page does not get the wallet. */
export async function installInjectedWeb3(
  context: BrowserContext,
  { key, behaviour = 'honest', lacks = [], lateMs = 0 }: InjectedWeb3Options,
): Promise<InjectedWeb3Wallet> {
  const approvals = createApprovals(behaviour, 1000)
  const binding = `__web3_${randomBytes(8).toString('hex')}`
  const [first, second] = [await createPolkadotAccount(randomBytes(32)), await createPolkadotAccount(randomBytes(32))]
  let [shared, isEnabled] = [[first, second], false]
  const told = () =>
    shared.map(({ address }) => ({
      address,
      name: address === first.address ? 'Savings' : 'Spending',
      type: 'sr25519',
    }))
  const signer = async (address: string) => {
    const account = shared.find((one) => one.address === address)
    if (!isEnabled || !account) throw new WalletError(4100, 'The account is not known here.')
    await approvals.ask().catch(() => {
      throw new WalletError(4001, 'Cancelled')
    })
    return account
  }
  const calls = await answerPage(context, binding, {
    async enable(params) {
      z.object({ origin: z.string() }).parse(params)
      if (isEnabled) return null
      await approvals.ask().catch(() => {
        throw new WalletError(4001, 'Rejected')
      })
      isEnabled = true
      return null
    },
    accounts: () => Promise.resolve(isEnabled ? told() : []),
    async signRaw(params) {
      const raw = Raw.parse(params)
      return (await signer(raw.address)).signRaw(raw)
    },
    async signPayload(params) {
      const extrinsic = Extrinsic.parse(params)
      return (await signer(extrinsic.address)).signPayload(extrinsic)
    },
  })
  await context.addInitScript(provideInjectedWeb3, { binding, key, lacks, lateMs })

  return {
    address: first.address,
    other: second.address,
    calls,
    ...approvals.decisions,
    async switchAccount() {
      shared = [second]
      await tellPages(context, binding, told())
    },
  }
}
