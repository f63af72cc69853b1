/**
 * Where the browser forgets what frames store (WebKit, when it closes), the wallet's own window keeps what this device needs to go on: its
 * keys, its share sets, and a refresh token of the session. All but the keys, which cannot be exported, is encrypted for this host origin; the
 * key to it is in the page's hint, which signing out erases. A frame reaches the window's storage only while the user has that window open.
 * Why it is safe: docs/decisions/custody.md.
 */
import { SocialId } from '@airlock/protocol/scalars/social-id.ts'
import { Email, Name } from '@airlock/protocol/scalars/values.ts'
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { Opaque } from '@airlock/protocol/wallet-service/shapes.ts'
import { base64urlnopad } from '@scure/base'
import * as z from 'zod/mini'
import { loginError, readLoginFailure } from '../../shared/login/failure.ts'
import type { KeyWorker } from '../custody/worker-client.ts'
import type { told } from './email-login.ts'
import type { Http } from './http.ts'
import type { Session } from './session.ts'
import type { LoginStore } from './store.ts'

/** The parts of the wallet that keep and restore. */
interface Keeping {
  readonly projectId: string
  /** The page's origin, as the browser reports it. */
  readonly hostOrigin: string
  readonly http: Http
  readonly session: Session
  readonly store: LoginStore
  readonly worker: Pick<KeyWorker, 'call'>
  readonly alone: <T>(name: string, work: () => Promise<T>) => Promise<T>
  readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined
  /** Turns refusals of the service into errors that the modal knows. */
  readonly told: typeof told
}

/** The storage of the wallet's own window. */
type WindowStorage = Pick<Window, 'indexedDB'>

const Content = z.strictObject({
  session: z.strictObject({ userId: Opaque, refreshToken: Opaque }),
  email: z.optional(Email),
  social: z.optional(SocialId),
  socialUsername: z.optional(Name),
  /** Records of the Key Worker's vault, which reads them itself. */
  sets: z.array(z.unknown()),
  pins: z.array(z.tuple([z.string(), z.unknown()])),
})
type Content = z.infer<typeof Content>

const Item = z.object({
  /** Handles of keys that cannot be exported. */
  device: z.object({ jwk: z.object({ x: z.string(), y: z.string() }) }),
  iv: z.string(),
  sealed: z.string(),
})

export interface Kept {
  /** As it was stored: only the Key Worker uses it. */
  readonly device: unknown
  readonly content: Content
}

export type Keeper = ReturnType<typeof createKeeper>

export const createKeeper = (keeping: Keeping) => ({
  isSignedIn: () => keeping.session.userId() !== undefined,
  keep: (window: WindowStorage) => keepInWindow(keeping, window),
  look: (window: WindowStorage, key: string) => lookInWindow(keeping, window, key),
  takeUp: (window: WindowStorage, kept: Kept, key: string) => takeUp(keeping, window, kept, key),
})

const storeName = 'kept'
const vaultStores = ['device', 'sets', 'pins'] as const

/**
 * Keeps this device and its session.
 * @returns the key to them, for the page's hint; `undefined` if nobody is signed in
 */
async function keepInWindow(keeping: Keeping, window: WindowStorage): Promise<string | undefined> {
  const { session, store } = keeping
  const userId = session.userId()
  if (userId === undefined || !session.isConnectedHere()) return undefined
  const { device, sets, pins } = await readVault(keeping, userId)
  const refreshToken = await drawToken(keeping, userId)
  const key = keyOf(keeping)
  const [email, social, socialUsername] = identity.map((item) => store.read(item))
  const content = { session: { userId, refreshToken }, email, social, socialUsername, sets, pins }
  await write(keeping, window, { device, content }, key)
  return key
}

