import { activationText } from '@airlock/protocol/wallet-service/texts.ts'
import { Keypair, SystemProgram, TransactionMessage } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { isBlocked } from '../intent.ts'
import { readSolanaMessage } from './message.ts'

const me = Keypair.generate().publicKey
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const now = Date.UTC(2026, 10, 22)
const read = (bytes: Uint8Array) =>
  readSolanaMessage({ bytes, account: me.toBase58(), chainId, origin: 'https://app.example', now })
const utf8 = (text: string) => new TextEncoder().encode(text)

const signIn = (changes: { account?: string; domain?: string; chain?: string } = {}) =>
  `${changes.domain ?? 'app.example'} wants you to sign in with your Solana account:
${changes.account ?? me.toBase58()}

Welcome back

URI: https://${changes.domain ?? 'app.example'}
Version: 1
Chain ID: ${changes.chain ?? '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'}
Nonce: abcdefgh1234
Issued At: ${new Date(now).toISOString()}`

const transfer = () =>
  new TransactionMessage({
    payerKey: me,
    recentBlockhash: Keypair.generate().publicKey.toBase58(),
    instructions: [SystemProgram.transfer({ fromPubkey: me, toPubkey: Keypair.generate().publicKey, lamports: 1 })],
  })

describe('a message', () => {
  test('is not offered if it is a transaction in disguise, in any form', () => {
    const forms = [
      transfer().compileToLegacyMessage().serialize(),
      transfer().compileToV0Message().serialize(),
      Uint8Array.of(0x81, 1, 0, 1),
    ]
    for (const bytes of forms) {
      const intent = read(bytes)
      expect(intent).toMatchObject({ kind: 'signBytes', warnings: ['hiddenTransaction'], blind: true })
      expect(isBlocked(intent)).toBe(true)
    }
  })

  test('is shown if it is a text, and blind if it is bytes', () => {
    expect(read(utf8('Hello'))).toMatchObject({ kind: 'signText', warnings: [], blind: false })
    expect(read(Uint8Array.of(0xff, 0, 1))).toMatchObject({ kind: 'signBytes', blind: true })
  })

  test('is not offered if it is one that the wallet signs for its service [C79]', () => {
    const own = activationText({ purpose: 'wallet', walletId: 'w1', setId: 's1', keyVersion: 1, nonce: 'n1' })
    expect(read(utf8(own)).warnings).toContain('walletText')
    expect(isBlocked(read(utf8(own)))).toBe(true)
  })

  test('is compared with the site, the account with its capitals and the network if it signs in', () => {
    expect(read(utf8(signIn()))).toMatchObject({ kind: 'signIn', warnings: [] })
    const wrong = [
      [{ domain: 'bank.example' }, 'otherSite'],
      [{ account: me.toBase58().toLowerCase() }, 'wrongSignIn'],
      [{ chain: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }, 'wrongSignIn'],
    ] as const
    for (const [changes, warning] of wrong) expect(read(utf8(signIn(changes))).warnings).toContain(warning)
  })
})
