/** The Solana block, shown when the connected wallet has an account on Solana. Signs a text and sends SOL, and verifies both. */
import type { DemoConfig } from '../config.ts'
import { byId, setText } from '../dom.ts'
import type { Airlock } from './airlock.ts'
import { bindTask } from './task.ts'

/** The recipient of the users' transfers. */
const recipient = 'So1anaDemoReceiver1111111111111111111111111'
const lamports = 10_000_000n

export function bindSolana(airlock: Airlock, { networks }: DemoConfig): void {
  const network = networks.find(({ chainNamespace }) => chainNamespace === 'solana')
  const rpcUrl = network?.rpcUrls.default.http[0]
  if (rpcUrl === undefined) return
  const provider = airlock.provider('solana')
  const account = () => {
    const { publicKey } = provider
    if (publicKey === null) throw new Error('no Solana account is connected')
    return publicKey
  }
  setText(byId('solana-to', HTMLElement), recipient)
  bindTask({
    button: byId('solana-sign', HTMLButtonElement),
    status: byId('solana-sign-result', HTMLElement),
    run: async (report) => {
      const message = new TextEncoder().encode(byId('message', HTMLTextAreaElement).value)
      report('Confirm in your wallet…')
      // Loaded here, so that a page that does not use this block does not load it.
      const [signature, { isSignedBy }] = await Promise.all([
        provider.signMessage(message),
        import('./solana-chain.ts'),
      ])
      report('Checking the signature…')
      const isGood = await isSignedBy({ publicKey: account(), message, signature })
      return isGood ? 'Signature verified.' : 'Signature not verified: it does not belong to this account.'
    },
  })
  bindTask({
    button: byId('solana-send', HTMLButtonElement),
    status: byId('solana-send-result', HTMLElement),
    run: async (report) => {
      const { buildTransfer, waitForStatus } = await import('./solana-chain.ts')
      const transaction = await buildTransfer(rpcUrl, { from: account(), to: recipient, lamports })
      report('Confirm in your wallet…')
      const signature = await provider.signAndSendTransaction(transaction)
      report('Sent. Waiting for the chain…')
      const { isSuccess, slot } = await waitForStatus(rpcUrl, signature)
      if (!isSuccess) throw new Error(`the transaction is in slot ${slot}, but it failed`)
      return `Confirmed in slot ${slot}.`
    },
  })

  const block = byId('solana', HTMLElement)
  const draw = () => {
    const { publicKey } = provider
    block.hidden = publicKey === null
    setText(byId('solana-address', HTMLElement), publicKey ?? '–')
  }
  airlock.subscribe(draw)
  draw()
}
