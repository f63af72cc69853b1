/** Signs a text with the connected wallet and verifies the signature in the page. */
import { byId } from '../dom.ts'
import { hex } from '../parse.ts'
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
