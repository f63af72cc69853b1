/** Records as the service would write them, each with its own ids. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '@airlock/service/store/store.ts'

export const now = 1_800_000_000_000
export const minute = 60_000
export const bytes = (length = 32): Uint8Array => new Uint8Array(randomBytes(length))
export const text = (value: Uint8Array): string => new TextDecoder().decode(value)
export const encode = (value: string): Uint8Array => new TextEncoder().encode(value)
export const id = (): string => randomUUID()

export const identity = (subjectHash = id()) => ({
  kind: 'email' as const,
  issuer: 'email',
  subjectHash,
  display: encode('alice@example.org'),
  userId: id(),
  identityId: id(),
  now,
})

export async function addUser(store: Store) {
  const { user, identity: key } = await store.accounts.findOrCreate(identity())
  return { userId: user.id, key: { issuer: key.issuer, subjectHash: key.subjectHash } }
}

export async function addDevice(store: Store, userId: string, jkt = id()) {
  return store.devices.register({
    id: id(),
    userId,
    projectId: 'shop',
    jkt,
    jwk: '{}',
    label: 'Firefox on Linux',
    topOrigin: 'https://shop.example',
    now,
  })
}

/** An audit row of nobody in particular. */
export const auditRow = (event: string) => ({
  at: now,
  userId: undefined,
  deviceId: undefined,
  event,
  ipHash: undefined,
  uaHash: undefined,
  detail: {},
})

export const tokens = (from = now) => ({
  id: id(),
  accessHash: id(),
  refreshHash: id(),
  accessExpiresAt: from + 10 * minute,
  expiresAt: from + 30 * 24 * 60 * minute,
})

export const session = (userId: string, deviceId: string) => ({
  ...tokens(),
  userId,
  deviceId,
  familyId: id(),
  absoluteExpiresAt: now + 90 * 24 * 60 * minute,
  authTime: now,
  amr: 'otp',
  now,
})

export const flow = (over: { readonly jkt?: string; readonly addressHash?: string } = {}) => ({
  id: id(),
  kind: 'email' as const,
  projectId: 'shop',
  jkt: over.jkt ?? id(),
  addressHash: over.addressHash ?? id(),
  stateHash: id(),
  challenge: undefined,
  payload: encode('{"to":"alice@example.org"}'),
  status: 'VERIFY_DEVICE',
  matchNumber: 42,
  now,
  lifetimeMs: 10 * minute,
})

export const code = (flowId: string, over: { readonly maxTries?: number } = {}) => ({
  codeId: id(),
  flowId,
  purpose: 'login' as const,
  codeHash: bytes(),
  salt: bytes(16),
  maxTries: over.maxTries ?? 5,
  now,
  lifetimeMs: 10 * minute,
})

export const shareSet = (deviceId: string, keyVersion = 1) => ({
  id: id(),
  deviceId,
  keyVersion,
  authShare: bytes(33),
  recoverySealed: bytes(98),
  commitment: bytes(),
})

export const method = () => ({
  id: id(),
  kind: 'passkey' as const,
  wrappedR: bytes(60),
  params: '{"salt":"00"}',
  credentialId: id(),
})

export const wallet = (userId: string, deviceId: string) => ({
  id: id(),
  name: id(),
  userId,
  keyVersion: 1,
  ciphertext: bytes(44),
  evmAddress: `0x${'ab'.repeat(20)}`,
  evmPub: `0x02${'cd'.repeat(32)}`,
  solAddress: '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
  recoveryPub: bytes(65),
  shareSet: shareSet(deviceId),
  methods: [method()],
  now,
})

/** An account with a device and an active wallet. */
export async function addWallet(store: Store) {
  const { userId, key } = await addUser(store)
  const device = await addDevice(store, userId)
  const made = wallet(userId, device.id)
  await store.wallets.create(made)
  await store.wallets.activate({ walletId: made.id, setId: made.shareSet.id, userId, keyVersion: 1, now })
  return { userId, key, device, wallet: made }
}
