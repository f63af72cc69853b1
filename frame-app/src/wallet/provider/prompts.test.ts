/** What the modal hears of the wallet's own pages, with a real account. No service answers. */
import { expect, test, vi } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { hostOrigin, nobody, silentProject, silentWallet } from '../../../test/support/silent-wallet.ts'
import { createPrompts } from './prompts.ts'

installIndexedDb()

const project = silentProject()

function open() {
  vi.stubGlobal('location', { href: 'https://wallet.example/p/test/' })
  const wallet = silentWallet({ project, partition: 'prompts' })
  const onDone = vi.fn()
  const modal = {
    askHeight: nobody,
    onEscape: nobody,
    onDone,
    onSignInAgain: nobody,
    onEnd: nobody,
    onKept: nobody,
    onMoved: nobody,
  }
  const prompts = createPrompts({ project, hostOrigin, wallet: async () => wallet, modal: () => modal })
  prompts.watch(wallet)
  return { prompts, security: wallet.security, onDone }
}

test('closing a page in the wallet leaves its view in the modal', () => {
  const { security, onDone } = open()
  security.show('devices')
  expect(onDone).not.toHaveBeenCalled()
  security.close()
  expect(onDone).toHaveBeenCalledTimes(1)
})

test('a page that the modal has left is not left again, because the next one may be shown there by then', () => {
  const { prompts, security, onDone } = open()
  security.show('devices')
  prompts.hide()
  expect(security.screen()).toBeUndefined()
  security.show('recovery')
  expect(onDone).not.toHaveBeenCalled()
  security.close()
  expect(onDone).toHaveBeenCalledTimes(1)
})
