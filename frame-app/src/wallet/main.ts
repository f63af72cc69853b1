/**
 * Composition root of the wallet document: record → surroundings → handshake → link. Login, account and Key Worker load
 * when the modal first needs them, provider and screen when the page does. It posts only to its parent, and only its
 * HELLO. It never touches the joint session history or its fragment, and trusts only the query parameters that the
 * modal writes.
 */
import '@airlock/protocol/jitless.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { ports } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { openChildLink } from '@airlock/protocol/link.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readFeatures } from '../shared/boot/features.ts'
import { loadForOlderBrowsers } from '../shared/boot/load-for-older-browsers.ts'
import { openLocalStorage } from '../shared/boot/local-storage.ts'
import { readProject } from '../shared/boot/project.ts'
import { readParameters } from '../shared/boot/wallet-parameters.ts'
import { findModal } from './boot/surroundings.ts'
import { openModalLink } from './link/modal-link.ts'
import type { EmbeddedWallet } from './login/embedded-wallet.ts'
import { createPrompts, once } from './provider/prompts.ts'

async function start(): Promise<void> {
  await loadForOlderBrowsers()
  const project = readProject(document)
  const origin = findModal({ origin: self.origin, ancestorOrigins: location.ancestorOrigins }, project)
  const parameters = readParameters(location.search)
  if (origin === undefined || parameters?.projectId !== project.projectId) return
  const { chainId, isLogging } = parameters
  const session = await openChildLink({
    link: 'wallet',
    ports,
    parent: window.parent,
    origin,
    buildId: import.meta.env.VITE_BUILD_ID ?? 'development',
    features: readFeatures(document),
    storage: openLocalStorage('@airlock/') ? 'local' : 'memory',
  })
  // The embedding page; verified when the modal was found.
  const hostOrigin = location.ancestorOrigins.item(1) ?? ''
  const load =
    project.walletServiceUrl === undefined
      ? undefined
      : once(async () => {
          const wallet = await loadWallet(project, hostOrigin, chainId)
          prompts.watch(wallet)
          return wallet
        })
  const prompts = createPrompts({
    project,
    hostOrigin,
    wallet: load,
    modal: () => modal,
  })
  const modal = openModalLink(session, { reload: () => location.reload(), load, prompts, isLogging })
}

async function loadWallet(project: ProjectRecord, hostOrigin: string, chainId: Caip2): Promise<EmbeddedWallet> {
  const { createEmbeddedWallet } = await import('./login/embedded-wallet.ts')
  return createEmbeddedWallet(project, hostOrigin, chainId)
}

void start()
