/** Sends 0.01 ETH to a fixed second address and waits until it is mined. */
import { byId, setText } from '../dom.ts'
import type { Address } from '../parse.ts'
import type { Airlock } from './airlock.ts'
import { ask, currentAddress, transactionHash, waitForReceipt } from './provider.ts'
import { bindTask } from './task.ts'

/** The second of the well-known development accounts of local chains. */
const recipient: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const value = 10n ** 16n

export function bindSend(airlock: Airlock): void {
  setText(byId('send-to', HTMLElement), recipient)
  bindTask({
    button: byId('send', HTMLButtonElement),
    status: byId('send-result', HTMLElement),
    run: async (report) => {
      const from = await currentAddress(airlock)
      report('Confirm in your wallet…')
      const transaction = { from, to: recipient, value: `0x${value.toString(16)}` }
      const hash = await ask(airlock, transactionHash, 'eth_sendTransaction', [transaction])
      report('Sent. Waiting for the chain…')
      const { isSuccess, block } = await waitForReceipt(airlock, hash)
      if (!isSuccess) throw new Error(`the transaction was mined in block ${block}, but it reverted`)
      return `Mined in block ${block}.`
    },
  })
}
