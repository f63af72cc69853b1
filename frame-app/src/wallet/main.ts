/**
 * Composition root of the wallet document: record → surroundings → handshake → link. It draws nothing and holds no account yet.
 * It posts to its parent alone, and only its HELLO; it never touches the joint session history, its fragment or its query.
 */
import '@airlock/protocol/jitless.ts'
import { ports } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { openChildLink } from '@airlock/protocol/link.ts'
import { readFeatures } from '../shared/boot/features.ts'
import { openLocalStorage } from '../shared/boot/local-storage.ts'
import { readProject } from '../shared/boot/project.ts'
import { findModal } from './boot/surroundings.ts'
import { openModalLink } from './link/modal-link.ts'

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
  openModalLink(session, () => location.reload())
}

void start()
