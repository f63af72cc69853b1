/** Changes of a name by its owner. */
import { NameRecord } from '@airlock/protocol/gateway/names.ts'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { listenOnLoopback } from '../../../src/listen.ts'
import { bodyOf, ether, failureOf, local, newAccount, type Registry, seconds, zone } from './registry.ts'

export function describeChange({ nodeUrl, deployWallet, url, get, post, register, lines, startWith }: Registry): void {
  describe('a change', () => {
    let made = 0
    /** An account with its own name. */
    async function named(coinType = 60) {
      made += 1
      const account = newAccount()
      // Letters without look-alikes.
      const letters = 'abcdefghjkmnopqstuwxyz'
      const name = `person${letters[made % 22]}${letters[Math.floor(made / 22)]}.${zone}`
      expect((await register(account, { name, coinType })).status).toBe(200)
      return { account, name }
    }
    type Change = {
      readonly coinType?: number
      readonly address?: Hex
      readonly timestamp?: number
      readonly message?: string
    }
    const signed = (account: PrivateKeyAccount, content: object, change: Change = {}) =>
      bodyOf(account, {
        ...change,
        message: change.message ?? JSON.stringify({ ...content, timestamp: change.timestamp ?? seconds() }),
      })
    const send = (path: string, body: unknown, process = 0) =>
      fetch(url(`account/${path}`, process), { method: 'POST', body: JSON.stringify(body) })
    const says = async (name: string, account: PrivateKeyAccount, attributes: object, change?: Change) =>
      send(`${name}/attributes`, await signed(account, { attributes }, change))
    const leads = async (
      name: string,
      account: PrivateKeyAccount,
      to: { readonly coin_type: number; readonly address: string },
      change?: Change,
    ) => send(`${name}/address`, await signed(account, to, change))
    const recordOf = async (name: string) => NameRecord.parse(await (await get(`account/${name}`)).json())

    test('replaces all attributes, and returns the new ones', async () => {
      const { account, name } = await named()
      const before = await recordOf(name)
      const response = await says(name, account, { bio: 'on a boat' })
      expect([response.status, await response.json()]).toEqual([200, { bio: 'on a boat' }])
      const after = await recordOf(name)
      expect(after).toEqual({ ...before, attributes: { bio: 'on a boat' }, updated_at: after.updated_at })
      expect(Date.parse(after.updated_at ?? '')).toBeGreaterThan(Date.parse(before.registered_at))
      expect(await (await says(name, account, {})).json()).toEqual({})
    })

    test('moves the name on one network, and gives the other account no rights [C134]', async () => {
      const { account, name } = await named()
      const other = newAccount()
      const response = await leads(name, account, { coin_type: local, address: other.address })
      const addresses = { 60: { address: account.address }, [local]: { address: other.address } }
      expect([response.status, await response.json()]).toMatchObject([200, addresses])
      expect(await recordOf(name)).toMatchObject({ addresses })
      expect((await get(`reverse/${other.address}`)).status).toBe(404)
      const taken = await says(name, other, { bio: 'mine now' }, { coinType: local })
      expect(await failureOf(taken)).toEqual([401, 'address', 'Name owner validation error'])
      const back = await leads(name, account, { coin_type: local, address: account.address.toLowerCase() })
      expect(await back.json()).toMatchObject({ [local]: { address: account.address } })
    })

    test('signed by a contract wallet is checked on the network that it registered for', async () => {
      const owner = newAccount()
      const wallet = await deployWallet(owner.address)
      const name = `cellar.${zone}`
      expect((await post(await bodyOf(owner, { name, coinType: local, address: wallet }))).status).toBe(200)
      const by = { coinType: local, address: wallet }
      expect((await says(name, owner, { bio: 'cold' }, by)).status).toBe(200)
      expect((await failureOf(await says(name, newAccount(), { bio: 'warm' }, by)))[0]).toBe(401)
      expect(await recordOf(name)).toMatchObject({ attributes: { bio: 'cold' } })
    })

    test('is refused from a contract at the same address on Ethereum, which the owner never added [C134]', async () => {
      // The local chain serves as both networks, so the contract there accepts.
      const ethereum = { rpc: [nodeUrl()], multicall3: false as const }
      const wide = await startWith({ 'eip155:1': ethereum, 'eip155:31337': { rpc: [nodeUrl()], currency: ether } })
      const server = await listenOnLoopback(wide.listener, 0)
      const owner = newAccount()
      const [wallet, other] = [await deployWallet(owner.address), await deployWallet(owner.address)]
      const at = (path: string, body: unknown) =>
        fetch(`http://127.0.0.1:${server.port}/v1/profile/account${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
        })
      const attributes = { bio: 'taken' }
      const name = `harbour.${zone}`
      await at('', await bodyOf(owner, { name, coinType: local, address: wallet }))
      const onEthereum = await signed(owner, { attributes }, { address: wallet, coinType: 60 })
      expect((await failureOf(await at(`/${name}/attributes`, onEthereum)))[0]).toBe(401)
      // Once the owner adds the address there, it is accepted.
      const claim = await signed(owner, { coin_type: 60, address: wallet }, { address: wallet, coinType: local })
      expect((await at(`/${name}/address`, claim)).status).toBe(200)
      expect((await at(`/${name}/attributes`, onEthereum)).status).toBe(200)
      const own = `lagoon.${zone}`
      await at('', await bodyOf(owner, { name: own, coinType: 60, address: other }))
      const change = await signed(owner, { attributes: { bio: 'blue' } }, { address: other, coinType: 60 })
      expect((await at(`/${own}/attributes`, change)).status).toBe(200)
      await server.close()
      await wide.close()
    }, 20_000)

    test('is refused from the owner of another name, or of none [C134]', async () => {
      const [one, other] = [await named(), await named()]
      for (const account of [other.account, newAccount()]) {
        const response = await says(one.name, account, { bio: 'not mine' })
        expect(await failureOf(response)).toEqual([401, 'address', 'Name owner validation error'])
        // With the owner's address, but signed by another key.
        const claimed = await says(one.name, account, { bio: 'not mine' }, { address: one.account.address })
        expect((await failureOf(claimed)).slice(0, 2)).toEqual([401, 'signature'])
      }
      expect(await recordOf(one.name)).toMatchObject({ attributes: {} })
    })

    test('is made once, of many concurrent and later calls [C135]', async () => {
      const { account, name } = await named()
      const body = await signed(account, { attributes: { bio: 'first' } })
      const all = await Promise.all(Array.from({ length: 8 }, (_, index) => send(`${name}/attributes`, body, index)))
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
      expect((await says(name, account, { bio: 'second' })).status).toBe(200)
      // Another signature of the same text is not another message.
      for (const again of [body, await signed(account, {}, { message: body.message })])
        expect(await failureOf(await send(`${name}/attributes`, again))).toEqual([
          401,
          'signature',
          'Signature validation error: Signature was used before',
        ])
      expect(await recordOf(name)).toMatchObject({ attributes: { bio: 'second' } })
    })

    test('is not accepted with a signature for another purpose [C135]', async () => {
      const { account, name } = await named()
      const registration = await bodyOf(account, { name: `unused.${zone}`, attributes: { bio: 'elsewhere' } })
      const address = await signed(account, { coin_type: local, address: account.address })
      for (const body of [registration, address])
        expect(await failureOf(await send(`${name}/attributes`, body))).toEqual([
          422,
          '',
          expect.stringMatching(/^Deserialization error: /),
        ])
      const attributes = await signed(account, { attributes: { bio: 'x' } })
      expect((await failureOf(await send(`${name}/address`, attributes)))[0]).toBe(422)
      expect((await failureOf(await post(attributes)))[0]).toBe(422)
      expect(await recordOf(name)).toMatchObject({ attributes: {} })
    })

    type Owned = Awaited<ReturnType<typeof named>>
    test.each<[string, (owned: Owned) => Promise<Response>, number, string, string | RegExp]>([
      [
        'a message that is not JSON',
        ({ account, name }) => says(name, account, {}, { message: 'bio' }),
        422,
        '',
        /^Des/,
      ],
      ['attributes that are none', ({ account, name }) => says(name, account, [7]), 422, '', /attributes is missing/],
      [
        'a name that nobody has',
        ({ account }) => says(`nobody.${zone}`, account, {}),
        400,
        'name',
        `Name is not registered: nobody.${zone}`,
      ],
      [
        'a name of another zone',
        ({ account }) => says('nobody.reown.id', account, {}, { coinType: 1 }),
        400,
        'name',
        'Name is not in the allowed zones: nobody.reown.id',
      ],
      [
        'a coin type that the name does not have',
        ({ account, name }) => says(name, account, {}, { coinType: local }),
        401,
        'address',
        'Name owner validation error',
      ],
      [
        'a coin type of no network',
        ({ account, name }) => says(name, account, {}, { coinType: 501 }),
        400,
        'coin_type',
        'Unsupported coin type: 501',
      ],
      [
        'an address on no network',
        ({ account, name }) => leads(name, account, { coin_type: 501, address: account.address }),
        400,
        'coin_type',
        'Unsupported coin type: 501',
      ],
      [
        'an address that is none',
        ({ account, name }) => leads(name, account, { coin_type: local, address: 'bc1q' }),
        422,
        '',
        /address is missing or not valid/,
      ],
      [
        'the address of nobody',
        ({ account, name }) => leads(name, account, { coin_type: local, address: `0x${'0'.repeat(40)}` }),
        400,
        'address',
        'The address provided is invalid',
      ],
      [
        'giving away the coin type that it is signed for',
        ({ account, name }) => leads(name, account, { coin_type: 60, address: newAccount().address }),
        400,
        'address',
        'The address that signs keeps the coin type that it signs for',
      ],
      [
        'an old message',
        ({ account, name }) => says(name, account, { avatar: 'x' }, { timestamp: seconds() - 11 * 60 }),
        400,
        'timestamp',
        /^Signature UNIXTIME/,
      ],
      [
        'a message from the future',
        ({ account, name }) => says(name, account, {}, { timestamp: seconds() + 60 }),
        400,
        'timestamp',
        /^Signature UNIXTIME/,
      ],
      [
        'an odd text',
        ({ account, name }) => says(name, account, { bio: '\u202e' }),
        400,
        'attributes',
        'Unsupported name attribute in payload',
      ],
    ])('is refused for %s', async (_, call, ...expected) => {
      const [status, field, text] = expected
      const owned = await named()
      const failure = await failureOf(await call(owned))
      expect(failure).toEqual([status, field, typeof text === 'string' ? text : expect.stringMatching(text)])
      expect(await recordOf(owned.name)).toMatchObject({ attributes: {}, addresses: { 60: {} } })
    })

    test('leaves no address and no text in the log', () => {
      expect(lines.some((line) => line.includes('/attributes'))).toBe(true)
      expect(lines.join('\n')).not.toMatch(/0x[0-9a-f]{40}|boat|person[a-z]/i)
    })
  })
}
