/**
 * The account's logins: list, removal of one, adding one. A login is added in three steps: proven by its user at the provider, named here with
 * what the provider says of it, and confirmed behind the gate that removals use. So neither a page nor somebody at the provider's end can put
 * a login of theirs into the account: the user sees whose it is before it counts.
 */
import type { NamedSocial } from '@airlock/protocol/contracts/shapes/socials.ts'
import { type ResponseOf, walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { type LoginEndpoints, loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { type OfferedSocial, readSocials } from '../../shared/ui/images/social.ts'
import { ServiceRefusal } from '../custody/service.ts'
import {
  type AddingContext,
  awaitProof,
  beginFarcaster,
  beginSocial,
  drawTicket,
  mayPass,
  type Proven,
} from '../login/adding.ts'
import { forgetLogin, type Remembering } from '../login/remember.ts'
import { createShown, type Shown, screenOf } from './shown.ts'
import { type SecurityTrouble, securityTrouble } from './trouble.ts'

export type Login = ResponseOf<LoginEndpoints, 'logins'>['logins'][number] & {
  /** Absent: an email address. */
  readonly social?: OfferedSocial | undefined
}
export type LoginsTrouble =
  | SecurityTrouble
  | 'lastLogin'
  /** The recovery service asks the address of this login. */
  | 'recoveryAddress'
  /** It opens another account, or was removed from one lately. */
  | 'taken'
  | 'declined'
  | 'expired'
  | 'providerFailed'

export type LoginsScreen =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly trouble: LoginsTrouble }
  | {
      readonly status: 'list'
      readonly logins: readonly Login[]
      /** Those that can be added. */
      readonly offers: readonly OfferedSocial[]
      /** The sign-in is too old to change anything. */
      readonly isStale: boolean
      /** The login to be removed, if the user confirms. */
      readonly asked?: Login | undefined
      readonly isRemoving?: boolean
      readonly trouble?: LoginsTrouble | undefined
      readonly done?: { readonly what: 'added' | 'removed'; readonly social: OfferedSocial | undefined } | undefined
    }
  /** The user is at the provider, in another window. */
  | {
      readonly status: 'window'
      readonly provider: OfferedSocial
      /** To pick in that window. */
      readonly match?: string | undefined
      readonly isConfirming?: boolean
      /** The browser opened no window. */
      readonly isBlocked?: boolean
      readonly isUnreachable?: boolean
    }
  /** A code for the Farcaster app. */
  | {
      readonly status: 'code'
      readonly url?: string | undefined
      readonly isUnreachable?: boolean
    }
  /** Proven; added if the user confirms. */
  | {
      readonly status: 'found'
      readonly provider: OfferedSocial
      readonly email?: string | undefined
      readonly userName?: string | undefined
      readonly isAdding?: boolean
      readonly trouble?: LoginsTrouble | undefined
    }

export interface LoginsContext extends AddingContext, Remembering {
  readonly projectId: string
  /** The social logins of the project record. */
  readonly socials: unknown
}

type List = Extract<LoginsScreen, { status: 'list' }>

export type Logins = ReturnType<typeof createLogins>

export function createLogins(context: LoginsContext) {
  const { projectId, socials, http, session } = context
  const shown = createShown<LoginsScreen>({ status: 'loading' })
  let isLoading = {}

  const read = async (): Promise<List> => {
    const [{ logins, freshFor }, config] = await Promise.all([
      session.call(loginEndpoints.logins, { request: {} }),
      http(walletEndpoints.config, { request: { projectId } }),
    ])
    const named = (ids: readonly string[]) => readSocials(ids, socials)
    return {
      status: 'list',
      logins: logins.map((login) =>
        login.provider === undefined ? login : { ...login, social: named([login.provider])[0] },
      ),
      offers: named(config.socials ?? []),
      isStale: freshFor === 0,
    }
  }
  const load = async (more: Pick<List, 'trouble' | 'done'> = {}): Promise<void> => {
    const own = {}
    isLoading = own
    if (shown.get().status !== 'list') shown.set({ status: 'loading' })
    const next = await read().then(
      (list): LoginsScreen => ({ ...list, ...more }),
      (error: unknown): LoginsScreen => ({ status: 'failed', trouble: loginsTrouble(error) }),
    )
    if (isLoading === own) shown.set(next)
  }
  const adding = createAdding(context, shown, {
    onBegin: () => {
      isLoading = {}
    },
    onOver: load,
  })
  const remove = async (list: List, asked: Login): Promise<void> => {
    shown.set({ ...plain(list), asked, isRemoving: true })
    try {
      await session.call(loginEndpoints.loginRemove, { request: {}, path: { loginId: asked.loginId } })
    } catch (error) {
      return shown.set({ ...plain(list), asked, trouble: loginsTrouble(error) })
    }
    await forgetLogin(context, asked.provider).catch(() => {})
    await load({ done: { what: 'removed', social: asked.social } })
  }

  return {
    ...screenOf(shown),
    async load(): Promise<void> {
      adding.drop()
      shown.set({ status: 'loading' })
      await load()
    },
    ask(loginId: string | undefined): void {
      const screen = shown.get()
      if (screen.status === 'list' && !screen.isRemoving)
        shown.set({ ...plain(screen), asked: screen.logins.find((each) => each.loginId === loginId) })
    },
    /** Removes `asked`, or adds the login that was found. */
    async confirm(): Promise<void> {
      const screen = shown.get()
      if (screen.status === 'list' && screen.asked && !screen.isRemoving) return remove(screen, screen.asked)
      await adding.confirm()
    },
    /** Must be called during the press. */
    add(providerId: string): void {
      const screen = shown.get()
      const provider = screen.status === 'list' ? screen.offers.find(({ id }) => id === providerId) : undefined
      if (provider) adding.begin(provider)
    },
    /** Shows the provider's window, or opens it again. Must be called during the press. */
    forward: adding.forward,
    /** Gives up what is being added, and shows the list. */
    stop: (): void => void (adding.drop() && load()),
    /** The page is left. */
    drop: (): void => void adding.drop(),
  }
}

interface Adding {
  readonly provider: OfferedSocial
  readonly abort: AbortController
  readonly url?: string
  popup?: Window | null
  proven?: Proven
}

/** The login that is being added, one at a time. */
function createAdding(
  context: AddingContext,
  shown: Shown<LoginsScreen>,
  on: {
    readonly onBegin: () => void
    /** It was added or has failed: the list is shown. */
    readonly onOver: (more: Pick<List, 'trouble' | 'done'>) => Promise<void>
  },
) {
  let adding: Adding | undefined
  /** @returns whether there was one */
  const drop = (): boolean => {
    const before = adding
    before?.abort.abort()
    before?.popup?.close()
    adding = undefined
    return before !== undefined
  }
  const begin = (provider: OfferedSocial, more: Pick<Adding, 'url' | 'popup'> = {}): Adding => {
    drop()
    on.onBegin()
    const own = { provider, abort: new AbortController(), ...more }
    adding = own
    return own
  }
  const show = (own: Adding, screen: LoginsScreen): void => {
    if (adding === own) shown.set(screen)
  }
  /** Adds to the screen that is shown while the user proves the login. */
  const update =
    (own: Adding, status: 'window' | 'code') =>
    (more: object): void => {
      const screen = shown.get()
      if (screen.status === status) show(own, { ...screen, ...more })
    }
  const found = (own: Adding, proven: Proven): void => {
    own.proven = proven
    own.popup?.close()
    const { email, userName } = proven
    show(own, { status: 'found', provider: own.provider, email, userName })
  }
  const fail = async (own: Adding, error: unknown): Promise<void> => {
    if (adding !== own) return
    drop()
    await on.onOver({ trouble: loginsTrouble(error) })
  }
  const proveSocial = async (own: Adding, ticket: string): Promise<Proven> => {
    const { provider } = own
    show(own, { status: 'window', provider, isBlocked: !own.popup })
    const say = update(own, 'window')
    const login = await beginSocial(context, { provider: provider.id, ticket })
    say({ match: login.match })
    return awaitProof(own.abort.signal, login.look, say)
  }
  const proveFarcaster = async (own: Adding): Promise<Proven> => {
    show(own, { status: 'code' })
    const say = update(own, 'code')
    for (;;) {
      const { url, look } = await beginFarcaster(context)
      say({ url })
      const proven = await awaitProof(own.abort.signal, look, ({ isUnreachable }) => say({ isUnreachable })).catch(
        expired,
      )
      if (proven) return proven
    }
  }
  const run = (own: Adding, prove: Promise<Proven>): void =>
    void prove.then(
      (proven) => found(own, proven),
      (error: unknown) => fail(own, error),
    )
  const add = async (own: Adding, proven: Proven): Promise<void> => {
    const screen = shown.get()
    if (screen.status !== 'found') return
    const asked = { ...screen, trouble: undefined }
    show(own, { ...asked, isAdding: true })
    try {
      await proven.add(own.abort.signal)
    } catch (error) {
      if (error instanceof ServiceRefusal && mayPass.has(error.code))
        return show(own, { ...asked, isAdding: false, trouble: 'unreachable' })
      return fail(own, error)
    }
    if (adding !== own) return
    drop()
    await on.onOver({ done: { what: 'added', social: own.provider } })
  }

  return {
    drop,
    begin(provider: OfferedSocial): void {
      if (provider.id === farcaster) {
        const own = begin(provider)
        return run(own, proveFarcaster(own))
      }
      const { ticket, url } = drawTicket(context.serviceUrl)
      const own = begin(provider, { url, popup: openWindow(url) })
      run(own, proveSocial(own, ticket))
    },
    forward(): void {
      const screen = shown.get()
      if (!adding?.url || screen.status !== 'window') return
      if (adding.popup && !adding.popup.closed) return adding.popup.focus()
      adding.popup = openWindow(adding.url)
      shown.set({ ...screen, isBlocked: !adding.popup })
    },
    async confirm(): Promise<void> {
      const screen = shown.get()
      if (screen.status === 'found' && !screen.isAdding && adding?.proven) await add(adding, adding.proven)
    },
  }
}

const farcaster: NamedSocial = 'farcaster'

const openWindow = (url: string): Window | null =>
  window.open(url, '_blank', 'popup,width=600,height=800,scrollbars=yes')

const plain = ({ status, logins, offers, isStale }: List): List => ({ status, logins, offers, isStale })

/** An expired code is replaced without a press. */
function expired(error: unknown): undefined {
  if (!(error instanceof ServiceRefusal) || error.code !== 'FLOW_EXPIRED') throw error
}

const byCode: Readonly<Partial<Record<ServiceRefusal['code'], LoginsTrouble>>> = {
  LAST_LOGIN: 'lastLogin',
  RECOVERY_ADDRESS: 'recoveryAddress',
  IDENTITY_TAKEN: 'taken',
  FLOW_DENIED: 'declined',
  FLOW_EXPIRED: 'expired',
  FLOW_UNKNOWN: 'expired',
  PROVIDER_FAILED: 'providerFailed',
  PROVIDER_OFF: 'providerFailed',
  SIGNATURE_INVALID: 'providerFailed',
  RELAY_ERROR: 'unreachable',
}
const loginsTrouble = (error: unknown): LoginsTrouble =>
  (error instanceof ServiceRefusal && byCode[error.code]) || securityTrouble(error)
