/**
 * Converts AppKit's older object for Sign-In with Ethereum to the functions that the modal calls. Its server keeps one session, of one
 * account on one chain; accounts of other namespaces count as signed in.
 */
import type { CaipNetworkId, SIWX, SIWXMessage, SIWXSession } from '@airlock/host-sdk'
import { defined } from '../defined.ts'
import { invalid } from './refuse.ts'

export interface SIWESession {
  address: string
  chainId: number
}

/** Parts of the message that the page chooses. */
export interface SIWEMessageParams {
  domain: string
  uri: string
  chains?: readonly number[]
  statement?: string
  iat?: string
  exp?: string
  nbf?: string
  requestId?: string
  resources?: readonly string[]
  type?: 'caip122' | 'eip4361' | { t: 'caip122' | 'eip4361' }
}

export interface SIWECreateMessageArgs extends SIWEMessageParams {
  /** `did:pkh:eip155:<chain>:<address>`, as `formatMessage` reads it. */
  address: string
  chainId: number
  nonce: string
  version: '1'
  iat: string
}

export interface SIWEVerifyMessageArgs extends Omit<SIWXSession, 'cacao'> {
  cacao?: object
}

export interface SIWEConfig {
  getNonce: (address?: string) => Promise<string>
  /** Default: the domain and URL of the page. */
  getMessageParams?: () => Promise<SIWEMessageParams>
  createMessage: (args: SIWECreateMessageArgs) => string
  /** Whether the message proves its account; the server then keeps the session. */
  verifyMessage: (args: SIWEVerifyMessageArgs) => Promise<boolean>
  getSession: () => Promise<SIWESession | null>
  signOut: () => Promise<boolean>
  onSignIn?: (session?: SIWESession) => void
  onSignOut?: () => void
  /** Default true. If false, the user is not asked to sign in. */
  enabled?: boolean
  /** Default true: a user who does not sign in is disconnected. */
  required?: boolean
  /** Default true: the session ends when the account changes, and the user signs in again. */
  signOutOnAccountChange?: boolean
  /** Default true: the same when the network changes. */
  signOutOnNetworkChange?: boolean
  /** Default true. */
  signOutOnDisconnect?: boolean
  /** No effect: every message gets a new nonce. */
  nonceRefetchIntervalMs?: number
  /** No effect: the session is requested whenever the account or the network changes. */
  sessionRefetchIntervalMs?: number
}

/** The return type of AppKit's `createSIWEConfig`. */
export interface AppKitSIWEClient {
  readonly methods: Pick<
    SIWEConfig,
    'getNonce' | 'getMessageParams' | 'createMessage' | 'verifyMessage' | 'getSession' | 'signOut'
  >
  readonly options: Required<
    Pick<
      SIWEConfig,
      | 'enabled'
      | 'required'
      | 'signOutOnAccountChange'
      | 'signOutOnNetworkChange'
      | 'signOutOnDisconnect'
      | 'nonceRefetchIntervalMs'
      | 'sessionRefetchIntervalMs'
    >
  >
  readonly onSignIn: SIWEConfig['onSignIn']
  readonly onSignOut: SIWEConfig['onSignOut']
}

const fiveMinutes = 5 * 60 * 1000
const needed = ['getNonce', 'createMessage', 'verifyMessage', 'getSession', 'signOut'] as const

/** For the option `siweConfig`. @throws {AirlockError} naming a missing function */
export function createSIWEConfig(config: SIWEConfig): AppKitSIWEClient {
  for (const name of needed) if (typeof config[name] !== 'function') invalid(`siweConfig.${name}`, 'is not a function')
  const {
    enabled = true,
    required = true,
    signOutOnAccountChange = true,
    signOutOnNetworkChange = true,
    signOutOnDisconnect = true,
    nonceRefetchIntervalMs = fiveMinutes,
    sessionRefetchIntervalMs = fiveMinutes,
    onSignIn,
    onSignOut,
    ...methods
  } = config
  return {
    methods,
    options: {
      enabled,
      required,
      signOutOnAccountChange,
      signOutOnNetworkChange,
      signOutOnDisconnect,
      nonceRefetchIntervalMs,
      sessionRefetchIntervalMs,
    },
    onSignIn,
    onSignOut,
  }
}

/** `undefined` if it is disabled. */
export function fromSiwe(given: SIWEConfig | AppKitSIWEClient): SIWX | undefined {
  const client = 'methods' in given ? given : createSIWEConfig(given)
  const { methods, options, onSignIn, onSignOut } = client
  if (!options.enabled) return undefined

  async function signOut(): Promise<void> {
    if (!(await methods.signOut())) throw new Error('The page did not sign out')
    onSignOut?.()
  }

  async function addSession(session: SIWXSession): Promise<void> {
    if (!(await methods.verifyMessage(session))) throw new Error('The page did not accept the message')
    const { accountAddress, chainId } = session.data
    onSignIn?.({ address: accountAddress, chainId: numberOf(chainId) })
  }

  return {
    required: options.required,
    signOutOnDisconnect: options.signOutOnDisconnect,
    async createMessage({ chainId, accountAddress }): Promise<SIWXMessage> {
      const params = (await methods.getMessageParams?.()) ?? { domain: location.host, uri: location.origin }
      const nonce = await methods.getNonce(accountAddress)
      const { iat = new Date().toISOString() } = params
      const { domain, uri, statement, exp: expirationTime, nbf: notBefore, requestId, resources } = params
      const given = { statement, expirationTime, notBefore, requestId, resources }
      return {
        domain,
        uri,
        nonce,
        version: '1',
        issuedAt: iat,
        ...defined<Partial<SIWXMessage>>(given),
        toString: () =>
          methods.createMessage({
            ...params,
            address: `did:pkh:${chainId}:${accountAddress}`,
            chainId: numberOf(chainId),
            nonce,
            version: '1',
            iat,
          }),
      }
    },
    async getSessions(chainId, accountAddress) {
      const signedIn: SIWXSession = {
        data: { accountAddress, chainId, uri: location.origin },
        message: '',
        signature: '',
      }
      if (!chainId.startsWith('eip155:')) return [signedIn]
      const session = await methods.getSession()
      if (!session) return []
      const isOther =
        (options.signOutOnAccountChange && session.address.toLowerCase() !== accountAddress.toLowerCase()) ||
        (options.signOutOnNetworkChange && Number(session.chainId) !== numberOf(chainId))
      if (!isOther) return [signedIn]
      await signOut()
      return []
    },
    addSession,
    async setSessions(sessions) {
      const [first] = sessions
      if (first) await addSession(first)
      else await signOut()
    },
    revokeSession: (chainId) => (chainId.startsWith('eip155:') ? signOut() : Promise.resolve()),
  }
}

const numberOf = (chainId: CaipNetworkId): number => Number(chainId.slice(chainId.indexOf(':') + 1))
