/** What a thief can do with stolen or replayed data, or a caller with a wrong origin. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { createKek } from '@airlock/service/crypto/kek.ts'
import { createLookup } from '@airlock/service/crypto/lookup.ts'
import { isStoreError } from '@airlock/service/store/errors.ts'
import { openStore } from '@airlock/service/store/open.ts'
import { codeCost, createOneTimeCodes } from '@airlock/service/wallet/domain/one-time-code.ts'
import { addressesOf } from '@airlock/service/wallet/domain/replacements.ts'
import { realOutside } from '@airlock/service/wallet/outside.ts'
import * as z from 'zod/mini'
import { readLoginFailure } from '../../../frame-app/src/shared/login/failure.ts'
import { isEqual } from '../../../frame-app/src/wallet/key-worker/keys/bytes.ts'
import { joinEscrow, recoveryKeyPair } from '../../../frame-app/src/wallet/key-worker/keys/recovery.ts'
import { openRecoveryShare } from '../../../frame-app/src/wallet/key-worker/keys/recovery-share.ts'
import { writePublicKey } from '../../../frame-app/src/wallet/key-worker/keys/sealing.ts'
import { joinShares } from '../../../frame-app/src/wallet/key-worker/keys/shares.ts'
import { openEntropy } from '../../../frame-app/src/wallet/key-worker/keys/wallet-key.ts'
import { openVault } from '../../../frame-app/src/wallet/key-worker/vault.ts'
import { copyOf, createPartition, openTab } from '../browser.ts'
import { type Deployment, project } from '../deployment.ts'
import { dumpOf, withDatabase, withStore, withStoreOf } from '../look.ts'
import { openAccount } from '../opening.ts'
import { createPerson } from '../person.ts'

/** Each must be true: the promise, and, as a control, that the same attempt works for a legitimate caller. */
export type Outcomes = Readonly<Record<string, boolean>>

export async function stolenDatabase(deployment: Deployment, email: string): Promise<Outcomes> {
  const { person, partition, tab } = await newcomer(deployment, email)
  const second = openTab(deployment, createPartition())
  const seen = person.codes()
  await deployment.advance(31_000)
  const [hostOrigin = ''] = project.hostOrigins
  const request = { email, projectId: project.projectId, hostOrigin }
  const { flowId, matchNumber } = await second.http(walletEndpoints.emailStart, { request })
  person.see(String(matchNumber))
  const code = await person.code(seen)
  person.stop()

  const dump = await dumpOf(deployment.place)
  const secrets = [email, refreshTokenIn(partition.storage), Buffer.from(deployment.kek).toString('latin1')]
  const otherKek = openStore({ place: deployment.place, kek: createKek(new Uint8Array(32).map((_, at) => at * 7)) })
  const isRefused = await otherKek.then(
    async (store) => store.close().then(() => false),
    (error: unknown) => isStoreError(error, 'BAD_SECRET'),
  )
  const attempt = await withStore(deployment, (store) =>
    store.codes.raise({ flowId, purpose: 'login', now: Date.now() + deployment.aheadMs() }),
  )
  if (attempt.outcome !== 'EVALUATE') throw new Error('There is no code to try')
  const tries = async (pepper: Uint8Array) => {
    const codes = createOneTimeCodes({ lookup: createLookup(pepper), outside: realOutside, cost: codeCost })
    return (await codes.judge(flowId, code, () => Promise.resolve(attempt))).isRight
  }
  return {
    'nothing secret or personal in clear':
      secrets.every((secret) => !dump.includes(secret)) && !new RegExp(`\\b${code}\\b`).test(dump),
    'what is looked for would be found': dump.includes(tab.session.userId() ?? '?'),
    'does not open without the KEK': isRefused,
    'codes cannot be tried without the pepper': !(await tries(deployment.kek)),
    'with the pepper they could': await tries(deployment.pepper),
  }
}

