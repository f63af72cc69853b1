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
import { createShown } from './shown.ts'
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

export interface Logins {
  screen(): LoginsScreen
  subscribe(onChange: () => void): () => void
  load(): Promise<void>
  ask(loginId: string | undefined): void
  /** Removes `asked`, or adds the login that was found. */
  confirm(): Promise<void>
  /** Must be called during the press. */
  add(providerId: string): void
  /** Shows the provider's window, or opens it again. Must be called during the press. */
  forward(): void
  /** Gives up what is being added, and shows the list. */
  stop(): void
  /** The page is left. */
  drop(): void
}

export interface LoginsContext extends AddingContext, Remembering {
  readonly projectId: string
  /** The social logins of the project record. */
  readonly socials: unknown
}

interface Adding {
  readonly provider: OfferedSocial
  readonly abort: AbortController
  readonly url?: string
  popup?: Window | null
  proven?: Proven
}

export function createLogins(context: LoginsContext): Logins {
  const { projectId, socials, http, session, serviceUrl } = context
  const shown = createShown<LoginsScreen>({ status: 'loading' })
  let adding: Adding | undefined
  let isLoading = {}

  type List = Extract<LoginsScreen, { status: 'list' }>
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
  const drop = () => {
    adding?.abort.abort()
    adding?.popup?.close()
    adding = undefined
  }
  const begin = (provider: OfferedSocial, more: Pick<Adding, 'url' | 'popup'> = {}): Adding => {
    drop()
    isLoading = {}
    const own = { provider, abort: new AbortController(), ...more }
    adding = own
    return own
  }
  const show = (own: Adding, screen: LoginsScreen): void => {
    if (adding === own) shown.set(screen)
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
    await load({ trouble: loginsTrouble(error) })
  }
  const runSocial = async (own: Adding, ticket: string): Promise<void> => {
    const { provider } = own
    show(own, { status: 'window', provider, isBlocked: !own.popup })
    const update = (more: object) => {
      const screen = shown.get()
      if (screen.status === 'window') show(own, { ...screen, ...more })
    }
    try {
      const login = await beginSocial(context, { provider: provider.id, ticket })
      update({ match: login.match })
      found(own, await awaitProof(own.abort.signal, login.look, update))
    } catch (error) {
      await fail(own, error)
    }
  }
  const runFarcaster = async (own: Adding): Promise<void> => {
    show(own, { status: 'code' })
    const update = (more: object) => {
      const screen = shown.get()
      if (screen.status === 'code') show(own, { ...screen, ...more })
    }
    try {
      for (;;) {
        const { url, look } = await beginFarcaster(context)
        update({ url })
        const proven = await awaitProof(own.abort.signal, look, ({ isUnreachable }) => update({ isUnreachable })).catch(
          expired,
        )
        if (proven) return found(own, proven)
      }
    } catch (error) {
      await fail(own, error)
    }
  }
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
    await load({ done: { what: 'added', social: own.provider } })
  }

  return {
    screen: shown.get,
    subscribe: shown.subscribe,
    async load() {
      drop()
      shown.set({ status: 'loading' })
      await load()
    },
    ask(loginId) {
      const screen = shown.get()
      if (screen.status === 'list' && !screen.isRemoving)
        shown.set({ ...plain(screen), asked: screen.logins.find((each) => each.loginId === loginId) })
    },
    async confirm() {
      const screen = shown.get()
      if (screen.status === 'list' && screen.asked && !screen.isRemoving) return remove(screen, screen.asked)
      if (screen.status === 'found' && !screen.isAdding && adding?.proven) return add(adding, adding.proven)
    },
    add(providerId) {
      const screen = shown.get()
      const provider = screen.status === 'list' ? screen.offers.find(({ id }) => id === providerId) : undefined
      if (!provider) return
      if (provider.id === farcaster) return void runFarcaster(begin(provider))
      const { ticket, url } = drawTicket(serviceUrl)
      void runSocial(begin(provider, { url, popup: openWindow(url) }), ticket)
    },
    forward() {
      const screen = shown.get()
      if (!adding?.url || screen.status !== 'window') return
      if (adding.popup && !adding.popup.closed) return adding.popup.focus()
      adding.popup = openWindow(adding.url)
      shown.set({ ...screen, isBlocked: !adding.popup })
    },
    stop() {
      if (!adding) return
      drop()
      void load()
    },
    drop,
  }
}

const farcaster: NamedSocial = 'farcaster'

const openWindow = (url: string): Window | null =>
  window.open(url, '_blank', 'popup,width=600,height=800,scrollbars=yes')

const plain = <T extends Extract<LoginsScreen, { status: 'list' }>>({ status, logins, offers, isStale }: T) => ({
  status,
  logins,
  offers,
  isStale,
})

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
