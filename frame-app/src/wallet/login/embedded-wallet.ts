/**
 * The embedded wallet behind the link, assembled when first needed: Key Worker, services, login, account. A separate
 * module, so that an unused document loads none of it.
 */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { readFeatures } from '../../shared/boot/features.ts'
import { openLocalStorage } from '../../shared/boot/local-storage.ts'
import { nameNetworks } from '../approval/network-names.ts'
import { createKeyWorker } from '../custody/worker-client.ts'
import { createPasskeys, hasAuthenticator, type PasskeyPlace } from '../recovery/passkeys.ts'
import { assembleWallet, type EmbeddedWallet } from './assemble.ts'

export type { EmbeddedWallet } from './assemble.ts'

/**
 * @param hostOrigin the host page's origin, as the browser reports it
 * @param firstChain the initial network of a new storage partition
 * @throws {AirlockError} NOT_AVAILABLE without a service
 */
export function createEmbeddedWallet(project: ProjectRecord, hostOrigin: string, firstChain: Caip2): EmbeddedWallet {
  nameNetworks(project.networks)
  let place: PasskeyPlace = window
  return assembleWallet({
    project,
    hostOrigin,
    firstChain,
    startWorker(onEnd) {
      const worker = createKeyWorker(project.projectId, { onEnd })
      addEventListener('pagehide', () => worker.stop())
      return worker
    },
    storage: openLocalStorage('@airlock/wallet/'),
    alone: (name, work) => navigator.locks.request(`@airlock/${project.projectId}/${name}`, work),
    passkeys: createPasskeys(location.hostname, () => place),
    passkeyPlace: {
      isAllowedHere: passkeyFeatures.every((feature) => readFeatures(document).includes(feature)),
      moveTo(next) {
        place = next ?? window
      },
    },
    hasAuthenticator,
    partition: project.projectId,
  })
}

const passkeyFeatures = ['publickey-credentials-get', 'publickey-credentials-create']