async function write(keeping: Keeping, window: WindowStorage, { device, content }: Kept, key: string): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(content, withBytes))
  const sealed = await crypto.subtle.encrypt(sealing(keeping, iv), await imported(key, 'encrypt'), plain)
  const item = { device, iv: base64urlnopad.encode(iv), sealed: base64urlnopad.encode(new Uint8Array(sealed)) }
  await inWindow(keeping, window, 'readwrite', (kept) => kept.put(item, keeping.hostOrigin))
}

/** What is kept for this host origin, if `key` opens it. */
async function lookInWindow(keeping: Keeping, window: WindowStorage, key: string): Promise<Kept | undefined> {
  const found: unknown = await inWindow(keeping, window, 'readonly', (kept) => kept.get(keeping.hostOrigin))
  const item = z.safeParse(Item, found)
  if (!item.success || !isItem(found)) return undefined
  try {
    const [iv, sealed] = [item.data.iv, item.data.sealed].map((text) => Uint8Array.from(base64urlnopad.decode(text)))
    if (!iv || !sealed) return undefined
    const plain = await crypto.subtle.decrypt(sealing(keeping, iv), await imported(key, 'decrypt'), sealed)
    const content = z.parse(Content, JSON.parse(new TextDecoder().decode(plain), toBytes))
    return { device: found.device, content }
  } catch {
    return undefined // another key, or another place
  }
}

const isItem = (found: unknown): found is { readonly device: unknown } =>
  typeof found === 'object' && found !== null && 'device' in found

/**
 * Goes on with what was kept: this device is known again, and its session goes on.
 * @throws {AirlockError} FORGOTTEN if the session is over, DEVICE_REMOVED; with UNAVAILABLE it can be tried again
 */
async function takeUp(keeping: Keeping, window: WindowStorage, { device, content }: Kept, key: string) {
  const { session, store, worker, told } = keeping
  // The user, or another one, has signed in meanwhile.
  if (session.userId() !== undefined) return
  if (!(await fillVault(keeping, device, content))) throw loginError({ reason: 'FORGOTTEN' })
  const { userId, refreshToken } = content.session
  store.write('session', { userId, refreshToken, login: crypto.randomUUID() })
  for (const item of identity) {
    const value = content[item]
    if (value !== undefined) store.write(item, value)
  }
  session.connectHere()
  keepKey(keeping, key)
  try {
    const next = await told(() => drawToken(keeping, userId), over)
    const renewed = { ...content, session: { userId, refreshToken: next } }
    // Without it, the next approval keeps it.
    await write(keeping, window, { device, content: renewed }, key).catch(() => {})
  } catch (error) {
    const reason = readLoginFailure(error)?.reason
    session.forget()
    store.clearCache('disconnected')
    if (reason === 'FORGOTTEN' || reason === 'DEVICE_REMOVED')
      await inWindow(keeping, window, 'readwrite', (kept) => kept.delete(keeping.hostOrigin))
    if (reason === 'DEVICE_REMOVED') await worker.call('renew', {})
    throw error
  }
}

const identity = ['email', 'social', 'socialUsername'] as const
/** The user has signed out, the device was removed, or the time is over. */
const over = { TOKEN_INVALID: 'FORGOTTEN', TOKEN_EXPIRED: 'FORGOTTEN', TOKEN_REUSED: 'FORGOTTEN' } as const

/**
 * A refresh token for the window: the session's own is exchanged once more within the grace that the service gives to a second tab. Both
 * belong to one family, which every sign-out ends as a whole.
 */
function drawToken({ http, session, store, alone }: Keeping, userId: string): Promise<string> {
  return alone('session', async () => {
    const stored = store.read('session')
    if (stored?.userId !== userId) throw loginError({ reason: 'FORGOTTEN' })
    const request = { refreshToken: stored.refreshToken }
    session.begin(await http(walletEndpoints.tokenRefresh, { request }))
    return (await http(walletEndpoints.tokenRefresh, { request })).refreshToken
  })
}

const keyItem = ({ projectId, hostOrigin }: Keeping) => `@airlock/wallet/${projectId}/${hostOrigin}/kept`

