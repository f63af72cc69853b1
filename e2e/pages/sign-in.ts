/**
 * A page that asks its users to sign in: its functions create messages in the page and verify them here, with a
 * third-party library.
 */
import type { Airlock, SIWXSession } from '@airlock/host-sdk'
import { expect, type Page } from '@playwright/test'
import { signatureVerify } from '@polkadot/util-crypto'
import { address, getBase58Encoder, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { Verifier } from 'bip322-js'
import { verifyMessage } from 'viem'
import type { HostPage } from '../setup/pages.ts'
import type { World } from '../world/world.ts'
import { dappOn } from './dapp.ts'
import { modalOn } from './modal.ts'

export interface SignInPage {
  readonly required?: boolean
  /** Adds the parts of the message to its text, so that a pairing can request both at once. */
  readonly oneClick?: boolean
  /** Replaces the domain of an honest message. */
  readonly domain?: string
  /** Replaces the account of an honest message. */
  readonly account?: string
  /** Replaces values of its lines, by their labels. */
  readonly lines?: Readonly<Record<string, string>>
  readonly text?: string
  /** Answered for every account, instead of the sessions that are kept. */
  readonly sessions?: readonly SIWXSession[]
  /** Additional options of the SDK. */
  readonly options?: Readonly<Record<string, unknown>>
}

const key = 'sessions of the test page'

async function verify({ message, signature, data }: SIWXSession): Promise<boolean> {
  if (data.chainId.startsWith('solana:')) {
    const signed = signatureBytes(getBase58Encoder().encode(signature))
    const publicKey = await getPublicKeyFromAddress(address(data.accountAddress))
    return verifySignature(publicKey, signed, new TextEncoder().encode(message))
  }
  if (data.chainId.startsWith('bip122:')) return Verifier.verifySignature(data.accountAddress, message, signature)
  if (data.chainId.startsWith('polkadot:')) return signatureVerify(message, signature, data.accountAddress).isValid
  // as: texts from the page; an invalid address or signature fails verification
  const proof = { address: data.accountAddress as `0x${string}`, message, signature: signature as `0x${string}` }
  return verifyMessage(proof)
}

/** Creates the SDK on the open page; sessions survive a reload. */
export async function createWithSignIn(page: Page, world: World, wishes: SignInPage = {}) {
  const verified: boolean[] = []
  /** Names of page functions whose calls fail. */
  const failing = new Set<string>()
  await page.exposeFunction('judgeSession', async (name: string, session?: SIWXSession): Promise<boolean> => {
    if (failing.has(name)) throw new Error(`${name} does not work`)
    if (!session) return true
    const isGood = await verify(session).catch(() => false)
    verified.push(isGood)
    return isGood
  })
  const create = () =>
    page.evaluate(
      ({ project, required, oneClick, domain, account, changed, text, sessions, options, key }) => {
        // as: set by our own test page.
        const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => Airlock }
        const judge = Reflect.get(window, 'judgeSession') as (name: string, session?: SIWXSession) => Promise<boolean>
        const read = () => JSON.parse(localStorage.getItem(key) ?? '[]') as SIWXSession[]
        const write = (sessions: readonly SIWXSession[]) => localStorage.setItem(key, JSON.stringify(sessions))
        const isOf = (chainId: string, address: string) => (session: SIWXSession) =>
          session.data.chainId === chainId && session.data.accountAddress.toLowerCase() === address.toLowerCase()
        const check = async (name: string, sessions: readonly SIWXSession[]) => {
          for (const session of sessions) if (!(await judge(name, session))) throw new Error('bad signature')
        }
        const siwx = {
          ...(required === undefined ? {} : { required }),
          async createMessage({ chainId, accountAddress }: { chainId: string; accountAddress: string }) {
            await judge('createMessage')
            const parts = {
              domain: domain ?? location.host,
              uri: `${location.origin}/`,
              nonce: crypto.randomUUID().replaceAll('-', ''),
              version: '1',
              statement: 'I accept the terms of the test page.',
              issuedAt: new Date().toISOString(),
              expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
            }
            const kinds: Record<string, string> = { solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' }
            const kind = kinds[chainId.split(':')[0] ?? ''] ?? 'Ethereum'
            const lines = [
              `${parts.domain} wants you to sign in with your ${kind} account:`,
              account ?? accountAddress,
              '',
              parts.statement,
              '',
              `URI: ${parts.uri}`,
              'Version: 1',
              `Chain ID: ${chainId.split(':')[1]}`,
              `Nonce: ${parts.nonce}`,
              `Issued At: ${parts.issuedAt}`,
              `Expiration Time: ${parts.expirationTime}`,
            ].map((line) => {
              const [label = ''] = line.split(': ')
              return label in changed ? `${label}: ${changed[label]}` : line
            })
            return { ...(oneClick ? parts : {}), toString: () => text ?? lines.join('\n') }
          },
          async getSessions(chainId: string, address: string) {
            await judge('getSessions')
            if (sessions) return sessions
            // Like a server's answer, with extra fields, and with `null` for absent ones.
            return read()
              .filter(isOf(chainId, address))
              .map((session) => ({ ...session, id: 7, data: { ...session.data, user: 'ada', notBefore: null } }))
          },
          async addSession(session: SIWXSession) {
            await check('addSession', [session])
            write([...read(), session])
          },
          async setSessions(sessions: readonly SIWXSession[]) {
            await check('setSessions', sessions)
            write(sessions)
          },
          async revokeSession(chainId: string, address: string) {
            await judge('revokeSession')
            const isIt = isOf(chainId, address)
            write(read().filter((session) => !isIt(session)))
          },
        }
        const airlock = createAirlock({
          ...(Reflect.get(window, 'demoConfig') as object),
          ...project,
          ...options,
          siwx,
        })
        const told: unknown[] = []
        airlock.on('session', (session) => void told.push(session))
        Object.assign(window, { airlock, sessionsTold: told })
      },
      {
        project: world.paired,
        required: wishes.required,
        oneClick: wishes.oneClick ?? false,
        domain: wishes.domain,
        account: wishes.account,
        changed: wishes.lines ?? {},
        text: wishes.text,
        sessions: wishes.sessions,
        options: wishes.options ?? {},
        key,
      },
    )
  await create()
  return {
    create,
    failing,
    /** For each signature that the page received, in order, whether it is valid. */
    verified: verified as readonly boolean[],
    session: () => page.evaluate(() => (Reflect.get(window, 'airlock') as Airlock).getState().session),
    /** The `session` events: the account of each, `null` for the end of a session. */
    told: () =>
      page.evaluate(() =>
        (Reflect.get(window, 'sessionsTold') as (SIWXSession | null)[]).map(
          (session) => session?.data.accountAddress ?? null,
        ),
      ),
    kept: () => page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '[]') as SIWXSession[], key),
  }
}

type Parts = { readonly host: HostPage; readonly page: Page; readonly world: World }

/** Connects the wallet Fox and reaches the sign-in view. */
export async function asked({ host, page, world }: Parts, wishes: SignInPage = {}) {
  const siwx = await createWithSignIn(page, world, wishes)
  const dapp = dappOn(page)
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.wallet('Fox').click()
  await modal.expectView('Sign In')
  return { siwx, dapp, modal, site: new URL(world.origins.host).host }
}

/** Chooses the wallet Fox on a page whose function of this name fails. */
export async function askedInVain({ host, page, world }: Parts, fails: string) {
  const siwx = await createWithSignIn(page, world)
  siwx.failing.add(fails)
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.wallet('Fox').click()
  return { siwx, modal }
}

/** Connects with this wallet of the page and signs in; the page accepts the signature. */
export async function signsIn(
  { host, page, world }: Parts,
  site: Awaited<ReturnType<typeof createWithSignIn>>,
  wallet: string,
): Promise<void> {
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.wallet(wallet).click()
  await modal.button('Sign').click()
  await dappOn(page).expectClosed()
  expect(site.verified).toEqual([true])
}
