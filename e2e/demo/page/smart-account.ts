/**
 * Smart account: two payments as one transaction (EIP-5792), whose fee a sponsor pays where there is one (ERC-7677), and a session in which
 * this page pays without asking (ERC-7715).
 */
import type { DemoConfig } from '../config.ts'
import { byId, setText } from '../dom.ts'
import { type Address, address, type Hex, list, object, quantity, text, wholeNumber } from '../parse.ts'
import { type Airlock, currentEvmNetwork } from './airlock.ts'
import { ask, currentAddress, transactionHash } from './provider.ts'
import { transferCall } from './send.ts'
import { bindTask } from './task.ts'

/** The second and third of the well-known development accounts of local chains. */
const recipients: readonly Address[] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
]
const payment = `0x${(10n ** 15n).toString(16)}` as const

const batch = object({ id: text })
const status = object({ status: wholeNumber, receipts: (value) => list(receipt)(value ?? []) })
const receipt = object({ blockNumber: quantity, transactionHash })
const transaction = object({ from: address })
const confirmed = 200

export function bindSmartAccount(airlock: Airlock, config: DemoConfig): void {
  setText(byId('sponsor-about', HTMLElement), aboutSponsor(config))
  bindTask({
    button: byId('send-two', HTMLButtonElement),
    status: byId('send-two-result', HTMLElement),
    run: async (report) => {
      const from = await currentAddress(airlock)
      const chainId = await ask(airlock, quantity, 'eth_chainId')
      const sponsor = sponsorHere(airlock, config)
      const calls = recipients.map((to) => (sponsor ? tokensTo(to, config) : { to, value: payment }))
      const capabilities = sponsor && { paymasterService: { url: sponsor.paymasterUrl } }
      report('Confirm in your wallet…')
      const { id } = await ask(airlock, batch, 'wallet_sendCalls', [
        { version: '2.0.0', from, chainId, atomicRequired: true, calls, ...(capabilities && { capabilities }) },
      ])
      report('Sent. Waiting for the chain…')
      const { blockNumber, transactionHash: hash } = await receiptOf(airlock, id)
      const done = `Both payments are in block ${BigInt(blockNumber)}.`
      if (!sponsor) return done
      const sent = await ask(airlock, transaction, 'eth_getTransactionByHash', [hash])
      const isOwn = sent.from.toLowerCase() === from.toLowerCase()
      return `${done} ${isOwn ? 'You' : new URL(sponsor.paymasterUrl).host} paid the fee.`
    },
  })
  bindSession(airlock, config)
}

function sponsorHere(airlock: Airlock, { sponsor, networks }: DemoConfig): DemoConfig['sponsor'] {
  const network = currentEvmNetwork(airlock.getState()) ?? networks[0].caipNetworkId
  return sponsor?.caipNetworkId === network ? sponsor : undefined
}

/** With a sponsor, an account without coins can pay, in tokens. */
const tokensTo = (to: Address, { token }: DemoConfig): { to: Address; data: Hex } => ({
  to: token.address,
  data: transferCall(to, 10n ** BigInt(token.decimals)),
})

function aboutSponsor({ sponsor, networks, token }: DemoConfig): string {
  if (!sponsor) return 'To see payments whose fee a sponsor pays, start the demo with npm start -- --sponsored.'
  const evm = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const nameOf = (isSponsored: boolean) =>
    evm.find(({ caipNetworkId }) => (caipNetworkId === sponsor.caipNetworkId) === isSponsored)?.name ?? ''
  const { host } = new URL(sponsor.paymasterUrl)
  return `On ${nameOf(true)}, each payment is 1 ${token.symbol}, and ${host} pays the fee: you need no ETH. Sessions are on ${nameOf(false)}.`
}

async function receiptOf(airlock: Airlock, id: string) {
  const endsAt = performance.now() + 60_000
  while (performance.now() < endsAt) {
    const now = await ask(airlock, status, 'wallet_getCallsStatus', [id])
    if (now.status > confirmed) throw new Error('the payments were not made')
    const [found] = now.receipts
    if (now.status === confirmed && found) return found
    await new Promise((resolve) => setTimeout(resolve, 400))
  }
  throw new Error('the payments were sent, but the chain has not confirmed them yet')
}

type Session = Awaited<ReturnType<typeof import('./session.ts').startSession>>

function bindSession(airlock: Airlock, config: DemoConfig): void {
  const pay = byId('session-pay', HTMLButtonElement)
  const result = byId('session-result', HTMLElement)
  let session: Session | undefined
  bindTask({
    button: byId('session-start', HTMLButtonElement),
    status: result,
    run: async (report) => {
      const [from, { startSession }] = await Promise.all([currentAddress(airlock), import('./session.ts')])
      report('Confirm in your wallet…')
      session = await startSession(airlock, config, { from, recipients, allowance: 10n * BigInt(payment) })
      pay.disabled = false
      return 'For an hour, this page can pay up to 0.01 ETH alone.'
    },
  })
  bindTask({
    button: pay,
    status: result,
    run: async (report) => {
      if (!session) throw new Error('there is no session')
      report('This page pays…')
      return `The page paid 0.001 ETH in block ${await session.pay(BigInt(payment))}.`
    },
  })
}
