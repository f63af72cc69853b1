/** Smart account: two payments as one transaction (EIP-5792), and a session in which this page pays without asking (ERC-7715). */
import type { DemoConfig } from '../config.ts'
import { byId } from '../dom.ts'
import { type Address, list, object, quantity, text, wholeNumber } from '../parse.ts'
import type { Airlock } from './airlock.ts'
import { ask, currentAddress } from './provider.ts'
import { bindTask } from './task.ts'

/** The second and third of the well-known development accounts of local chains. */
const recipients: readonly Address[] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
]
const payment = `0x${(10n ** 15n).toString(16)}` as const

const batch = object({ id: text })
const status = object({ status: wholeNumber, receipts: (value) => list(receipt)(value ?? []) })
const receipt = object({ blockNumber: quantity })
const confirmed = 200

export function bindSmartAccount(airlock: Airlock, config: DemoConfig): void {
  bindTask({
    button: byId('send-two', HTMLButtonElement),
    status: byId('send-two-result', HTMLElement),
    run: async (report) => {
      const from = await currentAddress(airlock)
      const chainId = await ask(airlock, quantity, 'eth_chainId')
      const calls = recipients.map((to) => ({ to, value: payment }))
      report('Confirm in your wallet…')
      const { id } = await ask(airlock, batch, 'wallet_sendCalls', [
        { version: '2.0.0', from, chainId, atomicRequired: true, calls },
      ])
      report('Sent. Waiting for the chain…')
      return `Both payments are in block ${await blockOf(airlock, id)}.`
    },
  })
  bindSession(airlock, config)
}

async function blockOf(airlock: Airlock, id: string): Promise<bigint> {
  const endsAt = performance.now() + 60_000
  while (performance.now() < endsAt) {
    const now = await ask(airlock, status, 'wallet_getCallsStatus', [id])
    if (now.status > confirmed) throw new Error('the payments were not made')
    const [found] = now.receipts
    if (now.status === confirmed && found) return BigInt(found.blockNumber)
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
