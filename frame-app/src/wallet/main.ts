/**
 * Composition root of the wallet document: record → surroundings → handshake → link. Login, account and Key Worker are loaded when the
 * modal first asks for them. It draws nothing yet.
 * It posts to its parent alone, and only its HELLO; it never touches the joint session history, its fragment or its query.
 */
import '@airlock/protocol/jitless.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { ports } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { openChildLink } from '@airlock/protocol/link.ts'
import { readFeatures } from '../shared/boot/features.ts'
import { openLocalStorage } from '../shared/boot/local-storage.ts'
import { readProject } from '../shared/boot/project.ts'
import { findModal } from './boot/surroundings.ts'
import { openModalLink } from './link/modal-link.ts'
import type { EmbeddedWallet } from './login/wallet.ts'

async function start(): Promise<void> {
  const project = readProject(document)
  const origin = findModal({ origin: self.origin, ancestorOrigins: location.ancestorOrigins }, project)
  if (origin === undefined) return
  const session = await openChildLink({
    link: 'wallet',
    ports,
    parent: window.parent,
    origin,
    buildId: import.meta.env.VITE_BUILD_ID ?? 'development',
    features: readFeatures(document),
    storage: openLocalStorage('@airlock/') ? 'local' : 'memory',
  })
  const load = project.walletServiceUrl === undefined ? undefined : once(() => loadWallet(project))
  openModalLink(session, () => location.reload(), load)
}

async function loadWallet(project: ProjectRecord): Promise<EmbeddedWallet> {
  const { createEmbeddedWallet } = await import('./login/wallet.ts')
  // Proven when the modal was found: the page around it.
  return createEmbeddedWallet(project, location.ancestorOrigins.item(1) ?? '')
}

/** What failed to load is loaded anew when it is asked for again. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= work().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}

void start()
