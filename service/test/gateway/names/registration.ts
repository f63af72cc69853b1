/** Registrations, by keys and by contracts. */
import { NameRecord, NameRecords } from '@airlock/protocol/gateway/names.ts'
import { concatHex, type Hex, serializeErc6492Signature, serializeErc8010Signature } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { lureCode } from '../../../../e2e/world/contracts.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { listenOnLoopback } from '../../../src/listen.ts'
import { bodyOf, factory, failureOf, local, newAccount, type Registry, seconds, type Wanted, zone } from './registry.ts'

export function describeRegistration({
  nodeUrl,
  deployed,
  deployWallet,
  plannedWallet,
  get,
  post,
  register,
  lines,
}: Registry): void {
  describe('a registration', () => {
    test('gives a name to the account that signed, for its network and for Ethereum', async () => {
      const account = newAccount()
      const response = await register(account, {
        name: `alice.${zone}`,
        coinType: local,
        attributes: { bio: 'hello' },
      })
      expect(response.status).toBe(200)
      const record = NameRecord.parse(await response.json())
      const address = { address: account.address, created_at: record.registered_at }
      expect(record).toMatchObject({
        name: `alice.${zone}`,
        attributes: { bio: 'hello' },
        addresses: { 60: address, [local]: address },
      })
      expect(await (await get(`account/alice.${zone}`)).json()).toEqual(record)
      for (const written of [account.address, account.address.toLowerCase()])
        expect(NameRecords.parse(await (await get(`reverse/${written}`)).json())).toEqual([record])
    })

    test('is checked by the contract if the wallet is one, and names its address on that network alone [C372]', async () => {
      const owner = newAccount()
      const wallet = await deployWallet(owner.address)
      const body = await bodyOf(owner, { name: `vault.${zone}`, coinType: local, address: wallet })
      // Ethereum has no node here, so its contracts cannot be asked.
      expect(await failureOf(await post({ ...body, coin_type: 60 }))).toEqual([
        401,
        'signature',
        'Signature validation error: Signature verification error',
      ])
      const other = await newAccount().signMessage({ message: body.message })
      expect(await failureOf(await post({ ...body, signature: other }))).toEqual([
        401,
        'signature',
        'Signature validation error: Invalid signature',
      ])
      expect((await post(body)).status).toBe(200)
      const { addresses } = NameRecord.parse(await (await get(`account/vault.${zone}`)).json())
      expect(Object.entries(addresses).map(([type, { address }]) => [type, address])).toEqual([[String(local), wallet]])
    })

    test('is checked as if the wallet were deployed, and deploys nothing', async () => {
      const owner = newAccount()
      const { address, data } = await plannedWallet(owner.address)
      const body = await bodyOf(owner, { name: `future.${zone}`, coinType: local, address })
      const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
      const other = await newAccount().signMessage({ message: body.message })
      for (const signature of [body.signature, wrap(other)])
        expect((await failureOf(await post({ ...body, signature })))[0]).toBe(401)
      const response = await post({ ...body, signature: wrap(body.signature) })
      expect(response.status).toBe(200)
      expect(await callRpc(nodeUrl(), 'eth_getCode', [address, 'latest'])).toBe('0x')
    })

    test('never makes the service ask an address that a contract names [C120]', async () => {
      const asked: string[] = []
      const inside = await listenOnLoopback((request, response) => {
        asked.push(request.url ?? '')
        response.end('{"data":"0x1626ba7e"}')
      }, 0)
      const account = newAccount()
      const contract = await deployed(lureCode(account.address, `http://127.0.0.1:${inside.port}/{data}`))
      // An account that runs the contract's code (EIP-7702), with a proof (ERC-8010); viem asks the account directly.
      await callRpc(nodeUrl(), 'anvil_setCode', [account.address, concatHex(['0xef0100', contract])])
      const authorization = await account.signAuthorization({ contractAddress: contract, chainId: 31337, nonce: 0 })
      const body = await bodyOf(newAccount(), { name: `lured.${zone}`, coinType: local, address: account.address })
      const signature = serializeErc8010Signature({ authorization, signature: body.signature })
      expect((await failureOf(await post({ ...body, signature })))[0]).toBe(401)
      expect(asked).toEqual([])
      await inside.close()
    })

    test('may be signed minutes after its message was made, on a phone', async () => {
      const response = await register(newAccount(), { name: `patience.${zone}`, timestamp: seconds() - 9 * 60 })
      expect(response.status).toBe(200)
    })

    const later = () => seconds() + 60
    test.each<[string, (account: PrivateKeyAccount) => Promise<Response>, number, string, string | RegExp]>([
      ['a message that is not JSON', (a) => register(a, { message: 'alice' }), 422, '', /^Deserialization error: /],
      [
        'a message without a time',
        (a) => register(a, { message: JSON.stringify({ name: `bob.${zone}`, attributes: {} }) }),
        422,
        '',
        'Deserialization error: timestamp is missing or not valid',
      ],
      [
        'capitals',
        (a) => register(a, { name: `Bob.${zone}`, coinType: 1 }),
        400,
        'name',
        `Invalid name format: Bob.${zone}`,
      ],
      ['no zone', (a) => register(a, { name: 'bobby', coinType: 1 }), 400, 'name', 'Invalid name length: bobby'],
      ['a short name', (a) => register(a, { name: `bo.${zone}` }), 400, 'name', `Invalid name length: bo.${zone}`],
      ['hyphens alone', (a) => register(a, { name: `----.${zone}` }), 400, 'name', /^Invalid name format/],
      ['the mark of an encoding', (a) => register(a, { name: `xn--bob.${zone}` }), 400, 'name', /^Invalid name format/],
      [
        'another zone',
        (a) => register(a, { name: 'bobby.reown.id', coinType: 1 }),
        400,
        'name',
        'Name is not in the allowed zones: bobby.reown.id',
      ],
      [
        'an insult',
        (a) => register(a, { name: `f-u-c-k.${zone}` }),
        400,
        'name',
        `Name is not allowed: f-u-c-k.${zone}`,
      ],
      ['a name of operators', (a) => register(a, { name: `adm1n.${zone}` }), 400, 'name', /^Name is not allowed/],
      ['a name that is kept', (a) => register(a, { name: `captain.${zone}` }), 400, 'name', /^Name is not allowed/],
      [
        'an unknown coin type',
        (a) => register(a, { name: `alice.${zone}`, coinType: 501 }),
        400,
        'coin_type',
        'Unsupported coin type: 501',
      ],
      [
        'a coin type beyond all networks',
        (a) => register(a, { name: `alice.${zone}`, coinType: 2 ** 33 }),
        400,
        'coin_type',
        `Unsupported coin type: ${2 ** 33}`,
      ],
      [
        'a taken name',
        (a) => register(a, { name: `alice.${zone}`, timestamp: 5 }),
        400,
        'name',
        `Name is already registered: alice.${zone}`,
      ],
      [
        'an old message',
        (a) => register(a, { name: `bobby.${zone}`, timestamp: 1_700_000_000, attributes: { avatar: 'x' } }),
        400,
        'timestamp',
        'Signature UNIXTIME timestamp is too old: 1700000000',
      ],
      [
        'a message of more than ten minutes ago',
        (a) => register(a, { name: `bobby.${zone}`, timestamp: seconds() - 11 * 60 }),
        400,
        'timestamp',
        /^Signature UNIXTIME/,
      ],
      [
        'a message from the future',
        (a) => register(a, { name: `bobby.${zone}`, timestamp: later() }),
        400,
        'timestamp',
        /^Signature UNIXTIME/,
      ],
      [
        'a picture',
        async (a) =>
          post({ ...(await bodyOf(a, { name: `bobby.${zone}`, attributes: { avatar: 'x' } })), signature: '0x' }),
        400,
        'attributes',
        'Unsupported name attribute in payload',
      ],
      [
        'an odd text',
        (a) => register(a, { name: `bobby.${zone}`, attributes: { bio: '<b>' } }),
        400,
        'attributes',
        /^Unsupp/,
      ],
      [
        'an attribute of every object',
        (a) => register(a, { name: `bobby.${zone}`, attributes: { constructor: 'x' } }),
        400,
        'attributes',
        /^Unsupported/,
      ],
      [
        'a node that is down',
        (a) => register(a, { name: `bobby.${zone}`, coinType: 0x80000000 + 10, address: newAccount().address }),
        503,
        'chainId',
        'Requested eip155:10 chain provider is temporarily unavailable',
      ],
    ])('is refused for %s', async (_, call, ...expected) => {
      const [status, field, text] = expected
      const failure = await failureOf(await call(newAccount()))
      expect(failure).toEqual([status, field, typeof text === 'string' ? text : expect.stringMatching(text)])
    })

    test.each<[string, Wanted]>([
      ['on a network with a node', { coinType: local }],
      ['on one without', { coinType: 0x80000000 + 8453 }],
    ])('is refused for another account’s address, %s [C115]', async (_, wanted) => {
      const [thief, owner] = [newAccount(), newAccount()]
      const response = await register(thief, { name: `bobby.${zone}`, address: owner.address, ...wanted })
      expect(await failureOf(response)).toEqual([
        401,
        'signature',
        expect.stringMatching(/^Signature validation error: /),
      ])
      expect((await get(`account/bobby.${zone}`)).status).toBe(404)
    })

    test('is refused for another name than the signed one [C115]', async () => {
      const account = newAccount()
      const body = await bodyOf(account, { name: `first.${zone}`, coinType: local })
      const message = body.message.replace('first', 'other')
      expect(await failureOf(await post({ ...body, message }))).toEqual([
        401,
        'signature',
        'Signature validation error: Invalid signature',
      ])
    })

    test('is one per account', async () => {
      const account = newAccount()
      expect((await register(account, { name: `single.${zone}` })).status).toBe(200)
      expect(await failureOf(await register(account, { name: `second.${zone}` }))).toEqual([
        400,
        'address',
        'The address already has a name',
      ])
    })

    test.each(['0livia', 'o1ivia', 'oliv-ia', 'ol1via', '-olivia', 'o--liv1a', 'olivi4'])(
      'is refused for %s, which looks like a registered name [C116]',
      async (label) => {
        const response = await register(newAccount(), { name: `${label}.${zone}` })
        expect(await failureOf(response)).toEqual([
          400,
          'name',
          `Name looks like one that is registered: ${label}.${zone}`,
        ])
      },
    )

    test('succeeds once if many ask for one name at once', async () => {
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) => register(newAccount(), { name: `crowd.${zone}` }, index)),
      )
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(all.filter(({ status }) => status === 400)).toHaveLength(11)
    })

    test('leaves no address in the log', () => {
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.join('\n')).not.toMatch(/0x[0-9a-f]{40}|alice/i)
    })
  })
}
