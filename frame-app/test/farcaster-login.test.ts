/** Signing in with Farcaster, from the button on Connect to the account, over a real wallet link. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { open } from '../src/modal/features/connect/open.ts'
import { startSocial } from '../src/modal/features/login/social-login.ts'
import { socialLoginAtom } from '../src/modal/features/login/state/social-login.ts'
import { go } from '../src/modal/session/navigate.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { listedSocialsAtom } from '../src/modal/session/state/embedded.ts'
import { loginError } from '../src/shared/login/failure.ts'
import { createEmbeddedModal, expectSignedIn } from './support/wallet-link.ts'

// The flow loads late, which takes no time of these clocks.
beforeEach(async () => {
  await import('../src/modal/features/login/farcaster-login.ts')
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

const address = `0x${'ab'.repeat(20)}`

function createFarcasterModal() {
  const modal = createEmbeddedModal()
  const { context, wallet } = modal
  modal.store.set(listedSocialsAtom, ['farcaster'])
  let codes = 0
  let settle: { confirm: () => void; fail: (error: Error) => void } | undefined
  let isWaiting = false
  wallet.answer({
    GET_FARCASTER_URI: () => {
      codes += 1
      return { url: `https://farcaster.xyz/~/siwf?channelToken=${codes}`, expiresIn: 600 }
    },
    CONNECT_FARCASTER: (_, { signal, waitsForPerson }) => {
      waitsForPerson()
      isWaiting = true
      return new Promise((resolve, reject) => {
        settle = { confirm: () => resolve({ userName: 'ada' }), fail: reject }
        signal.addEventListener('abort', () => {
          isWaiting = false
          reject(loginError({ reason: 'EXPIRED' }))
        })
      })
    },
    GET_USER: ({ chainId = 'eip155:1' }) => ({ userName: 'ada', social: 'farcaster', chainId, address }),
  })
  const login = () => modal.store.get(socialLoginAtom)
  const start = async () => {
    open(context)
    startSocial(context, { id: 'farcaster', name: 'Farcaster' })
    await pass()
  }
  const confirm = async () => {
    settle?.confirm()
    await pass()
  }
  const fail = async (reason: Parameters<typeof loginError>[0]['reason']) => {
    settle?.fail(loginError({ reason }))
    await pass()
  }
  return { ...modal, login, start, confirm, fail, isWaiting: () => isWaiting }
}
const pass = (ms = 1) => vi.advanceTimersByTimeAsync(ms)

describe('a Farcaster login', () => {
  test('shows its code, waits, and ends connected', async () => {
    const modal = createFarcasterModal()
    const { login, view, start, confirm } = modal
    await start()
    expect(view()).toBe('ConnectingFarcaster')
    const uri = 'https://farcaster.xyz/~/siwf?channelToken=1'
    expect(login()).toMatchObject({ step: 'code', uri, expiresAt: Date.now() + 600_000 - 1, isUnreachable: false })
    await pass(120_000)
    expect(login()).toMatchObject({ step: 'code', uri })
    await confirm()
    await expectSignedIn(modal, address, { username: 'ada', social: 'farcaster' })
  })

  test('has a new code once the old one has expired, without a press', async () => {
    const { login, start, fail, confirm, store } = createFarcasterModal()
    await start()
    await pass(600_000)
    await fail('EXPIRED')
    expect(login()).toMatchObject({ step: 'code', uri: 'https://farcaster.xyz/~/siwf?channelToken=2' })
    await confirm()
    expect(store.get(activeConnectionAtom)).toBeDefined()
  })

  test('is over when the user leaves: the wallet stops waiting, and nothing more is asked', async () => {
    const { context, login, start, asked, names, isWaiting } = createFarcasterModal()
    await start()
    expect(isWaiting()).toBe(true)
    go.back(context)
    await pass(30_000)
    expect(isWaiting()).toBe(false)
    expect(login()).toEqual({ step: 'idle' })
    expect(asked('GET_FARCASTER_URI')).toHaveLength(1)
    expect(asked('CONNECT_FARCASTER')).toHaveLength(1)
    expect(names()).toContain('SOCIAL_LOGIN_CANCELED')
  })

  test('goes on while the relay cannot be reached, and says so', async () => {
    const { login, start, fail, asked, confirm, store } = createFarcasterModal()
    await start()
    await fail('UNAVAILABLE')
    expect(login()).toMatchObject({ step: 'code', isUnreachable: true })
    await pass(1_000)
    expect(asked('CONNECT_FARCASTER')).toHaveLength(2)
    await pass(20_000)
    expect(login()).toMatchObject({ step: 'code', isUnreachable: false })
    await confirm()
    expect(store.get(activeConnectionAtom)).toBeDefined()
  })

  test('says so if its answer is refused, and another try begins anew', async () => {
    const { login, view, start, fail, names, confirm, store } = createFarcasterModal()
    await start()
    await fail('PROVIDER_FAILED')
    expect(login()).toMatchObject({ step: 'over', trouble: { reason: 'PROVIDER_FAILED' } })
    expect(names()).toContain('SOCIAL_LOGIN_ERROR')
    await start()
    expect(view()).toBe('ConnectingFarcaster')
    expect(login()).toMatchObject({ step: 'code', uri: 'https://farcaster.xyz/~/siwf?channelToken=2' })
    await confirm()
    expect(store.get(activeConnectionAtom)).toBeDefined()
  })

  test('says why if it cannot begin', async () => {
    const { wallet, login, start } = createFarcasterModal()
    wallet.answer({
      GET_FARCASTER_URI: () => {
        throw loginError({ reason: 'UNAVAILABLE' })
      },
    })
    await start()
    expect(login()).toMatchObject({ step: 'over', trouble: { reason: 'UNAVAILABLE' } })
  })
})
