/** All prompts of the wallet frame, assembled when first needed. Until then the frame only stores the modal's theme, language and focus. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Addresses } from '@airlock/protocol/wallet-service/shapes.ts'
import type { SecurityPage, SecurityScreen } from '../account-pages/security.ts'
import type { Call } from '../approval/prepared.ts'
import type { EmbeddedWallet } from '../login/embedded-wallet.ts'
import type { Locale, Screen, Sources } from '../screen/screen.tsx'
import type { Theme } from '../screen/theme.ts'
import type { WalletProvider } from './provider.ts'

export interface Prompts {
  request(call: Call, context: HandlerContext): Promise<Json>
  setTheme(theme: Theme): void
  setLocale(locale: Locale): void
  focus(): void
  /** If nobody is signed in, asks the user to go on with what the wallet's own window has kept; `key` is from the page's hint. */
  takeUp(keeper: EmbeddedWallet['keeper'], key: string): Promise<void>
  /** Shows a page that the user has opened in the modal. */
  show(page: SecurityPage): Promise<void>
  /** Starts showing the wallet's own prompts, and signs out here after a sign-out elsewhere. */
  watch(wallet: EmbeddedWallet): void
  /** The wallet is hidden: cancels everything that can still be cancelled. */
  hide(): void
}

export interface PromptsOptions {
  readonly project: ProjectRecord
  /** The embedding page, as reported by the browser. */
  readonly hostOrigin: string
  readonly wallet: (() => Promise<EmbeddedWallet>) | undefined
  /** Called once there is something to tell. */
  readonly modal: () => ModalAsked
}

/** Requests of the wallet to the modal. */
export interface ModalAsked {
  /** Requests the height in CSS pixels before the frame needs it. */
  askHeight(height: number): void
  onEscape(): void
  /** The user has left the page they had opened. */
  onDone(): void
  /** The session is about to end, because the user signs in again. Resolves when the modal knows. */
  onSignInAgain(): Promise<void>
  /** The wallet's own window has kept what `key` opens. */
  onKept(key: string): void
  /** The session has ended. */
  onEnd(): void
  /** The account's addresses have changed. */
  onMoved(to: Addresses): void
}

export function createPrompts({ project, hostOrigin, wallet, modal }: PromptsOptions): Prompts {
  let loaded: WalletProvider | undefined
  let security: Sources['security']
  let drawn: Screen | undefined
  let theme: Theme | undefined
  let locale: Locale | undefined
  let hasFocus = false
  /** A page that the user opened in the modal is shown. */
  let wasPage = false
  /** Aborted when the wallet is no longer visible. */
  let seen = new AbortController()
  const { host } = new URL(hostOrigin)
  const windowUrl = new URL('window', location.href).href
  const load = wallet ?? (() => Promise.reject(new AirlockError('NOT_AVAILABLE')))

  const screen = once(async () => {
    const { createScreen } = await import('../screen/screen.tsx')
    const root = document.createElement('div')
    document.body.append(root)
    const { askHeight, onEscape } = modal()
    drawn = createScreen({ root, host, windowUrl, askHeight, onEscape })
    if (theme) drawn.setTheme(theme)
    drawn.setLocale(locale)
    if (hasFocus) drawn.focus()
    if (security) drawn.add({ security })
    return drawn
  })
  const provider = once(async () => {
    const { createProvider } = await import('./provider.ts')
    loaded = createProvider({ project, hostOrigin, wallet: load, onAsked: drawApprovals })
    return loaded
  })
  const drawApprovals = once(async () => {
    const [on, { createApprovalWindow }, { approvals }] = await Promise.all([
      screen(),
      import('../window/approval-window.tsx'),
      provider(),
    ])
    on.add({
      approvals: {
        queue: approvals,
        window: createApprovalWindow({ approvals, host, url: windowUrl, language: on.language, wallet: load, modal }),
      },
    })
  })

  /** Includes requests not yet in the queue, whose code may still be loading. */
  const giveUp = () => {
    loaded?.approvals.close()
    seen.abort(new AirlockError('ABORTED'))
    seen = new AbortController()
  }

  return {
    async request(call, context) {
      const { signal } = seen
      return (await provider()).request(call, context, signal)
    },
    async takeUp(keeper, key) {
      const { signal: stop } = seen
      await (await screen()).takeUp({ keeper: await keeper(), key, stop })
    },
    setTheme(next) {
      theme = next
      drawn?.setTheme(next)
    },
    setLocale(next) {
      locale = next
      drawn?.setLocale(next)
    },
    focus() {
      hasFocus = true
      drawn?.focus()
    },
    async show(page) {
      const { security: own, account } = await load()
      if (!account.isConnected()) throw new AirlockError('UNAUTHORIZED')
      await screen()
      own.show(page)
    },
    watch({ security: own, account, passkeyPlace }) {
      security = { own, passkeyPlace }
      own.onUndelegate(async (scope) => {
        const { signal } = seen
        await (await provider()).undelegate(scope, signal)
      })
      own.onSignInAgain(() => modal().onSignInAgain())
      account.onEnd(() => {
        giveUp()
        modal().onEnd()
      })
      let movedTo: Addresses | undefined
      // Sent only when no page of the wallet is open: the host may ask for a sign-in at once, which would replace what is shown here.
      const tellMoved = () => {
        if (wasPage || !movedTo) return
        modal().onMoved(movedTo)
        movedTo = undefined
      }
      account.onMoved((to) => {
        movedTo = to
        tellMoved()
      })
      own.subscribe(() => {
        const shown = own.screen()
        const isPage = shown !== undefined && pages.has(shown.kind)
        if (wasPage && !shown) modal().onDone()
        wasPage = isPage
        tellMoved()
        if (shown) void screen().catch(() => own.close()) // a prompt that cannot be shown cannot be answered
      })
      drawn?.add({ security })
    },
    hide() {
      // The modal has left the page by itself. If it heard so from here, it might already show the next one, and leave that one.
      wasPage = false
      security?.own.close()
      giveUp()
    },
  }
}

/** Pages that the user opens in the modal, or from another such page. */
const pages: ReadonlySet<SecurityScreen['kind']> = new Set([
  'devices',
  'recovery',
  'logins',
  'export',
  'smartAccount',
  'rotation',
])

/** A failed load is retried at the next call. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
