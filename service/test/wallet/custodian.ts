/** A Key Worker's traffic with the service, without the cryptography of shares: random bytes replace them. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ResponseOf, WalletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import type { NewRecoveryMethod, NewShareSet, Sealed, Session } from '@airlock/protocol/wallet-service/shapes.ts'
import {
  type ActivationSubject,
  activationText,
  commitmentText,
  type SharePlace,
  sealingInfo,
  sharePlaceText,
} from '@airlock/protocol/wallet-service/texts.ts'
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { z } from 'zod'
import type { Device } from './device.ts'

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
const bytes = (count: number) => randomBytes(count).toString('base64url')

/** A one-time key pair, as a Key Worker makes for each answer. */
export async function createRecipient() {
  const pair = await suite.kem.generateKeyPair()
  const recipient = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64url')
  return {
    recipient,
    async open(sealed: Sealed, info: string, place: string): Promise<string> {
      const context = await suite.createRecipientContext({
        recipientKey: pair.privateKey,
        enc: exact(Buffer.from(sealed.enc, 'base64url')),
        info: exact(Buffer.from(info)),
      })
      const open = await context.open(exact(Buffer.from(sealed.ciphertext, 'base64url')), exact(Buffer.from(place)))
      return Buffer.from(open).toString('base64url')
    },
  }
}
const exact = (from: Uint8Array): ArrayBuffer => new Uint8Array(from).buffer

export type Candidate = {
  readonly account: PrivateKeyAccount
  readonly walletId: string
  readonly keyVersion: number
  readonly set: NewShareSet
  readonly methods: readonly NewRecoveryMethod[]
  readonly request: Omit<z.input<WalletEndpoints['walletCreate']['request']>, 'recipient'>
}

export const newSet = (walletId: string, keyVersion = 1): NewShareSet => {
  const setId = randomUUID()
  const authShare = bytes(33)
  const commitment = createCommitment({ walletId, setId, keyVersion }, authShare)
  return { setId, authShare, recoverySealed: bytes(114), commitment }
}

export const createCommitment = (place: SharePlace, authShare: string): string =>
  createHash('sha256').update(commitmentText(place)).update(Buffer.from(authShare, 'base64url')).digest('base64url')

export const newMethod = (
  kind: NewRecoveryMethod['kind'] = 'escrow',
  params: NewRecoveryMethod['params'] = kind === 'escrow' ? { halves: '2' } : {},
): NewRecoveryMethod => ({ methodId: randomUUID(), kind, wrappedR: bytes(32), params })

export async function newCandidate(methods: readonly NewRecoveryMethod[] = [newMethod()]): Promise<Candidate> {
  const account = privateKeyToAccount(generatePrivateKey())
  const walletId = randomUUID()
  const set = newSet(walletId)
  const { recipient: recoveryPublicKey } = await createRecipient()
  return {
    account,
    walletId,
    keyVersion: 1,
    set,
    methods,
    request: {
      walletId,
      keyVersion: 1,
      ciphertext: bytes(44),
      addresses: { eip155: account.address, solana: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T' },
      evmPublicKey: account.publicKey as `0x04${string}`, // as: viem gives uncompressed keys
      recoveryPublicKey,
      shareSet: set,
      methods: [...methods],
    },
  }
}

export async function store(device: Device, { accessToken }: Session, candidate: Candidate) {
  const { recipient, open } = await createRecipient()
  const stored = await device.ask('walletCreate', { ...candidate.request, recipient }, { accessToken })
  return { stored, share: () => openShare(stored.echo, open) }
}

export const openShare = (
  echo: ResponseOf<WalletEndpoints, 'walletShare'>,
  open: (sealed: Sealed, info: string, place: string) => Promise<string>,
) => open(echo.sealedAuthShare, sealingInfo.authShare, sharePlaceText(echo))

export const sign = ({ account }: Pick<Candidate, 'account'>, subject: ActivationSubject) =>
  account.signMessage({ message: activationText(subject) })

export async function activation({ accessToken }: Session, candidate: Candidate, nonce: string) {
  const { walletId, keyVersion, set } = candidate
  const signature = await sign(candidate, { purpose: 'wallet', walletId, setId: set.setId, keyVersion, nonce })
  return { request: { signature, nonce }, more: { accessToken, params: { walletId } } }
}

/** Registers a wallet completely. */
export async function register(
  device: Device,
  session: Session,
  methods?: readonly NewRecoveryMethod[],
): Promise<Candidate> {
  const candidate = await newCandidate(methods)
  const { stored } = await store(device, session, candidate)
  const { request, more } = await activation(session, candidate, stored.nonce)
  expect(await device.ask('walletActivate', request, more)).toEqual({ status: 'ACTIVE' })
  return candidate
}
