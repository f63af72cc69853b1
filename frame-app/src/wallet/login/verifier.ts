/** What a login with somebody else's account needs on this device: the verifier of its flow, and how long the service may let it wait. */
import { base64urlnopad } from '@scure/base'

/** In seconds; less than the 30 that the modal waits. */
export const longPoll = '20'

/** It stays on this device until the login is completed; the service knows its challenge (RFC 7636, S256). */
export async function drawVerifier(): Promise<{ readonly verifier: string; readonly challenge: string }> {
  const verifier = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return { verifier, challenge: base64urlnopad.encode(new Uint8Array(digest)) }
}
