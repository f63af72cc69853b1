/** Signs a text or typed data with the connected wallet, and verifies the signature in the page. */
import type { DemoConfig } from '../config.ts'
import { byId } from '../dom.ts'
import { type Address, hex, quantity } from '../parse.ts'
import type { Airlock } from './airlock.ts'
import { ask, currentAddress } from './provider.ts'
import { bindTask } from './task.ts'

export function bindSign(airlock: Airlock): void {
  const message = byId('message', HTMLTextAreaElement)
  message.value = `Hello from ${location.host}.\nSigning this proves that I hold this address. It moves nothing.`
  bindTask({
    button: byId('sign', HTMLButtonElement),
    status: byId('sign-result', HTMLElement),
    run: async (report) => {
      const from = await currentAddress(airlock)
      report('Confirm in your wallet…')
      const signing = ask(airlock, hex, 'personal_sign', [toHex(message.value), from])
      // Loaded here, so that a page that never signs does not load it.
      const [signature, { isSignedBy }] = await Promise.all([signing, import('./verify.ts')])
      report('Checking the signature…')
      const isGood = await isSignedBy({ address: from, message: message.value, signature })
      return isGood ? 'Signature verified.' : 'Signature not verified: it does not belong to this address.'
    },
  })
}

function toHex(value: string): string {
  const bytes = new TextEncoder().encode(value)
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

const types = {
  Order: [
    { name: 'item', type: 'string' },
    { name: 'amount', type: 'uint256' },
    { name: 'buyer', type: 'address' },
  ],
} as const
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
] as const

/** Signs typed data (EIP-712): an order, whose fields the wallet can show one by one. */
export function bindSignOrder(airlock: Airlock, { token }: DemoConfig): void {
  bindTask({
    button: byId('sign-order', HTMLButtonElement),
    status: byId('sign-order-result', HTMLElement),
    run: async (report) => {
      const from = await currentAddress(airlock)
      const chainId = Number(await ask(airlock, quantity, 'eth_chainId'))
      const order = createOrder({ buyer: from, chainId, contract: token.address })
      const typedData = JSON.stringify({ ...order, types: { EIP712Domain: domainType, ...types } })
      report('Confirm in your wallet…')
      const signing = ask(airlock, hex, 'eth_signTypedData_v4', [from, typedData])
      const [signature, { isOrderSignedBy }] = await Promise.all([signing, import('./verify.ts')])
      report('Checking the signature…')
      const isGood = await isOrderSignedBy({ ...order, types, address: from, signature })
      return isGood ? 'Order verified.' : 'Order not verified: the signature does not belong to this address.'
    },
  })
}

/** The token is the only contract on the local chains, so it stands for the shop. */
const createOrder = ({ buyer, chainId, contract }: { buyer: Address; chainId: number; contract: Address }) => ({
  domain: { name: 'Demo shop', version: '1', chainId, verifyingContract: contract },
  primaryType: 'Order' as const,
  // As text, since JSON has no 256-bit integers.
  message: { item: 'A cup of coffee', amount: '2', buyer },
})
