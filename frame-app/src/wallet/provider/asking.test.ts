/** What the modal hears of the wallet's own pages, with a real account. No service answers. */
import { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { startCalls } from '../../../test/support/key-worker.ts'
import type { KeyWorkerCalls } from '../key-link/surface.ts'
import { openVault } from '../key-worker/vault.ts'
import { assembleWallet } from '../login/assemble.ts'
import { createAsking } from './asking.ts'

installIndexedDb()

const hostOrigin = 'https://app.example'
const project = ProjectRecord.parse({
  projectId: 'test',
  hostOrigins: [hostOrigin],
  rpc: {},
  pinnedHosts: [],
  walletServiceUrl: 'http://127.0.0.1:9',
  development: true,
})

const nobody = () => {
  throw new Error('Asked for what nobody may need')
}

function open() {
  vi.stubGlobal('location', { href: 'https://wallet.example/p/test/' })
  const partition = 'asking'
  const wallet = assembleWallet({
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
      getItem: () => null,
      setItem: () => {},
      removeItem: () => {},
    },
    alone: (_, work) => work(),
    passkeys: { create: nobody, use: nobody },
    partition,
  })
  const onDone = vi.fn()
  const modal = { askHeight: nobody, onEscape: nobody, onDone, onSignInAgain: nobody, onEnd: nobody, onMoved: nobody }
  const asking = createAsking({ project, hostOrigin, wallet: async () => wallet, modal })
  asking.watch(wallet)
  return { asking, security: wallet.security, onDone }
}

test('a page that the user closes in the wallet is left in the modal', () => {
  const { security, onDone } = open()
  security.show('devices')
  expect(onDone).not.toHaveBeenCalled()
  security.close()
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('a page that the modal has left is not left again, because the next one may be shown there by then', () => {
  const { asking, security, onDone } = open()
  security.show('devices')
  asking.hide()
  expect(security.screen()).toBeUndefined()
  security.show('recovery')
  expect(onDone).not.toHaveBeenCalled()
  security.close()
  expect(onDone).toHaveBeenCalledTimes(1)
})
