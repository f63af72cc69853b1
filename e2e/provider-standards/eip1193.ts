/** EIP-1193, and the numbers of EIP-1474 and EIP-3326 that dapps read. */
import { expect } from '../test.ts'
import type { Probed } from './probe.ts'
import { inPage, type Rule } from './rule.ts'

const stranger = '0x00000000000000000000000000000000000000aa'
const hello = '0x68656c6c6f'
const eip1193 = (rule: Omit<Rule, 'standard'>): Rule => ({ standard: 'EIP-1193', ...rule })
const hex = (chainId: number) => `0x${chainId.toString(16)}`

export const eip1193Rules: readonly Rule[] = [
  eip1193({
    source: 'API: request, on, removeListener',
    rule: 'the three methods are functions, and `on` returns the provider',
    when: 'before',
    check: inPage(() => {
      const { provider } = Reflect.get(window, 'probed') as Probed
      const { request, on, removeListener } = provider
      const listener = () => {}
      const isChained = provider.on('connect', listener) === provider
      provider.removeListener('connect', listener)
      return [typeof request, typeof on, typeof removeListener, isChained]
    }, ['function', 'function', 'function', true]),
  }),
  eip1193({
    source: 'EIP-1102: eth_accounts',
    rule: '`eth_accounts` answers without a prompt, and loads nothing',
    when: 'before',
    async check({ request, frames }) {
      expect(await request({ method: 'eth_accounts' })).toEqual({ result: [] })
      expect(frames()).toBe(1)
    },
  }),
  eip1193({
    source: 'Errors: 4100',
    rule: 'a request that needs an account is unauthorized without one',
    when: 'before',
    check: ({ refuses }) => refuses({ method: 'personal_sign', params: [hello, stranger] }, 4100),
  }),
  eip1193({
    source: 'Errors: 4900',
    rule: 'a read without a connection to any chain is disconnected',
    when: 'before',
    check: ({ refuses }) => refuses({ method: 'eth_blockNumber' }, 4900),
  }),
  eip1193({
    source: 'EIP-3326: 4902',
    rule: 'switching to a chain that is not known says so',
    when: 'before',
    check: ({ refuses }) => refuses({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x99' }] }, 4902),
  }),
  eip1193({
    source: 'EIP-1474: -32602',
    rule: 'a method that is no text is invalid',
    when: 'before',
    check: ({ refuses }) => refuses({ method: 1 }, -32602),
  }),
  eip1193({
    source: 'EIP-1102: eth_requestAccounts; Errors: 4001',
    rule: '`eth_requestAccounts` opens the modal, and closing it is a rejection by the user',
    when: 'before',
    async check({ request, modal, dapp }) {
      const asked = request({ method: 'eth_requestAccounts' })
      await (await modal()).close.click()
      expect(await asked).toMatchObject({ isError: true, code: 4001 })
      await dapp.expectClosed()
    },
  }),
  eip1193({
    source: 'Events: connect',
    rule: '`eth_requestAccounts` resolves with the accounts, and `connect` tells the chain in hex',
    when: 'connected',
    async check({ told, request, dapp, world }) {
      expect(await request({ method: 'eth_requestAccounts' })).toEqual({ result: [await dapp.address()] })
      const chainId = hex(world.chains[0].chainId)
      expect(await told()).toContainEqual({ name: 'connect', payload: { chainId } })
      expect(await request({ method: 'eth_chainId' })).toEqual({ result: chainId })
    },
  }),
  eip1193({
    source: 'Events: accountsChanged',
    rule: '`accountsChanged` tells the list that `eth_accounts` answers, once',
    when: 'connected',
    async check({ told, request }) {
      const payloads = (await told()).filter(({ name }) => name === 'accountsChanged').map(({ payload }) => payload)
      const answer = await request({ method: 'eth_accounts' })
      expect(payloads).toEqual(['result' in answer ? answer.result : undefined])
    },
  }),
  eip1193({
    source: 'Errors: 4200',
    rule: 'a method that is not supported is refused with its number',
    when: 'connected',
    on: ['paired', 'embedded'],
    check: ({ refuses }) => refuses({ method: 'eth_sign', params: [stranger, hello] }, 4200),
  }),
  eip1193({
    source: 'EIP-1474: -32602',
    rule: 'invalid params are refused with their number',
    when: 'connected',
    on: ['paired', 'embedded'],
    check: ({ refuses }) => refuses({ method: 'personal_sign', params: [1] }, -32602),
  }),
  eip1193({
    source: 'request: RequestArguments',
    rule: 'frozen arguments are as good as others; hostile ones reject with an Error and break nothing',
    when: 'connected',
    async check({ page, request }) {
      const outcomes = await page.evaluate(async () => {
        const { provider } = Reflect.get(window, 'probed') as Probed
        const cyclic: unknown[] = []
        cyclic.push(cyclic)
        const trap = Object.defineProperty({}, 'method', {
          get() {
            throw new Error('trap')
          },
        })
        const all = [Object.freeze({ method: 'eth_chainId', params: Object.freeze([]) }), trap, null, undefined]
        return Promise.all(
          [...all, { method: 'eth_getBalance', params: [() => {}, 1n] }, { method: 'eth_call', params: cyclic }].map(
            async (call) => {
              try {
                const answer: unknown = await provider.request(call)
                return typeof answer
              } catch (error) {
                return error instanceof Error ? 'Error' : 'other'
              }
            },
          ),
        )
      })
      expect(outcomes).toEqual(['string', 'Error', 'Error', 'Error', 'Error', 'Error'])
      expect(await request({ method: 'eth_chainId' })).toMatchObject({ result: expect.stringMatching(/^0x/) })
    },
  }),
  eip1193({
    source: 'Events: message',
    rule: '`message` passes what the wallet tells, and a removed listener is not called',
    when: 'connected',
    on: ['injected'],
    async check({ page, visitor }) {
      await page.evaluate(() => {
        const { provider } = Reflect.get(window, 'probed') as Probed
        const heard: string[] = []
        Reflect.set(window, 'heard', heard)
        const removed = () => void heard.push('removed')
        provider.on('message', (payload) => void heard.push(String(Reflect.get(Object(payload), 'type'))))
        provider.on('message', removed)
        provider.removeListener('message', removed)
      })
      await visitor.emit?.('message', { type: 'eth_subscription', data: { subscription: '0x1', result: '0x2' } })
      await expect
        .poll(() => page.evaluate(() => Reflect.get(window, 'heard') as unknown))
        .toEqual(['eth_subscription'])
    },
  }),
  eip1193({
    source: 'Events: chainChanged',
    rule: 'after a switch `chainChanged` tells the new chain in hex, once, and `eth_chainId` answers it',
    when: 'connected',
    async check({ request, told, world, visitor }) {
      const chainId = hex(world.chains[1].chainId)
      const asked = request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
      await visitor.approve('switch')
      expect(await asked).toEqual({ result: null })
      expect(await request({ method: 'eth_chainId' })).toEqual({ result: chainId })
      expect((await told()).filter(({ name }) => name === 'chainChanged')).toEqual([
        { name: 'chainChanged', payload: chainId },
      ])
    },
  }),
  eip1193({
    source: 'Events: disconnect',
    rule: 'at the end `accountsChanged` tells an empty list, and `disconnect` an error with 4900',
    when: 'after',
    async check({ request, told }) {
      expect(await request({ method: 'eth_accounts' })).toEqual({ result: [] })
      expect((await told()).slice(-2)).toEqual([
        { name: 'accountsChanged', payload: [] },
        { name: 'disconnect', payload: { isError: true, code: 4900 } },
      ])
    },
  }),
  eip1193({
    source: 'Errors: 4901',
    rule: 'a provider without a chain of its kind is disconnected from chains',
    when: 'after',
    async check({ page, world, refuses }) {
      await page.evaluate((network) => {
        const { start } = Reflect.get(window, 'standards') as { start: (options: object) => void }
        start({ projectId: 'other', networks: [network] })
      }, world.solana.network)
      await refuses({ method: 'eth_blockNumber' }, 4901)
    },
  }),
]

/** What is not played, and why. */
export const notPlayed = {
  'EIP-1474: -32603':
    'a page cannot bring about an internal error; protocol/test/channel/receiving.test.ts has its number',
} as const
