/** The host's first request of a session: options, theme, locale, and what to reconnect. */
import type * as modalReceives from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import type { infer as Infer } from 'zod/mini'
import * as z from 'zod/mini'
import { reset, stackAtom } from '../router/router.ts'
import { localeAtom, themeAtom } from '../state/appearance.ts'
import { recentWalletsAtom } from '../state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../state/network.ts'
import { dappAtom, optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'
import { cleanDapp, cleanOptions } from './foreign-names.ts'
import { restore } from './restore.ts'
import { goWithoutSignIn } from './without-sign-in.ts'

type Configuration = Infer<typeof modalReceives.app.requests.CONFIGURE>

const Text = z.optional(z.string())
const Recents = z
  .array(z.object({ id: z.string(), name: z.string(), icon: Text, rdns: Text, listing: z.optional(z.unknown()) }))
  .check(z.maxLength(2))

/** @returns resolves when what the visitor has chosen is applied; `undefined` if nothing was */
export function configure(
  context: ModalContext,
  { hint, theme, locale, ...page }: Configuration,
): Promise<void> | undefined {
  const { store, storage } = context
  const options = cleanOptions(page.options)
  store.set(themeAtom, theme)
  store.set(localeAtom, locale)
  store.set(dappAtom, cleanDapp(page.dapp))
  store.set(networksAtom, options.networks)
  const remembered = hint && options.networks.some((network) => network.id === hint.network) ? hint.network : undefined
  store.set(activeNetworkIdAtom, remembered ?? options.defaultNetwork ?? options.networks[0]?.id ?? null)
  store.set(recentWalletsAtom, storage.read('recent-wallets', Recents) ?? [])
  store.set(optionsAtom, options)
  // Rendered before the first opening, which then only shows it.
  store.set(stackAtom, reset(store.get(stackAtom), { view: 'Connect' }))
  if (options.siwx)
    void import('./sign-in.ts').then(
      ({ watchSignIn }) => watchSignIn(context),
      () => goWithoutSignIn(context),
    )
  if (hint) void restore(context, hint)
  return storage.read('appearance', z.unknown()) === undefined
    ? undefined
    : import('./preferences.ts').then(
        ({ applyPreferences }) => applyPreferences(context),
        () => {}, // the page's look
      )
}
