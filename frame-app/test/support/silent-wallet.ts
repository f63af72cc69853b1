/** The embedded wallet with a real Key Worker and account code. No user is signed in, and no service answers. */
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import type { KeyWorkerCalls } from '../../src/wallet/key-link/surface.ts'
import { openVault } from '../../src/wallet/key-worker/vault.ts'
import { assembleWallet } from '../../src/wallet/login/assemble.ts'
import { startCalls } from './key-worker.ts'

export const hostOrigin = 'https://app.example'

/** @param rpc the nodes of the project's networks */
export const silentProject = (rpc: ProjectRecord['rpc'] = {}): ProjectRecord =>
  ProjectRecord.parse({
    projectId: 'test',
    hostOrigins: [hostOrigin],
    rpc,
    pinnedHosts: [],
    walletServiceUrl: 'http://127.0.0.1:9',
    development: true,
  })

export const nobody = () => {
  throw new Error('Asked for what nobody may need')
}

/** Prompts that nothing may reach. */
export const silentPrompts = {
  request: nobody,
  setTheme: nobody,
  setLocale: nobody,
  focus: nobody,
  takeUp: nobody,
  show: nobody,
  watch: nobody,
  hide: nobody,
}

export interface SilentWalletOptions {
  readonly project: ProjectRecord
  /** Of the keys: one per wallet. */
  readonly partition: string
  /** What the wallet keeps, by name. */
  readonly items?: Map<string, string>
}

export const silentWallet = ({ project, partition, items = new Map<string, string>() }: SilentWalletOptions) =>
  assembleWallet({
    project,
    hostOrigin,
    firstChain: 'eip155:1',
    startWorker() {
      const calls = startCalls(openVault(partition))
      return {
        call(method, request) {
          const run: KeyWorkerCalls[typeof method] = calls[method]
          return run(request)
        },
        stop: () => void calls.lock({}),
      }
    },
    storage: {
      length: 0,
      key: () => null,
      clear: nobody,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    alone: (_, work) => work(),
    passkeys: { create: nobody, use: nobody },
    partition,
  })
