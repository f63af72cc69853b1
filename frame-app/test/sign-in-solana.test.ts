/** Signing in with the feature of a Solana wallet: the wallet writes the text, so that its parts are compared with what was shown. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { writeSignInText } from '@airlock/protocol/sign-in/message.ts'
import { base58 } from '@scure/base'
import { createSignInMessageText, parseSignInMessageText } from '@solana/wallet-standard-util'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { signInWithFeature } from '../src/modal/features/sign-in/sign-in-solana.ts'
import { createTestConnector } from './support/modal.ts'

const owner = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const other = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const parts = {
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: 'abc12345',
  statement: 'I accept the terms.',
  issuedAt: '2026-01-01T00:00:00Z',
  expirationTime: '2026-01-02T00:00:00Z',
  notBefore: '2025-12-31T00:00:00Z',
  requestId: 'r-1',
  resources: ['https://app.example/terms'],
}
const account = { chainId: mainnet, address: owner } as const
const text = writeSignInText(parts, account)

const Asked = z.tuple([z.strictObject({ input: z.record(z.string(), z.json()), pubkey: z.literal(owner) })])
type Message = Parameters<typeof createSignInMessageText>[0]
const encode = (message: string) => base58.encode(new TextEncoder().encode(message))

/** A wallet that writes the text with the standard's own library. */
const writes = (change: (message: Message) => Message = (message) => message) =>
  vi.fn((method: string, params: Json) => {
    expect(method).toBe('solana_signIn')
    const [{ input }] = Asked.parse([params])
    const asked = { ...input, address: owner } as unknown as Message // as: the parts that the library names
    return Promise.resolve({ message: encode(createSignInMessageText(change(asked))), signature: 'signed' } as Json)
  })

const signIn = (request: (method: string, params: Json) => Promise<Json>, given = text, more: object = {}) =>
  signInWithFeature(
    given,
    { chainId: mainnet, accountAddress: owner, connector: createTestConnector({ request, ...more }).connector },
    new AbortController().signal,
  )

test('the wallet gets every part, and the text that it writes is the one that was shown', async () => {
  const request = writes()
  expect(await signIn(request)).toEqual({ message: text, signature: 'signed' })
  const { address: _, ...all } = parseSignInMessageText(text) ?? {}
  expect(request.mock.calls[0]?.[1]).toEqual({ input: all, pubkey: owner })
})

test('neither statement nor resources are needed', async () => {
  const { statement: _, resources: __, ...few } = parts
  const short = writeSignInText(few, account)
  expect(await signIn(writes(), short)).toEqual({ message: short, signature: 'signed' })
})

test.each([
  ['domain', { domain: 'evil.example' }],
  ['account', { address: other }],
  ['statement', { statement: 'I give everything.' }],
  ['missing statement', { statement: undefined }],
  ['URI', { uri: 'https://evil.example/' }],
  ['network', { chainId: 'devnet' }],
  ['spelling of the network', { chainId: 'solana:mainnet' }],
  ['nonce', { nonce: 'zzz12345' }],
  ['time', { issuedAt: '2026-01-01T00:00:01Z' }],
  ['longer life', { expirationTime: '2036-01-02T00:00:00Z' }],
  ['missing start', { notBefore: undefined }],
  ['request', { requestId: 'r-2' }],
  ['resource', { resources: ['https://evil.example/terms'] }],
  ['additional resource', { resources: [...parts.resources, 'https://evil.example/'] }],
] as const)('a wallet that signs another %s does not sign the user in [C251]', async (_, change) => {
  const request = writes((message) => ({ ...message, ...change }) as Message) // as: a part may be missing
  await expect(signIn(request)).rejects.toMatchObject({ code: 'WALLET_FAILED' })
})

test.each([
  ['nothing', null],
  ['a signature alone', { signature: 'signed' }],
  ['text that is not base58', { message: text, signature: 'signed' }],
  ['bytes that are no text', { message: base58.encode(new Uint8Array([0xff, 0xfe])), signature: 'signed' }],
  ['a line more', { message: encode(`${text}\nURI: https://evil.example/`), signature: 'signed' }],
  ['a mark before the text', { message: encode(`\ufeff${text}`), signature: 'signed' }],
] as const)('a wallet that answers with %s does not sign the user in [C251]', async (_, answer) => {
  await expect(signIn(() => Promise.resolve(answer))).rejects.toMatchObject({ code: 'WALLET_FAILED' })
})

test('a message for another account than the connected one does not sign the user in [C251]', async () => {
  const foreign = writeSignInText(parts, { ...account, address: other })
  await expect(
    signIn(
      writes((message) => ({ ...message, address: other })),
      foreign,
    ),
  ).rejects.toMatchObject({
    code: 'WALLET_FAILED',
  })
})

test('a wallet without the feature is asked for the text itself; what else it answers counts', async () => {
  const answers = (code: 'METHOD_NOT_ALLOWED' | 'USER_REJECTED') => () => Promise.reject(new AirlockError(code))
  expect(await signIn(answers('METHOD_NOT_ALLOWED'))).toBeUndefined()
  await expect(signIn(answers('USER_REJECTED'))).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test.each([
  ['a paired wallet', text, { handle: undefined }],
  ['a message that names the network by its id', writeSignInText(parts, { ...account, chainName: mainnet }), {}],
  ['a message with a scheme', `https://${text}`, {}],
  ['any other text', 'Hello', {}],
])('%s is not asked with the feature', async (_, given, more) => {
  const request = vi.fn()
  expect(await signIn(request, given, more)).toBeUndefined()
  expect(request).not.toHaveBeenCalled()
})
