/** The host's first request of a session: options, theme, locale, and what to reconnect. */
import type * as modalReceives from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import type { ReconnectHint } from '@airlock/protocol/contracts/shapes/account.ts'
import type { infer as Infer } from 'zod/mini'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import { cleanDapp, cleanOptions } from '../core/foreign-names.ts'
import { dappAtom, optionsAtom } from '../core/options.ts'
import { reset, stackAtom } from '../core/router/router.ts'
import { goWithoutSignIn } from '../features/sign-in/without-sign-in.ts'
import { oncePerSession } from '../session/reconnect-hints.ts'
import { connectionsAtom, disconnected, isRestoring, setConnectionAtom } from '../session/state/accounts.ts'
import { localeAtom, themeAtom } from '../session/state/appearance.ts'
import { recentWalletsAtom } from '../session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../session/state/network.ts'

type Configuration = Infer<typeof modalReceives.app.requests.CONFIGURE>

const Text = z.optional(z.string())
const Recents = z
  .array(z.object({ id: z.string(), name: z.string(), icon: Text, rdns: Text, listing: z.optional(z.unknown()) }))
  .check(z.maxLength(2))

/** @returns resolves when the user's preferences are applied; `undefined` if there are none */
export function configure(
  context: ModalContext,
  { hints, theme, locale, ...page }: Configuration,
): Promise<void> | undefined {
  const { store, storage } = context
  const options = cleanOptions(page.options)
  store.set(themeAtom, theme)
  store.set(localeAtom, locale)
  store.set(dappAtom, cleanDapp(page.dapp))
  store.set(networksAtom, options.networks)
  const remembered = [storage.read('network', Text), hints[0]?.network, options.defaultNetwork]
  const [first] = options.networks
  store.set(
    activeNetworkIdAtom,
    (remembered.flatMap((id) => options.networks.find((one) => one.id === id) ?? [])[0] ?? first)?.id ?? null,
  )
  // Also stored without a connection: the page starts on this network next time.
  store.sub(activeNetworkIdAtom, () => storage.write('network', store.get(activeNetworkIdAtom)))
  store.set(recentWalletsAtom, storage.read('recent-wallets', Recents) ?? [])
  store.set(optionsAtom, options)
  // Rendered before the first opening, which then only shows it.
  store.set(stackAtom, reset(store.get(stackAtom), { view: 'Connect' }))
  if (options.siwx)
    import('../features/sign-in/watch-sign-in.ts').then(
      ({ watchSignIn }) => watchSignIn(context),
      () => goWithoutSignIn(context),
    )
  restoreWith(context, oncePerSession(hints))
  return storage.read('appearance', z.unknown()) === undefined
    ? undefined
    : import('../session/preferences.ts').then(
        ({ applyPreferences }) => applyPreferences(context),
        () => {}, // keep the page's look
      )
}

/**
 * Only returning users load the code that restores. Until it is loaded, the page is told what is being restored, because it would take a
 * missing account for a sign-out.
 */
function restoreWith(context: ModalContext, hints: readonly ReconnectHint[]): void {
  if (hints.length === 0) return
  const { store } = context
  for (const hint of hints)
    store.set(setConnectionAtom, hint.namespace, { status: 'connecting', restoring: true, hint })
  import('./restore.ts').then(
    ({ restoreAll }) => restoreAll(context, hints),
    () => {
      for (const hint of hints)
        if (isRestoring(store.get(connectionsAtom)[hint.namespace], hint))
          store.set(setConnectionAtom, hint.namespace, disconnected)
    },
  )
}