/** Everything that the two databases hold about a user, opened with both keys. */
async function lootOf(deployment: Deployment, email: string) {
  const { person, tab } = await newcomer(deployment, email)
  person.stop()
  const { wallet, set, method } = await withStore(deployment, async (store) => {
    const wallet = await store.wallets.findActive(tab.session.userId() ?? '')
    const set = wallet && (await store.shareSets.newest(wallet.id))
    const [method] = wallet ? await store.recoveryMethods.ofWallet(wallet.id) : []
    if (!wallet || !set || !method) throw new Error('There is nothing to steal')
    return { wallet, set, method }
  })
  const kept = await withDatabase(deployment.recoveryPlace, (db) =>
    db.selectFrom('escrow').select('addressHash').where('id', '=', method.id).executeTakeFirst(),
  )
  const other = await withStoreOf(deployment.recoveryPlace, deployment.recoveryKek, (store) =>
    store.escrows.find({ methodId: method.id, walletId: wallet.name, addressHash: kept?.addressHash ?? '' }),
  )
  const identity = { walletId: wallet.name, keyVersion: wallet.keyVersion }
  return {
    auth: copy(set.authShare),
    mine: copy(method.wrappedR),
    both: joinEscrow(copy(method.wrappedR), copy(other?.share ?? new Uint8Array(32))),
    recoveryPub: copy(wallet.recoveryPub),
    /** Opens the recovery share with a recovery secret. */
    async unseal(secret: Uint8Array<ArrayBuffer>) {
      const place = { ...identity, setId: set.id, addresses: addressesOf(wallet), ciphertext: copy(wallet.ciphertext) }
      const share = await openRecoveryShare(secret, copy(set.recoverySealed), place)
      return { pair: await recoveryKeyPair(secret), share }
    },
    /** Whether two shares together open the wallet. */
    opens: (one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): Promise<boolean> =>
      joinShares(one, other)
        .then((key) => openEntropy(key, copy(wallet.ciphertext), identity))
        .then(
          () => true,
          () => false,
        ),
  }
}

/** A thief has the wallet service's database and its KEK: one share of three, and half of the recovery secret. */
export async function stolenDatabaseAndKek(deployment: Deployment, email: string): Promise<Outcomes> {
  const { auth, mine, both, recoveryPub, unseal, opens } = await lootOf(deployment, email)
  const open = (secret: Uint8Array<ArrayBuffer>) =>
    unseal(secret).then(
      async ({ pair, share }) => (await opens(auth, share)) && isEqual(await writePublicKey(pair), recoveryPub),
      () => false,
    )
  return {
    'its half opens nothing': !(await open(mine)),
    'its share with itself is no key': !(await opens(auth, auth)),
    'both operators together could': await open(both),
  }
}

export type FlippedShares = { readonly positions: number; readonly detected: number }

/** Changes one byte of a share, at each position: the wallet must not open, nor may another one. */
export async function flipShares(deployment: Deployment, email: string): Promise<FlippedShares> {
  const { auth, both, unseal, opens } = await lootOf(deployment, email)
  const { share } = await unseal(both)
  if (!(await opens(auth, share))) throw new Error('The shares do not open the wallet as they are')
  let detected = 0
  for (let at = 0; at < auth.length; at += 1) {
    const flipped = auth.map((byte, index) => (index === at ? byte ^ 0x01 : byte))
    if (!(await opens(flipped, share))) detected += 1
  }
  return { positions: auth.length, detected }
}

/** A thief has copied a whole browser profile, with its keys and tokens, and the owner revokes that device. */
export async function stolenDevice(deployment: Deployment, email: string): Promise<Outcomes> {
  const { person, partition, tab } = await newcomer(deployment, email)
  const thief = () => openTab(deployment, copyOf(partition))
  const [early, late] = [thief(), thief()]
  const address = (await tab.open()).eip155
  const worksBefore = (await early.open()).eip155 === address

  const owner = openTab(deployment, createPartition())
  await openAccount(deployment, owner, person)
  const { devices } = await owner.session.call(walletEndpoints.devices, { request: {} })
  for (const { deviceId, isCurrent } of devices)
    if (!isCurrent) await owner.session.call(walletEndpoints.deviceRevoke, { request: {}, path: { deviceId } })
  const isOver = await late.open().then(
    () => false,
    () => late.session.userId() === undefined,
  )
  await deployment.advance(31_000)
  const { action } = await thief().login.start(email)
  const keys = await openVault(partition.name).deviceKeys()
  const exported = await Promise.all(
    [keys.proof.privateKey, keys.wrap].map((key) =>
      crypto.subtle.exportKey(key.type === 'private' ? 'pkcs8' : 'raw', key).then(
        () => true,
        () => false,
      ),
    ),
  )
  const rows = await withStore(deployment, async (store) => {
    const wallet = await store.wallets.findActive(owner.session.userId() ?? '')
    return wallet ? store.shareSets.ofWallet(wallet.id) : []
  })
  person.stop()
  return {
    'a copied profile works until it is revoked': worksBefore,
    'then its session is over': isOver,
    'and signing in again needs the mailbox': action !== 'CONNECT',
    'its keys cannot be taken out': !exported.includes(true),
    'its shares are gone': rows.filter(({ status }) => status === 'ACTIVE').length === 1,
    'the owner still has the address': (await owner.open()).eip155 === address,
  }
}

