/** Sends 0.01 ETH, or five of the token, to a fixed second address and waits until it is mined. */
import type { DemoConfig } from '../config.ts'
import { byId, setText } from '../dom.ts'
import type { Address, Hex } from '../parse.ts'
import type { Airlock } from './airlock.ts'
import { ask, currentAddress, transactionHash, waitForReceipt } from './provider.ts'
import { bindTask, type Report } from './task.ts'

/** The second of the well-known development accounts of local chains. */
const recipient: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const value = 10n ** 16n
const tokens = 5n

export function bindSend(airlock: Airlock, { token }: DemoConfig): void {
  setText(byId('send-to', HTMLElement), recipient)
  setText(byId('send-tokens', HTMLElement), `${tokens} ${token.symbol}`)
  bindTask({
    button: byId('send', HTMLButtonElement),
    status: byId('send-result', HTMLElement),
    run: (report) => send(airlock, report, { to: recipient, value: `0x${value.toString(16)}` }),
  })
  bindTask({
    button: byId('send-token', HTMLButtonElement),
    status: byId('send-token-result', HTMLElement),
    run: (report) =>
      send(airlock, report, {
        to: token.address,
        data: transferCall(recipient, tokens * 10n ** BigInt(token.decimals)),
      }),
  })
}

async function send(
  airlock: Airlock,
  report: Report,
  fields: { to: Address; value?: Hex; data?: Hex },
): Promise<string> {
  const from = await currentAddress(airlock)
  report('Confirm in your wallet…')
  const hash = await ask(airlock, transactionHash, 'eth_sendTransaction', [{ from, ...fields }])
  report('Sent. Waiting for the chain…')
  const { isSuccess, block } = await waitForReceipt(airlock, hash)
  if (!isSuccess) throw new Error(`the transaction was mined in block ${block}, but it reverted`)
  return `Mined in block ${block}.`
}

/** `transfer(address,uint256)` of ERC-20. */
export function transferCall(to: Address, amount: bigint): Hex {
  const word = (digits: string) => digits.toLowerCase().padStart(64, '0')
  return `0xa9059cbb${word(to.slice(2))}${word(amount.toString(16))}`
}
