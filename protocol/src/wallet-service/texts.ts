/**
 * Texts that client and service build identically: the text that a wallet's key signs, the text of a commitment, the text that
 * binds a sealed share to its place, and the normal form of an email address.
 */

export type ActivationSubject = {
  /** `wallet` for the first share set of a new wallet, `share-set` for further ones. */
  readonly purpose: 'wallet' | 'share-set'
  readonly walletId: string
  readonly setId: string
  readonly keyVersion: number
  /** From the answer that stored the set. */
  readonly nonce: string
}

const activationOpening = 'Airlock: this device holds the key of this wallet.'
const successionOpening = 'Airlock: this wallet was replaced by another one.'
/** Prefixes of the texts in this file that are signed or hashed: a page never gets a signature over a text with such a prefix. */
export const reservedOpenings = [activationOpening, successionOpening, 'airlock/'] as const

/** Signed as a personal message (EIP-191) by the EVM key of the wallet. */
export const activationText = ({ purpose, walletId, setId, keyVersion, nonce }: ActivationSubject): string =>
  [
    activationOpening,
    `Purpose: ${purpose}`,
    `Wallet: ${walletId}`,
    `Share set: ${setId}`,
    `Key version: ${keyVersion}`,
    `Nonce: ${nonce}`,
  ].join('\n')

export type KeyedWallet = {
  readonly walletId: string
  readonly keyVersion: number
  readonly addresses: { readonly eip155: string; readonly solana: string }
}

const walletText = ({ walletId, keyVersion, addresses }: KeyedWallet): string =>
  `${walletId} ${keyVersion} ${addresses.eip155} ${addresses.solana}`

/** Signed as a personal message (EIP-191) by the EVM key of the replaced wallet. */
export const successionText = (replaced: KeyedWallet, by: KeyedWallet): string =>
  [successionOpening, `Replaced: ${walletText(replaced)}`, `By: ${walletText(by)}`].join('\n')

export type SharePlace = { readonly walletId: string; readonly setId: string; readonly keyVersion: number }

/** Hashed as UTF-8, followed by the bytes of the share. */
export const commitmentText = ({ walletId, setId, keyVersion }: SharePlace): string =>
  `airlock/share/1|${walletId}|${setId}|${keyVersion}|`

/** `info` of HPKE for each kind of sealed data. */
export const sealingInfo = {
  authShare: 'airlock/auth-share/1',
  wrappedR: 'airlock/wrapped-r/1',
  recoveryShare: 'airlock/recovery-share/1',
  exportTicket: 'airlock/export-ticket/1',
} as const

/** Additional data for HPKE. */
export const sharePlaceText = ({ walletId, setId, keyVersion }: SharePlace): string =>
  `${walletId}|${setId}|${keyVersion}`
/** Names the exported secret, so that a ticket for one key does not open the words. */
export const exportPlaceText = (place: SharePlace, what: string): string => `${sharePlaceText(place)}|${what}`
export const methodPlaceText = (walletId: string, methodId: string): string => `${walletId}|${methodId}`

/** Normal form of an email address: composed Unicode, trimmed, lower case. */
export const normalizeAddress = (address: string): string => address.normalize('NFC').trim().toLowerCase()