/** The same for all tabs of this host origin, until the user signs out. */
function keyOf(keeping: Keeping): string {
  const login = keeping.store.read('session')?.login
  const stored = keeping.storage?.getItem(keyItem(keeping))?.split(' ')
  if (stored?.[0] === login && stored?.[1] !== undefined) return stored[1]
  const key = base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
  keepKey(keeping, key)
  return key
}

function keepKey(keeping: Keeping, key: string): void {
  const login = keeping.store.read('session')?.login
  keeping.storage?.setItem(keyItem(keeping), `${login} ${key}`)
}

const imported = (key: string, use: 'encrypt' | 'decrypt') =>
  crypto.subtle.importKey('raw', Uint8Array.from(base64urlnopad.decode(key)), 'AES-GCM', false, [use])

/** Bound to its project and host origin. */
const sealing = ({ projectId, hostOrigin }: Keeping, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`airlock kept v1|${projectId}|${hostOrigin}`),
})

/** Bytes as JSON. */
const withBytes = (_: string, value: unknown) =>
  value instanceof Uint8Array ? { bytes: base64urlnopad.encode(value) } : value
const Bytes = z.strictObject({ bytes: z.string() })
const toBytes = (_: string, value: unknown) => {
  const { data } = z.safeParse(Bytes, value)
  return data ? base64urlnopad.decode(data.bytes) : value
}

async function openVaultOf({ worker, projectId }: Keeping): Promise<IDBDatabase> {
  await worker.call('device', {}) // makes the database if there is none
  return opened(indexedDB.open(`@airlock/${projectId}`))
}

async function readVault(keeping: Keeping, userId: string) {
  const vault = await openVaultOf(keeping)
  try {
    const work = vault.transaction(vaultStores)
    const [device, sets, pin] = await Promise.all([
      answered<unknown>(work.objectStore('device').get('keys')),
      answered<unknown[]>(work.objectStore('sets').index('userId').getAll(userId)),
      answered<unknown>(work.objectStore('pins').get(userId)),
    ])
    const pins: Content['pins'] = pin === undefined ? [] : [[userId, pin]]
    return { device, sets, pins }
  } finally {
    vault.close()
  }
}

/** `false` if this partition knows another wallet by now. */
async function fillVault(keeping: Keeping, device: unknown, { sets, pins }: Content): Promise<boolean> {
  const vault = await openVaultOf(keeping)
  try {
    const work = vault.transaction(vaultStores, 'readwrite', { durability: 'strict' })
    const [keysHere, setsHere, pinsHere] = vaultStores.map((name) => work.objectStore(name))
    if (!keysHere || !setsHere || !pinsHere) return false
    const here: unknown = await answered(keysHere.get('keys'))
    const known = (await answered(setsHere.count())) + (await answered(pinsHere.count()))
    if (known > 0 && deviceOf(here) !== deviceOf(device)) return false
    keysHere.put(device, 'keys')
    for (const set of sets) setsHere.put(set)
    for (const [of, pin] of pins) pinsHere.put(pin, of)
    await completed(work)
    return true
  } finally {
    vault.close()
  }
}

const deviceOf = (device: unknown): string | undefined => {
  const { data } = z.safeParse(Item.shape.device, device)
  return data && `${data.jwk.x}.${data.jwk.y}`
}

async function inWindow<T>(
  { projectId }: Keeping,
  { indexedDB: factory }: WindowStorage,
  mode: IDBTransactionMode,
  work: (kept: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = factory.open(`@airlock/kept/${projectId}`, 1)
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(storeName))
  const database = await opened(opening)
  try {
    const transaction = database.transaction(storeName, mode)
    const result = await answered(work(transaction.objectStore(storeName)))
    // The window may close now.
    if (mode === 'readwrite') await completed(transaction)
    return result
  } finally {
    database.close()
  }
}

const opened = (request: IDBOpenDBRequest): Promise<IDBDatabase> => answered(request)

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })

const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error))
  })