/** A request with its proof and its token, captured and sent again by someone else. */
export async function replayedProof(deployment: Deployment, email: string): Promise<Outcomes> {
  const { person, tab } = await newcomer(deployment, email)
  person.stop()
  const { path } = walletEndpoints.user
  let heard: Readonly<Record<string, string>> | undefined
  deployment.wallet.setFaults((exchange) => {
    const { dpop, authorization } = exchange.headers
    if (exchange.path === path && typeof dpop === 'string' && authorization !== undefined)
      heard = { DPoP: dpop, Authorization: authorization }
    return undefined
  })
  await tab.session.call(walletEndpoints.user, { request: {} })
  deployment.wallet.setFaults(undefined)
  const headers = heard ?? {}
  const ask = async (to: string, more: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${deployment.wallet.url}${to}`, { headers: { ...headers, ...more } })
    const body: unknown = await response.json()
    const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : ''
    return `${response.status} ${String(code)}`
  }
  const refused = '401 PROOF_INVALID'
  const again = await ask(path)
  const elsewhere = await ask(walletEndpoints.wallets.path)
  const withoutProof = await ask(path, { DPoP: '' })
  await deployment.wallet.killOne()
  await deployment.ready()
  const afterRestart = await ask(path)
  await deployment.advance(11 * 60_000)
  const later = await ask(path)
  return {
    'there was something to replay': headers.DPoP !== undefined,
    'is refused': again === refused,
    'is refused for another endpoint': elsewhere === refused,
    'a token without a proof is refused': withoutProof === refused,
    'is refused by a process that was started since': afterRestart === refused,
    'is refused when its nonce is old': later.startsWith('401 '),
    'its owner goes on': (await tab.session.call(walletEndpoints.user, { request: {} })).email === email,
  }
}

export async function wrongOrigins(deployment: Deployment, email: string): Promise<Outcomes> {
  const { url } = deployment.wallet
  const [hostOrigin = ''] = project.hostOrigins
  const statusFrom = async (Origin: string, path: string, init: RequestInit = {}) =>
    (await fetch(`${url}${path}`, { ...init, headers: { Origin } })).status
  const start = (body: object) => statusFrom('https://evil.example', '/v1/email/start', post(body))
  const at = `/v1/config?projectId=${project.projectId}`
  const reasonAt = async (host: string) => {
    const tab = openTab(deployment, createPartition(), { hostOrigin: host })
    return tab.login.start(email).then(
      () => 'started',
      (error: unknown) => readLoginFailure(error)?.reason,
    )
  }
  return {
    'another origin reads nothing': (await statusFrom('https://evil.example', at)) === 403,
    'and starts nothing': (await start({ email, projectId: project.projectId, hostOrigin })) === 403,
    'the modal’s origin is not the wallet’s': (await statusFrom(hostOrigin, at)) === 403,
    'a host that is not listed is told so': (await reasonAt('https://evil.example')) === 'ORIGIN_NOT_ALLOWED',
    'a project that is none is refused':
      (await statusFrom(project.walletOrigin ?? '', '/v1/config?projectId=none')) === 401,
    'nobody got a mail for it': deployment.mail.letters(email).length === 0,
    'the wallet of a listed host is served':
      (await statusFrom(project.walletOrigin ?? '', at)) === 200 && (await reasonAt(hostOrigin)) === 'started',
  }
}

const post = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) })

async function newcomer(deployment: Deployment, email: string) {
  const person = createPerson(deployment, email)
  const partition = createPartition()
  const tab = openTab(deployment, partition)
  await openAccount(deployment, tab, person)
  return { person, partition, tab }
}

const Session = z.object({ refreshToken: z.string() })
function refreshTokenIn(storage: Storage): string {
  const kept = Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? '') ?? '')
  const found = kept.map((item) => Session.safeParse(JSON.parse(item))).find(({ success }) => success)
  return Session.parse(found?.data).refreshToken
}

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)
