/**
 * The embedded wallet's frame: only for a project that has a wallet origin and a page that leaves e-mail or a social login on,
 * at an opening, when the browser is idle, by code of its own. No view waits for it; that it cannot start is said to the developer alone.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { optionsAtom } from '../state/options.ts'
import type { WalletLink } from '../wallet/wallet-link.ts'
import type { ModalContext } from './context.ts'
import { warn } from './notify.ts'

export function startEmbeddedWallet(context: ModalContext): void {
  const { project, store } = context
  const features = store.get(optionsAtom)?.features
  const { walletOrigin } = project
  if (walletOrigin === undefined || !(features?.email || features?.socials.length)) return
  whenIdle(() => {
    context.wallet ??= createWallet(`${walletOrigin}/p/${project.projectId}/`, walletOrigin)
    context.wallet
      .then((wallet) => wallet.session())
      .catch((error: unknown) => {
        const code = error instanceof AirlockError ? error.code : 'INTERNAL'
        // The next opening tries again; a link does so by itself.
        if (code === 'INTERNAL') context.wallet = undefined
        warn(context, 'WALLET_FRAME', `The embedded wallet at ${walletOrigin} is not available: ${code}`)
      })
  })
}

async function createWallet(url: string, origin: string): Promise<WalletLink> {
  // Inside another page the wallet stays silent: the page around the host could be anyone's.
  if (location.ancestorOrigins.length > 1) throw new AirlockError('HOST_IS_FRAMED')
  const { createWalletLink } = await import('../wallet/wallet-link.ts')
  const host = document.createElement('div')
  const mount = host.attachShadow({ mode: 'closed' })
  document.body.append(host)
  return createWalletLink({ url, origin, mount })
}

const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 200)
